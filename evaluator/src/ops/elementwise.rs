// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! One element of each operand to one of the result (specification, the section of each
//! operation).
//!
//! Floats are computed in `f64` and rounded once, to the type of the result.

mod bitcast;
mod compare;
pub mod complex;
pub mod complex_trigonometry;
mod convert;
mod float;
mod integer;
mod precision;

pub use bitcast::bitcast_convert;
pub use compare::{Direction, compare, order, total_keys};
pub use complex::C;
pub use convert::convert;
pub use precision::reduce_precision;

use super::{on_tensors, one, result_tensor};
use crate::Error;
use crate::literal::{ElementClass, ElementType, Literal, Scalar, Shape};
use crate::program::Operation;
use hloom_dialects::attributes::stablehlo::{ComparisonDirection, ComparisonType};
use hloom_dialects::comparison::check_compare_type;
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;

pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    let name = op.op();
    Ok(match name {
        Op::StablehloBitcastConvert => {
            let to = result_tensor(op, 0)?.element.storage;
            on_tensors(move |operands| one(bitcast_convert(operands[0], to)))
        }
        Op::StablehloClamp => {
            on_tensors(|operands| one(clamp(operands[0], operands[1], operands[2])))
        }
        Op::StablehloCompare => {
            check_compare_type(op)?;
            let direction: ComparisonDirection = op.typed("comparison_direction")?;
            let direction = Direction::named(direction.as_str())?;
            let kind = op.optional_typed::<ComparisonType>("compare_type");
            let total = kind == Some(ComparisonType::Totalorder);
            on_tensors(move |operands| one(compare(operands[0], operands[1], direction, total)))
        }
        Op::StablehloConvert => {
            let to = result_tensor(op, 0)?.element.storage;
            on_tensors(move |operands| one(convert(operands[0], to)))
        }
        Op::StablehloReducePrecision => {
            let (exponent, mantissa) = (op.integer("exponent_bits")?, op.integer("mantissa_bits")?);
            on_tensors(move |operands| one(reduce_precision(operands[0], exponent, mantissa)))
        }
        Op::StablehloSelect => {
            on_tensors(|operands| one(select(operands[0], operands[1], operands[2])))
        }
        _ if op.operand_count() == 1 => on_tensors(move |operands| one(unary(name, operands[0]))),
        _ => on_tensors(move |operands| one(binary(name, operands[0], operands[1]))),
    })
}

/// What an operation of one operand and no attributes makes of a tensor.
///
/// # Errors
/// If it is not defined on the elements.
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
            map_complex(operand, ty, complex::of_one(op).ok_or_else(undefined)?)
        }
    }
}

/// What an operation of two operands and no attributes makes of tensors of one shape.
///
/// # Errors
/// If the shapes differ; if it is not defined on the elements.
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
            let function = complex::of_two(op).ok_or_else(undefined)?;
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

/// The elements of one tensor where a predicate holds, of another where it does not
/// (section "select").
///
/// # Errors
/// If the shapes do not go together.
pub fn select(predicate: &Literal, yes: &Literal, no: &Literal) -> Result<Literal, Error> {
    let (shape, scalar) = (yes.shape(), predicate.shape().rank() == 0);
    if shape != no.shape() || !scalar && predicate.shape().dims != shape.dims {
        return Err(disagree(&[predicate, yes, no]));
    }
    if scalar {
        let chosen = if predicate.get(0) == Some(Scalar::Bool(true)) { yes } else { no };
        return Ok(chosen.clone());
    }
    // Bytes, not values: a payload of NaN stays.
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

/// `minimum(maximum(operand, min), max)` (section "clamp").
///
/// # Errors
/// If the bounds are neither scalars nor of the operand's shape.
pub fn clamp(min: &Literal, operand: &Literal, max: &Literal) -> Result<Literal, Error> {
    let dims = &operand.shape().dims;
    let spread = |bound: &Literal| match bound.shape().rank() {
        0 => super::shape::broadcast_in_dim(bound, dims, &[]),
        _ => Ok(bound.clone()),
    };
    let raised = binary(Op::StablehloMaximum, operand, &spread(min)?)?;
    binary(Op::StablehloMinimum, &raised, &spread(max)?)
}

/// A function of each element.
pub fn map(
    operand: &Literal,
    to: ElementType,
    function: impl Fn(Scalar) -> Scalar,
) -> Result<Literal, Error> {
    let mut elements = operand.iter();
    collect(operand, to, || elements.next().map(&function))
}

/// A function of each float, rounded to the type.
pub fn map_floats(operand: &Literal, function: impl Fn(f64) -> f64) -> Result<Literal, Error> {
    map(operand, operand.shape().element_type, |it| Scalar::Float(function(it.parts().0)))
}

/// A function of each complex number, of whose values a real type takes the real parts.
pub fn map_complex(
    operand: &Literal,
    to: ElementType,
    function: impl Fn(C) -> C,
) -> Result<Literal, Error> {
    map(operand, to, |it| from_complex(function(to_complex(it))))
}

/// A function of each two elements.
///
/// # Errors
/// If the shapes differ.
pub fn zip(
    lhs: &Literal,
    rhs: &Literal,
    to: ElementType,
    mut function: impl FnMut(Scalar, Scalar) -> Scalar,
) -> Result<Literal, Error> {
    if lhs.shape() != rhs.shape() {
        return Err(disagree(&[lhs, rhs]));
    }
    let mut elements = lhs.iter().zip(rhs.iter());
    collect(lhs, to, || elements.next().map(|(a, b)| function(a, b)))
}

/// A function of each two floats, rounded to the type.
///
/// # Errors
/// If the shapes differ.
pub fn zip_floats(
    lhs: &Literal,
    rhs: &Literal,
    function: impl Fn(f64, f64) -> f64,
) -> Result<Literal, Error> {
    zip(lhs, rhs, lhs.shape().element_type, |a, b| {
        Scalar::Float(function(a.parts().0, b.parts().0))
    })
}

/// Elements one after the other, as many as a tensor has, of its dimensions.
fn collect(
    like: &Literal,
    to: ElementType,
    mut next: impl FnMut() -> Option<Scalar>,
) -> Result<Literal, Error> {
    let missing = || Error::Internal("fewer elements than there are".to_owned());
    let shape = Shape::new(to, &*like.shape().dims);
    Literal::generate(shape, |_| next().ok_or_else(missing))
}

fn to_complex(value: Scalar) -> C {
    let (real, imaginary) = value.parts();
    C::new(real, imaginary)
}

fn from_complex(value: C) -> Scalar {
    Scalar::Complex(value.re, value.im)
}

/// An operation has no meaning for an element type.
pub fn undefined(op: Op, operand: &Literal) -> Error {
    Error::invalid(format!("`{op}` has no meaning on a {}", operand.shape()))
}

fn disagree(operands: &[&Literal]) -> Error {
    let shapes: Vec<_> = operands.iter().map(|operand| operand.shape().to_string()).collect();
    Error::invalid(format!("operands must have the same shape, found {}", shapes.join(" and ")))
}
