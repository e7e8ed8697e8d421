// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Rules for `slice`, `dynamic_slice` and `dynamic_update_slice`.

use crate::elements::Elements;
use crate::simplify::matching::{Match, list, one, operand_of, producer};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes;
use hloom_ir::{self as ir, Op, Value};
use melior::ir::ValueLike;

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloSlice, slice_of_all),
    (Kind::StablehloSlice, slice_of_slice),
    (Kind::StablehloSlice, slice_of_concatenate),
    (Kind::StablehloSlice, slice_of_broadcast),
    (Kind::StablehloSlice, slice_of_iota),
    (Kind::StablehloSlice, slice_of_pad),
    (Kind::StablehloDynamicSlice, dynamic_slice_of_all),
    (Kind::StablehloDynamicSlice, dynamic_slice_at_constant),
    (Kind::StablehloDynamicUpdateSlice, update_of_all),
    (Kind::StablehloDynamicUpdateSlice, update_of_nothing),
    (Kind::StablehloDynamicUpdateSlice, update_by_own_slice),
];

/// Starts, limits and strides of a slice.
struct Bounds {
    starts: Vec<i64>,
    limits: Vec<i64>,
    strides: Vec<i64>,
}

impl Bounds {
    fn of(op: Op) -> Option<Self> {
        Some(Self {
            starts: list(op, "start_indices")?,
            limits: list(op, "limit_indices")?,
            strides: list(op, "strides")?,
        })
    }

    fn slice<'a>(&self, found: &Match<'a>, x: Value<'a>) -> Value<'a> {
        found.hlo.slice(x, &self.starts, &self.limits, &self.strides)
    }
}

/// `slice(x) : T -> T` = `x`
fn slice_of_all<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    if x.r#type() != found.ty {
        return None;
    }
    one(x)
}

/// `slice(slice(x))` = `slice(x)`
fn slice_of_slice<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let op = producer(found.operand(0)?, Kind::StablehloSlice)?;
    let (inner, outer) = (Bounds::of(op)?, Bounds::of(found.op)?);
    let mut both = Bounds { starts: vec![], limits: vec![], strides: vec![] };
    for dim in 0..inner.starts.len() {
        let start = inner.starts[dim] + outer.starts[dim] * inner.strides[dim];
        let stride = inner.strides[dim] * outer.strides[dim];
        // The limit is one past the last element.
        let limit = match found.shape[dim] {
            0 => start,
            size => start + (size - 1) * stride + 1,
        };
        both.starts.push(start);
        both.limits.push(limit);
        both.strides.push(stride);
    }
    one(both.slice(found, ir::operands(op)[0]))
}

/// `slice(concatenate(..., x, ...))` = `slice(x)`, if it lies within `x`
fn slice_of_concatenate<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let op = producer(found.operand(0)?, Kind::StablehloConcatenate)?;
    let dimension = usize::try_from(attributes::integer(op, "dimension").ok()?).ok()?;
    let mut bounds = Bounds::of(found.op)?;
    let mut before = 0;
    for part in ir::operands(op) {
        let size = ir::shape_of(part)[dimension];
        let inside =
            bounds.starts[dimension] >= before && bounds.limits[dimension] <= before + size;
        if inside && size > 0 {
            bounds.starts[dimension] -= before;
            bounds.limits[dimension] -= before;
            return one(bounds.slice(found, part));
        }
        before += size;
    }
    None
}

/// `slice(broadcast(x))` = `broadcast(slice(x))`
fn slice_of_broadcast<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let op = producer(found.operand(0)?, Kind::StablehloBroadcastInDim)?;
    let x = ir::operands(op)[0];
    let dims = list(op, "broadcast_dimensions")?;
    let outer = Bounds::of(found.op)?;
    let mut inner = Bounds { starts: vec![], limits: vec![], strides: vec![] };
    for (size, to) in ir::shape_of(x).into_iter().zip(&dims) {
        let to = *to as usize;
        let enlarged = size == 1 && found.shape[to] != 0;
        inner.starts.push(if enlarged { 0 } else { outer.starts[to] });
        inner.limits.push(if enlarged { 1 } else { outer.limits[to] });
        inner.strides.push(if enlarged { 1 } else { outer.strides[to] });
    }
    let part = inner.slice(found, x);
    one(found.hlo.broadcast(part, &dims, &found.shape))
}

/// `slice(iota)` = `iota`, if it starts at zero and has stride one along the iota's dimension
fn slice_of_iota<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let op = producer(found.operand(0)?, Kind::StablehloIota)?;
    let dimension = usize::try_from(attributes::integer(op, "iota_dimension").ok()?).ok()?;
    let bounds = Bounds::of(found.op)?;
    if bounds.starts[dimension] != 0 || bounds.strides[dimension] != 1 {
        return None;
    }
    one(found.hlo.iota(dimension, found.ty))
}

/// `slice(pad(x))` = `slice(x)`, if it lies within `x`
fn slice_of_pad<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let op = producer(found.operand(0)?, Kind::StablehloPad)?;
    let x = ir::operands(op)[0];
    let (low, interior) = (list(op, "edge_padding_low")?, list(op, "interior_padding")?);
    let mut bounds = Bounds::of(found.op)?;
    for (dim, size) in ir::shape_of(x).into_iter().enumerate() {
        bounds.starts[dim] -= low[dim];
        bounds.limits[dim] -= low[dim];
        if interior[dim] != 0 || bounds.starts[dim] < 0 || bounds.limits[dim] > size {
            return None;
        }
    }
    one(bounds.slice(found, x))
}

/// `dynamic_slice(x) : T -> T` = `x`, for any start indices
fn dynamic_slice_of_all<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    slice_of_all(found)
}

/// Returns the constant start indices, clamped so that `sizes` fit into `shape`.
pub fn clamped_starts(starts: &[Value], shape: &[i64], sizes: &[i64]) -> Option<Vec<i64>> {
    if starts.len() != shape.len() {
        return None;
    }
    let mut clamped = Vec::new();
    for (dim, start) in starts.iter().enumerate() {
        let most = shape[dim] - sizes[dim];
        // If only one start is possible, the index need not be constant.
        let start = if most == 0 {
            0
        } else {
            Elements::of_value(*start)?.number(0).int()?.clamp(0, most.into()) as i64
        };
        clamped.push(start);
    }
    Some(clamped)
}

/// `dynamic_slice(x)` at constant indices = `slice(x)`
fn dynamic_slice_at_constant<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    let starts = clamped_starts(&found.operands[1..], &ir::shape_of(x), &found.shape)?;
    let limits: Vec<_> =
        starts.iter().zip(&found.shape).map(|(start, size)| start + size).collect();
    one(found.hlo.slice(x, &starts, &limits, &vec![1; starts.len()]))
}

/// `dynamic_update_slice(x, y)` with `y` of the type of `x` = `y`, for any start indices
fn update_of_all<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (_, update) = found.pair()?;
    if update.r#type() != found.ty {
        return None;
    }
    one(update)
}

/// `dynamic_update_slice(x, y)` with `y` without elements = `x`
fn update_of_nothing<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, update) = found.pair()?;
    if !ir::shape_of(update).contains(&0) {
        return None;
    }
    one(x)
}

/// `dynamic_update_slice(x, dynamic_slice(x, i), i)` = `x`
fn update_by_own_slice<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, update) = found.pair()?;
    let read = producer(update, Kind::StablehloDynamicSlice)?;
    if operand_of(update, Kind::StablehloDynamicSlice)? != x
        || ir::operands(read)[1..] != found.operands[2..]
    {
        return None;
    }
    one(x)
}
