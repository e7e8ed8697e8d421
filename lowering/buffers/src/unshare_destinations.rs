// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-unshare-destinations`: gives every operation its own destination.
//!
//! CSE merges equal `tensor.empty` and `linalg.fill` operations. Bufferization would then copy the
//! shared destination, and upstream's elimination of empty tensors would assign the memory of one
//! result to both users. CSE also merges equal values that a loop carries in two positions. The
//! pass copies such a value for the second position.
//!
//! If a value is inserted into another tensor and read afterwards, the pass makes the readers use
//! that tensor. The value can then be computed in place in the tensor, and needs no other memory.

use hloom_ir::linalg::destination::{copy, destination};
use hloom_ir::linalg::slices::{Offset, extract_slice};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped};
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};
use std::collections::HashSet;

/// The pass `hloom-unshare-destinations`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-unshare-destinations",
    description: "create a separate tensor for each use of an empty or filled tensor, and copy \
    values that a loop carries in several positions",
    anchor: "func.func",
    level: Level::Buffers,
    options: &[],
    dialects: &["bufferization", "linalg", "tensor"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for op in ir::walk(function) {
        read_in_place(context, op);
    }
    let mut carried = HashSet::new();
    // Visit users first: a cloned fill is another use of the tensor that it fills.
    for op in ir::walk(function).into_iter().rev() {
        if ir::op_name(op) == "bufferization.materialize_in_destination" {
            let source = ir::operands(op)[0];
            if source.r#type().is_tensor() && !carried.insert(ir::value_address(source)) {
                ir::set_operand(op, 0, copy(Builder::before(context, op), source));
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
        // A user in a loop needs a new tensor per iteration, so only a user in the same block can
        // keep the original.
        let beside = uses.iter().position(|(user, _)| user.block() == op.block());
        let is_shared = uses.len() > 1;
        for (index, (user, operand)) in uses.into_iter().enumerate() {
            let mut own = op;
            if Some(index) == beside {
                // CSE and canonicalization move it to the start of the block, where it would take
                // memory too early.
                ir::move_before(op, user);
            } else {
                own = ir::clone_before(op, user);
                ir::set_operand(user, operand, ir::results(own)[0]);
            }
            // CSE kept the location of one user.
            if is_shared {
                ir::set_location(own, user.location());
            }
        }
        if beside.is_none() {
            ir::erase(op);
        }
    }
    Ok(())
}

/// Makes operations after the insertion `op` read the inserted value from the tensor that contains
/// it.
///
/// Has no effect unless bufferization can compute the value in place, that is, unless an operation
/// with an empty destination computes the value and all other readers follow the insertion. Also
/// has no effect if another operation overwrites the tensor, because the tensor would then have to
/// be copied for the readers.
fn read_in_place<'a>(context: &'a Context, op: Op<'a>) {
    let operands = ir::operands(op);
    let [value, _] = operands[..] else { return };
    let [result] = ir::results(op)[..] else { return };
    let Some(next) = op.next_in_block() else { return };
    let of_empty = |op: Op<'a>| {
        let output = ir::operands(op).last().copied().and_then(ir::defining_op);
        (ir::op_name(op) == "scf.forall" || ir::op_name(op).starts_with("linalg."))
            && output.is_some_and(|output| ir::op_name(output) == "tensor.empty")
    };
    let array = |name: &str| op.attribute(name).ok().and_then(ir::i64_array);
    let (Some(offsets), Some(strides)) = (array("static_offsets"), array("static_strides")) else {
        return;
    };
    let shape = ir::shape_of(value);
    if ir::op_name(op) != "tensor.insert_slice"
        || array("static_sizes").as_ref() != Some(&shape)
        || !ir::defining_op(value)
            .is_some_and(|value| value.block() == op.block() && of_empty(value))
    {
        return;
    }
    let others: Vec<_> = ir::uses(value).into_iter().filter(|(user, _)| *user != op).collect();
    let follows = |(user, _): &(Op<'a>, usize)| {
        ir::op_name(*user) != "tensor.insert_slice"
            && ir::beside(*user, op).is_some_and(|user| op.is_before_in_block(user))
    };
    let changes = |(user, operand): (Op<'a>, usize)| {
        ir::op_name(user) != "bufferization.materialize_in_destination"
            && (0..ir::results(user).len()).any(|number| destination(user, number) == Some(operand))
    };
    if others.is_empty() || !others.iter().all(follows) || ir::uses(result).into_iter().any(changes)
    {
        return;
    }
    let builder = Builder::before(context, next).at(op.location());
    let offsets = Offset::constants(&offsets);
    let read = extract_slice(builder, result, &offsets, &shape, &strides, value.r#type());
    others.into_iter().for_each(|(user, operand)| ir::set_operand(user, operand, read));
}

/// Replaces a slice of an empty or filled tensor by a smaller empty or filled tensor, so that a
/// tile does not need memory for the whole tensor.
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
        let fill = ir::clone_before(destination, slice);
        ir::set_operand(fill, 1, empty);
        let filled = ir::results(fill)[0];
        ir::set_type(filled, ty);
        filled
    } else {
        empty
    };
    ir::replace_all_uses(result, own);
    ir::erase(slice);
}
