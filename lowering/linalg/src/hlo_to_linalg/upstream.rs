// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Copies operations of upstream dialects that are valid at level `linalg`.
//!
//! A program may mix these operations with StableHLO. A copy has signless types, like all
//! operations at level `linalg`. Its regions may contain StableHLO, which is lowered. A loop writes
//! the tensors that it carries in place, like the loops that are lowered from StableHLO.

use super::carried::{is_tensor, write_back};
use super::{Emitter, ffi};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Block, Builder, Op, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{Region, ValueLike};

/// The upstream dialects whose operations a program may contain at level `linalg`.
pub const DIALECTS: [&str; 6] = ["arith", "complex", "linalg", "math", "scf", "tensor"];
/// Operations of the dialect `affine` that a program may contain at level `linalg`. They compute
/// indices.
const AFFINE: [&str; 3] = ["affine.apply", "affine.max", "affine.min"];
/// The linalg operations that later passes expect. Other linalg operations become `linalg.generic`.
const LINALG: [&str; 4] = ["linalg.fill", "linalg.generic", "linalg.index", "linalg.yield"];

/// Returns true if `op` is an operation of an upstream dialect that a program may contain at level
/// `linalg`.
pub fn contains(op: Op) -> bool {
    DIALECTS.contains(&ir::dialect(op)) || AFFINE.contains(&ir::op_name(op))
}

/// Replaces the named linalg operations in `function`, except `linalg.fill`, by `linalg.generic`.
pub fn generalize(function: Op) {
    if ir::walk(function).into_iter().any(is_named) {
        ffi::generalize_named_ops(function);
    }
}

fn is_named(op: Op) -> bool {
    ir::dialect(op) == "linalg" && !LINALG.contains(&ir::op_name(op))
}

/// Returns the reason why an operation for which [`contains`] is true cannot be copied, or `None`
/// if it can be copied.
pub fn refusal(op: Op) -> Option<String> {
    if is_named(op) {
        return Some("this named operation cannot be written as `linalg.generic`".to_owned());
    }
    if ir::regions(op).into_iter().any(|region| ir::blocks(region).len() > 1) {
        return Some("one of its regions has several blocks".to_owned());
    }
    match ir::op_name(op) {
        // Upstream's bufferization does not know that the results may alias the yielded values.
        "scf.index_switch" if ir::results(op).into_iter().any(is_tensor) => {
            Some("it has results that are tensors; use `scf.if`".to_owned())
        }
        "scf.while" => {
            let message =
                "expected a condition that forwards exactly the tensors that the loop carries";
            (!carries_in_place(op)).then(|| message.to_owned())
        }
        _ => None,
    }
}

/// Returns true if the condition region of an `scf.while` forwards all tensors that the loop
/// carries, and no other tensors.
pub fn carries_in_place(op: Op) -> bool {
    carried_in_place(op).is_some()
}

/// Returns, for each tensor that the `scf.while` `op` carries, the number of the argument of its
/// second region that receives the tensor; the entry is `None` for a scalar. Returns `None` if a
/// tensor is not forwarded to the second region, or if that region receives other tensors.
fn carried_in_place(op: Op) -> Option<Vec<Option<usize>>> {
    let block = *ir::blocks(*ir::regions(op).first()?).first()?;
    let condition = ir::ops(block).pop()?;
    let passed = &ir::operands(condition)[1..];
    let carried = ir::args(block);
    if passed.iter().any(|value| is_tensor(*value) && !carried.contains(value)) {
        return None;
    }
    let place = |value: &Value| match passed.iter().position(|passed| passed == value) {
        _ if !is_tensor(*value) => Some(None),
        None => None,
        place => Some(place),
    };
    carried.iter().map(place).collect()
}

/// Returns, for each operand of the terminator of region number `number` of a copy, the argument of
/// the region whose memory the operand must take, or `None` for a scalar. The list is empty unless
/// the region is the body of an `scf.for` or `scf.while`.
fn old_values<'a>(op: Op<'a>, number: usize, arguments: &[Value<'a>]) -> Vec<Option<Value<'a>>> {
    match (ir::op_name(op), number) {
        ("scf.for", _) => {
            arguments[1..].iter().map(|value| is_tensor(*value).then_some(*value)).collect()
        }
        ("scf.while", 1) => {
            let places = carried_in_place(op).unwrap_or_default();
            places.into_iter().map(|place| place.map(|place| arguments[place])).collect()
        }
        _ => Vec::new(),
    }
}

/// Copies an operation for which [`contains`] is true.
///
/// # Errors
/// Fails if a region contains an operation that cannot be lowered.
pub fn emit<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let context = emitter.context();
    let signless = |value: Value<'a>| ir::tensor_type(context, value.r#type());
    let types: Vec<_> = ir::results(op).into_iter().map(signless).collect();
    let mut new = builder.op(ir::op_name(op)).operands(operands).results(&types).attrs_of(op, &[]);
    for (number, region) in ir::regions(op).into_iter().enumerate() {
        let Some(block) = ir::blocks(region).first().copied() else {
            new = new.region(Region::new());
            continue;
        };
        let types: Vec<_> = ir::args(block).into_iter().map(signless).collect();
        let mut outcome = Ok(());
        let region = builder.region(&types, |builder, arguments| {
            let old = old_values(op, number, arguments);
            outcome = emit_all(emitter, builder, block, arguments, &old);
        });
        outcome?;
        new = new.region(region);
    }
    Ok(ir::results(new.build()))
}

/// Emits all operations of a block, including its terminator. `old` contains, for each operand of
/// the terminator, the value whose memory the operand must take; it is empty if no operand must
/// take the memory of a value.
fn emit_all<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    block: Block<'a>,
    arguments: &[Value<'a>],
    old: &[Option<Value<'a>>],
) -> Result<(), Failure<'a>> {
    let mut operands = emitter.block(builder, block, arguments)?;
    let Some(terminator) = ir::ops(block).pop() else { return Ok(()) };
    let builder = builder.at(terminator.location());
    let tensors: Vec<_> = (0..old.len()).filter(|index| old[*index].is_some()).collect();
    if tensors.is_empty() {
        return emitter.op(builder, terminator);
    }
    let new: Vec<_> = tensors.iter().map(|index| operands[*index]).collect();
    let old: Vec<_> = old.iter().copied().flatten().collect();
    for (index, value) in tensors.into_iter().zip(write_back(builder, &new, &old)) {
        operands[index] = value;
    }
    builder.op(ir::op_name(terminator)).operands(&operands).build();
    Ok(())
}
