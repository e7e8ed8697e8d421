// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for `scatter`.

use super::gather::IndexVector;
use crate::build::{Hlo, element_of};
use crate::elements::Format;
use crate::simplify::matching::{Combiner, Match, one};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes;
use hloom_ir::{self as ir, Value};
use melior::ir::ValueLike;

use super::arithmetic::range;

pub const RULES: &[(Kind, Rule)] = &[(Kind::StablehloScatter, scatter_of_one)];

/// `scatter(x, i, y)` of one window = `dynamic_update_slice(x, f(dynamic_slice(x, i), y), i)`,
/// where `f` is the body, if the window is known to be inside `x`, or has size one in each
/// dimension where it may be outside
///
/// JAX writes `x.at[i].set(y)` and `x.at[1:-1].add(y)` as scatters. A `dynamic_update_slice` copies
/// rows, and works in place if `x` is not used again, whereas a scatter computes the position of
/// each element.
fn scatter_of_one<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let [x, indices, updates] = found.operands[..] else { return None };
    let dims = attributes::scatter_dims(found.op).ok()?;
    let shape = ir::shape_of(x);
    // A type that is quantized along a dimension has no format.
    found.format()?;
    let plain = dims.input_batching.is_empty() && dims.update_window.is_sorted();
    let same = x.r#type() == found.ty && element_of(updates) == element_of(x);
    if !plain || !same || found.shape.contains(&0) {
        return None;
    }
    let vector = IndexVector::of(indices, dims.index_vector, &dims.scatter_dims_to_operand)?;
    let combiner = Combiner::of(found.op, element_of(x))?;
    // The window has one element in the dimensions that the updates lack.
    let from = ir::shape_of(updates);
    let mut windows = dims.update_window.iter().map(|dim| from.get(*dim).copied());
    let sizes: Vec<_> =
        (0..shape.len())
            .map(|dim| {
                if dims.inserted_window.contains(&dim) { Some(1) } else { windows.next().flatten() }
            })
            .collect::<Option<_>>()?;
    let fits = sizes.iter().zip(&shape).all(|(size, whole)| (1..=*whole).contains(size));
    if !fits || sizes.iter().product::<i64>() != from.iter().product::<i64>() {
        return None;
    }
    let mut unknown = Vec::new();
    for dim in 0..shape.len() {
        match vector.known(dim) {
            Some(start) if (0..=i128::from(shape[dim] - sizes[dim])).contains(&start) => {}
            None if sizes[dim] == 1 => unknown.push(dim),
            _ => return None,
        }
    }
    let bounds = Bounds::of(element_of(indices))?;

    let hlo = found.hlo;
    let starts: Vec<_> = (0..shape.len()).map(|dim| vector.get(hlo, dim)).collect();
    let window = hlo.reshape(updates, &sizes);
    let inside = unknown
        .into_iter()
        .filter_map(|dim| bounds.inside(hlo, starts[dim], shape[dim]))
        .reduce(|one, other| hlo.binary("and", one, other));
    let old = (combiner != Combiner::Second || inside.is_some())
        .then(|| hlo.dynamic_slice(x, &starts, &sizes));
    let new = old.map_or(window, |old| combiner.combine(hlo, old, window));
    let new = match (inside, old) {
        (Some(inside), Some(old)) => hlo.select(hlo.broadcast(inside, &[], &sizes), new, old),
        _ => new,
    };
    one(hlo.dynamic_update_slice(x, new, &starts))
}

/// The smallest and the largest integer of an index type.
struct Bounds {
    least: i128,
    greatest: i128,
}

impl Bounds {
    fn of(element: ir::Type) -> Option<Self> {
        let (least, greatest) = range(Format::of(element)?)?;
        Some(Self { least, greatest })
    }

    /// Builds the condition `0 <= index < size`. Returns `None` if the condition holds for every
    /// integer of the index type.
    fn inside<'a>(&self, hlo: Hlo<'a>, index: Value<'a>, size: i64) -> Option<Value<'a>> {
        let bound =
            |direction, value| hlo.compare(direction, index, hlo.int(value, index.r#type()), false);
        let low = (self.least < 0).then(|| bound("GE", 0));
        let high = (self.greatest >= i128::from(size)).then(|| bound("LT", size));
        match (low, high) {
            (Some(low), Some(high)) => Some(hlo.binary("and", low, high)),
            (low, high) => low.or(high),
        }
    }
}
