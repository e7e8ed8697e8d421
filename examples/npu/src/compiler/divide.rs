// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Division of a program into segments for the device and segments for the host.

use super::segment::{on_device, on_host, serialized};
use crate::classify::is_for_device;
use crate::executable::{Code, Part, Plan};
use crate::pipeline::before_division;
use hloom_codegen::lower::{dump, run_passes};
use hloom_compiler::interface::{CompileOptions, Platform, Signature, Stage};
use hloom_compiler::mlir;
use hloom_compiler::{Error, Program};
use hloom_device::partition::{self, Graph, Segment, SegmentCompiler, ValueId, outline};
use hloom_lowering::ir::{Context, Op};
use melior::ir::Module;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// Divides a program into segments. Compiles segments of supported operations for the device, and
/// all other segments for the host.
///
/// # Errors
/// Fails if the program is invalid or has dynamic shapes, or if it requires the host and there is
/// no host platform.
pub fn divide(
    program: &Program,
    options: &CompileOptions,
    host: Option<&Arc<dyn Platform>>,
    stages: &mut Vec<Stage>,
) -> Result<Plan, Error> {
    let mut start = Instant::now();
    let mut stage = |name: &str, next: &str| {
        stages.push(Stage::new(name, start.elapsed()));
        start = Instant::now();
        options.report(next);
    };
    options.report("parse");
    let context = hloom_dialects::Context::new();
    let mut module = mlir::parse(&context, program)?;
    let name = mlir::keep_entry(&context, &mut module, program)?;
    let entry_of = program.clone().with_entry(name);
    let signature = mlir::signature(&mlir::entry(&module, &entry_of)?)?;
    mlir::check_known_arguments(&mlir::entry(&module, &entry_of)?, &options.arguments)?;
    stage("parse", "hlo");
    let passes: Vec<_> = before_division().into_iter().map(|step| step.passes).collect();
    run_passes(&context, &mut module, &format!("builtin.module({})", passes.join(",")))?;
    stage("hlo", "segments");
    let others = mlir::functions(&module);
    let entry = mlir::entry(&module, &entry_of)?;
    let others: Vec<Op> = others.into_iter().filter(|function| *function != entry).collect();
    let graph = Graph::of(&context, entry, is_for_device)?;
    let mut division =
        Division { context: &context, program, entry, others, graph: &graph, host, options };
    let plan = division.plan(signature)?;
    stage("segments", "");
    Ok(plan)
}

/// The state of the division of a program into segments.
struct Division<'a> {
    context: &'a Context,
    program: &'a Program,
    entry: Op<'a>,
    others: Vec<Op<'a>>,
    graph: &'a Graph,
    host: Option<&'a Arc<dyn Platform>>,
    options: &'a CompileOptions,
}

impl<'a> Division<'a> {
    fn plan(&mut self, signature: Signature) -> Result<Plan, Error> {
        let nodes = &self.graph.nodes;
        let divided = partition::divide(self.graph, self);
        if self.host.is_none() && !divided.on_host.is_empty() {
            let places = divided.on_host.iter().map(|number| nodes[*number].place.as_str());
            return Err(Error::Program(format!(
                "{}\nnote: these operations need the platform `cpu`, which is not registered",
                places.collect::<Vec<_>>().join("\n")
            )));
        }

        let mut numbers = BTreeMap::new();
        let mut sizes = Vec::new();
        for (number, shape) in signature.arguments.iter().enumerate() {
            numbers.insert(ValueId::Argument(number), sizes.len());
            sizes.push(shape.byte_size().unwrap_or(usize::MAX));
        }
        let mut parts = Vec::new();
        for (segment, code) in divided.segments {
            for output in &segment.outputs {
                let ValueId::Result(node, result) = *output else { continue };
                numbers.insert(*output, sizes.len());
                sizes.push(nodes[node].sizes[result]);
            }
            let (code, inputs) = match code {
                Some(compiled) => compiled,
                None => {
                    let (module, inputs) = self.outline(&segment);
                    let host = self.host.ok_or_else(|| {
                        Error::unsupported(
                            crate::NAME,
                            "operations that run on the host without the platform `cpu`",
                        )
                    })?;
                    (on_host(&module, self.program.name(), &**host, self.options)?, inputs)
                }
            };
            let number = |value: &ValueId| numbers.get(value).copied();
            let numbers_of = |values: &[ValueId]| -> Result<Vec<usize>, Error> {
                let all: Option<Vec<_>> = values.iter().map(number).collect();
                all.ok_or_else(|| {
                    Error::Internal(
                        "a segment of the divided program runs before its inputs are computed"
                            .to_owned(),
                    )
                })
            };
            let computed =
                segment.operations.iter().map(|at| &nodes[*at]).filter(|it| !it.constant);
            parts.push(Part {
                inputs: numbers_of(&inputs)?,
                outputs: numbers_of(&segment.outputs)?,
                operations: computed.map(|node| node.name.clone()).collect(),
                code,
            });
        }
        let results: Option<Vec<_>> =
            self.graph.results.iter().map(|value| numbers.get(value).copied()).collect();
        let results = results.ok_or_else(|| {
            Error::Internal(
                "no segment of the divided program computes one of the program's results"
                    .to_owned(),
            )
        })?;
        let fits = results.iter().zip(&signature.results);
        if fits.clone().any(|(value, shape)| shape.byte_size() != Some(sizes[*value])) {
            return Err(Error::Internal(
                "a result of the divided program has another byte size than in its signature"
                    .to_owned(),
            ));
        }
        let device = self.options.device;
        Ok(Plan { signature, sizes, results, parts, device, reason: None })
    }

    fn outline(&self, segment: &Segment) -> (Module<'a>, Vec<ValueId>) {
        outline(self.context, self.entry, &self.others, &segment.operations, &segment.outputs)
    }

    /// If programs are dumped, records the reason why a segment or an operation runs on the host.
    fn note(&self, what: &str, error: &Error) {
        let Some(dir) = &self.options.dump_dir else { return };
        let path = dir.join("host.txt");
        let before = std::fs::read_to_string(path).unwrap_or_default();
        // The dump of the program's levels reports I/O errors, so they are ignored here.
        let _ = dump(dir, "host.txt", &format!("{before}{what}: {error}\n"));
    }
}

impl SegmentCompiler for Division<'_> {
    /// The code of a segment, and the values of the program that are the segment's arguments.
    type Code = (Code, Vec<ValueId>);

    fn compile(&mut self, segment: &Segment, number: Option<usize>) -> Result<Self::Code, Error> {
        let (module, inputs) = self.outline(segment);
        let dump = self.options.dump_dir.as_deref().zip(number);
        Ok((on_device(self.context, module, dump)?, inputs))
    }

    fn refused_segment(&mut self, number: usize, reason: &Error) {
        self.note(&format!("part {number}"), reason);
    }

    fn refused_operation(&mut self, operation: usize, reason: &Error) {
        self.note(&self.graph.nodes[operation].place, reason);
    }
}

/// Compiles the whole program for the host.
///
/// # Errors
/// Fails if the host platform cannot compile or serialize the program.
pub fn whole_on_host(
    program: &Program,
    options: &CompileOptions,
    host: &Arc<dyn Platform>,
    reason: &Error,
) -> Result<Plan, Error> {
    let device = options.device;
    let options = CompileOptions { device: 0, ..options.clone() };
    let executable = host.compiler().compile(program, &options)?;
    let signature = executable.signature().clone();
    let shapes = signature.arguments.iter().chain(&signature.results);
    let sizes: Vec<usize> = shapes.map(|shape| shape.byte_size().unwrap_or(usize::MAX)).collect();
    let arguments = signature.arguments.len();
    let results: Vec<usize> = (arguments..sizes.len()).collect();
    let part = Part {
        inputs: (0..arguments).collect(),
        outputs: results.clone(),
        operations: vec!["all".to_owned()],
        code: serialized(&*executable)?,
    };
    let reason = Some(reason.to_string());
    Ok(Plan { signature, sizes, results, parts: vec![part], device, reason })
}
