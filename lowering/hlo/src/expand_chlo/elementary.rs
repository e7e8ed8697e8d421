// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Expansions of CHLO operations to a few StableHLO operations.

use super::super::build::{Hlo, element_of, with_element};
use crate::elements::{Elements, Format, Number};
use hloom_dialects::op::Op as Kind;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Op, Type, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};

/// Expands an operation. Returns `None` if this module has no expansion for it.
///
/// # Errors
/// Fails if a constant has no value, or a complex value that its element type cannot represent.
pub fn expand<'a>(
    hlo: Hlo<'a>,
    op: Op<'a>,
    kind: Kind,
    operands: &[Value<'a>],
) -> Result<Option<Value<'a>>, Failure<'a>> {
    let ty = ir::results(op)[0].r#type();
    let value_of = |op: Op<'a>| {
        op.attribute("value")
            .map_err(|_| Failure::at(op, format!("`{kind}`: expected an attribute `value`")))
    };
    Ok(match (kind, operands) {
        (Kind::ChloConj, [x]) => Some(conjugate(hlo, *x)),
        (Kind::ChloConstant, []) => Some(hlo.constant(value_of(op)?, ty)),
        // The value gives the element type, and the operand only the shape.
        (Kind::ChloConstantLike, [_]) => {
            let value = value_of(op)?;
            let value = match ir::complex_parts(value) {
                Some(parts) => complex_splat(ty, parts).ok_or_else(|| {
                    let element = ir::element_of(ty);
                    let message = format!(
                        "`chlo.constant_like`: expected elements of `complex<f32>` or \
                         `complex<f64>`, found `{element}`"
                    );
                    Failure::at(op, message)
                })?,
                None => hloom_ir::splat_attribute(ty, value),
            };
            Some(hlo.constant(value, ty))
        }
        (Kind::ChloIsNegInf, [x]) => Some(equals(hlo, *x, f64::NEG_INFINITY)),
        (Kind::ChloIsPosInf, [x]) => Some(equals(hlo, *x, f64::INFINITY)),
        (Kind::ChloMulhi, [x, y]) => Some(high_product(hlo, *x, *y)),
        (Kind::ChloNextAfter, [x, y]) => next_after(hlo, *x, *y),
        (Kind::ChloSquare, [x]) if ir::is_complex(element_of(*x)).is_none() => {
            Some(hlo.binary("multiply", *x, *x))
        }
        _ => None,
    })
}

/// Returns booleans that are true where `x` is positive or negative infinity.
pub fn is_infinite<'a>(hlo: Hlo<'a>, x: Value<'a>) -> Value<'a> {
    equals(hlo, hlo.unary("abs", x), f64::INFINITY)
}

fn equals<'a>(hlo: Hlo<'a>, x: Value<'a>, number: f64) -> Value<'a> {
    hlo.compare("EQ", x, hlo.float(number, x.r#type()), false)
}

/// Returns dense elements of the tensor type `ty`, all equal to the same complex number. Returns
/// `None` if the element type is not a complex type with a [`Format`].
fn complex_splat<'a>(ty: Type<'a>, (re, im): (f64, f64)) -> Option<ir::Attribute<'a>> {
    let mut bytes = Vec::new();
    let ir::Shaped { shape, element } = ir::Shaped::of(ty)?;
    Format::of(element)?.encode(Number::Complex(re, im), &mut bytes);
    Elements::splat(&shape, element, &bytes)?.attribute()
}

fn conjugate<'a>(hlo: Hlo<'a>, x: Value<'a>) -> Value<'a> {
    if ir::is_complex(element_of(x)).is_none() {
        return x;
    }
    hlo.complex(hlo.real(x), hlo.unary("negate", hlo.imag(x)))
}

/// Returns the upper half of the double-width product of two integers. Integers of less than 64
/// bits are multiplied in a wider type. For 64 bits, the product is composed of products of 32-bit
/// halves (D. Knuth, TAOCP 4.3.1).
fn high_product<'a>(hlo: Hlo<'a>, x: Value<'a>, y: Value<'a>) -> Value<'a> {
    let context = hlo.at.context();
    let element = element_of(x);
    let width = ir::element_width(element);
    let signed = !ir::is_unsigned(element);
    if width < 64 {
        let wide = ir::integer_type(context, if width < 32 { 32 } else { 64 }, signed);
        let product = hlo.binary("multiply", hlo.convert(x, wide), hlo.convert(y, wide));
        let amount = hlo.int(width.into(), product.r#type());
        let high = hlo.binary("shift_right_logical", product, amount);
        return hlo.convert(high, element);
    }
    let unsigned = ir::integer_type(context, 64, false);
    let (u, v) = (hlo.convert(x, unsigned), hlo.convert(y, unsigned));
    let ty = u.r#type();
    let half = hlo.int(32, ty);
    let mask = hlo.int(0xffff_ffff, ty);
    let low = |value| hlo.binary("and", value, mask);
    let high = |value| hlo.binary("shift_right_logical", value, half);
    let (u0, u1, v0, v1) = (low(u), high(u), low(v), high(v));
    let product = |a, b| hlo.binary("multiply", a, b);
    let add = |a, b| hlo.binary("add", a, b);
    let cross = add(product(u1, v0), high(product(u0, v0)));
    let middle = add(product(u0, v1), low(cross));
    let mut upper = add(product(u1, v1), add(high(cross), high(middle)));
    if signed {
        // A negative x is stored as x + 2^64, which adds y to the upper half.
        let zero = hlo.int(0, x.r#type());
        for (sign, other) in [(x, v), (y, u)] {
            let negative = hlo.compare("LT", sign, zero, false);
            let excess = hlo.select(negative, other, hlo.int(0, ty));
            upper = hlo.binary("subtract", upper, excess);
        }
    }
    hlo.convert(upper, element)
}

/// Returns the float next to `x` towards `y`. The function increments or decrements the bits as an
/// integer, because the magnitudes of IEEE floats are ordered like integers. Returns `None` for
/// formats with another layout.
fn next_after<'a>(hlo: Hlo<'a>, x: Value<'a>, y: Value<'a>) -> Option<Value<'a>> {
    let element = element_of(x);
    if !is_ieee(element) {
        return None;
    }
    let width = ir::element_width(element);
    let integer = ir::integer_type(hlo.at.context(), width, true);
    let ty = with_element(x, integer);
    let (one, zero) = (hlo.int(1, ty), hlo.float(0.0, x.r#type()));
    let sign_bit = hlo.int(if width == 64 { i64::MIN } else { -(1 << (width - 1)) }, ty);
    let bits = hlo.bitcast(x, integer);
    let signs = hlo.binary("and", hlo.bitcast(y, integer), sign_bit);

    // Away from zero the magnitude grows by one; towards zero it shrinks by one.
    let x_negative = hlo.compare("LT", x, zero, false);
    let upwards = hlo.compare("LT", x, y, false);
    let inwards = hlo.compare("EQ", x_negative, upwards, false);
    let step = hlo.select(inwards, hlo.int(-1, ty), one);
    let moved = hlo.binary("add", bits, step);
    // From zero, the step goes to the least number with the sign of y.
    let least = hlo.binary("or", signs, one);
    let from_zero = hlo.compare("EQ", x, zero, false);
    let moved = hlo.bitcast(hlo.select(from_zero, least, moved), element);
    let arrived = hlo.compare("EQ", x, y, false);
    let result = hlo.select(arrived, y, moved);
    let x_nan = hlo.compare("NE", x, x, false);
    let y_nan = hlo.compare("NE", y, y, false);
    let nan = hlo.float(f64::NAN, x.r#type());
    Some(hlo.select(hlo.binary("or", x_nan, y_nan), nan, result))
}

/// Returns true for f16, bf16, f32 and f64, which encode infinities and signed zeros as IEEE 754
/// specifies.
fn is_ieee(element: Type) -> bool {
    element.is_f64() || element.is_f32() || element.is_f16() || element.is_bf16()
}
