// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for `slice`, `dynamic_slice` and `dynamic_update_slice`.

use crate::elements::Elements;
use crate::simplify::matching::{Match, list, one, operand_of, producer};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes;
use hloom_ir::has_one_use;
use hloom_ir::{self as ir, Op, Value};
use melior::ir::ValueLike;

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloSlice, slice_of_all),
    (Kind::StablehloSlice, slice_of_slice),
    (Kind::StablehloSlice, slice_of_concatenate),
    (Kind::StablehloSlice, slice_of_update),
    (Kind::StablehloSlice, slice_of_broadcast),
    (Kind::StablehloSlice, slice_of_iota),
    (Kind::StablehloSlice, slice_of_pad),
    (Kind::StablehloDynamicSlice, dynamic_slice_of_all),
    (Kind::StablehloDynamicSlice, dynamic_slice_at_constant),
    (Kind::StablehloDynamicSlice, dynamic_slice_of_update),
    (Kind::StablehloDynamicUpdateSlice, update_of_all),
    (Kind::StablehloDynamicUpdateSlice, update_of_nothing),
    (Kind::StablehloDynamicUpdateSlice, update_by_own_slice),
    (Kind::StablehloDynamicUpdateSlice, update_of_update),
];

/// Starts, limits and strides of a slice.
#[derive(Clone)]
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

/// `slice(concatenate(..., x, ..., y, ...))` = `concatenate(slice(x), ..., slice(y))` of the
/// operands that the slice overlaps
///
/// If the slice overlaps several operands, the concatenation must have further operands and no
/// other use; otherwise, the program would copy more elements than before.
fn slice_of_concatenate<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let op = producer(found.operand(0)?, Kind::StablehloConcatenate)?;
    let dimension = usize::try_from(attributes::integer(op, "dimension").ok()?).ok()?;
    let bounds = Bounds::of(found.op)?;
    let (start, limit) = (bounds.starts[dimension], bounds.limits[dimension]);
    let mut reached = Vec::new();
    let mut before = 0;
    for part in ir::operands(op) {
        let after = before + ir::shape_of(part)[dimension];
        if before < after && start < after && limit > before {
            reached.push((part, before, after));
        }
        before = after;
    }
    if reached.len() != 1 {
        let all = reached.is_empty() || reached.len() == ir::operands(op).len();
        if all || bounds.strides[dimension] != 1 || !has_one_use(found.operands[0]) {
            return None;
        }
    }
    let slices: Vec<_> = reached
        .iter()
        .map(|(part, before, after)| {
            let mut bounds = bounds.clone();
            bounds.starts[dimension] = start.max(*before) - before;
            bounds.limits[dimension] = limit.min(*after) - before;
            bounds.slice(found, *part)
        })
        .collect();
    one(if slices.len() == 1 { slices[0] } else { found.hlo.concatenate(&slices, dimension) })
}

/// `slice(dynamic_update_slice(x, y))` at constant indices = `slice(y)`, if the slice is within
/// `y`; `slice(x)`, if the slice is outside `y` and all users of the update are slices within or
/// outside `y`
///
/// If there are other uses, reads of `x` after its update would prevent an in-place update.
fn slice_of_update<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let updated = found.operand(0)?;
    let update = Update::of(producer(updated, Kind::StablehloDynamicUpdateSlice)?)?;
    match update.place(found.op)? {
        Place::Within => {
            let mut bounds = Bounds::of(found.op)?;
            for (dim, start) in update.starts.iter().enumerate() {
                bounds.starts[dim] -= start;
                bounds.limits[dim] = bounds.limits[dim].min(update.limits[dim]) - start;
            }
            one(bounds.slice(found, update.y))
        }
        Place::Outside => {
            let goes = |(user, _): (Op<'a>, usize)| {
                ir::hlo_op(user) == Some(Kind::StablehloSlice) && update.place(user).is_some()
            };
            if !ir::uses(updated).into_iter().all(goes) {
                return None;
            }
            one(Bounds::of(found.op)?.slice(found, update.x))
        }
    }
}

/// A `dynamic_update_slice` at constant indices.
struct Update<'a> {
    x: Value<'a>,
    y: Value<'a>,
    starts: Vec<i64>,
    limits: Vec<i64>,
}

/// The position of a slice of a `dynamic_update_slice` result: inside or outside the update.
enum Place {
    /// All elements of the slice come from the update.
    Within,
    /// No element of the slice comes from the update.
    Outside,
}

impl<'a> Update<'a> {
    fn of(op: Op<'a>) -> Option<Self> {
        let operands = ir::operands(op);
        let [x, y, ref starts @ ..] = operands[..] else { return None };
        let sizes = ir::shape_of(y);
        let starts = clamped_starts(starts, &ir::shape_of(x), &sizes)?;
        let limits = starts.iter().zip(&sizes).map(|(start, size)| start + size).collect();
        Some(Self { x, y, starts, limits })
    }

    /// Returns the position of a slice. Returns `None` if the slice is empty, or if only some of
    /// its elements come from the update.
    fn place(&self, slice: Op) -> Option<Place> {
        let bounds = Bounds::of(slice)?;
        let shape = ir::shape_of(*ir::results(slice).first()?);
        if shape.contains(&0) {
            return None;
        }
        let last = |dim: usize| bounds.starts[dim] + (shape[dim] - 1) * bounds.strides[dim];
        let dims = 0..shape.len();
        let within = |dim| bounds.starts[dim] >= self.starts[dim] && last(dim) < self.limits[dim];
        let outside = |dim| bounds.starts[dim] >= self.limits[dim] || last(dim) < self.starts[dim];
        if dims.clone().all(within) {
            return Some(Place::Within);
        }
        dims.into_iter().any(outside).then_some(Place::Outside)
    }
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

/// `slice(iota)` = `iota`, if the slice starts at zero and has stride one along the iota's
/// dimension
fn slice_of_iota<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let op = producer(found.operand(0)?, Kind::StablehloIota)?;
    let dimension = usize::try_from(attributes::integer(op, "iota_dimension").ok()?).ok()?;
    let bounds = Bounds::of(found.op)?;
    if bounds.starts[dimension] != 0 || bounds.strides[dimension] != 1 {
        return None;
    }
    one(found.hlo.iota(dimension, found.ty))
}

/// `slice(pad(x))` = `slice(x)`, if the slice is within `x` and the pad adds no interior padding
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

/// Returns the constant start indices, clamped so that `sizes` fit into `shape`. Returns `None` if
/// an index is not constant, unless only index zero is possible.
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

/// `dynamic_slice(dynamic_update_slice(x, y, i), i)` of the size of `y` = `y`
fn dynamic_slice_of_update<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let update = producer(found.operand(0)?, Kind::StablehloDynamicUpdateSlice)?;
    let operands = ir::operands(update);
    let y = *operands.get(1)?;
    if y.r#type() != found.ty || operands[2..] != found.operands[1..] {
        return None;
    }
    one(y)
}

/// `dynamic_update_slice(dynamic_update_slice(x, y, i), z, i)` = `dynamic_update_slice(x, z, i)`, if
/// `y` and `z` have the same size and the inner update has no other use
fn update_of_update<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (inner, update) = found.pair()?;
    let before = ir::operands(producer(inner, Kind::StablehloDynamicUpdateSlice)?);
    let [x, y, ..] = before[..] else { return None };
    let same = y.r#type() == update.r#type() && before[2..] == found.operands[2..];
    if !same || !has_one_use(inner) {
        return None;
    }
    let mut operands = found.operands.clone();
    operands[0] = x;
    one(found.with_operands(&operands))
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
