// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Integer and boolean scalar arithmetic.

use crate::ir::{self, Builder, Value};
use melior::ir::ValueLike;

/// Binary operations on `i1`: addition is or, multiplication is and.
pub fn binary_bool<'a>(
    builder: Builder<'a>,
    name: &str,
    lhs: Value<'a>,
    rhs: Value<'a>,
) -> Option<Value<'a>> {
    let op = match name {
        "add" | "or" | "maximum" => "arith.ori",
        "multiply" | "and" | "minimum" => "arith.andi",
        "xor" => "arith.xori",
        _ => return None,
    };
    Some(builder.binary(op, lhs, rhs))
}

/// Binary operations on integers wider than a bit.
pub fn binary<'a>(
    builder: Builder<'a>,
    signed: bool,
    name: &str,
    lhs: Value<'a>,
    rhs: Value<'a>,
) -> Option<Value<'a>> {
    let op = match (name, signed) {
        ("add", _) => "arith.addi",
        ("subtract", _) => "arith.subi",
        ("multiply", _) => "arith.muli",
        ("maximum", true) => "arith.maxsi",
        ("maximum", false) => "arith.maxui",
        ("minimum", true) => "arith.minsi",
        ("minimum", false) => "arith.minui",
        ("and", _) => "arith.andi",
        ("or", _) => "arith.ori",
        ("xor", _) => "arith.xori",
        ("divide", _) => return Some(divide(builder, signed, lhs, rhs)),
        ("remainder", _) => return Some(remainder(builder, signed, lhs, rhs)),
        ("power", _) => return Some(power(builder, signed, lhs, rhs)),
        ("shift_left", _) => return Some(shift(builder, "arith.shli", lhs, rhs)),
        ("shift_right_logical", _) => return Some(shift(builder, "arith.shrui", lhs, rhs)),
        ("shift_right_arithmetic", _) => return Some(shift_arithmetic(builder, lhs, rhs)),
        _ => return None,
    };
    Some(builder.binary(op, lhs, rhs))
}

/// Unary operations on integers wider than a bit.
pub fn unary<'a>(
    builder: Builder<'a>,
    signed: bool,
    name: &str,
    value: Value<'a>,
) -> Option<Value<'a>> {
    let ty = value.r#type();
    let zero = || builder.int(0, ty);
    let one = || builder.int(1, ty);
    Some(match (name, signed) {
        ("abs", true) => {
            let negative = builder.cmpi("slt", value, zero());
            let negated = builder.binary("arith.subi", zero(), value);
            builder.select(negative, negated, value)
        }
        ("abs", false) => value,
        ("negate", _) => builder.binary("arith.subi", zero(), value),
        ("sign", true) => {
            let minus_one = builder.int(-1, ty);
            let low = builder.binary("arith.maxsi", value, minus_one);
            builder.binary("arith.minsi", low, one())
        }
        ("sign", false) => builder.binary("arith.minui", value, one()),
        ("not", _) => not(builder, value),
        ("popcnt", _) => builder.unary("math.ctpop", value),
        ("count_leading_zeros", _) => builder.unary("math.ctlz", value),
        _ => return None,
    })
}

/// Bitwise complement.
pub fn not<'a>(builder: Builder<'a>, value: Value<'a>) -> Value<'a> {
    let ones = builder.int(-1, value.r#type());
    builder.binary("arith.xori", value, ones)
}

fn minimum_of(width: u32) -> i64 {
    if width >= 64 { i64::MIN } else { -(1 << (width - 1)) }
}

/// A divisor for which the hardware's division is defined, and the two
/// conditions replaced: `rhs == 0`, and `MIN / -1`.
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

/// Division rounding toward zero; `x / 0` is all ones, and `MIN / -1` is `MIN`,
/// which is what dividing `MIN` by the substituted one gives.
fn divide<'a>(builder: Builder<'a>, signed: bool, lhs: Value<'a>, rhs: Value<'a>) -> Value<'a> {
    let (divisor, by_zero, _) = safe_divisor(builder, signed, lhs, rhs);
    let op = if signed { "arith.divsi" } else { "arith.divui" };
    let quotient = builder.binary(op, lhs, divisor);
    let ones = builder.int(-1, lhs.r#type());
    builder.select(by_zero, ones, quotient)
}

/// The remainder with the dividend's sign; `x rem 0` is `x`, and `MIN rem -1`
/// is zero, which is what the substituted divisor one gives.
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
    // The amount is replaced too: shifting by too much is poison.
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

/// `lhs` to the power `rhs` modulo 2^width, by squaring. A negative exponent
/// gives what integer division of one by the power gives: 0, or 1 or -1 where
/// the base is.
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
    // For the bases 1 and -1 the power is its own inverse.
    let negative = builder.cmpi("slt", rhs, zero);
    let is_one = builder.cmpi("eq", lhs, one);
    let is_minus_one = builder.cmpi("eq", lhs, builder.int(-1, ty));
    let unit = builder.binary("arith.ori", is_one, is_minus_one);
    let inverse = builder.select(unit, whole, zero);
    builder.select(negative, inverse, whole)
}
