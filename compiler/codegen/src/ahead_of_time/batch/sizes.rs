// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks that a program uses the size of its batch only in shapes.

use super::program::refusal;
use hloom_compiler::Error;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::constant_integers;
use hloom_lowering::ir::{self, Op, Value};
use melior::ir::ValueLike;

/// Operations that may compute sizes of tensors from other sizes.
const LINEAR: [Kind; 7] = [
    Kind::StablehloAdd,
    Kind::StablehloBroadcastInDim,
    Kind::StablehloConcatenate,
    Kind::StablehloConvert,
    Kind::StablehloMultiply,
    Kind::StablehloReshape,
    Kind::StablehloSlice,
];

/// Operations with an operand that only specifies sizes of the result, each with the index of this
/// operand.
const SIZES: [(Kind, usize); 5] = [
    (Kind::StablehloDynamicBroadcastInDim, 1),
    (Kind::StablehloDynamicGather, 2),
    (Kind::StablehloDynamicIota, 0),
    (Kind::StablehloDynamicReshape, 1),
    // The end of a slice.
    (Kind::StablehloRealDynamicSlice, 2),
];

/// Checks the uses of tensor sizes in a function that contains no calls.
///
/// # Errors
/// Fails at the first operation that uses a size as a number, or at an assertion that is not known
/// to hold for every batch of at least one row.
pub fn check(function: Op) -> Result<(), Error> {
    let mut seen = Vec::new();
    let ops = ir::walk(function);
    let is_other = |op: &&Op| matches!(ir::dialect(**op), "index" | "shape" | "tensor");
    if let Some(op) = ops.iter().find(is_other) {
        return Err(refusal(*op, "may use the size of the batch as a number"));
    }
    let sizes = ops.iter().filter(|op| is_size(**op));
    let mut values: Vec<_> = sizes.flat_map(|op| ir::results(*op)).collect();
    while let Some(value) = values.pop() {
        for (user, position) in ir::uses(value) {
            if is_assertion(user) || seen.contains(&user) {
                continue;
            }
            let kind = ir::hlo_op(user);
            if kind.is_some_and(|kind| SIZES.contains(&(kind, position))) {
                continue;
            }
            if kind == Some(Kind::StablehloCompare) {
                check_assertions(user)?;
            } else if kind.is_some_and(|kind| LINEAR.contains(&kind)) && is_wide(user) {
                values.extend(ir::results(user));
            } else {
                return Err(refusal(user, "uses the size of the batch as a number"));
            }
            seen.push(user);
        }
    }
    Ok(())
}

fn is_size(op: Op) -> bool {
    ir::hlo_op(op) == Some(Kind::StablehloGetDimensionSize)
}

fn is_assertion(op: Op) -> bool {
    ir::text(op, "call_target_name").as_deref() == Some("shape_assertion")
}

/// Returns true if the result of an operation can represent every size, that is, if it has integers
/// of at least 32 bits.
fn is_wide(op: Op) -> bool {
    let element = ir::element_of(ir::results(op)[0].r#type());
    !ir::is_float(element) && ir::element_width(element) >= 32
}

/// Checks that all uses of a comparison of sizes are assertions, and that the comparison holds for
/// every batch of at least one row.
fn check_assertions(compare: Op) -> Result<(), Error> {
    let uses: Vec<_> = ir::results(compare).into_iter().flat_map(ir::uses).collect();
    if let Some((user, _)) = uses.iter().find(|(user, _)| !is_assertion(*user)) {
        return Err(refusal(*user, "depends on the size of the batch"));
    }
    if holds(compare) {
        return Ok(());
    }
    Err(refusal(compare, "asserts more than that the batch has at least one row"))
}

/// Returns true if a comparison is known to hold for every batch of at least one row: it compares
/// two batch sizes by EQ, GE or LE, or states that a batch size is at least one.
fn holds(compare: Op) -> bool {
    let operands = ir::operands(compare);
    let direction = ir::enum_case(compare, "comparison_direction").unwrap_or_default();
    let sizes = [0, 1].map(|side| is_batch_size(operands[side]));
    match (sizes, &*direction) {
        ([true, true], "EQ" | "GE" | "LE") => true,
        ([true, false], "GE" | "GT") => {
            let constant = constant_integers(operands[1]);
            let least = i64::from(direction == "GE");
            constant.is_some_and(|numbers| numbers.iter().all(|number| *number <= least))
        }
        _ => false,
    }
}

/// Returns true if a value is the size of a dynamic first dimension of a function argument.
fn is_batch_size(value: Value) -> bool {
    let Some(op) = ir::defining_op(value) else { return false };
    match ir::hlo_op(op) {
        Some(Kind::StablehloConvert | Kind::StablehloReshape) => is_batch_size(ir::operands(op)[0]),
        Some(Kind::StablehloGetDimensionSize) => {
            let operand = ir::operands(op)[0];
            let is_dynamic = ir::shape_of(operand).first() == Some(&ir::Shaped::DYNAMIC);
            is_dynamic && ir::integer(op, "dimension") == Some(0) && operand.is_block_argument()
        }
        _ => false,
    }
}
