// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for `pad`.

use crate::elements::Elements;
use crate::simplify::matching::{Match, list, one, producer, splat_like};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::{self as ir, Op, Value};

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloPad, pad_by_nothing),
    (Kind::StablehloPad, pad_of_splat),
    (Kind::StablehloPad, pad_that_only_cuts),
    (Kind::StablehloPad, pad_of_pad),
];

/// Amounts of padding at the edges and between elements. A negative amount crops the edge.
struct Amounts {
    low: Vec<i64>,
    high: Vec<i64>,
    interior: Vec<i64>,
}

impl Amounts {
    fn of(op: Op) -> Option<Self> {
        Some(Self {
            low: list(op, "edge_padding_low")?,
            high: list(op, "edge_padding_high")?,
            interior: list(op, "interior_padding")?,
        })
    }

    /// Returns true if there is no padding between the elements of a tensor of `shape`.
    fn is_dense(&self, shape: &[i64]) -> bool {
        self.interior.iter().zip(shape).all(|(holes, size)| *holes == 0 || *size <= 1)
    }
}

/// `pad(x)` by zero = `x`
fn pad_by_nothing<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    let amounts = Amounts::of(found.op)?;
    let edges = amounts.low.iter().chain(&amounts.high).all(|amount| *amount == 0);
    if !edges || !amounts.is_dense(&ir::shape_of(x)) {
        return None;
    }
    one(x)
}

/// `pad(c, c)` = `c` for a constant `c`, and `pad(x, c)` = `c` if `x` has no elements
fn pad_of_splat<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, value) = found.pair()?;
    let padding = Elements::of_value(value)?;
    let same = || {
        let elements = Elements::of_splat(x)?;
        (elements.bytes(0) == padding.bytes(0)).then_some(())
    };
    if !ir::shape_of(x).contains(&0) {
        same()?;
    }
    one(splat_like(found.hlo, value, &found.shape)?)
}

/// `pad(x)` without positive amounts = `slice(x)`
fn pad_that_only_cuts<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    let shape = ir::shape_of(x);
    let amounts = Amounts::of(found.op)?;
    let cuts = amounts.low.iter().chain(&amounts.high).all(|amount| *amount <= 0);
    if !cuts || !amounts.is_dense(&shape) || found.shape.contains(&0) {
        return None;
    }
    let starts: Vec<_> = amounts.low.iter().map(|low| -low).collect();
    let limits: Vec<_> = shape.iter().zip(&amounts.high).map(|(size, high)| size + high).collect();
    one(found.hlo.slice(x, &starts, &limits, &vec![1; starts.len()]))
}

/// `pad(pad(x, c), c)` = `pad(x, c)` by the sums of the amounts, if neither pad has negative
/// amounts and the outer pad adds elements only at the edges
fn pad_of_pad<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (inner, value) = found.pair()?;
    let op = producer(inner, Kind::StablehloPad)?;
    let operands = ir::operands(op);
    let same = operands[1] == value || {
        let (first, second) = (Elements::of_value(operands[1])?, Elements::of_value(value)?);
        first.bytes(0) == second.bytes(0)
    };
    let (first, second) = (Amounts::of(op)?, Amounts::of(found.op)?);
    let edges = [&first.low, &first.high, &second.low, &second.high];
    let adds = edges.into_iter().flatten().all(|amount| *amount >= 0);
    if !same || !adds || !second.is_dense(&ir::shape_of(inner)) {
        return None;
    }
    let sum = |first: &[i64], second: &[i64]| -> Vec<i64> {
        first.iter().zip(second).map(|(first, second)| first + second).collect()
    };
    let (low, high) = (sum(&first.low, &second.low), sum(&first.high, &second.high));
    one(found.hlo.pad(operands[0], value, &low, &high, &first.interior))
}
