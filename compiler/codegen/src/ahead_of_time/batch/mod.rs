// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs whose only dynamic dimension is the size of a batch.
//!
//! Such a program treats the rows of its arguments independently of each other: it uses their
//! number only in shapes ([`sizes`]), and the computation for a subset of the rows is the same
//! ([`independence`]). It is compiled for a few block sizes ([`blocks`]). The exported function
//! takes the size of the batch and runs these blocks over the batch ([`driver`]), so the arena has
//! the same size for every batch.

mod blocks;
mod difference;
mod driver;
mod independence;
mod link;
mod program;
mod sizes;

pub use program::Batch;

use crate::front::lower_module;
use crate::lower::run_passes;
use crate::memory_budget::copy;
use crate::session::Session;
use crate::specialize::{INLINE, is_dynamic};
use blocks::{CANDIDATES, Work};
use driver::{Buffer, Compiled, Driver};
use hloom_compiler::interface::{CompileOptions, Signature, TunedSchedule};
use hloom_compiler::{Error, Program, Shape, mlir};
use hloom_dialects::Context;
use hloom_lowering::hlo::cost;
use hloom_lowering::ir::{self, Shaped};
use hloom_lowering::pipeline::LoweringPipeline;
use melior::ir::operation::OperationLike;
use melior::ir::{Location, Module, Type, ValueLike};
use program::types;

/// The lowered functions of a program for batches.
pub struct LoweredBatch<'c> {
    /// The module in the LLVM dialect that contains the functions.
    pub module: Module<'c>,
    /// The signature for a batch of one row.
    pub signature: Signature,
    /// The size of the arena in bytes.
    pub arena_bytes: usize,
}

impl<'c> Batch<'c> {
    /// Converts a parsed program `module` to a program for batches. Returns `None` if all arguments
    /// have static shapes.
    ///
    /// # Errors
    /// Fails if a dimension of an argument other than the first is dynamic, if the program uses the
    /// size of the batch as a number, if a result has no rows, or if rows depend on each other.
    pub fn of(
        context: &'c Context,
        module: &Module<'c>,
        program: &Program,
    ) -> Result<Option<Self>, Error> {
        let (arguments, _) = types(mlir::entry(module, program)?)?;
        if !arguments.iter().any(|ty| is_dynamic(*ty)) {
            return Ok(None);
        }
        let mut module = copy(module)?;
        let name = mlir::keep_entry(context, &mut module, program)?;
        let program = program.clone().with_entry(name);
        let entry = mlir::entry(&module, &program)?;
        let only_rows = |ty: &Type| {
            let dims = Shaped::of(*ty).map(|shaped| shaped.shape).unwrap_or_default();
            dims.iter().skip(1).all(|dim| *dim != Shaped::DYNAMIC)
        };
        if let Some(index) = arguments.iter().position(|ty| !only_rows(ty)) {
            let message = format!(
                "argument {index}: expected a dynamic size in the first dimension only, found \
                 `{}`; give sizes with `--sizes`",
                arguments[index]
            );
            return Err(Error::Program(mlir::located(entry.location(), &message)));
        }
        let arguments = arguments.into_iter().map(is_dynamic).collect();
        run_passes(context, &mut module, &format!("builtin.module({INLINE})"))?;
        sizes::check(mlir::entry(&module, &program)?)?;
        let batch = Self { program, module, arguments };
        batch.check_results(context)?;
        let [one, few, many] = CANDIDATES;
        independence::check(context, &batch, one, &[2, few])?;
        independence::check(context, &batch, few, &[many / few])?;
        independence::check(context, &batch, many, &[2])?;
        Ok(Some(batch))
    }

    /// Checks that the first dimension of each result is a multiple of the size of the batch, and
    /// that the other dimensions do not depend on it.
    ///
    /// # Errors
    /// Fails at the first result that violates these conditions.
    fn check_results(&self, context: &'c Context) -> Result<(), Error> {
        let modules = [self.static_program(context, 2)?, self.static_program(context, 3)?];
        let entry = mlir::entry(&modules[0], &self.program)?;
        let [two, three] = [entry, mlir::entry(&modules[1], &self.program)?].map(types);
        for (index, (two, three)) in two?.1.into_iter().zip(three?.1).enumerate() {
            let [two, three] =
                [two, three].map(|ty| Shaped::of(ty).map(|it| it.shape).unwrap_or_default());
            let has_rows = two
                .first()
                .zip(three.first())
                .is_some_and(|(two, three)| two % 2 == 0 && three % 3 == 0 && two / 2 == three / 3);
            if !has_rows || two[1..] != three[1..] {
                let message = format!(
                    "result {index}: expected a multiple of the size of the batch as the first \
                     dimension, and no other dimension that depends on the batch; give sizes with \
                     `--sizes`"
                );
                return Err(Error::Program(mlir::located(entry.location(), &message)));
            }
        }
        Ok(())
    }

    /// Returns the estimated work of a block of `rows` rows.
    fn work(&self, context: &'c Context, rows: i64) -> Result<Work, Error> {
        let module = self.static_program(context, rows)?;
        let entry = mlir::entry(&module, &self.program)?;
        let ops = ir::walk(entry);
        let constants = ops.iter().filter(|op| ir::op_name(**op) == "stablehlo.constant");
        let constants = constants.flat_map(|op| ir::results(*op)).map(|value| value.r#type());
        let (arguments, _) = types(entry)?;
        let fixed = arguments.into_iter().zip(&self.arguments).filter(|(_, rows)| !**rows);
        let weights = constants.chain(fixed.map(|(ty, _)| ty));
        let bytes = |ty| mlir::shape(ty).ok().and_then(|shape: Shape| shape.byte_size());
        let cost = cost::of_function(entry);
        Ok(Work {
            rows,
            flops: cost.flops + 10.0 * cost.transcendentals,
            weights: weights.filter_map(bytes).sum::<usize>() as f64,
            operations: ops.len() as f64,
        })
    }

    /// Lowers the blocks of the program and the function that runs them.
    ///
    /// Reproducible code uses only blocks of one row, so that the results of a row do not depend on
    /// its position. With a memory budget, blocks that do not fit are omitted.
    ///
    /// # Errors
    /// Fails under the same conditions as [`lower_module`].
    pub fn lower(
        &self,
        session: &'c Session,
        pipeline: &dyn LoweringPipeline,
        options: &CompileOptions,
        tuned: &[&TunedSchedule],
    ) -> Result<LoweredBatch<'c>, Error> {
        let candidates = if options.reproducible { 1 } else { CANDIDATES.len() };
        let works = CANDIDATES[..candidates].iter().map(|rows| self.work(session.context(), *rows));
        let mut works = works.collect::<Result<Vec<_>, _>>()?;
        loop {
            let lowered = self.lower_blocks(session, pipeline, options, tuned, &works);
            let Some(budget) = options.memory_budget.filter(|_| works.len() > 1) else {
                return lowered;
            };
            match lowered {
                Ok(lowered) if lowered.arena_bytes as u64 <= budget => return Ok(lowered),
                _ => drop(works.pop()),
            }
        }
    }

    fn lower_blocks(
        &self,
        session: &'c Session,
        pipeline: &dyn LoweringPipeline,
        options: &CompileOptions,
        tuned: &[&TunedSchedule],
        works: &[Work],
    ) -> Result<LoweredBatch<'c>, Error> {
        let context = session.context();
        let module = Module::new(Location::unknown(context));
        let mut compiled = Vec::new();
        let (mut arena, mut of_one_row) = (0, None);
        for block in blocks::choose(works) {
            let dump_dir = options.dump_dir.as_ref();
            let options = CompileOptions {
                arguments: self.known(block.rows)?,
                dump_dir: dump_dir.map(|dir| dir.join(format!("rows{}", block.rows))),
                ..options.clone()
            };
            let (copy, program) = (copy(&self.module)?, &self.program);
            let (part, lowered) =
                lower_module(session, copy, program, pipeline, &options, tuned, false)?;
            let entry = &lowered.signature.name;
            let function = link::append(context, &module, &part, entry, block.rows);
            compiled.push(Compiled { block, function });
            arena = arena.max(lowered.arena_bytes);
            of_one_row = Some(lowered.signature);
        }
        let signature = of_one_row.ok_or_else(|| {
            Error::Internal("expected at least one block size for a batch, found none".to_owned())
        })?;
        let arguments = signature.arguments.iter().zip(&self.arguments);
        let arguments: Vec<_> = arguments.map(|(shape, rows)| buffer(shape, *rows)).collect();
        let results: Vec<_> = signature.results.iter().map(|shape| buffer(shape, true)).collect();
        let driver = Driver {
            name: &signature.name,
            blocks: &compiled,
            arguments: &arguments,
            results: &results,
            block_arena: i64::try_from(arena).unwrap_or(i64::MAX),
        };
        let arena_bytes = usize::try_from(driver.arena_bytes()).unwrap_or(usize::MAX);
        link::append_driver(context, &module, &driver)?;
        Ok(LoweredBatch { module, signature, arena_bytes })
    }
}

fn buffer(shape: &Shape, has_rows: bool) -> Buffer {
    let bytes = shape.byte_size().and_then(|bytes| i64::try_from(bytes).ok());
    Buffer { row_bytes: bytes.filter(|_| has_rows) }
}
