// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-check-loop-ends`: makes kernels for Vulkan report that the driver has ended a loop early.
//!
//! Mesa's lavapipe leaves all loops of a thread after 65535 iterations, without an error. Each iteration
//! therefore stores a number in a variable: the address in the second push constant if the loop
//! condition holds, and 0 otherwise. If the variable is not 0 after the loop, the loop ended although
//! its condition held, and the kernel writes 1 to the address.
//!
//! Before: `spirv.mlir.loop { .. spirv.BranchConditional %c, ^body, ^end .. }`
//! After:  `spirv.mlir.loop { .. %a = spirv.Select %c, %address, %zero .. }`
//!         `spirv.mlir.selection { spirv.BranchConditional %nonzero, ^write, ^end .. }`
//!
//! A driver's compiler could conclude that the condition is false after the loop, and replace the
//! selected number by 0. The pass prevents this: it combines the number by "or" with the highest bit of
//! the address, which is always 0, although the compiler cannot know this.

use crate::gpu_to_spirv::{EARLY_END, load_argument};
use crate::spirv::{self, enumeration};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use melior::ir::operation::OperationLike;

/// The pass `hloom-check-loop-ends`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-check-loop-ends",
    description: "make kernels for Vulkan report that the driver has ended a loop early",
    anchor: "gpu.module",
    level: Level::Target,
    options: &[],
    dialects: &["spirv"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let functions = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    for function in functions.filter(|op| ir::op_name(*op) == "spirv.func") {
        let blocks = ir::regions(function).into_iter().flat_map(ir::blocks);
        let Some(first) = blocks.flat_map(ir::ops).next() else { continue };
        let loops: Vec<_> = ir::walk(function)
            .into_iter()
            .filter(|op| ir::op_name(*op) == "spirv.mlir.loop")
            .collect();
        if loops.is_empty() {
            continue;
        }
        let at = Builder::before(context, first);
        let address = load_argument(at, EARLY_END);
        let i64 = ir::int(context, 64);
        let last = spirv::constant(at, 63, i64);
        let hidden = at.simple("spirv.ShiftRightLogical", &[address, last], i64);
        loops.into_iter().try_for_each(|nest| check(at, address, hidden, nest))?;
    }
    Ok(())
}

/// Emits the check of a loop after the loop `nest`. `at` is a builder at the start of the function,
/// and `address` the address in the second push constant. `hidden` is always 0, although the
/// driver's compiler cannot know this.
fn check<'a>(
    at: Builder<'a>,
    address: Value<'a>,
    hidden: Value<'a>,
    nest: Op<'a>,
) -> Result<(), Failure<'a>> {
    let context = at.context();
    let header = ir::regions(nest).into_iter().flat_map(ir::blocks).nth(1);
    let branch = header.and_then(|header| ir::ops(header).pop());
    let branch = branch.filter(|op| ir::op_name(*op) == "spirv.BranchConditional");
    let branch = branch.ok_or_else(|| {
        let message = "`spirv.mlir.loop`: expected a header that ends with a conditional branch";
        Failure::at(nest, message)
    })?;
    let i64 = ir::int(context, 64);
    let zero = |at| spirv::constant(at, 0, i64);
    let variable = spirv::variable(at, "i64");
    let inside = Builder::before(context, branch);
    let operands = [ir::operands(branch)[0], address, zero(inside)];
    let selected = inside.simple("spirv.Select", &operands, i64);
    let selected = inside.simple("spirv.BitwiseOr", &[selected, hidden], i64);
    inside.op("spirv.Store").operands(&[variable, selected]).build();
    let next = nest.next_in_block();
    let missing = "`spirv.mlir.loop`: expected an operation after the loop, found none";
    let next = next.ok_or_else(|| Failure::at(nest, missing))?;
    let after = Builder::before(context, next).at(nest.location());
    let selected = after.simple("spirv.Load", &[variable], i64);
    let operands = [selected, zero(after)];
    let is_early = after.simple("spirv.INotEqual", &operands, ir::int(context, 1));
    emit_note(after, is_early, selected);
    Ok(())
}

/// Emits a store of the 32-bit number 1 to `address` if `condition` holds.
fn emit_note<'a>(at: Builder<'a>, condition: Value<'a>, address: Value<'a>) {
    let context = at.context();
    let region = at.region(&[], |entry, _| {
        let write = ir::add_block_after(entry.block());
        let end = ir::add_block_after(write);
        entry
            .op("spirv.BranchConditional")
            .operands(&[condition])
            .successors(&[write, end])
            .segments(&[1, 0, 0])
            .build();
        let writer = entry.inside(write);
        let one = spirv::constant(writer, 1, ir::int(context, 32));
        spirv::store_at(writer, address, one, 4);
        writer.op("spirv.Branch").successors(&[end]).build();
        entry.inside(end).op("spirv.mlir.merge").build();
    });
    at.op("spirv.mlir.selection")
        .attr("selection_control", enumeration(context, "selection_control<None>"))
        .region(region)
        .build();
}
