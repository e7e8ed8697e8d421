// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-expand-async`: replaces asynchronous operations by the operations that they start.
//!
//! The operation takes the place of `async_start`, and its results take the place of those of
//! `async_done` (StableHLO specification, sections "async_start" and "async_done"). Later passes
//! start collectives as early and wait for them as late as possible anyway
//! (`hloom-schedule-collectives`, `hloom-overlap-collectives`).
//!
//! ```mlir
//! %f = "stablehlo.async_start"(%x) ({ ^bb0(%a: ...): %g = all_gather(%a) ... return %g })
//! %y = "stablehlo.async_done"(%f)
//! // becomes
//! %y = all_gather(%x)
//! ```

use hloom_dialects::attributes::stablehlo::Future;
use hloom_dialects::op::Op as Kind;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op, Value};
use melior::ir::ValueLike;

/// The pass `hlo-expand-async`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-expand-async",
    description: "replace asynchronous operations by the operations that they start",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[],
    dialects: &["stablehlo"],
    run,
};

fn run<'a>(_: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let ops = ir::walk(module);
    let mut refused = Failure::default();
    for op in &ops {
        for result in ir::results(*op).into_iter().filter(|it| is_future(*it)) {
            for (user, _) in ir::uses(result) {
                let is_start = ir::hlo_op(*op) == Some(Kind::StablehloAsyncStart);
                if !is_start || ir::hlo_op(user) != Some(Kind::StablehloAsyncDone) {
                    refused.merge(Failure::at(user, indirect(user)));
                }
            }
        }
        let arguments = ir::regions(*op).into_iter().flat_map(ir::blocks).flat_map(ir::args);
        for (user, _) in arguments.filter(|it| is_future(*it)).flat_map(ir::uses) {
            refused.merge(Failure::at(user, indirect(user)));
        }
    }
    refused.into_result()?;
    // All are found first: an expansion erases other operations.
    let is_start = |op: &Op| ir::hlo_op(*op) == Some(Kind::StablehloAsyncStart);
    let starts: Vec<_> = ops.into_iter().filter(is_start).collect();
    starts.into_iter().for_each(expand);
    Ok(())
}

fn is_future(value: Value) -> bool {
    Future::from_type(value.r#type()).is_some()
}

fn indirect(user: Op) -> String {
    let name = ir::op_name(user);
    format!("`{name}`: expected the future of an `async_start` as the operand of an `async_done`")
}

/// Moves the body of an `async_start` before it, and erases it with the operations that wait for it.
fn expand(start: Op) {
    let block = ir::regions(start).into_iter().flat_map(ir::blocks).next();
    let Some(block) = block else { return };
    let values = ir::inline_block_before(block, &ir::operands(start), start);
    for (done, _) in ir::results(start).into_iter().flat_map(ir::uses) {
        ir::replace(done, values.iter().copied());
    }
    ir::erase(start);
}
