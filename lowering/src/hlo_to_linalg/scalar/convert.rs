// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `stablehlo.convert` and `reduce_precision` on scalars.

use super::{Kind, complex};
use crate::hlo::elements::Format;
use crate::hlo_to_linalg::attributes;
use crate::ir::{self, Builder, Op, Type, Value};
use crate::pass::Failure;
use melior::ir::ValueLike;

/// Converts `value` of kind `from` to the signless type `ty` of kind `to`.
///
/// Where the specification leaves the result open it is XLA's: a float out of
/// an integer's range saturates, and NaN becomes zero.
pub fn emit<'a>(
    builder: Builder<'a>,
    from: Kind,
    to: Kind,
    value: Value<'a>,
    ty: Type<'a>,
) -> Value<'a> {
    match (from, to) {
        (Kind::Complex, Kind::Complex) => {
            let part_ty = ir::is_complex(ty).unwrap_or(ty);
            let re = complex::part(builder, from, "real", value);
            let im = complex::part(builder, from, "imag", value);
            complex::make(builder, resize(builder, re, part_ty), resize(builder, im, part_ty))
        }
        (Kind::Complex, _) => {
            let re = complex::part(builder, from, "real", value);
            emit(builder, Kind::Float, to, re, ty)
        }
        (_, Kind::Complex) => {
            let part_ty = ir::is_complex(ty).unwrap_or(ty);
            let re = emit(builder, from, Kind::Float, value, part_ty);
            complex::make(builder, re, builder.float(0.0, part_ty))
        }
        (Kind::Float, Kind::Float) => resize(builder, value, ty),
        (Kind::Float, Kind::Bool) => builder.cmpf("une", value, builder.float(0.0, value.r#type())),
        (Kind::Float, _) => saturate(builder, to == Kind::Signed, value, ty),
        (Kind::Bool | Kind::Unsigned, Kind::Float) => builder.simple("arith.uitofp", &[value], ty),
        (Kind::Signed, Kind::Float) => builder.simple("arith.sitofp", &[value], ty),
        (Kind::Bool, Kind::Bool) => value,
        (_, Kind::Bool) => builder.cmpi("ne", value, builder.int(0, value.r#type())),
        (_, _) => {
            let (old, new) = (ir::element_width(value.r#type()), ir::element_width(ty));
            match old.cmp(&new) {
                std::cmp::Ordering::Equal => value,
                std::cmp::Ordering::Greater => builder.simple("arith.trunci", &[value], ty),
                std::cmp::Ordering::Less if from == Kind::Signed => {
                    builder.simple("arith.extsi", &[value], ty)
                }
                std::cmp::Ordering::Less => builder.simple("arith.extui", &[value], ty),
            }
        }
    }
}

/// One float format to another.
fn resize<'a>(builder: Builder<'a>, value: Value<'a>, ty: Type<'a>) -> Value<'a> {
    let old_ty = value.r#type();
    if old_ty == ty {
        return value;
    }
    match ir::element_width(old_ty).cmp(&ir::element_width(ty)) {
        std::cmp::Ordering::Less => builder.simple("arith.extf", &[value], ty),
        std::cmp::Ordering::Greater => builder.simple("arith.truncf", &[value], ty),
        // Two 16-bit formats: f32 holds both exactly.
        std::cmp::Ordering::Equal => {
            let wide = builder.simple("arith.extf", &[value], ir::f32(builder.context()));
            builder.simple("arith.truncf", &[wide], ty)
        }
    }
}

/// Float to integer, rounding toward zero, saturating.
fn saturate<'a>(builder: Builder<'a>, signed: bool, value: Value<'a>, ty: Type<'a>) -> Value<'a> {
    let width = ir::element_width(ty);
    // Half formats are widened: their range is smaller than some integers'.
    let value = if ir::element_width(value.r#type()) < 32 {
        builder.simple("arith.extf", &[value], ir::f32(builder.context()))
    } else {
        value
    };
    let float = value.r#type();
    // Both bounds are powers of two or zero, so exact; the upper one is excluded.
    let (low, high) = if signed {
        (-(2f64.powi(width as i32 - 1)), 2f64.powi(width as i32 - 1))
    } else {
        (0.0, 2f64.powi(width as i32))
    };
    let (least, most) = match (signed, width) {
        (true, 64) => (i64::MIN, i64::MAX),
        (true, _) => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        (false, _) => (0, -1),
    };
    let above = builder.cmpf("oge", value, builder.float(high, float));
    // `low` itself converts exactly; for unsigned, what lies in (-1, 0) truncates to zero.
    let below = builder.cmpf("olt", value, builder.float(low, float));
    let nan = builder.cmpf("uno", value, value);
    let outside = builder.binary("arith.ori", builder.binary("arith.ori", above, below), nan);
    let safe = builder.select(outside, builder.float(0.0, float), value);
    let op = if signed { "arith.fptosi" } else { "arith.fptoui" };
    let converted = builder.simple(op, &[safe], ty);
    let capped = builder.select(above, builder.int(most, ty), converted);
    builder.select(below, builder.int(least, ty), capped)
}

/// `reduce_precision`: rounds to a float of fewer exponent and mantissa bits
/// and back (specification, section "reduce_precision"), on the bits.
pub fn reduce_precision<'a>(
    builder: Builder<'a>,
    op: Op<'a>,
    value: Value<'a>,
) -> Result<Option<Value<'a>>, Failure<'a>> {
    let exponent = attributes::integer(op, "exponent_bits")?;
    let mantissa = attributes::integer(op, "mantissa_bits")?;
    let float = value.r#type();
    let width = ir::element_width(float);
    let layout = Format::of(float).and_then(Format::layout);
    let (own_exponent, own_mantissa) = layout
        .map(|(exponent, mantissa)| (i64::from(exponent), i64::from(mantissa)))
        .ok_or_else(|| Failure::at(op, format!("`{float}` is not rounded to fewer bits")))?;
    let ty = ir::int(builder.context(), width);
    let int = |value: i64| builder.int(value, ty);
    let mut bits = builder.simple("arith.bitcast", &[value], ty);
    let shift = own_mantissa - mantissa.min(own_mantissa);
    if shift > 0 {
        // Round to nearest even: add half of the last kept bit, less one where
        // that bit is even, then drop the rest.
        let last = builder.binary("arith.shrui", bits, int(shift));
        let odd = builder.binary("arith.andi", last, int(1));
        let half = builder.binary("arith.addi", odd, int((1 << (shift - 1)) - 1));
        bits = builder.binary("arith.addi", bits, half);
        bits = builder.binary("arith.andi", bits, int(!((1i64 << shift) - 1)));
    }
    if exponent < own_exponent {
        // The bias of the narrower format decides what overflows to infinity
        // and what underflows to zero; its subnormals are flushed.
        let bias = (1i64 << (own_exponent - 1)) - 1;
        let reduced = (1i64 << (exponent - 1)) - 1;
        let field = ((1i64 << own_exponent) - 1) << own_mantissa;
        let sign_bit = if width == 64 { i64::MIN } else { 1 << (width - 1) };
        let sign = builder.binary("arith.andi", bits, int(sign_bit));
        let magnitude = builder.binary("arith.andi", bits, int(field));
        let over = builder.cmpi("ugt", magnitude, int((bias + reduced) << own_mantissa));
        let under = builder.cmpi("ule", magnitude, int((bias - reduced) << own_mantissa));
        let infinity = builder.binary("arith.ori", sign, int(field));
        bits = builder.select(over, infinity, bits);
        bits = builder.select(under, sign, bits);
    }
    let rounded = builder.simple("arith.bitcast", &[bits], float);
    let nan = builder.cmpf("uno", value, value);
    if mantissa > 0 {
        return Ok(Some(builder.select(nan, value, rounded)));
    }
    // Without mantissa bits there is no NaN: it becomes an infinity.
    let field = ((1i64 << own_exponent) - 1) << own_mantissa;
    let bits = builder.simple("arith.bitcast", &[value], ty);
    let bits = builder.binary("arith.andi", bits, int(!((1i64 << own_mantissa) - 1)));
    let infinity = builder.binary("arith.ori", bits, int(field));
    let infinity = builder.simple("arith.bitcast", &[infinity], float);
    Ok(Some(builder.select(nan, infinity, rounded)))
}
