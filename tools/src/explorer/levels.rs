// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The program at every level: the steps of the pipeline with their reasons and changes, and the
//! machine code.

use super::graph::{self, Graph, Kernels};
use super::listing;
use super::locations::Line;
use super::versions::{Edit, Lines, Versions};
use hloom_compiler::interface::{RecordedLowering, TracedStep};
use hloom_lowering::pipeline::Level;
use serde::Serialize;

/// A step of the lowering pipeline.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The name of the level to which the step belongs.
    pub level: &'static str,
    /// The passes of the step, in MLIR's pipeline syntax.
    pub passes: String,
    /// The reason why the pipeline contains the step.
    pub reason: String,
    /// Whether the passes of the step ran.
    pub ran: bool,
    /// The duration of the step in milliseconds.
    pub milliseconds: f64,
    /// The changes of the program's lines by the step.
    pub edits: Vec<Edit>,
}

/// A text that is not MLIR: LLVM IR or assembly.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Code {
    /// The lines of the text.
    pub text: Vec<String>,
    /// For each line of the text: the set of its source operations, as an index of [`Lines::sets`].
    pub set: Vec<usize>,
}

/// The program before the pipeline, after each step, and as machine code.
#[derive(Clone, Debug, Serialize)]
pub struct Levels {
    /// The distinct lines of the program in all steps.
    pub lines: Lines,
    /// The lines of the program before the first step, as indices of [`Lines::text`].
    pub input: Vec<usize>,
    /// The steps of the lowering pipeline, in order.
    pub steps: Vec<Step>,
    /// The optimized LLVM IR, if machine code was generated.
    pub ir: Option<Code>,
    /// The assembly, if machine code was generated.
    pub assembly: Option<Code>,
    /// The LLVM triple and the processor of the machine code; empty if none was generated.
    pub target: String,
    /// The dataflow graph of the entry function.
    pub graph: Graph,
    /// The number of steps that have run on the version of the program that the graph shows.
    pub graph_steps: usize,
}

impl Levels {
    /// Converts the record of a compilation to the levels that a page shows.
    pub fn read(record: &RecordedLowering) -> Self {
        let mut versions = Versions::new(&record.input);
        let input = versions.current_numbers().to_vec();
        let mut steps = Vec::with_capacity(record.steps.len());
        let (mut kernels, mut nests) = (Kernels::default(), None);
        // The graph shows the program at the end of level `hlo`, or the input of a program that
        // begins at a later level.
        let is_hlo = |step: &TracedStep| step.level == Level::Hlo;
        let shown_steps = record.steps.iter().rposition(is_hlo).map_or(0, |last| last + 1);
        let mut shown = versions.current().to_vec();
        for (number, step) in record.steps.iter().enumerate() {
            if step.level == Level::Target {
                nests.get_or_insert_with(|| Kernels::of_nests(versions.current(), &record.entry));
            }
            let before = (!kernels.is_empty()).then(|| graph::calls(versions.current()));
            let edits = step.program.as_ref().map(|text| versions.next(text)).unwrap_or_default();
            if number + 1 == shown_steps {
                shown = versions.current().to_vec();
            }
            match before {
                Some(before) if !edits.is_empty() => {
                    let lines = versions.current();
                    kernels.rename(&Kernels::of(lines), &before, &graph::calls(lines));
                }
                None if step.level == Level::Target => kernels = Kernels::of(versions.current()),
                _ => {}
            }
            steps.push(Step::new(step, edits));
        }
        if kernels.is_empty() {
            kernels = nests.unwrap_or_default();
        }
        let mut code = |lines: Vec<Line>| {
            let set = lines.iter().map(|line| versions.set(&line.sources)).collect();
            Code { set, text: lines.into_iter().map(|line| line.text).collect() }
        };
        let listing = record.listing.as_ref();
        let ir = listing.map(|it| code(listing::ir(&it.ir, &it.lines)));
        let assembly = listing.map(|it| code(listing::assembly(&it.assembly, &it.lines)));
        Self {
            ir,
            assembly,
            target: listing.map(|it| it.target.clone()).unwrap_or_default(),
            graph: graph::read(&shown, &record.entry, &kernels),
            graph_steps: shown_steps,
            lines: versions.into_lines(),
            input,
            steps,
        }
    }
}

impl Step {
    fn new(step: &TracedStep, edits: Vec<Edit>) -> Self {
        Self {
            level: step.level.name(),
            passes: step.passes.clone(),
            reason: step.reason.clone(),
            ran: step.ran,
            milliseconds: step.duration.as_secs_f64() * 1e3,
            edits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn program(op: &str) -> String {
        format!(
            "module {{\n  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {{\n    \
             %0 = {op} %arg0 : tensor<4xf32> loc(\"hloom.source.0\"(unknown))\n    \
             return %0 : tensor<4xf32> loc(\"hloom.source.1\"(unknown))\n  }}\n}}\n"
        )
    }

    fn step(level: Level, program: Option<String>) -> TracedStep {
        TracedStep {
            level,
            passes: "p".to_owned(),
            reason: "r".to_owned(),
            ran: program.is_some(),
            duration: Duration::from_millis(2),
            program,
        }
    }

    #[test]
    fn steps_are_differences_and_the_graph_is_of_level_hlo() {
        let kernel = "module {\n  func.func private @main_kernel_0(%arg0: memref<4xf32>) {\n    \
                      a.b %arg0 loc(\"hloom.source.0\"(unknown))\n    return\n  }\n}\n";
        let record = RecordedLowering {
            entry: "main".to_owned(),
            input: program("stablehlo.abs"),
            steps: vec![
                step(Level::Hlo, None),
                step(Level::Hlo, Some(program("stablehlo.tanh"))),
                step(Level::Linalg, Some(program("stablehlo.tanh"))),
                step(Level::Target, Some(kernel.to_owned())),
            ],
            ..RecordedLowering::default()
        };
        let levels = Levels::read(&record);
        let sizes: Vec<_> = levels.steps.iter().map(|step| step.edits.len()).collect();
        assert_eq!(sizes[..3], [0, 1, 0]);
        assert!(!levels.steps[0].ran && levels.steps[1].ran);
        assert_eq!(levels.graph_steps, 2);
        let ops: Vec<_> =
            levels.graph.nodes.iter().map(|node| (&*node.name, node.kernel)).collect();
        assert_eq!(ops, [("%arg0", None), ("tanh", Some(0)), ("return", None)]);
        assert_eq!(levels.graph.kernels, ["main_kernel_0"]);
        assert!(levels.ir.is_none() && levels.assembly.is_none());
    }
}
