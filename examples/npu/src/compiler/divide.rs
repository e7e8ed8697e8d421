// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Division of a program into parts for the device and parts for the host.
//!
//! Operations that the device supports are compiled in segments. If a segment fails to compile,
//! its failing operations move to the host, or the segment is cut in two, and the division starts
//! again.

use super::segment::{on_device, on_host, serialized};
use crate::executable::{Code, Part, Plan};
use crate::partition::{Graph, Segment, ValueId, outline, piece, schedule};
use crate::pipeline::before_division;
use hloom_codegen::lower::{dump, run_passes};
use hloom_compiler::interface::{CompileOptions, Platform, Stage};
use hloom_compiler::mlir::{self, Signature};
use hloom_compiler::{Error, Program};
use hloom_lowering::ir::{Context, Op};
use melior::ir::Module;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

/// Compiles supported operations for the device, and all others for the host.
///
/// # Errors
/// Fails if the program is invalid, has dynamic shapes, or needs the host and there is no host
/// platform.
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
    stage("parse", "hlo");
    let passes: Vec<_> = before_division().into_iter().map(|step| step.passes).collect();
    run_passes(&context, &mut module, &format!("builtin.module({})", passes.join(",")))?;
    stage("hlo", "segments");
    let others = mlir::functions(&module);
    let entry = mlir::entry(&module, &entry_of)?;
    let others: Vec<Op> = others.into_iter().filter(|function| *function != entry).collect();
    let graph = Graph::of(&context, entry)?;
    let division = Division { context: &context, program, entry, others, graph, host, options };
    let plan = division.plan(signature)?;
    stage("segments", "");
    Ok(plan)
}

/// The state of a division.
struct Division<'a> {
    context: &'a Context,
    program: &'a Program,
    entry: Op<'a>,
    others: Vec<Op<'a>>,
    graph: Graph,
    host: Option<&'a Arc<dyn Platform>>,
    options: &'a CompileOptions,
}

impl<'a> Division<'a> {
    fn plan(&self, signature: Signature) -> Result<Plan, Error> {
        let nodes = &self.graph.nodes;
        let mut for_device: Vec<bool> = nodes.iter().map(|node| node.for_device).collect();
        let mut cuts = BTreeSet::new();
        let (segments, codes) = loop {
            let segments = schedule(&self.graph, &for_device, &cuts);
            match self.compile_all(&segments) {
                Ok(codes) => break (segments, codes),
                Err(segment) => self.exclude(&segments[segment], &mut for_device, &mut cuts),
            }
        };
        let mut codes = codes;
        if self.host.is_none() && for_device.contains(&false) {
            let left = nodes.iter().zip(&for_device).filter(|(_, device)| !**device);
            let left: Vec<_> = left.map(|(node, _)| node.place.clone()).collect();
            return Err(Error::Program(format!(
                "{}\nnote: these operations need the platform `cpu`, which is not registered",
                left.join("\n")
            )));
        }

        let mut numbers = BTreeMap::new();
        let mut sizes = Vec::new();
        for (number, shape) in signature.arguments.iter().enumerate() {
            numbers.insert(ValueId::Argument(number), sizes.len());
            sizes.push(shape.byte_size().unwrap_or(usize::MAX));
        }
        let mut parts = Vec::new();
        for (index, segment) in segments.iter().enumerate() {
            for output in &segment.outputs {
                let ValueId::Result(node, result) = *output else { continue };
                numbers.insert(*output, sizes.len());
                sizes.push(nodes[node].sizes[result]);
            }
            let (code, inputs) = match codes.remove(&index) {
                Some(code) => code,
                None => {
                    let (module, inputs) = self.outline(segment);
                    let host = self.host.ok_or_else(|| {
                        Error::unsupported(
                            crate::NAME,
                            "operations of the host without the platform `cpu`",
                        )
                    })?;
                    (on_host(&module, self.program.name(), &**host, self.options)?, inputs)
                }
            };
            let number = |value: &ValueId| numbers.get(value).copied();
            let numbers_of = |values: &[ValueId]| -> Result<Vec<usize>, Error> {
                let all: Option<Vec<_>> = values.iter().map(number).collect();
                all.ok_or_else(|| {
                    Error::Internal("a part runs before its inputs are computed".to_owned())
                })
            };
            let names = segment.operations.iter().map(|at| nodes[*at].name.clone());
            parts.push(Part {
                inputs: numbers_of(&inputs)?,
                outputs: numbers_of(&segment.outputs)?,
                operations: names.filter(|name| name != "stablehlo.constant").collect(),
                code,
            });
        }
        let results: Option<Vec<_>> =
            self.graph.results.iter().map(|value| numbers.get(value).copied()).collect();
        let results =
            results.ok_or_else(|| Error::Internal("no part computes a result".to_owned()))?;
        let fits = results.iter().zip(&signature.results);
        if fits.clone().any(|(value, shape)| shape.byte_size() != Some(sizes[*value])) {
            return Err(Error::Internal(
                "the size of a result does not match the signature".to_owned(),
            ));
        }
        let device = self.options.device;
        Ok(Plan { signature, sizes, results, parts, device, reason: None })
    }

    fn outline(&self, segment: &Segment) -> (Module<'a>, Vec<ValueId>) {
        outline(self.context, self.entry, &self.others, &segment.operations, &segment.outputs)
    }

    /// Returns the code of all device segments, or the number of the first segment that fails.
    #[allow(clippy::type_complexity)]
    fn compile_all(
        &self,
        segments: &[Segment],
    ) -> Result<BTreeMap<usize, (Code, Vec<ValueId>)>, usize> {
        let mut codes = BTreeMap::new();
        for (number, segment) in segments.iter().enumerate().filter(|(_, it)| it.on_device) {
            let (module, inputs) = self.outline(segment);
            let dir = self.options.dump_dir.as_deref().map(|dir| (dir, number));
            match on_device(self.context, module, dir) {
                Ok(code) => codes.insert(number, (code, inputs)),
                Err(error) => {
                    self.note(&format!("part {number}"), &error);
                    return Err(number);
                }
            };
        }
        Ok(codes)
    }

    /// Moves the operations of a segment that fail on their own to the host.
    ///
    /// If each of them compiles on its own, they fail only in combination, so the segment is cut.
    fn exclude(&self, segment: &Segment, for_device: &mut [bool], cuts: &mut BTreeSet<usize>) {
        let mut failing = Vec::new();
        self.find_failing(&segment.operations, &mut failing);
        // Constants are copied to each use, so moving them has no effect.
        let matters = |number: &usize| !self.graph.nodes[*number].constant && for_device[*number];
        failing.retain(matters);
        let all: Vec<usize> = segment.operations.iter().copied().filter(matters).collect();
        if failing.is_empty() && all.len() > 1 {
            cuts.insert(all[all.len() / 2]);
            return;
        }
        let failing = if failing.is_empty() { &segment.operations } else { &failing };
        failing.iter().for_each(|number| for_device[*number] = false);
    }

    /// Finds the operations that fail on their own, by bisection.
    fn find_failing(&self, operations: &[usize], failing: &mut Vec<usize>) {
        let (left, right) = operations.split_at(operations.len() / 2);
        for half in [left, right].into_iter().filter(|half| !half.is_empty()) {
            let (module, _) = self.outline(&piece(&self.graph, half));
            let Err(error) = on_device(self.context, module, None) else { continue };
            if let [alone] = half {
                self.note(&self.graph.nodes[*alone].place, &error);
                failing.push(*alone);
            } else {
                self.find_failing(half, failing);
            }
        }
    }

    /// Records the reason why something runs on the host, if programs are dumped.
    fn note(&self, what: &str, error: &Error) {
        let Some(dir) = &self.options.dump_dir else { return };
        let path = dir.join("host.txt");
        let before = std::fs::read_to_string(path).unwrap_or_default();
        // The dump of the program's levels reports I/O errors, so they are ignored here.
        let _ = dump(dir, "host.txt", &format!("{before}{what}: {error}\n"));
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
    let signature = Signature {
        name: executable.name().to_owned(),
        arguments: executable.argument_shapes().to_vec(),
        results: executable.result_shapes().to_vec(),
    };
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
