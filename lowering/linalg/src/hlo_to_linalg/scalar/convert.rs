// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits `convert` and `reduce_precision` on scalars (StableHLO specification, sections of the same
//! names).

use super::complex;
use hloom_hlo_passes::elements::Format;
use hloom_ir::attributes;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Op, Type, Value};
use hloom_values::ElementClass;
use melior::ir::ValueLike;

/// Converts `value` of kind `from` to the signless type `ty` of kind `to`.
///
/// If the specification does not define the result, the conversion behaves like XLA: a float
/// outside the range of an integer type saturates, and NaN becomes zero.
pub fn emit<'a>(
    builder: Builder<'a>,
    from: ElementClass,
    to: ElementClass,
    value: Value<'a>,
    ty: Type<'a>,
) -> Value<'a> {
    match (from, to) {
        (ElementClass::Complex, ElementClass::Complex) => {
            let part_ty = ir::is_complex(ty).unwrap_or(ty);
            let re = complex::part(builder, from, "real", value);
            let im = complex::part(builder, from, "imag", value);
            complex::make(builder, resize(builder, re, part_ty), resize(builder, im, part_ty))
        }
        (ElementClass::Complex, _) => {
            let re = complex::part(builder, from, "real", value);
            emit(builder, ElementClass::Float, to, re, ty)
        }
        (_, ElementClass::Complex) => {
            let part_ty = ir::is_complex(ty).unwrap_or(ty);
            let re = emit(builder, from, ElementClass::Float, value, part_ty);
            complex::make(builder, re, builder.float(0.0, part_ty))
        }
        (ElementClass::Float, ElementClass::Float) => resize(builder, value, ty),
        (ElementClass::Float, ElementClass::Boolean) => {
            builder.cmpf("une", value, builder.float(0.0, value.r#type()))
        }
        (ElementClass::Float, _) => saturate(builder, to == ElementClass::Signed, value, ty),
        (ElementClass::Boolean | ElementClass::Unsigned, ElementClass::Float) => {
            builder.simple("arith.uitofp", &[value], ty)
        }
        (ElementClass::Signed, ElementClass::Float) => builder.simple("arith.sitofp", &[value], ty),
        (ElementClass::Boolean, ElementClass::Boolean) => value,
        (_, ElementClass::Boolean) => builder.cmpi("ne", value, builder.int(0, value.r#type())),
        (_, _) => {
            let (old, new) = (ir::element_width(value.r#type()), ir::element_width(ty));
            match old.cmp(&new) {
                std::cmp::Ordering::Equal => value,
                std::cmp::Ordering::Greater => builder.simple("arith.trunci", &[value], ty),
                std::cmp::Ordering::Less if from == ElementClass::Signed => {
                    builder.simple("arith.extsi", &[value], ty)
                }
                std::cmp::Ordering::Less => builder.simple("arith.extui", &[value], ty),
            }
        }
    }
}

/// Converts a float to the float type `ty`.
fn resize<'a>(builder: Builder<'a>, value: Value<'a>, ty: Type<'a>) -> Value<'a> {
    let old_ty = value.r#type();
    if old_ty == ty {
        return value;
    }
    match ir::element_width(old_ty).cmp(&ir::element_width(ty)) {
        std::cmp::Ordering::Less => builder.simple("arith.extf", &[value], ty),
        std::cmp::Ordering::Greater => builder.simple("arith.truncf", &[value], ty),
        // The two 16-bit formats: f32 represents the values of both exactly.
        std::cmp::Ordering::Equal => {
            let wide = builder.simple("arith.extf", &[value], ir::f32(builder.context()));
            builder.simple("arith.truncf", &[wide], ty)
        }
    }
}

/// Converts a float to the integer type `ty`. Rounds toward zero and saturates; NaN becomes zero.
fn saturate<'a>(builder: Builder<'a>, signed: bool, value: Value<'a>, ty: Type<'a>) -> Value<'a> {
    let width = ir::element_width(ty);
    // 16-bit formats are widened, because the range of f16 is smaller than that of some integers.
    let value = if ir::element_width(value.r#type()) < 32 {
        builder.simple("arith.extf", &[value], ir::f32(builder.context()))
    } else {
        value
    };
    let float = value.r#type();
    // Both bounds are powers of two or zero, so they are exact. The upper bound is exclusive.
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
    // `low` itself converts exactly. For unsigned types, values in (-1, 0) become zero either way.
    let below = builder.cmpf("olt", value, builder.float(low, float));
    let nan = builder.cmpf("uno", value, value);
    let outside = builder.binary("arith.ori", builder.binary("arith.ori", above, below), nan);
    let safe = builder.select(outside, builder.float(0.0, float), value);
    let op = if signed { "arith.fptosi" } else { "arith.fptoui" };
    let converted = builder.simple(op, &[safe], ty);
    let capped = builder.select(above, builder.int(most, ty), converted);
    builder.select(below, builder.int(least, ty), capped)
}

/// Emits `reduce_precision` (StableHLO specification, section "reduce_precision").
///
/// The operation rounds a float to fewer exponent and mantissa bits and converts it back. The
/// computation uses bit operations.
///
/// # Errors
/// Fails if an attribute cannot be read, or if the type of `value` is not f16, bf16, f32 or f64.
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
    let undefined = || {
        Failure::at(op, format!("`stablehlo.reduce_precision` is not defined on type `{float}`"))
    };
    let (own_exponent, own_mantissa) = layout
        .map(|(exponent, mantissa)| (i64::from(exponent), i64::from(mantissa)))
        .ok_or_else(undefined)?;
    let ty = ir::int(builder.context(), width);
    let int = |value: i64| builder.int(value, ty);
    let mut bits = builder.simple("arith.bitcast", &[value], ty);
    let shift = own_mantissa - mantissa.min(own_mantissa);
    if shift > 0 {
        // Round to nearest even: add half of the last kept bit, less one if that bit is even, then
        // clear the bits after it.
        let last = builder.binary("arith.shrui", bits, int(shift));
        let odd = builder.binary("arith.andi", last, int(1));
        let half = builder.binary("arith.addi", odd, int((1 << (shift - 1)) - 1));
        bits = builder.binary("arith.addi", bits, half);
        bits = builder.binary("arith.andi", bits, int(!((1i64 << shift) - 1)));
    }
    if exponent < own_exponent {
        // The bias of the narrower format determines which values overflow to infinity and which
        // underflow to zero. Its subnormals are flushed to zero.
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
    // A format without mantissa bits has no NaN, so NaN becomes an infinity.
    let field = ((1i64 << own_exponent) - 1) << own_mantissa;
    let bits = builder.simple("arith.bitcast", &[value], ty);
    let bits = builder.binary("arith.andi", bits, int(!((1i64 << own_mantissa) - 1)));
    let infinity = builder.binary("arith.ori", bits, int(field));
    let infinity = builder.simple("arith.bitcast", &[infinity], float);
    Ok(Some(builder.select(nan, infinity, rounded)))
}
