// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Import of matrix products and convolutions from HLO.

use super::body::{Body, New, Outcome};
use hloom_dialects::Op;
use hloom_hlo::proto::ShapeProto;
use hloom_hlo::{ElementClass, Instruction, Opcode, PrimitiveType};

/// Converts a matrix product or a convolution.
///
/// StableHLO requires operands of one element type, so operands of different types are converted
/// to a type that represents both exactly.
pub fn product<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let op = match instruction.opcode() {
        Opcode::Dot => Op::StablehloDotGeneral,
        _ => Op::StablehloConvolution,
    };
    let shape = |number| instruction.operand(number).map(Instruction::shape);
    let (Some(lhs), Some(rhs)) = (shape(0), shape(1)) else {
        return Err("expected two operands".into());
    };
    let (left, right) = (lhs.element_type(), rhs.element_type());
    if left == right {
        return body.operation(instruction, op);
    }
    let common = [left, right, instruction.shape().element_type()]
        .into_iter()
        .find(|common| holds(*common, left) && holds(*common, right))
        .ok_or("no operand or result type represents the elements of both operands exactly")?;
    let mut operands = Vec::new();
    for (number, shape) in [lhs, rhs].into_iter().enumerate() {
        let value = body.operand(instruction, number)?.leaf()?;
        if shape.element_type() == common {
            operands.push(value);
            continue;
        }
        let shape = ShapeProto { element_type: common.into(), ..shape.clone() };
        let ty = body.importer.leaf_type(&shape)?;
        operands.push(body.emit_one(New::plain(
            Op::StablehloConvert,
            vec![value],
            vec![ty],
            &[],
        ))?);
    }
    body.operation_with(instruction, op, operands, instruction.shape())
}

/// Returns true if `wide` represents every value of `narrow` exactly.
fn holds(wide: PrimitiveType, narrow: PrimitiveType) -> bool {
    use ElementClass::{Boolean, Complex, Float, Signed, Unsigned};
    if wide == narrow {
        return true;
    }
    let (Some(to), Some(from)) = (wide.class(), narrow.class()) else { return false };
    let (Some(bits), Some(needed)) = (wide.bit_width(), narrow.bit_width()) else { return false };
    match (from, to) {
        (Boolean, _) => to != Boolean,
        (Signed, Signed) | (Unsigned, Unsigned) => bits >= needed,
        (Unsigned, Signed) => bits > needed,
        (Signed | Unsigned, Float) => match wide {
            PrimitiveType::F64 => needed <= 32,
            PrimitiveType::F32 => needed <= 16,
            PrimitiveType::F16 | PrimitiveType::Bf16 => needed <= 8,
            _ => false,
        },
        (Float, Float) => match wide {
            PrimitiveType::F64 => true,
            PrimitiveType::F32 => needed <= 16,
            // Every 8-bit float type but one fits into the range of `f16`.
            PrimitiveType::F16 => needed <= 8 && narrow != PrimitiveType::F8e8m0fnu,
            PrimitiveType::Bf16 => needed <= 8,
            _ => false,
        },
        (Complex, Complex) => bits >= needed,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_that_hold_others() {
        use PrimitiveType as P;
        for (wide, narrow, expected) in [
            (P::F32, P::Bf16, true),
            (P::Bf16, P::F32, false),
            (P::F16, P::Bf16, false),
            (P::Bf16, P::F16, false),
            (P::F16, P::F8e4m3fn, true),
            (P::S32, P::U8, true),
            (P::U32, P::S8, false),
            (P::S8, P::U8, false),
            (P::F32, P::S32, false),
            (P::F32, P::S8, true),
            (P::F8e5m2, P::F8e4m3fn, false),
        ] {
            assert_eq!(holds(wide, narrow), expected, "{wide:?} {narrow:?}");
        }
    }
}
