// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks that the rows of a batch do not depend on each other.
//!
//! The check partitions the program for several devices, each with an equal share of the rows. The
//! devices must not communicate, and the program of one device must be equal to the program for a
//! batch of its rows.

use super::difference::first_difference;
use super::program::{Batch, is_collective, refusal, types};
use crate::lower::run_passes;
use hloom_compiler::{Error, mlir};
use hloom_dialects::Context;
use hloom_lowering::ir::{self, Op, Shaped};
use melior::ir::Module;

/// The passes that erase insignificant differences between two programs.
const NORMALIZE: &str = "builtin.module(hlo-simplify,cse,hlo-simplify,cse)";

/// The attribute with the number of partitions of a module.
const PARTITIONS: &str = "mhlo.num_partitions";

/// Checks, for each `count` in `devices`, that the computation of a batch of `count * rows` rows is
/// equivalent to `count` independent batches of `rows` rows.
///
/// # Errors
/// Fails at the first operation that needs rows of another device, or that depends on `count`.
pub fn check<'c>(
    context: &'c Context,
    batch: &Batch<'c>,
    rows: i64,
    devices: &[i64],
) -> Result<(), Error> {
    let whole = part(context, batch, rows, 1)?;
    for count in devices {
        let part = part(context, batch, rows, *count)?;
        if let Some(op) = first_difference(part.as_operation(), whole.as_operation()) {
            return Err(refusal(op, "depends on the size of the batch"));
        }
    }
    Ok(())
}

/// Returns the normalized program of one of `devices` devices for `rows` rows each.
fn part<'c>(
    context: &'c Context,
    batch: &Batch<'c>,
    rows: i64,
    devices: i64,
) -> Result<Module<'c>, Error> {
    let mut module = batch.static_program(context, rows * devices)?;
    if ir::integer(module.as_operation(), PARTITIONS) == Some(1) {
        ir::remove_attribute(module.as_operation(), PARTITIONS);
    }
    let entry = mlir::entry(&module, &batch.program)?;
    let attributes = |types: Vec<ir::Type>, has_rows: &dyn Fn(usize) -> bool| {
        let texts = types.iter().enumerate().map(|(index, ty)| {
            let rank = Shaped::of(*ty).map_or(0, |shaped| shaped.rank());
            let ones = ",1".repeat(rank.saturating_sub(1));
            let sharding = match (has_rows(index), devices) {
                (true, 2..) => format!("{{devices=[{devices}{ones}]<=[{devices}]}}"),
                _ => "{replicated}".to_owned(),
            };
            format!("{{mhlo.sharding = \"{sharding}\"}}")
        });
        let list = texts.collect::<Vec<_>>().join(", ");
        ir::parse_attribute(context, &format!("[{list}]"))
    };
    let (arguments, results) = types(entry)?;
    let has_rows = |index: usize| batch.arguments[index];
    ir::set_attribute(entry, "arg_attrs", attributes(arguments, &has_rows));
    ir::set_attribute(entry, "res_attrs", attributes(results, &|_| true));
    let passes = format!("builtin.module(hlo-partition{{partitions={devices}}})");
    run_passes(context, &mut module, &passes)?;
    let ops = ir::walk(module.as_operation());
    let is_collective = |op: &&Op| is_collective(**op);
    if let Some(op) = ops.iter().find(is_collective) {
        return Err(refusal(*op, "needs other rows of the batch"));
    }
    let entry = mlir::entry(&module, &batch.program)?;
    ["arg_attrs", "res_attrs"].iter().for_each(|name| ir::remove_attribute(entry, name));
    ir::remove_attribute(module.as_operation(), PARTITIONS);
    run_passes(context, &mut module, NORMALIZE)?;
    Ok(module)
}
