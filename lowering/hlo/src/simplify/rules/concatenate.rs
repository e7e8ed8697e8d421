// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for `concatenate`.

use crate::build::Hlo;
use crate::elements::Elements;
use crate::simplify::matching::{Match, list, one, operand_of, producer, splat_like};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes;
use hloom_ir::has_one_use;
use hloom_ir::{self as ir, Value};

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloConcatenate, concatenate_of_one),
    (Kind::StablehloConcatenate, concatenate_of_empty),
    (Kind::StablehloConcatenate, concatenate_of_concatenate),
    (Kind::StablehloConcatenate, concatenate_of_splats),
    (Kind::StablehloConcatenate, concatenate_of_broadcasts),
    (Kind::StablehloConcatenate, concatenate_of_neighbors),
    (Kind::StablehloConcatenate, concatenate_of_merged_broadcast),
];

fn dimension(found: &Match) -> Option<usize> {
    usize::try_from(attributes::integer(found.op, "dimension").ok()?).ok()
}

/// `concatenate(x)` = `x`
fn concatenate_of_one<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let [x] = found.operands[..] else { return None };
    one(x)
}

/// `concatenate(x, empty, y)` = `concatenate(x, y)`
fn concatenate_of_empty<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let dimension = dimension(found)?;
    let full: Vec<_> =
        found.operands.iter().copied().filter(|part| ir::shape_of(*part)[dimension] != 0).collect();
    if full.is_empty() || full.len() == found.operands.len() {
        return None;
    }
    one(found.hlo.concatenate(&full, dimension))
}

/// `concatenate(x, concatenate(y, z))` = `concatenate(x, y, z)`, if the inner concatenation has no
/// other use
fn concatenate_of_concatenate<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let dimension = dimension(found)?;
    let inner = |part: Value<'a>| {
        let op = producer(part, Kind::StablehloConcatenate).filter(|_| has_one_use(part))?;
        let same = attributes::integer(op, "dimension").ok()? == dimension as i64;
        same.then(|| ir::operands(op))
    };
    if !found.operands.iter().any(|part| inner(*part).is_some()) {
        return None;
    }
    let flat: Vec<_> = found
        .operands
        .iter()
        .flat_map(|part| inner(*part).unwrap_or_else(|| vec![*part]))
        .collect();
    one(found.hlo.concatenate(&flat, dimension))
}

/// `concatenate(c, c)` of equal splat constants = `c` in the shape of the result
fn concatenate_of_splats<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let first = Elements::of_splat(found.operand(0)?)?;
    let same = found.operands[1..]
        .iter()
        .all(|part| Elements::of_splat(*part).is_some_and(|part| part.bytes(0) == first.bytes(0)));
    if !same {
        return None;
    }
    one(splat_like(found.hlo, found.operand(0)?, &found.shape)?)
}

/// `concatenate(broadcast(x), broadcast(x))` of a scalar `x` = `broadcast(x)`
fn concatenate_of_broadcasts<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let scalar = |part: Value<'a>| {
        let x = ir::operands(producer(part, Kind::StablehloBroadcastInDim)?)[0];
        ir::shape_of(x).is_empty().then_some(x)
    };
    let x = scalar(found.operand(0)?)?;
    if found.operands[1..].iter().any(|part| scalar(*part) != Some(x)) {
        return None;
    }
    one(found.hlo.broadcast(x, &[], &found.shape))
}

/// `concatenate(x[a:b], x[b:c])` = `x[a:c]`
fn concatenate_of_neighbors<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let dimension = dimension(found)?;
    let mut joined: Vec<Value<'a>> = Vec::new();
    let mut run: Option<Run<'a>> = None;
    let mut changed = false;
    for part in &found.operands {
        let next = Run::of(*part, dimension);
        match (&mut run, next) {
            (Some(run), Some(next)) if run.continues(&next, dimension) => {
                run.limits[dimension] = next.limits[dimension];
                run.value = None;
                changed = true;
            }
            (run, next) => {
                joined.extend(run.take().map(|run| run.build(found.hlo)));
                match next {
                    Some(next) => *run = Some(next),
                    None => joined.push(*part),
                }
            }
        }
    }
    joined.extend(run.map(|run| run.build(found.hlo)));
    if !changed {
        return None;
    }
    one(if joined.len() == 1 { joined[0] } else { found.hlo.concatenate(&joined, dimension) })
}

/// `concatenate(reshape(b), y)` = `reshape(concatenate(b, reshape(y)))`, if `b` is a broadcast and
/// the reshape merges dimensions other than the concatenated dimension
///
/// A reshaped value is computed in separate memory and copied, whereas a broadcast is computed
/// directly in its slice of the result. Upsampling repeats elements along a new dimension, and then
/// merges this dimension with another.
fn concatenate_of_merged_broadcast<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let dimension = dimension(found)?;
    let merged = |part: Value<'a>| {
        let x = operand_of(part, Kind::StablehloReshape).filter(|_| has_one_use(part))?;
        producer(x, Kind::StablehloBroadcastInDim)?;
        let (shape, split) = (ir::shape_of(part), ir::shape_of(x));
        let inner = same_dimension(&shape, dimension, &split)?;
        (split.len() > shape.len()).then_some((x, split, inner))
    };
    let (_, split, inner) = found.operands.iter().find_map(|part| merged(*part))?;
    let shape_of = |part: Value<'a>| {
        let mut shape = split.clone();
        shape[inner] = ir::shape_of(part)[dimension];
        shape
    };
    let fits = |part: &Value<'a>| merged(*part).is_none_or(|(_, it, _)| it == shape_of(*part));
    if !found.operands.iter().all(fits) {
        return None;
    }
    let part = |part: &Value<'a>| match merged(*part) {
        Some((x, ..)) => x,
        None => found.hlo.reshape(*part, &shape_of(*part)),
    };
    let parts: Vec<_> = found.operands.iter().map(part).collect();
    one(found.hlo.reshape(found.hlo.concatenate(&parts, inner), &found.shape))
}

/// Returns the dimension of the shape `to` that corresponds to dimension `dimension` of the shape
/// `from` in a reshape. Returns `None` if the reshape splits or merges this dimension.
fn same_dimension(from: &[i64], dimension: usize, to: &[i64]) -> Option<usize> {
    if from.contains(&0) {
        return None;
    }
    let product = |sizes: &[i64]| sizes.iter().product::<i64>();
    let (before, after) = (product(&from[..dimension]), product(&from[dimension + 1..]));
    (0..to.len()).find(|inner| {
        to[*inner] == from[dimension]
            && product(&to[..*inner]) == before
            && product(&to[inner + 1..]) == after
    })
}

/// A slice whose stride is one along the concatenated dimension.
struct Run<'a> {
    source: Value<'a>,
    starts: Vec<i64>,
    limits: Vec<i64>,
    strides: Vec<i64>,
    /// The result of the slice, or `None` after the slice is extended by another slice.
    value: Option<Value<'a>>,
}

impl<'a> Run<'a> {
    fn of(value: Value<'a>, dimension: usize) -> Option<Self> {
        let op = producer(value, Kind::StablehloSlice)?;
        let strides = list(op, "strides").filter(|strides| strides[dimension] == 1)?;
        Some(Self {
            source: ir::operands(op)[0],
            starts: list(op, "start_indices")?,
            limits: list(op, "limit_indices")?,
            strides,
            value: Some(value),
        })
    }

    fn continues(&self, next: &Self, dimension: usize) -> bool {
        let others = (0..self.starts.len()).filter(|dim| *dim != dimension).all(|dim| {
            self.starts[dim] == next.starts[dim]
                && self.limits[dim] == next.limits[dim]
                && self.strides[dim] == next.strides[dim]
        });
        others && self.source == next.source && self.limits[dimension] == next.starts[dimension]
    }

    fn build(self, hlo: Hlo<'a>) -> Value<'a> {
        self.value
            .unwrap_or_else(|| hlo.slice(self.source, &self.starts, &self.limits, &self.strides))
    }
}
