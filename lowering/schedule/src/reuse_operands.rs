// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-reuse-operands`: makes an elementwise operation overwrite an input that no later
//! operation reads.
//!
//! Before: `linalg.generic ins(%a, %b) outs(%empty)`, the last use of `%a`
//! After:  `linalg.generic ins(%b) outs(%a)`
//!
//! Bufferization then needs no buffer for the result. The pass also handles an `scf.forall` if each
//! task reads only the slice of `%a` that corresponds to the slice of the result that this task
//! alone writes.
//!
//! A loop-carried value is overwritten by the operation that computes its next value, if no later
//! operation of the iteration reads the old value.
//!
//! The pass overwrites an argument only if the caller donates its memory to a result (see the pass
//! `hlo-alias-results`). It first moves the operation that computes this result after all other
//! operations that read the argument.

use super::overwrite::Overwrite;
use hloom_ir::facts::{aliases, is_runtime_call};
use hloom_ir::linalg::destination::readers;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op, Value};
use melior::ir::BlockLike;
use melior::ir::operation::OperationLike;

/// The pass `hloom-reuse-operands`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-reuse-operands",
    description: "make elementwise operations overwrite inputs that no later operation reads",
    anchor: "func.func",
    level: Level::Loops,
    options: &[],
    dialects: &["linalg"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let body = ir::regions(function).into_iter().flat_map(ir::blocks).next();
    let Some((body, end)) = body.and_then(|body| Some((body, body.terminator()?))) else {
        return Ok(());
    };
    let arguments = ir::args(body);
    let taken: Vec<_> = aliases(function)
        .into_iter()
        .filter_map(|(result, argument)| Some((result, *arguments.get(argument)?)))
        .collect();
    for _ in 0..ROUNDS {
        taken.iter().for_each(|(result, argument)| read_last(*result, *argument, end));
    }
    for (result, argument) in taken {
        let overwrite = overwrite_of(result, argument, end);
        let may = |(op, _): &(Op<'a>, Overwrite)| is_last_use(argument, *op);
        if let Some((_, overwrite)) = overwrite.filter(may) {
            overwrite.apply(context);
        }
    }
    let mut ops = ir::walk(function);
    // Applying an overwrite to a loop erases the slice that it reads, so the list must not hold it.
    ops.retain(|op| ir::op_name(*op) != "tensor.extract_slice");
    for mut op in ops {
        let may = |op: Op<'a>, overwrite: &Overwrite<'a>| {
            let tensor = overwrite.tensor();
            overwrite.is_there_already()
                || ((is_ours(tensor, op) || is_carried(tensor, op, overwrite.number()))
                    && is_last_use(tensor, op)
                    && !is_computed_in_slice(tensor))
        };
        // An operation may have several results.
        while let Some(overwrite) = Overwrite::all(op).into_iter().find(|it| may(op, it)) {
            op = overwrite.apply(context);
        }
    }
    Ok(())
}

/// The number of times that [`read_last`] is applied to all results that take the memory of an
/// argument. One round is not enough, because the results of an optimizer read each other's
/// arguments; for example, the step reads the momentum.
const ROUNDS: usize = 3;

/// Returns the operation that computes result number `result` of the function, and the overwrite of
/// `argument` by that result. Returns `None` if the overwrite is not possible. `end` is the
/// terminator of the function.
fn overwrite_of<'a>(
    result: usize,
    argument: Value<'a>,
    end: Op<'a>,
) -> Option<(Op<'a>, Overwrite<'a>)> {
    let result = *ir::operands(end).get(result)?;
    let op = ir::defining_op(result).filter(|op| op.block() == end.block())?;
    let number = ir::results(op).iter().position(|it| *it == result)?;
    let mut overwrites = Overwrite::all(op).into_iter();
    let overwrite = overwrites.find(|it| it.number() == number && it.tensor() == argument)?;
    Some((op, overwrite))
}

/// Moves the operation that can overwrite an argument with a result after all other readers of the
/// argument, unless an operation in between needs the result.
fn read_last<'a>(result: usize, argument: Value<'a>, end: Op<'a>) {
    let Some((op, _)) = overwrite_of(result, argument, end) else { return };
    let readers = readers(argument).into_iter().filter_map(|user| ir::beside(user, end));
    let later = |one: Op<'a>, other| if one.is_before_in_block(other) { other } else { one };
    let last = readers.reduce(later).filter(|last| *last != op);
    let Some(next) = last.and_then(|last| last.next_in_block()) else { return };
    let mut uses = ir::results(op).into_iter().flat_map(ir::uses);
    let is_after = |op: Op<'a>| op == next || next.is_before_in_block(op);
    if uses.all(|(user, _)| ir::beside(user, end).is_some_and(is_after)) {
        ir::move_before(op, next);
    }
}

/// Returns true if the value is the result of a linalg operation, `scf.forall` or runtime call in
/// the block of `user`, so that it has memory of its own.
fn is_ours<'a>(value: Value<'a>, user: Op<'a>) -> bool {
    ir::defining_op(value).is_some_and(|op| {
        let name = ir::op_name(op);
        (name.starts_with("linalg.") || name == "scf.forall" || is_written_by_call(op))
            && op.block() == user.block()
    })
}

/// Returns true for the tensor of an allocation that one runtime call writes and that has no other
/// uses. Another call would read the memory directly.
fn is_written_by_call(op: Op) -> bool {
    if ir::op_name(op) != "bufferization.to_tensor" || op.attribute("writable").is_err() {
        return false;
    }
    let memory = ir::operands(op)[0];
    let calls = ir::uses(memory).into_iter().filter(|(user, _)| is_runtime_call(*user)).count();
    let allocation = ir::defining_op(memory);
    allocation.is_some_and(|it| ir::op_name(it) == "memref.alloc" && it.block() == op.block())
        && calls == 1
        && ir::uses(memory).len() == 2
}

/// Returns true if bufferization computes the value as a part of another tensor, into which it is
/// inserted. Overwriting the value would change that tensor, so the value would have to be computed
/// in other memory and copied.
fn is_computed_in_slice(value: Value) -> bool {
    let of_empty = |op: Op| {
        let output = ir::operands(op).last().copied().and_then(ir::defining_op);
        output.is_some_and(|output| ir::op_name(output) == "tensor.empty")
    };
    let inserts =
        |(user, operand): (Op, usize)| operand == 0 && ir::op_name(user) == "tensor.insert_slice";
    ir::defining_op(value).is_some_and(of_empty) && ir::uses(value).into_iter().any(inserts)
}

/// Returns true if a loop carries `tensor` into the block of `op`, and result `number` of `op` is
/// written to the memory of `tensor` as its value for the next iteration.
fn is_carried<'a>(tensor: Value<'a>, op: Op<'a>, number: usize) -> bool {
    let is_next = |(user, operand): (Op<'a>, usize)| {
        operand == 0 && is_write_to(tensor, user) && user.block() == op.block()
    };
    let arguments = op.block().map(ir::args).unwrap_or_default();
    arguments.contains(&tensor) && ir::uses(ir::results(op)[number]).into_iter().any(is_next)
}

/// Returns true if `op` writes a value for the next iteration of a loop to the memory of `tensor`.
fn is_write_to<'a>(tensor: Value<'a>, op: Op<'a>) -> bool {
    ir::op_name(op) == "bufferization.materialize_in_destination" && ir::operands(op)[1] == tensor
}

/// Returns true if each use of `value` other than by `user` is before `user` in its block or inside
/// `user`, and `user` itself uses `value` at most once. The write of the next value of a loop does
/// not count as a use.
fn is_last_use<'a>(value: Value<'a>, user: Op<'a>) -> bool {
    let mut own = 0;
    readers(value).into_iter().all(|other| {
        if other == user {
            own += 1;
            return own == 1;
        }
        if is_write_to(value, other) && ir::operands(other)[0] != value {
            return true;
        }
        ir::beside(other, user).is_some_and(|op| op == user || op.is_before_in_block(user))
    })
}
