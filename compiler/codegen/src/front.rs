// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From a program to LLVM IR.

use crate::changes::changed;
use crate::lower::{dump, lower};
use crate::specialize::specialize;
use hloom_compiler::interface::{CompileOptions, Stage};
use hloom_compiler::mlir::{self, Signature};
use hloom_compiler::runtime::CallDescription;
use hloom_compiler::{Error, Program};
use hloom_llvm::LlvmModule;
use hloom_lowering::hlo::alias_results::aliases;
use hloom_lowering::ir;
use hloom_lowering::pipeline::LoweringPipeline;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Module};
use std::time::Instant;

/// A program on its way to machine code.
#[derive(Debug)]
pub struct Lowered {
    /// LLVM IR, before LLVM optimizes it.
    pub llvm: LlvmModule,
    /// The entry function.
    pub signature: Signature,
    /// The values that arguments must have, where the code is for these alone.
    pub values: Vec<Option<i64>>,
    /// The functions of the library that it calls.
    pub calls: Vec<CallDescription>,
    /// Bytes of the arena that a run needs.
    pub arena_bytes: usize,
    /// Results and the arguments whose memory they take.
    pub aliases: Vec<(usize, usize)>,
    /// How long each stage took.
    pub stages: Vec<Stage>,
}

/// Takes a program through a pipeline.
///
/// # Errors
/// [`Error::Program`] with located diagnostics if the program is not valid or cannot be
/// lowered; if a dump cannot be written.
pub fn lower_program(
    program: &Program,
    pipeline: &dyn LoweringPipeline,
    options: &CompileOptions,
) -> Result<Lowered, Error> {
    let start = Instant::now();
    options.report("parse");
    let context = hloom_dialects::Context::new();
    let mut module = mlir::parse(&context, program)?;
    let name = mlir::keep_entry(&context, &mut module, program)?;
    let values = specialize(&context, &mut module, &name, options)?;
    if let Some(dir) = &options.dump_dir {
        dump(dir, "input.mlir", &module.as_operation().to_string())?;
    }
    let entry = mlir::entry(&module, &program.clone().with_entry(name))?;
    let signature = mlir::signature(&entry)?;
    let mut stages = vec![Stage::new("parse", start.elapsed())];

    let changed = changed(&context, pipeline, &options.pipeline)?;
    let pipeline = changed.as_deref().unwrap_or(pipeline);
    let (lowered, calls) = lower(&context, &mut module, pipeline, options)?;
    stages.extend(lowered);
    let (arena_bytes, aliases) = memory(&module)?;
    let llvm = LlvmModule::from_mlir(module.as_operation()).map_err(crate::error)?;
    Ok(Lowered { llvm, signature, values, calls, arena_bytes, aliases, stages })
}

/// The arena size that buffer assignment found for the entry, and which results take the memory
/// of which arguments.
fn memory(module: &Module) -> Result<(usize, Vec<(usize, usize)>), Error> {
    std::iter::successors(module.body().first_operation(), |op| op.next_in_block())
        .filter(|op| op.attribute("hloom.inputs").is_ok())
        .find_map(|op| {
            let bytes = ir::integer(op, "hloom.arena_bytes")?;
            Some((usize::try_from(bytes).ok()?, aliases(op)))
        })
        .ok_or_else(|| Error::Internal("the pipeline assigned no buffers".to_owned()))
}
