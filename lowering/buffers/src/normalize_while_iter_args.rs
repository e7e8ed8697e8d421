// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-normalize-while-iter-args`: normalizes the `iter_args` of `scf.while`, so that each
//! tensor has the same position in all lists of values.
//!
//! Before: `scf.while (%a = %x, %p = %q, %b = %y) { scf.condition(%c) %a, %b } do ..`
//! After:  `scf.while (%a = %x, %b = %y, %p = %q) { scf.condition(%c) %a, %b } do ..`
//!
//! Canonicalization drops operands of `scf.condition` that are never read, so that later operands
//! move to lower positions. Bufferization, however, compares these operands by position.
//!
//! Canonicalization also replaces a new value by an equal value of the previous iteration. If an
//! operation reads such a value after its memory is overwritten, the pass lets it read a copy,
//! which is made before the write. Likewise, a branch yields a copy of a value from outside if the
//! result must be in other memory.

use hloom_ir::linalg::destination::copy;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};

/// The pass `hloom-normalize-while-iter-args`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-normalize-while-iter-args",
    description: "give each tensor that an `scf.while` carries the same position in its operands, \
                  block arguments, `scf.condition` and `scf.yield`",
    anchor: "func.func",
    level: Level::Buffers,
    options: &[],
    dialects: &["arith", "bufferization", "scf"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for op in ir::walk(function) {
        if ir::op_name(op) != "bufferization.materialize_in_destination" {
            continue;
        }
        let (value, place) = (ir::operands(op)[0], ir::operands(op)[1]);
        let is_nothing = Shaped::of(place.r#type()).is_some_and(|shaped| shaped.is_empty());
        if value == place || is_nothing {
            ir::replace(op, [place]);
            continue;
        }
        keep_overwritten(context, op);
        if let Some(branches) = ir::defining_op(value) {
            copy_given(context, branches, value, place);
        }
    }
    // Inner loops first, as aligning a loop rebuilds it around the inner ones.
    for op in ir::walk(function).into_iter().rev() {
        if ir::op_name(op) == "scf.while" {
            align(context, op);
        }
    }
    Ok(())
}

/// If `write` overwrites a block argument, makes later operations that read the argument read a
/// copy instead.
fn keep_overwritten<'a>(context: &'a Context, write: Op<'a>) {
    let Some(block) = write.block() else { return };
    let old = ir::operands(write)[1];
    if !ir::args(block).contains(&old) {
        return;
    }
    let after: Vec<_> = ir::ops(block).into_iter().skip_while(|op| *op != write).skip(1).collect();
    let is_late = |user: Op<'a>| after.iter().any(|op| ir::is_inside(user, *op));
    let late: Vec<_> = ir::uses(old).into_iter().filter(|(user, _)| is_late(*user)).collect();
    if late.is_empty() {
        return;
    }
    let copied = copy(Builder::before(context, write), old);
    for (user, operand) in late {
        ir::set_operand(user, operand, copied);
    }
}

/// Makes the branches of `branches` yield copies of values that are defined outside `branches`,
/// except of `place`. The branches yield `value`, which must be in the memory of `place`.
fn copy_given<'a>(context: &'a Context, branches: Op<'a>, value: Value<'a>, place: Value<'a>) {
    let Some(op) = ir::defining_op(value) else { return };
    let number = ir::results(op).iter().position(|result| *result == value);
    let Some(number) = number.filter(|_| ir::is_inside(op, branches)) else { return };
    if !matches!(ir::op_name(op), "scf.if" | "scf.index_switch") {
        return;
    }
    for block in ir::regions(op).into_iter().flat_map(ir::blocks) {
        let Some(end) = ir::ops(block).last().copied() else { continue };
        let given = ir::operands(end)[number];
        match ir::defining_op(given) {
            Some(op) if ir::is_inside(op, branches) => copy_given(context, branches, given, place),
            _ if given == place => {}
            _ => ir::set_operand(end, number, copy(Builder::before(context, end), given)),
        }
    }
}

fn align<'a>(context: &'a Context, op: Op<'a>) {
    let blocks: Vec<_> = ir::regions(op).into_iter().flat_map(ir::blocks).collect();
    let [before, after] = blocks[..] else { return };
    let arguments = ir::args(before);
    let end = |block| ir::ops(block).last().copied();
    let (Some(condition), Some(yields)) = (end(before), end(after)) else { return };
    let handed_on = ir::operands(condition).split_off(1);
    let place = |value: &Value<'a>| arguments.iter().position(|argument| argument == value);
    let tensors = handed_on.iter().enumerate().filter(|(_, value)| value.r#type().is_tensor());
    let placed: Option<Vec<_>> =
        tensors.map(|(index, value)| Some((index, place(value)?))).collect();
    let Some(placed) = placed.filter(|placed| placed.iter().any(|(one, other)| one != other))
    else {
        return;
    };
    let (results, carried): (Vec<_>, Vec<_>) = placed.into_iter().unzip();
    let results = first(results, handed_on.len());
    let carried = first(carried, arguments.len());

    let builder = Builder::before(context, op);
    let types = |values: &[Value<'a>]| values.iter().map(|it| it.r#type()).collect::<Vec<_>>();
    let inits = in_order(&ir::operands(op), &carried);
    let before = builder.region(&types(&inits), |builder, new| {
        let operands = take_over(builder, before, &out_of_order(new, &carried));
        let handed_on = in_order(&operands[1..], &results);
        builder.op("scf.condition").operands(&operands[..1]).operands(&handed_on).build();
    });
    let handed_on = in_order(&handed_on, &results);
    let after = builder.region(&types(&handed_on), |builder, new| {
        take_over(builder, after, &out_of_order(new, &results));
        let yielded = in_order(&ir::operands(yields), &carried);
        builder.op("scf.yield").operands(&yielded).build();
    });
    let new = builder.op("scf.while").operands(&inits).results(&types(&handed_on));
    let new = ir::results(new.region(before).region(after).build());
    ir::replace(op, out_of_order(&new, &results));
}

/// Moves the operations of `block` to the builder's position, and replaces the block's arguments by
/// `arguments`. Returns the operands of the block's terminator.
fn take_over<'a>(
    builder: Builder<'a>,
    block: ir::Block<'a>,
    arguments: &[Value<'a>],
) -> Vec<Value<'a>> {
    let end = ir::defining_op(builder.index(0));
    let operands = end.map(|end| ir::inline_block_before(block, arguments, end));
    end.into_iter().for_each(ir::erase);
    operands.unwrap_or_default()
}

/// Returns a permutation of `0..count` that begins with `chosen`.
fn first(mut chosen: Vec<usize>, count: usize) -> Vec<usize> {
    let others: Vec<_> = (0..count).filter(|index| !chosen.contains(index)).collect();
    chosen.extend(others);
    chosen
}

/// Permutes `values`: element `i` of the result is `values[order[i]]`.
fn in_order<'a>(values: &[Value<'a>], order: &[usize]) -> Vec<Value<'a>> {
    order.iter().map(|index| values[*index]).collect()
}

/// Inverts the permutation of [`in_order`]: element `order[i]` of the result is `values[i]`.
fn out_of_order<'a>(values: &[Value<'a>], order: &[usize]) -> Vec<Value<'a>> {
    let mut original = values.to_vec();
    for (value, index) in values.iter().zip(order) {
        original[*index] = *value;
    }
    original
}
