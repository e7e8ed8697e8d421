// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Evaluation of elementwise operations on tensors.

use super::complex::{self, C};
use super::map::{
    disagree, from_complex, map, map_complex, map_floats, to_complex, undefined, zip, zip_floats,
};
use super::{complex_operations, float, integer};
use crate::Error;
use crate::ops::shape::broadcast_in_dim;
use hloom_dialects::op::Op;
use hloom_values::{ElementClass, ElementType, Literal, Scalar};

/// Evaluates an operation with one operand and no attributes.
///
/// # Errors
/// Fails if the operation is not defined for the element type.
pub fn unary(op: Op, operand: &Literal) -> Result<Literal, Error> {
    let ty = operand.shape().element_type;
    let undefined = || undefined(op, operand);
    match (op, ty.class()) {
        (Op::StablehloIsFinite, ElementClass::Float) => {
            map(operand, ElementType::Pred, |it| Scalar::Bool(it.parts().0.is_finite()))
        }
        (Op::StablehloReal, ElementClass::Float | ElementClass::Complex) => {
            map(operand, ty.part(), |it| Scalar::Float(it.parts().0))
        }
        (Op::StablehloImag, ElementClass::Float | ElementClass::Complex) => {
            map(operand, ty.part(), |it| Scalar::Float(it.parts().1))
        }
        (Op::StablehloAbs, ElementClass::Complex) => {
            map_complex(operand, ty.part(), |it| C::new(complex::abs(it), 0.0))
        }
        (Op::StablehloNot, ElementClass::Boolean) => {
            map(operand, ty, |it| Scalar::Bool(!it.is_nonzero()))
        }
        (_, ElementClass::Boolean) => Err(undefined()),
        (_, ElementClass::Signed | ElementClass::Unsigned) => {
            let function = integer::of_one(op).ok_or_else(undefined)?;
            map(operand, ty, |it| integer::wrap(function(it.to_integer(), ty), ty))
        }
        (_, ElementClass::Float) => map_floats(operand, float::of_one(op).ok_or_else(undefined)?),
        (_, ElementClass::Complex) => {
            map_complex(operand, ty, complex_operations::of_one(op).ok_or_else(undefined)?)
        }
    }
}

/// Evaluates an operation with two operands of the same shape and no attributes.
///
/// # Errors
/// Fails if the shapes differ, or if the operation is not defined for the element type.
pub fn binary(op: Op, lhs: &Literal, rhs: &Literal) -> Result<Literal, Error> {
    let ty = lhs.shape().element_type;
    let undefined = || undefined(op, lhs);
    match (op, ty.class()) {
        (Op::StablehloComplex, ElementClass::Float) => {
            let to = match ty {
                ElementType::F32 => ElementType::C64,
                ElementType::F64 => ElementType::C128,
                _ => return Err(undefined()),
            };
            zip(lhs, rhs, to, |real, imaginary| {
                Scalar::Complex(real.parts().0, imaginary.parts().0)
            })
        }
        (_, ElementClass::Boolean) => {
            let function = boolean(op).ok_or_else(undefined)?;
            zip(lhs, rhs, ty, |a, b| Scalar::Bool(function(a.is_nonzero(), b.is_nonzero())))
        }
        (_, ElementClass::Signed | ElementClass::Unsigned) => {
            let function = integer::of_two(op).ok_or_else(undefined)?;
            zip(lhs, rhs, ty, |a, b| {
                integer::wrap(function(a.to_integer(), b.to_integer(), ty), ty)
            })
        }
        (_, ElementClass::Float) => zip_floats(lhs, rhs, float::of_two(op).ok_or_else(undefined)?),
        (_, ElementClass::Complex) => {
            let function = complex_operations::of_two(op).ok_or_else(undefined)?;
            zip(lhs, rhs, ty, |a, b| from_complex(function(to_complex(a), to_complex(b))))
        }
    }
}

fn boolean(op: Op) -> Option<fn(bool, bool) -> bool> {
    Some(match op {
        Op::StablehloAdd | Op::StablehloMaximum | Op::StablehloOr => |a, b| a | b,
        Op::StablehloMultiply | Op::StablehloMinimum | Op::StablehloAnd => |a, b| a & b,
        Op::StablehloXor => |a, b| a ^ b,
        _ => return None,
    })
}

/// Selects the elements of `yes` where a predicate holds, and of `no` elsewhere (section
/// "select").
///
/// # Errors
/// Fails if the shapes do not match.
pub fn select(predicate: &Literal, yes: &Literal, no: &Literal) -> Result<Literal, Error> {
    let (shape, scalar) = (yes.shape(), predicate.shape().rank() == 0);
    if shape != no.shape() || !scalar && predicate.shape().dims != shape.dims {
        return Err(disagree(&[predicate, yes, no]));
    }
    if scalar {
        let chosen = if predicate.get(0) == Some(Scalar::Bool(true)) { yes } else { no };
        return Ok(chosen.clone());
    }
    // Copies bytes instead of values, which preserves payloads of NaN.
    let mut result = no.clone();
    let width = shape.element_type.byte_width();
    let elements = result.bytes_mut().chunks_exact_mut(width);
    for ((element, chosen), from) in
        elements.zip(predicate.iter()).zip(yes.bytes().chunks_exact(width))
    {
        if chosen.is_nonzero() {
            element.copy_from_slice(from);
        }
    }
    Ok(result)
}

/// Computes `minimum(maximum(operand, min), max)` (section "clamp").
///
/// # Errors
/// Fails if the bounds are neither scalars nor of the operand's shape.
pub fn clamp(min: &Literal, operand: &Literal, max: &Literal) -> Result<Literal, Error> {
    let dims = &operand.shape().dims;
    let spread = |bound: &Literal| match bound.shape().rank() {
        0 => broadcast_in_dim(bound, dims, &[]),
        _ => Ok(bound.clone()),
    };
    let raised = binary(Op::StablehloMaximum, operand, &spread(min)?)?;
    binary(Op::StablehloMinimum, &raised, &spread(max)?)
}
