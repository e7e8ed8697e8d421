// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for dynamic slices of values whose elements are known, and for updates of a
//! splat.

use super::slice::clamped_starts;
use crate::elements::Format;
use crate::simplify::matching::{Match, list, one, producer, splat_like};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes;
use hloom_ir::{self as ir, Value};
use melior::ir::ValueLike;

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloDynamicSlice, dynamic_slice_of_broadcast),
    (Kind::StablehloDynamicSlice, dynamic_slice_of_iota),
    (Kind::StablehloDynamicUpdateSlice, update_of_splat),
];

/// `dynamic_slice(broadcast(x), i)` = `broadcast(dynamic_slice(x, i))`
fn dynamic_slice_of_broadcast<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let op = producer(found.operand(0)?, Kind::StablehloBroadcastInDim)?;
    let x = ir::operands(op)[0];
    let dims = list(op, "broadcast_dimensions")?;
    let full = ir::shape_of(found.operands[0]);
    if found.shape.contains(&0) {
        return None;
    }
    let (mut starts, mut sizes) = (Vec::new(), Vec::new());
    for (size, to) in ir::shape_of(x).into_iter().zip(&dims) {
        let to = *to as usize;
        let enlarged = size == 1 && full[to] != 1;
        let start = *found.operands.get(1 + to)?;
        starts.push(if enlarged { found.hlo.int(0, start.r#type()) } else { start });
        sizes.push(if enlarged { 1 } else { found.shape[to] });
    }
    let whole = sizes == ir::shape_of(x);
    let part = if whole { x } else { found.hlo.dynamic_slice(x, &starts, &sizes) };
    one(found.hlo.broadcast(part, &dims, &found.shape))
}

/// `dynamic_slice(iota, i)` = `iota + clamp(0, i, n)`, where `n` is the last possible start; for
/// integers of at least 32 bits, which can represent every position
fn dynamic_slice_of_iota<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let op = producer(found.operand(0)?, Kind::StablehloIota)?;
    let dimension = usize::try_from(attributes::integer(op, "iota_dimension").ok()?).ok()?;
    let start = *found.operands.get(1 + dimension)?;
    let full = *ir::shape_of(found.operands[0]).get(dimension)?;
    let hlo = found.hlo;
    let positions = hlo.iota(dimension, found.ty);
    let last = full - found.shape[dimension];
    if last == 0 {
        return one(positions);
    }
    let holds = |element| {
        Format::of(element).is_some_and(Format::is_integer) && ir::element_width(element) >= 32
    };
    let index = start.r#type();
    let element = ir::element_of(found.ty);
    if !holds(element) || !holds(ir::element_of(index)) || full > i64::from(i32::MAX) {
        return None;
    }
    let bounds = [hlo.int(0, index), start, hlo.int(last, index)];
    let clamped = hlo.at.simple("stablehlo.clamp", &bounds, index);
    let offset = hlo.broadcast(hlo.convert(clamped, element), &[], &found.shape);
    one(hlo.binary("add", positions, offset))
}

/// `dynamic_update_slice(c, y)` of a splat at constant indices = `pad(y, c)`
///
/// A pad writes each element only once.
fn update_of_splat<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    let sizes = ir::shape_of(y);
    let low = clamped_starts(&found.operands[2..], &found.shape, &sizes)?;
    let splat = splat_like(found.hlo, x, &[]);
    let value = splat.or_else(|| {
        let scalar = ir::operands(producer(x, Kind::StablehloBroadcastInDim)?)[0];
        ir::shape_of(scalar).is_empty().then_some(scalar)
    })?;
    let high: Vec<_> = (0..low.len()).map(|dim| found.shape[dim] - low[dim] - sizes[dim]).collect();
    one(found.hlo.pad(y, value, &low, &high, &vec![0; low.len()]))
}
