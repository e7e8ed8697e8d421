// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-unshare-destinations`: every operation gets a destination of its own.
//!
//! CSE makes one of two equal `tensor.empty` or `linalg.fill`. Bufferization
//! would then copy one destination to get the other, and upstream's
//! elimination of empty tensors would give both the memory of one result. It makes one
//! of two equal values, too, that a loop carries in two places: one is copied.

use crate::ffi;
use crate::ir::{self, Builder, Context, Op, Shaped};
use crate::linalg::destination::copy;
use crate::pass::{Failure, OptionValues, PassInfo};
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};
use std::collections::HashSet;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-unshare-destinations",
    description: "give every use of an empty or filled tensor one of its own, and every place \
                  that a loop carries a value in its own copy",
    anchor: "func.func",
    options: &[],
    dialects: &["bufferization", "linalg", "tensor"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let mut carried = HashSet::new();
    // Users first: a copied fill is another use of what it fills.
    for op in ir::walk(function).into_iter().rev() {
        if ir::op_name(op) == "bufferization.materialize_in_destination" {
            let source = ir::operands(op)[0];
            if source.r#type().is_tensor() && !carried.insert(source.to_raw().ptr as usize) {
                ffi::set_operand(op, 0, copy(Builder::before(context, op), source));
            }
            continue;
        }
        if !matches!(ir::op_name(op), "tensor.empty" | "linalg.fill") {
            continue;
        }
        let [result] = ir::results(op)[..] else { continue };
        for (user, _) in ir::uses(result) {
            replace_slice(context, op, user);
        }
        let uses = ir::uses(result);
        if uses.is_empty() {
            ir::erase(op);
            continue;
        }
        // A user in a loop needs it anew each time: only one beside it can have the original.
        let beside = uses.iter().position(|(user, _)| user.block() == op.block());
        for (index, (user, operand)) in uses.into_iter().enumerate() {
            if Some(index) != beside {
                let own = ffi::clone_before(op, user);
                ffi::set_operand(user, operand, ir::results(own)[0]);
            }
        }
        if beside.is_none() {
            ir::erase(op);
        }
    }
    Ok(())
}

/// A slice of an empty or filled tensor becomes a smaller one: a tile then does
/// not need the memory of the whole.
fn replace_slice<'a>(context: &'a Context, destination: Op<'a>, slice: Op<'a>) {
    if ir::op_name(slice) != "tensor.extract_slice" {
        return;
    }
    let result = ir::results(slice)[0];
    let ty = result.r#type();
    if !Shaped::of(ty).is_some_and(|shaped| shaped.is_static()) {
        return;
    }
    let builder = Builder::before(context, slice);
    let empty = builder.simple("tensor.empty", &[], ty);
    let own = if ir::op_name(destination) == "linalg.fill" {
        let fill = ffi::clone_before(destination, slice);
        ffi::set_operand(fill, 1, empty);
        let filled = ir::results(fill)[0];
        ffi::set_type(filled, ty);
        filled
    } else {
        empty
    };
    ir::replace_all_uses(result, own);
    ir::erase(slice);
}
