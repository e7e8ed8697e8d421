// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Elementwise operations of CHLO on tensors of one shape.

use super::{gamma, next_after, special, zeta};
use crate::Error;
use crate::ops::elementwise::complex_trigonometry as trigonometry;
use crate::ops::elementwise::{C, map, map_complex, map_floats, undefined, zip, zip_floats};
use hloom_dialects::op::Op;
use hloom_values::{ElementClass, ElementType, Literal, Scalar};

/// Evaluates an operation with one operand.
///
/// # Errors
/// Fails if the operation is not defined for the element type.
pub fn unary(op: Op, operand: &Literal) -> Result<Literal, Error> {
    let ty = operand.shape().element_type;
    match (op, ty.class()) {
        (Op::ChloTan, _) => crate::ops::elementwise::unary(Op::StablehloTan, operand),
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

/// Evaluates an operation with two operands of the same shape.
///
/// # Errors
/// Fails if the shapes differ, or if the operation is not defined for the element type.
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
        // libm's function has values below one, where the result must be NaN.
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

/// Returns the square of a complex number. The computation of the real part avoids cancellation if
/// the real and the imaginary part of `z` are nearly equal.
fn square(z: C) -> C {
    let infinite = z.re.is_infinite() && z.re.abs() == z.im.abs();
    // The difference of equal squares is zero, even of infinite ones.
    let real = if z.re.abs() == z.im.abs() { 0.0 } else { (z.re - z.im) * (z.re + z.im) };
    C::new(if infinite { f64::NAN } else { real }, 2.0 * (z.re * z.im))
}

/// Returns the upper half of the bits of the product of two integers of type `ty`.
fn mulhi(a: Scalar, b: Scalar, ty: ElementType) -> Scalar {
    let (a, b, width) = (a.to_integer(), b.to_integer(), ty.bit_width());
    match ty.class() {
        ElementClass::Unsigned => Scalar::Unsigned(((a as u128 * b as u128) >> width) as u64),
        _ => Scalar::Signed(((a * b) >> width) as i64),
    }
}
