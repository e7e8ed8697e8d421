// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for sums, products, powers, extrema and rounding.

use crate::elements::{Format, Number};
use crate::simplify::matching::{Match, is_constant, one, operand_of, producer, splat};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::{self as ir, Value};
use melior::ir::ValueLike;

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloAdd, constant_on_the_right),
    (Kind::StablehloMultiply, constant_on_the_right),
    (Kind::StablehloMaximum, constant_on_the_right),
    (Kind::StablehloMinimum, constant_on_the_right),
    (Kind::StablehloAnd, constant_on_the_right),
    (Kind::StablehloOr, constant_on_the_right),
    (Kind::StablehloXor, constant_on_the_right),
    (Kind::StablehloAdd, constants_together),
    (Kind::StablehloMultiply, constants_together),
    (Kind::StablehloMaximum, constants_together),
    (Kind::StablehloMinimum, constants_together),
    (Kind::StablehloAnd, constants_together),
    (Kind::StablehloOr, constants_together),
    (Kind::StablehloXor, constants_together),
    (Kind::StablehloAdd, add_of_zero),
    (Kind::StablehloAdd, add_of_negate),
    (Kind::StablehloSubtract, subtract_of_zero),
    (Kind::StablehloSubtract, subtract_from_zero),
    (Kind::StablehloSubtract, subtract_of_itself),
    (Kind::StablehloSubtract, subtract_of_negate),
    (Kind::StablehloMultiply, multiply_by_one),
    (Kind::StablehloMultiply, multiply_by_zero),
    (Kind::StablehloDivide, divide_by_one),
    (Kind::StablehloRemainder, remainder_by_one),
    (Kind::StablehloPower, power_of_constant),
    (Kind::StablehloNegate, negate_of_negate),
    (Kind::StablehloAbs, abs_of_sign_change),
    (Kind::StablehloMaximum, extremum_of_itself),
    (Kind::StablehloMinimum, extremum_of_itself),
    (Kind::StablehloMaximum, extremum_of_bound),
    (Kind::StablehloMinimum, extremum_of_bound),
    (Kind::StablehloCeil, round_of_round),
    (Kind::StablehloFloor, round_of_round),
    (Kind::StablehloRoundNearestAfz, round_of_round),
    (Kind::StablehloRoundNearestEven, round_of_round),
];

/// `c op x` = `x op c` for a constant `c`
fn constant_on_the_right<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    if !is_constant(x) || is_constant(y) {
        return None;
    }
    one(found.with_operands(&[y, x]))
}

/// `(x op c) op d` = `x op (c op d)` for constants `c` and `d`, if the result is exact; not for
/// sums and products of floats
fn constants_together<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, d) = found.pair()?;
    let extremum = matches!(found.kind, Kind::StablehloMaximum | Kind::StablehloMinimum);
    if !(found.is_integer() || extremum && found.is_float()) || !is_constant(d) {
        return None;
    }
    let inner = ir::operands(producer(x, found.kind)?);
    let [x, c] = inner[..] else { return None };
    if !is_constant(c) || is_constant(x) {
        return None;
    }
    one(found.with_operands(&[x, found.with_operands(&[c, d])]))
}

/// `x + 0` = `x`; for floats only with a negative zero, because `-0 + 0 = 0`
fn add_of_zero<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    match splat(y)? {
        Number::Int(0) => one(x),
        Number::Float(zero) if zero == 0.0 && zero.is_sign_negative() => one(x),
        _ => None,
    }
}

/// `x + (-y)` = `x - y`
fn add_of_negate<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    found.format()?;
    if let Some(y) = operand_of(y, Kind::StablehloNegate) {
        return one(found.hlo.binary("subtract", x, y));
    }
    one(found.hlo.binary("subtract", y, operand_of(x, Kind::StablehloNegate)?))
}

/// `x - 0` = `x`; for floats only with a positive zero, because `-0 - -0 = 0`
fn subtract_of_zero<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    match splat(y)? {
        Number::Int(0) => one(x),
        Number::Float(zero) if zero == 0.0 && zero.is_sign_positive() => one(x),
        _ => None,
    }
}

/// `0 - x` = `-x`; for floats only with a negative zero, because `0 - 0 = 0`
fn subtract_from_zero<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (zero, x) = found.pair()?;
    match splat(zero)? {
        Number::Int(0) => {}
        Number::Float(zero) if zero == 0.0 && zero.is_sign_negative() => {}
        _ => return None,
    }
    one(found.hlo.unary("negate", x))
}

/// `x - x` = `0`; not for floats, because an infinity gives NaN
fn subtract_of_itself<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    if x != y || !found.is_integer() {
        return None;
    }
    one(found.int(0))
}

/// `x - (-y)` = `x + y`
fn subtract_of_negate<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    found.format()?;
    one(found.hlo.binary("add", x, operand_of(y, Kind::StablehloNegate)?))
}

/// `x * 1` = `x`
fn multiply_by_one<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    if !splat(y)?.is_one() {
        return None;
    }
    one(x)
}

/// `x * 0` = `0`; not for floats, because of NaN, infinities and signed zeros
fn multiply_by_zero<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (_, zero) = found.pair()?;
    if !found.is_integer() || !splat(zero)?.is_zero() {
        return None;
    }
    one(zero)
}

/// `x / 1` = `x`
fn divide_by_one<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    multiply_by_one(found)
}

/// `x rem 1` = `0`; not for floats
fn remainder_by_one<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (_, y) = found.pair()?;
    if !found.is_integer() || !splat(y)?.is_one() {
        return None;
    }
    one(found.int(0))
}

/// `x ^ 1` = `x`, `x ^ 2` = `x * x`; for integers also `x ^ 0` = `1`; for floats `x ^ -1` = `1 / x`,
/// and `x ^ 0.5` = `sqrt(x) + 0`, but infinity for the negative infinity
///
/// The replacements are rounded only once, like a correctly rounded power. `x ^ 3` is not
/// rewritten, because `x * x * x` is rounded twice.
fn power_of_constant<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    let hlo = found.hlo;
    match splat(y)? {
        Number::Float(2.0) => one(hlo.binary("multiply", x, x)),
        Number::Float(-1.0) => one(hlo.binary("divide", hlo.float(1.0, found.ty), x)),
        Number::Float(0.5) => {
            // The power of a negative zero is a positive one.
            let root = hlo.binary("add", hlo.unary("sqrt", x), hlo.float(0.0, found.ty));
            let least = hlo.compare("EQ", x, hlo.float(f64::NEG_INFINITY, found.ty), false);
            one(hlo.select(least, hlo.float(f64::INFINITY, found.ty), root))
        }
        Number::Int(0) => one(found.int(1)),
        Number::Int(1) => one(x),
        Number::Int(2) => one(found.hlo.binary("multiply", x, x)),
        Number::Float(1.0) => one(x),
        _ => None,
    }
}

/// `-(-x)` = `x`
fn negate_of_negate<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    found.format()?;
    one(operand_of(found.operand(0)?, Kind::StablehloNegate)?)
}

/// `|-x|` = `|x|`, `||x||` = `|x|`; the modulus of a complex number has another type
fn abs_of_sign_change<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    found.format()?;
    let inner = operand_of(x, Kind::StablehloNegate).or_else(|| {
        let inner = operand_of(x, Kind::StablehloAbs)?;
        (inner.r#type() == found.ty).then_some(inner)
    })?;
    one(found.with_operands(&[inner]))
}

/// `max(x, x)` = `x`
fn extremum_of_itself<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    if x != y {
        return None;
    }
    one(x)
}

/// `max(x, least)` = `x`, `min(x, greatest)` = `x`; for integers also `max(x, greatest)` =
/// `greatest` and `min(x, least)` = `least`, which NaN forbids for floats
fn extremum_of_bound<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, bound) = found.pair()?;
    let maximum = found.kind == Kind::StablehloMaximum;
    let format = found.format()?;
    match splat(bound)? {
        Number::Float(value) => {
            let neutral = if maximum { f64::NEG_INFINITY } else { f64::INFINITY };
            if value != neutral {
                return None;
            }
            one(x)
        }
        Number::Int(value) => {
            let (least, greatest) = range(format)?;
            let (neutral, absorbing) = if maximum { (least, greatest) } else { (greatest, least) };
            if value == neutral {
                return one(x);
            }
            if value == absorbing { one(bound) } else { None }
        }
        _ => None,
    }
}

/// Returns the smallest and the largest integer of an integer format, or `None` for other formats.
pub fn range(format: Format) -> Option<(i128, i128)> {
    let (width, signed) = format.integer()?;
    Some(if signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) })
}

/// `round(round'(x))` = `round'(x)`, for any two rounding modes
fn round_of_round<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    let kinds = [
        Kind::StablehloCeil,
        Kind::StablehloFloor,
        Kind::StablehloRoundNearestAfz,
        Kind::StablehloRoundNearestEven,
    ];
    if !found.is_float() || !kinds.iter().any(|kind| producer(x, *kind).is_some()) {
        return None;
    }
    one(x)
}
