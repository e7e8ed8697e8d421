// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits complex scalar arithmetic with upstream's complex dialect.

use hloom_dialects::op::Op as HloOp;
use hloom_ir::{self as ir, Builder, Value};
use hloom_values::ElementClass;
use melior::ir::ValueLike;

/// Emits the complex number with the given real and imaginary parts.
pub fn make<'a>(builder: Builder<'a>, re: Value<'a>, im: Value<'a>) -> Value<'a> {
    builder.simple("complex.create", &[re, im], ir::complex(re.r#type()))
}

/// Emits the real or imaginary part (`name` is `real` or `imag`) of a complex number or a float.
pub fn part<'a>(
    builder: Builder<'a>,
    kind: ElementClass,
    name: &str,
    value: Value<'a>,
) -> Value<'a> {
    match (ir::is_complex(value.r#type()), name) {
        (Some(part), "real") => builder.simple("complex.re", &[value], part),
        (Some(part), _) => builder.simple("complex.im", &[value], part),
        (None, "real") => value,
        (None, _) => {
            debug_assert_eq!(kind, ElementClass::Float);
            builder.float(0.0, value.r#type())
        }
    }
}

/// Emits a binary operation on complex numbers, or returns `None` if there is no such operation.
pub fn binary<'a>(
    builder: Builder<'a>,
    op: HloOp,
    lhs: Value<'a>,
    rhs: Value<'a>,
) -> Option<Value<'a>> {
    let name = match op {
        HloOp::StablehloAdd => "complex.add",
        HloOp::StablehloSubtract => "complex.sub",
        HloOp::StablehloMultiply => "complex.mul",
        HloOp::StablehloDivide => "complex.div",
        HloOp::StablehloPower => "complex.pow",
        HloOp::StablehloAtan2 => "complex.atan2",
        HloOp::StablehloMaximum | HloOp::StablehloMinimum => {
            return Some(extremum(builder, op, lhs, rhs));
        }
        _ => return None,
    };
    Some(builder.binary(name, lhs, rhs))
}

/// Emits a unary operation on complex numbers, or returns `None` if there is no such operation. The
/// result of `abs` is a float.
pub fn unary<'a>(builder: Builder<'a>, op: HloOp, value: Value<'a>) -> Option<Value<'a>> {
    let name = match op {
        HloOp::StablehloAbs => {
            let part = ir::is_complex(value.r#type())?;
            return Some(builder.simple("complex.abs", &[value], part));
        }
        HloOp::StablehloExponential => "complex.exp",
        HloOp::StablehloCbrt => return cbrt(builder, value),
        HloOp::StablehloNegate => "complex.neg",
        HloOp::StablehloSign => "complex.sign",
        HloOp::StablehloSqrt => return sqrt(builder, value),
        HloOp::StablehloRsqrt => return rsqrt(builder, value),
        _ => return None,
    };
    Some(builder.unary(name, value))
}

/// Emits the lexicographic maximum or minimum (StableHLO specification, section "maximum"). If an
/// operand contains a NaN, the result is that operand.
fn extremum<'a>(builder: Builder<'a>, op: HloOp, lhs: Value<'a>, rhs: Value<'a>) -> Value<'a> {
    let parts = |value| {
        (
            part(builder, ElementClass::Complex, "real", value),
            part(builder, ElementClass::Complex, "imag", value),
        )
    };
    let ((a_re, a_im), (b_re, b_im)) = (parts(lhs), parts(rhs));
    let better = if op == HloOp::StablehloMaximum { "ogt" } else { "olt" };
    let re_better = builder.cmpf(better, a_re, b_re);
    let re_equal = builder.cmpf("oeq", a_re, b_re);
    let im_better = builder.cmpf(better, a_im, b_im);
    let tie = builder.binary("arith.andi", re_equal, im_better);
    let better = builder.binary("arith.ori", re_better, tie);
    let (a_nan, b_nan) = (builder.cmpf("uno", a_re, a_im), builder.cmpf("uno", b_re, b_im));
    builder.select(a_nan, lhs, builder.select(b_nan, rhs, builder.select(better, lhs, rhs)))
}

/// Emits the square root with a nonnegative real part.
///
/// Upstream's lowering uses the angle, which causes rounding errors in parts that should be zero.
/// This lowering scales the operand to avoid overflow (Press et al., "Numerical Recipes", section
/// 5.4).
fn sqrt<'a>(builder: Builder<'a>, value: Value<'a>) -> Option<Value<'a>> {
    let ty = ir::is_complex(value.r#type())?;
    let number = |value| builder.float(value, ty);
    let add = |a, b| builder.binary("arith.addf", a, b);
    let multiply = |a, b| builder.binary("arith.mulf", a, b);
    let divide = |a, b| builder.binary("arith.divf", a, b);
    let root = |a| builder.unary("math.sqrt", a);
    let select = |condition, yes, no| builder.select(condition, yes, no);
    let (x, y) = (
        part(builder, ElementClass::Complex, "real", value),
        part(builder, ElementClass::Complex, "imag", value),
    );
    let (a, b) = (builder.unary("math.absf", x), builder.unary("math.absf", y));
    let wide = builder.cmpf("oge", a, b);
    let (large, small) = (select(wide, a, b), select(wide, b, a));
    let ratio = divide(small, large);
    let length = root(add(number(1.0), multiply(ratio, ratio)));
    let sum = add(select(wide, number(1.0), ratio), length);
    let scaled = multiply(root(large), root(multiply(number(0.5), sum)));
    let zero = builder.cmpf("oeq", add(a, b), number(0.0));
    let main = select(zero, number(0.0), scaled);
    let other = select(zero, number(0.0), divide(b, add(main, main)));
    let right = builder.cmpf("oge", x, number(0.0));
    let infinite = builder.cmpf("oeq", b, number(f64::INFINITY));
    let re = select(infinite, b, select(right, main, other));
    let im = select(infinite, b, select(right, other, main));
    Some(make(builder, re, builder.binary("math.copysign", im, y)))
}

/// Emits the reciprocal of the square root. Its real part is nonnegative, and the sign of its
/// imaginary part is opposite to that of the operand.
fn rsqrt<'a>(builder: Builder<'a>, value: Value<'a>) -> Option<Value<'a>> {
    let inverse = builder.binary("complex.div", one(builder, value), sqrt(builder, value)?);
    let im = |value| part(builder, ElementClass::Complex, "imag", value);
    let sign = builder.unary("arith.negf", im(value));
    let im = builder.binary("math.copysign", im(inverse), sign);
    let re = builder.unary("math.absf", part(builder, ElementClass::Complex, "real", inverse));
    Some(make(builder, re, im))
}

/// Emits the cube root: its magnitude is the cube root of the operand's magnitude, and its angle is
/// a third of the operand's angle.
fn cbrt<'a>(builder: Builder<'a>, value: Value<'a>) -> Option<Value<'a>> {
    let ty = ir::is_complex(value.r#type())?;
    let length = builder.simple("complex.abs", &[value], ty);
    let angle = builder.simple("complex.angle", &[value], ty);
    let root = builder.unary("math.cbrt", length);
    let third = builder.binary("arith.divf", angle, builder.float(3.0, ty));
    let part = |name: &str| builder.binary("arith.mulf", root, builder.unary(name, third));
    Some(make(builder, part("math.cos"), part("math.sin")))
}

fn one<'a>(builder: Builder<'a>, like: Value<'a>) -> Value<'a> {
    let part = ir::is_complex(like.r#type()).unwrap_or_else(|| like.r#type());
    make(builder, builder.float(1.0, part), builder.float(0.0, part))
}
