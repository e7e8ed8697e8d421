// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Floating-point scalar arithmetic.

use crate::ir::{self, Builder, Value};
use melior::ir::ValueLike;

/// Binary operations on floats. `maximum` and `minimum` propagate NaN and order
/// `-0` below `+0` (IEEE 754-2019 section 9.6).
pub fn binary<'a>(
    builder: Builder<'a>,
    name: &str,
    lhs: Value<'a>,
    rhs: Value<'a>,
) -> Option<Value<'a>> {
    let op = match name {
        "add" => "arith.addf",
        "subtract" => "arith.subf",
        "multiply" => "arith.mulf",
        "divide" => "arith.divf",
        "remainder" => "arith.remf",
        "maximum" => "arith.maximumf",
        "minimum" => "arith.minimumf",
        "power" => "math.powf",
        "atan2" => return Some(atan2(builder, lhs, rhs)),
        _ => return None,
    };
    Some(builder.binary(op, lhs, rhs))
}

/// The angle of the point `(x, y)`; of a zero that of the nearest axis. Upstream folds
/// that of two constant zeros to NaN.
fn atan2<'a>(builder: Builder<'a>, y: Value<'a>, x: Value<'a>) -> Value<'a> {
    let ty = x.r#type();
    let is_zero = |value| builder.cmpf("oeq", value, builder.float(0.0, ty));
    let both = builder.binary("arith.andi", is_zero(y), is_zero(x));
    let one = builder.binary("math.copysign", builder.float(1.0, ty), x);
    builder.binary("math.atan2", y, builder.select(both, one, x))
}

/// Unary operations on floats.
pub fn unary<'a>(builder: Builder<'a>, name: &str, value: Value<'a>) -> Option<Value<'a>> {
    let op = match name {
        "abs" => "math.absf",
        "acos" => "math.acos",
        "acosh" => "math.acosh",
        "asin" => "math.asin",
        "asinh" => "math.asinh",
        "atan" => "math.atan",
        "atanh" => "math.atanh",
        "cbrt" => "math.cbrt",
        "ceil" => "math.ceil",
        "cosh" => "math.cosh",
        "cosine" => "math.cos",
        "erf" => "math.erf",
        "erfc" => "math.erfc",
        "exponential" => "math.exp",
        "exponential_minus_one" => "math.expm1",
        "floor" => "math.floor",
        "log" => "math.log",
        "log_plus_one" => "math.log1p",
        "negate" => "arith.negf",
        "round_nearest_afz" => "math.round",
        "round_nearest_even" => "math.roundeven",
        "rsqrt" => "math.rsqrt",
        "sine" => "math.sin",
        "sinh" => "math.sinh",
        "sqrt" => "math.sqrt",
        "tan" => "math.tan",
        "tanh" => "math.tanh",
        "is_finite" => return Some(compare_to_infinity(builder, "olt", value)),
        "is_inf" => return Some(compare_to_infinity(builder, "oeq", value)),
        "logistic" => return Some(logistic(builder, value)),
        "sign" => return Some(sign(builder, value)),
        _ => return None,
    };
    Some(builder.unary(op, value))
}

fn compare_to_infinity<'a>(builder: Builder<'a>, predicate: &str, value: Value<'a>) -> Value<'a> {
    let infinity = builder.float(f64::INFINITY, value.r#type());
    builder.cmpf(predicate, builder.unary("math.absf", value), infinity)
}

/// `1 / (1 + exp(-x))`, or `exp(x) / (1 + exp(x))` where x is negative and the result may
/// be subnormal; in f32 at least so that half formats round once.
fn logistic<'a>(builder: Builder<'a>, value: Value<'a>) -> Value<'a> {
    let ty = value.r#type();
    let narrow = ir::element_width(ty) < 32;
    let wide = ir::f32(builder.context());
    let x = if narrow { builder.simple("arith.extf", &[value], wide) } else { value };
    let one = builder.float(1.0, x.r#type());
    let less = builder.unary("arith.negf", builder.unary("math.absf", x));
    let exp = builder.unary("math.exp", less);
    let negative = builder.cmpf("olt", x, builder.float(0.0, x.r#type()));
    let above = builder.select(negative, exp, one);
    let result = builder.binary("arith.divf", above, builder.binary("arith.addf", one, exp));
    if narrow { builder.simple("arith.truncf", &[result], ty) } else { result }
}

/// -1, 1, the zero itself, or NaN.
fn sign<'a>(builder: Builder<'a>, value: Value<'a>) -> Value<'a> {
    let ty = value.r#type();
    let one = builder.binary("math.copysign", builder.float(1.0, ty), value);
    let itself = builder.cmpf("ueq", value, builder.float(0.0, ty));
    builder.select(itself, value, one)
}
