// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for operations on bits and booleans.

use super::arithmetic::range;
use crate::elements::{Elements, Number, wrap};
use crate::simplify::matching::{Match, one, operand_of, splat};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::{Shaped, Value};

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloAnd, and_or_of_itself),
    (Kind::StablehloOr, and_or_of_itself),
    (Kind::StablehloAnd, and_or_of_complement),
    (Kind::StablehloOr, and_or_of_complement),
    (Kind::StablehloAnd, and_or_of_constant),
    (Kind::StablehloOr, and_or_of_constant),
    (Kind::StablehloXor, xor_of_itself),
    (Kind::StablehloXor, xor_of_constant),
    (Kind::StablehloNot, not_of_not),
    (Kind::StablehloShiftLeft, shift_by_zero),
    (Kind::StablehloShiftRightArithmetic, shift_by_zero),
    (Kind::StablehloShiftRightLogical, shift_by_zero),
];

/// Returns `Some(false)` for a splat constant whose bits are all zero, and `Some(true)` for a splat
/// constant whose bits are all one. Returns `None` for any other value.
fn all_bits<'a>(found: &Match<'a>, value: Value<'a>) -> Option<bool> {
    let (width, _) = found.format()?.integer()?;
    let bits = wrap(splat(value)?.int()?, width, false);
    match bits {
        0 => Some(false),
        _ if bits == (1 << width) - 1 => Some(true),
        _ => None,
    }
}

/// `x & x` = `x`, `x | x` = `x`
fn and_or_of_itself<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    if x != y {
        return None;
    }
    one(x)
}

/// `x & ~x` = `0`, `x | ~x` = `~0`
fn and_or_of_complement<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    range(found.format()?)?;
    if operand_of(x, Kind::StablehloNot) != Some(y) && operand_of(y, Kind::StablehloNot) != Some(x)
    {
        return None;
    }
    let mut bits = Vec::new();
    let value = if found.kind == Kind::StablehloOr { -1 } else { 0 };
    found.format()?.encode(Number::Int(value), &mut bits);
    let splat = Elements::splat(&found.shape, Shaped::of(found.ty)?.element, &bits)?;
    one(found.hlo.constant(splat.attribute()?, found.ty))
}

/// `x & ~0` = `x`, `x & 0` = `0`, `x | 0` = `x`, `x | ~0` = `~0`
fn and_or_of_constant<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, constant) = found.pair()?;
    let ones = all_bits(found, constant)?;
    let neutral = found.kind == Kind::StablehloAnd;
    one(if ones == neutral { x } else { constant })
}

/// `x ^ x` = `0`
fn xor_of_itself<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    if x != y || !found.is_integer() {
        return None;
    }
    one(found.int(0))
}

/// `x ^ 0` = `x`, `x ^ ~0` = `~x`
fn xor_of_constant<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, constant) = found.pair()?;
    one(if all_bits(found, constant)? { found.hlo.unary("not", x) } else { x })
}

/// `~~x` = `x`
fn not_of_not<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    one(operand_of(found.operand(0)?, Kind::StablehloNot)?)
}

/// `x << 0` = `x`, `x >> 0` = `x`
fn shift_by_zero<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, amount) = found.pair()?;
    if !splat(amount)?.is_zero() {
        return None;
    }
    one(x)
}
