// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Bits and booleans.

use super::Rule;
use super::arithmetic::range;
use crate::hlo::elements::{Elements, Number, wrap};
use crate::hlo::simplify::matching::{Match, one, operand_of, splat};
use crate::ir::{Shaped, Value};

pub const RULES: &[(&str, Rule)] = &[
    ("and", and_or_of_itself),
    ("or", and_or_of_itself),
    ("and", and_or_of_complement),
    ("or", and_or_of_complement),
    ("and", and_or_of_constant),
    ("or", and_or_of_constant),
    ("xor", xor_of_itself),
    ("xor", xor_of_constant),
    ("not", not_of_not),
    ("shift_left", shift_by_zero),
    ("shift_right_arithmetic", shift_by_zero),
    ("shift_right_logical", shift_by_zero),
];

/// Whether a constant repeats all zeros (`Some(false)`) or all ones (`Some(true)`).
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
    if operand_of(x, "not") != Some(y) && operand_of(y, "not") != Some(x) {
        return None;
    }
    let mut bits = Vec::new();
    let value = if found.name() == "or" { -1 } else { 0 };
    found.format()?.encode(Number::Int(value), &mut bits);
    let splat = Elements::splat(&found.shape, Shaped::of(found.ty)?.element, &bits)?;
    one(found.hlo.constant(splat.attribute()?, found.ty))
}

/// `x & ~0` = `x`, `x & 0` = `0`, `x | 0` = `x`, `x | ~0` = `~0`
fn and_or_of_constant<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, constant) = found.pair()?;
    let ones = all_bits(found, constant)?;
    let neutral = found.name() == "and";
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
    one(operand_of(found.operand(0)?, "not")?)
}

/// `x << 0` = `x`, `x >> 0` = `x`
fn shift_by_zero<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, amount) = found.pair()?;
    if !splat(amount)?.is_zero() {
        return None;
    }
    one(x)
}
