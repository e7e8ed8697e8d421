// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits floating-point scalar arithmetic.

use hloom_dialects::op::Op as HloOp;
use hloom_ir::{self as ir, Builder, Value};
use melior::ir::ValueLike;

/// Emits a binary operation on floats, or returns `None` if there is no such operation.
///
/// `maximum` and `minimum` propagate NaN and order `-0` below `+0` (IEEE 754-2019, section 9.6).
pub fn binary<'a>(
    builder: Builder<'a>,
    op: HloOp,
    lhs: Value<'a>,
    rhs: Value<'a>,
) -> Option<Value<'a>> {
    let name = match op {
        HloOp::StablehloAdd => "arith.addf",
        HloOp::StablehloSubtract => "arith.subf",
        HloOp::StablehloMultiply => "arith.mulf",
        HloOp::StablehloDivide => "arith.divf",
        HloOp::StablehloRemainder => "arith.remf",
        HloOp::StablehloMaximum => "arith.maximumf",
        HloOp::StablehloMinimum => "arith.minimumf",
        HloOp::StablehloPower => "math.powf",
        HloOp::StablehloAtan2 => return Some(atan2(builder, lhs, rhs)),
        _ => return None,
    };
    Some(builder.binary(name, lhs, rhs))
}

/// Emits the angle of the point `(x, y)`.
///
/// If `x` and `y` are both zero, `x` is replaced by 1 with the sign of `x`, because upstream folds
/// `math.atan2` of two constant zeros to NaN.
fn atan2<'a>(builder: Builder<'a>, y: Value<'a>, x: Value<'a>) -> Value<'a> {
    let ty = x.r#type();
    let is_zero = |value| builder.cmpf("oeq", value, builder.float(0.0, ty));
    let both = builder.binary("arith.andi", is_zero(y), is_zero(x));
    let one = builder.binary("math.copysign", builder.float(1.0, ty), x);
    builder.binary("math.atan2", y, builder.select(both, one, x))
}

/// Emits a unary operation on floats, or returns `None` if there is no such operation.
pub fn unary<'a>(builder: Builder<'a>, op: HloOp, value: Value<'a>) -> Option<Value<'a>> {
    let name = match op {
        HloOp::StablehloAbs => "math.absf",
        HloOp::ChloAcos => "math.acos",
        HloOp::ChloAcosh => "math.acosh",
        HloOp::ChloAsin => "math.asin",
        HloOp::ChloAsinh => "math.asinh",
        HloOp::ChloAtan => "math.atan",
        HloOp::ChloAtanh => "math.atanh",
        HloOp::StablehloCbrt => "math.cbrt",
        HloOp::StablehloCeil => "math.ceil",
        HloOp::ChloCosh => "math.cosh",
        HloOp::StablehloCosine => "math.cos",
        HloOp::ChloErf => "math.erf",
        HloOp::ChloErfc => "math.erfc",
        HloOp::StablehloExponential => "math.exp",
        HloOp::StablehloExponentialMinusOne => "math.expm1",
        HloOp::StablehloFloor => "math.floor",
        HloOp::StablehloLog => "math.log",
        HloOp::StablehloLogPlusOne => "math.log1p",
        HloOp::StablehloNegate => "arith.negf",
        HloOp::StablehloRoundNearestAfz => "math.round",
        HloOp::StablehloRoundNearestEven => "math.roundeven",
        HloOp::StablehloRsqrt => "math.rsqrt",
        HloOp::StablehloSine => "math.sin",
        HloOp::ChloSinh => "math.sinh",
        HloOp::StablehloSqrt => "math.sqrt",
        HloOp::StablehloTan | HloOp::ChloTan => "math.tan",
        HloOp::StablehloTanh => "math.tanh",
        HloOp::StablehloIsFinite => return Some(compare_to_infinity(builder, "olt", value)),
        HloOp::ChloIsInf => return Some(compare_to_infinity(builder, "oeq", value)),
        HloOp::StablehloLogistic => return Some(logistic(builder, value)),
        HloOp::StablehloSign => return Some(sign(builder, value)),
        _ => return None,
    };
    Some(builder.unary(name, value))
}

fn compare_to_infinity<'a>(builder: Builder<'a>, predicate: &str, value: Value<'a>) -> Value<'a> {
    let infinity = builder.float(f64::INFINITY, value.r#type());
    builder.cmpf(predicate, builder.unary("math.absf", value), infinity)
}

/// Emits the logistic function: `1 / (1 + exp(-x))`, or `exp(x) / (1 + exp(x))` for negative `x`,
/// where the result may be subnormal. The computation uses at least f32, so that 16-bit formats
/// round only once.
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

/// Emits the sign of `value`: -1, 1, or `value` itself if it is a zero or NaN.
fn sign<'a>(builder: Builder<'a>, value: Value<'a>) -> Value<'a> {
    let ty = value.r#type();
    let one = builder.binary("math.copysign", builder.float(1.0, ty), value);
    let itself = builder.cmpf("ueq", value, builder.float(0.0, ty));
    builder.select(itself, value, one)
}
