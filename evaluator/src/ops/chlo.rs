// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! CHLO: special functions, broadcasts, and what else is more than one operation of
//! StableHLO. There is no specification; each operation is as its summary in the
//! dialect has it, and XLA where that leaves something open.

mod broadcast;
mod gamma;
mod next_after;
mod ragged_dot;
mod scan;
mod special;
mod top_k;
mod zeta;

pub use top_k::top_k;

use super::elementwise::complex_trigonometry as trigonometry;
use super::elementwise::{self, C, map, map_complex, map_floats, undefined, zip, zip_floats};
use super::{on_tensors, one, size};
use crate::Error;
use crate::attribute::literal_of_attribute;
use crate::literal::{ElementClass, ElementType, Literal, Scalar, Shape};
use crate::program::{Decoder, Operation};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use melior::ir::{Attribute, AttributeLike};
use std::sync::Arc;

pub fn decode(op: &OpView, decoder: &mut Decoder) -> Result<Box<dyn Operation>, Error> {
    let name = op.op();
    Ok(match name {
        Op::ChloConstant => {
            let value = Arc::new(literal_of_attribute(op.required("value")?)?);
            on_tensors(move |_| Ok(vec![Literal::clone(&value)]))
        }
        Op::ChloConstantLike => {
            let (ty, value) = element_of_attribute(op)?;
            on_tensors(move |operands| {
                let dims = &*operands[0].shape().dims;
                one(Literal::splat(Shape::new(ty, dims), value))
            })
        }
        Op::ChloRaggedDot => ragged_dot::decode(op)?,
        Op::ChloScan => scan::decode(op, decoder)?,
        Op::ChloTopK => {
            let k = size(op, "k")?;
            on_tensors(move |operands| top_k(operands[0], k))
        }
        other if other.mnemonic().starts_with("broadcast_") => broadcast::decode(op)?,
        _ if op.operand_count() == 1 => on_tensors(move |operands| one(unary(name, operands[0]))),
        _ => on_tensors(move |operands| one(binary(name, operands[0], operands[1]))),
    })
}

/// What an operation of one operand makes of a tensor.
///
/// # Errors
/// If it is not defined on the elements.
pub fn unary(op: Op, operand: &Literal) -> Result<Literal, Error> {
    let ty = operand.shape().element_type;
    match (op, ty.class()) {
        (Op::ChloTan, _) => elementwise::unary(Op::StablehloTan, operand),
        (Op::ChloIsInf | Op::ChloIsNegInf | Op::ChloIsPosInf, ElementClass::Float) => {
            map(operand, ElementType::Pred, |it| {
                let value = it.parts().0;
                Scalar::Bool(match op {
                    Op::ChloIsPosInf => value == f64::INFINITY,
                    Op::ChloIsNegInf => value == f64::NEG_INFINITY,
                    _ => value.is_infinite(),
                })
            })
        }
        (_, ElementClass::Float) => {
            map_floats(operand, of_float(op).ok_or_else(|| undefined(op, operand))?)
        }
        (_, ElementClass::Complex) => {
            map_complex(operand, ty, of_complex(op).ok_or_else(|| undefined(op, operand))?)
        }
        _ => Err(undefined(op, operand)),
    }
}

/// What an operation of two operands makes of tensors of one shape.
///
/// # Errors
/// If the shapes differ; if it is not defined on the elements.
pub fn binary(op: Op, lhs: &Literal, rhs: &Literal) -> Result<Literal, Error> {
    let ty = lhs.shape().element_type;
    match (op, ty.class()) {
        (Op::ChloMulhi, ElementClass::Signed | ElementClass::Unsigned) => {
            zip(lhs, rhs, ty, |a, b| mulhi(a, b, ty))
        }
        (Op::ChloNextAfter, ElementClass::Float) => {
            zip_floats(lhs, rhs, |x, y| next_after::next_after(x, y, ty))
        }
        (Op::ChloPolygamma, ElementClass::Float) => zip_floats(lhs, rhs, gamma::polygamma),
        (Op::ChloZeta, ElementClass::Float) => zip_floats(lhs, rhs, zeta::zeta),
        _ => Err(undefined(op, lhs)),
    }
}

fn of_float(op: Op) -> Option<fn(f64) -> f64> {
    Some(match op {
        Op::ChloAcos => f64::acos,
        // Not libm's for all numbers: it has values below one.
        Op::ChloAcosh => |x| if x < 1.0 { f64::NAN } else { libm::acosh(x) },
        Op::ChloAsin => f64::asin,
        Op::ChloAsinh => libm::asinh,
        Op::ChloAtan => f64::atan,
        Op::ChloAtanh => libm::atanh,
        Op::ChloCosh => f64::cosh,
        Op::ChloSinh => f64::sinh,
        Op::ChloConj => |x| x,
        Op::ChloSquare => |x| x * x,
        Op::ChloErf => libm::erf,
        Op::ChloErfc => libm::erfc,
        Op::ChloErfInv => special::erf_inv,
        Op::ChloBesselI1e => special::bessel_i1e,
        Op::ChloLgamma => gamma::lgamma,
        Op::ChloDigamma => gamma::digamma,
        _ => return None,
    })
}

fn of_complex(op: Op) -> Option<fn(C) -> C> {
    Some(match op {
        Op::ChloAcos => trigonometry::acos,
        Op::ChloAcosh => trigonometry::acosh,
        Op::ChloAsin => trigonometry::asin,
        Op::ChloAsinAcosKernel => trigonometry::asin_acos_kernel,
        Op::ChloAsinh => trigonometry::asinh,
        Op::ChloAtan => trigonometry::atan,
        Op::ChloAtanh => trigonometry::atanh,
        Op::ChloCosh => trigonometry::cosh,
        Op::ChloSinh => trigonometry::sinh,
        Op::ChloConj => |z| z.conj(),
        Op::ChloSquare => square,
        _ => return None,
    })
}

/// The square, whose real part loses nothing where the parts are nearly equal.
fn square(z: C) -> C {
    let infinite = z.re.is_infinite() && z.re.abs() == z.im.abs();
    // The difference of equal squares, also of infinite ones.
    let real = if z.re.abs() == z.im.abs() { 0.0 } else { (z.re - z.im) * (z.re + z.im) };
    C::new(if infinite { f64::NAN } else { real }, 2.0 * (z.re * z.im))
}

/// The upper half of the bits of the product.
fn mulhi(a: Scalar, b: Scalar, ty: ElementType) -> Scalar {
    let (a, b, width) = (a.to_integer(), b.to_integer(), ty.bit_width());
    match ty.class() {
        ElementClass::Unsigned => Scalar::Unsigned(((a as u128 * b as u128) >> width) as u64),
        _ => Scalar::Signed(((a * b) >> width) as i64),
    }
}

/// The element that an attribute is: `1.5 : f32`, `2 : i8`, `true` or
/// `#complex.number<:f32 1.0, 2.0>`.
fn element_of_attribute(op: &OpView) -> Result<(ElementType, Scalar), Error> {
    let attribute = op.required("value")?;
    let (text, ty) = (attribute.to_string(), attribute.r#type());
    let value = match text.split_once("<:") {
        Some((_, parts)) => {
            let parts = parts.split('>').next().unwrap_or_default();
            format!("({})", parts.split_once(' ').map_or(parts, |(_, parts)| parts))
        }
        None => text.split(" : ").next().unwrap_or_default().to_owned(),
    };
    let dense = Attribute::parse(op.context(), &format!("dense<{value}> : tensor<{ty}>"));
    let dense = dense.ok_or_else(|| Error::invalid(format!("`{text}` is no element")))?;
    let literal = literal_of_attribute(dense)?;
    let missing = || Error::Internal("a tensor without dimensions is empty".to_owned());
    Ok((literal.shape().element_type, literal.get(0).ok_or_else(missing)?))
}
