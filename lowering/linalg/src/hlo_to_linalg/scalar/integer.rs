// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits integer and boolean scalar arithmetic.

use hloom_dialects::op::Op as HloOp;
use hloom_ir::{self as ir, Builder, Value};
use melior::ir::ValueLike;

/// Emits a binary operation on `i1`, or returns `None` if there is no such operation. Addition is
/// `or`, multiplication is `and`.
pub fn binary_bool<'a>(
    builder: Builder<'a>,
    op: HloOp,
    lhs: Value<'a>,
    rhs: Value<'a>,
) -> Option<Value<'a>> {
    let name = match op {
        HloOp::StablehloAdd | HloOp::StablehloOr | HloOp::StablehloMaximum => "arith.ori",
        HloOp::StablehloMultiply | HloOp::StablehloAnd | HloOp::StablehloMinimum => "arith.andi",
        HloOp::StablehloXor => "arith.xori",
        _ => return None,
    };
    Some(builder.binary(name, lhs, rhs))
}

/// Emits a binary operation on integers wider than one bit, or returns `None` if there is no such
/// operation.
pub fn binary<'a>(
    builder: Builder<'a>,
    signed: bool,
    op: HloOp,
    lhs: Value<'a>,
    rhs: Value<'a>,
) -> Option<Value<'a>> {
    let name = match (op, signed) {
        (HloOp::StablehloAdd, _) => "arith.addi",
        (HloOp::StablehloSubtract, _) => "arith.subi",
        (HloOp::StablehloMultiply, _) => "arith.muli",
        (HloOp::StablehloMaximum, true) => "arith.maxsi",
        (HloOp::StablehloMaximum, false) => "arith.maxui",
        (HloOp::StablehloMinimum, true) => "arith.minsi",
        (HloOp::StablehloMinimum, false) => "arith.minui",
        (HloOp::StablehloAnd, _) => "arith.andi",
        (HloOp::StablehloOr, _) => "arith.ori",
        (HloOp::StablehloXor, _) => "arith.xori",
        (HloOp::StablehloDivide, _) => return Some(divide(builder, signed, lhs, rhs)),
        (HloOp::StablehloRemainder, _) => return Some(remainder(builder, signed, lhs, rhs)),
        (HloOp::StablehloPower, _) => return Some(power(builder, signed, lhs, rhs)),
        (HloOp::StablehloShiftLeft, _) => return Some(shift(builder, "arith.shli", lhs, rhs)),
        (HloOp::StablehloShiftRightLogical, _) => {
            return Some(shift(builder, "arith.shrui", lhs, rhs));
        }
        (HloOp::StablehloShiftRightArithmetic, _) => {
            return Some(shift_arithmetic(builder, lhs, rhs));
        }
        _ => return None,
    };
    Some(builder.binary(name, lhs, rhs))
}

/// Emits a unary operation on integers wider than one bit, or returns `None` if there is no such
/// operation.
pub fn unary<'a>(
    builder: Builder<'a>,
    signed: bool,
    op: HloOp,
    value: Value<'a>,
) -> Option<Value<'a>> {
    let ty = value.r#type();
    let zero = || builder.int(0, ty);
    let one = || builder.int(1, ty);
    Some(match (op, signed) {
        (HloOp::StablehloAbs, true) => {
            let negative = builder.cmpi("slt", value, zero());
            let negated = builder.binary("arith.subi", zero(), value);
            builder.select(negative, negated, value)
        }
        (HloOp::StablehloAbs, false) => value,
        (HloOp::StablehloNegate, _) => builder.binary("arith.subi", zero(), value),
        (HloOp::StablehloSign, true) => {
            let minus_one = builder.int(-1, ty);
            let low = builder.binary("arith.maxsi", value, minus_one);
            builder.binary("arith.minsi", low, one())
        }
        (HloOp::StablehloSign, false) => builder.binary("arith.minui", value, one()),
        (HloOp::StablehloNot, _) => not(builder, value),
        (HloOp::StablehloPopcnt, _) => builder.unary("math.ctpop", value),
        (HloOp::StablehloCountLeadingZeros, _) => builder.unary("math.ctlz", value),
        _ => return None,
    })
}

/// Emits the bitwise complement of an integer or boolean.
pub fn not<'a>(builder: Builder<'a>, value: Value<'a>) -> Value<'a> {
    let ones = builder.int(-1, value.r#type());
    builder.binary("arith.xori", value, ones)
}

fn minimum_of(width: u32) -> i64 {
    if width >= 64 { i64::MIN } else { -(1 << (width - 1)) }
}

/// Returns a divisor for which `arith` division is defined, the condition `rhs == 0`, and for
/// signed integers the condition of overflow (`MIN / -1`). The divisor is one if either condition
/// holds, and `rhs` otherwise.
fn safe_divisor<'a>(
    builder: Builder<'a>,
    signed: bool,
    lhs: Value<'a>,
    rhs: Value<'a>,
) -> (Value<'a>, Value<'a>, Option<Value<'a>>) {
    let ty = lhs.r#type();
    let one = builder.int(1, ty);
    let by_zero = builder.cmpi("eq", rhs, builder.int(0, ty));
    if !signed {
        return (builder.select(by_zero, one, rhs), by_zero, None);
    }
    let least = builder.cmpi("eq", lhs, builder.int(minimum_of(ir::element_width(ty)), ty));
    let minus_one = builder.cmpi("eq", rhs, builder.int(-1, ty));
    let overflow = builder.binary("arith.andi", least, minus_one);
    let unsafe_ = builder.binary("arith.ori", by_zero, overflow);
    (builder.select(unsafe_, one, rhs), by_zero, Some(overflow))
}

/// Emits a division that rounds toward zero. `x / 0` is all ones. `MIN / -1` is `MIN`, the quotient
/// of `MIN` and the substituted divisor one.
fn divide<'a>(builder: Builder<'a>, signed: bool, lhs: Value<'a>, rhs: Value<'a>) -> Value<'a> {
    let (divisor, by_zero, _) = safe_divisor(builder, signed, lhs, rhs);
    let op = if signed { "arith.divsi" } else { "arith.divui" };
    let quotient = builder.binary(op, lhs, divisor);
    let ones = builder.int(-1, lhs.r#type());
    builder.select(by_zero, ones, quotient)
}

/// Emits the remainder with the sign of the dividend. `x rem 0` is `x`. `MIN rem -1` is zero, the
/// remainder for the substituted divisor one.
fn remainder<'a>(builder: Builder<'a>, signed: bool, lhs: Value<'a>, rhs: Value<'a>) -> Value<'a> {
    let (divisor, by_zero, _) = safe_divisor(builder, signed, lhs, rhs);
    let op = if signed { "arith.remsi" } else { "arith.remui" };
    let rest = builder.binary(op, lhs, divisor);
    builder.select(by_zero, lhs, rest)
}

fn in_width<'a>(builder: Builder<'a>, amount: Value<'a>) -> Value<'a> {
    let width = builder.int(ir::element_width(amount.r#type()).into(), amount.r#type());
    builder.cmpi("ult", amount, width)
}

fn shift<'a>(builder: Builder<'a>, op: &str, lhs: Value<'a>, rhs: Value<'a>) -> Value<'a> {
    let zero = builder.int(0, lhs.r#type());
    let inside = in_width(builder, rhs);
    // The amount is replaced too, because a shift by the width or more is poison.
    let amount = builder.select(inside, rhs, zero);
    let shifted = builder.binary(op, lhs, amount);
    builder.select(inside, shifted, zero)
}

fn shift_arithmetic<'a>(builder: Builder<'a>, lhs: Value<'a>, rhs: Value<'a>) -> Value<'a> {
    let ty = lhs.r#type();
    let most = builder.int(i64::from(ir::element_width(ty)) - 1, ty);
    let inside = in_width(builder, rhs);
    let amount = builder.select(inside, rhs, most);
    builder.binary("arith.shrsi", lhs, amount)
}

/// Emits `lhs` to the power `rhs` modulo 2^width, by repeated squaring.
///
/// For a negative exponent, the result is one divided by the power, rounded toward zero: 1 or -1 if
/// the base is 1 or -1, and 0 otherwise.
fn power<'a>(builder: Builder<'a>, signed: bool, lhs: Value<'a>, rhs: Value<'a>) -> Value<'a> {
    let ty = lhs.r#type();
    let (zero, one) = (builder.int(0, ty), builder.int(1, ty));
    let (from, to, step) =
        (builder.index(0), builder.index(ir::element_width(ty).into()), builder.index(1));
    let index = ir::index(builder.context());
    let body = builder.region(&[index, ty, ty, ty], |builder, arguments| {
        let (result, square, exponent) = (arguments[1], arguments[2], arguments[3]);
        let odd = builder.cmpi("ne", builder.binary("arith.andi", exponent, one), zero);
        let product = builder.binary("arith.muli", result, square);
        let result = builder.select(odd, product, result);
        let square = builder.binary("arith.muli", square, square);
        let exponent = builder.binary("arith.shrui", exponent, one);
        builder.op("scf.yield").operands(&[result, square, exponent]).build();
    });
    let whole = builder
        .op("scf.for")
        .operands(&[from, to, step, one, lhs, rhs])
        .results(&[ty, ty, ty])
        .region(body)
        .build();
    let whole = ir::results(whole)[0];
    if !signed {
        return whole;
    }
    // For the bases 1 and -1, the power is its own inverse.
    let negative = builder.cmpi("slt", rhs, zero);
    let is_one = builder.cmpi("eq", lhs, one);
    let is_minus_one = builder.cmpi("eq", lhs, builder.int(-1, ty));
    let unit = builder.binary("arith.ori", is_one, is_minus_one);
    let inverse = builder.select(unit, whole, zero);
    builder.select(negative, inverse, whole)
}
