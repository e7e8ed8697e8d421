// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Import of HLO instructions on dynamic sizes.

use super::body::{Body, New, Outcome};
use super::make;
use crate::ffi;
use hloom_dialects::Op;
use hloom_dialects::shape::TensorType;
use hloom_hlo::Instruction;
use melior::ir::ValueLike;

/// Converts a dynamic reshape. HLO takes each size as a scalar operand, whereas StableHLO takes one
/// tensor.
pub fn reshape<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let context = body.context();
    let operands = body.operands(instruction)?;
    let (operand, sizes) = operands.split_first().ok_or("expected an operand")?;
    let first = sizes.first().ok_or("expected at least one size operand, found none")?;
    let element =
        TensorType::from_type(first.r#type()).ok_or("expected arrays as size operands")?;
    let list = |length: i64| {
        ffi::tensor_type(context, &[length], element.element(), None)
            .ok_or("internal error: cannot build a tensor type from the type of the sizes")
    };
    let mut parts = Vec::new();
    for size in sizes {
        let new = New::plain(Op::StablehloReshape, vec![*size], vec![list(1)?], &[]);
        parts.push(body.emit_one(new)?);
    }
    let ty = list(parts.len() as i64)?;
    let dimension = ("dimension", make::i64(context, 0));
    let new = New::plain(Op::StablehloConcatenate, parts, vec![ty], &[dimension]);
    let sizes = body.emit_one(new)?;
    let operands = vec![*operand, sizes];
    body.operation_with(instruction, Op::StablehloDynamicReshape, operands, instruction.shape())
}
