// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for `gather`.

use crate::build::{Hlo, element_of};
use crate::elements::{Elements, Format};
use crate::simplify::matching::{Match, list, one};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes;
use hloom_ir::{self as ir, Value};

pub const RULES: &[(Kind, Rule)] = &[(Kind::StablehloGather, gather_of_one)];

/// `gather(x, i)` of one slice = `reshape(dynamic_slice(x, i))`, or `reshape(slice(x))` at constant
/// indices
///
/// A slice is a view, which its users read in place, whereas a gather computes the position of each
/// element.
fn gather_of_one<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, indices) = found.pair()?;
    let dims = attributes::gather_dims(found.op).ok()?;
    let sizes = list(found.op, "slice_sizes")?;
    let shape = ir::shape_of(x);
    // A type that is quantized along a dimension has no format.
    found.format()?;
    // There is no batching dimension.
    if !dims.operand_batching.is_empty() || !dims.offset.is_sorted() || sizes.contains(&0) {
        return None;
    }
    let vector = IndexVector::of(indices, dims.index_vector, &dims.start_index_map)?;
    let known = (0..shape.len()).map(|dim| {
        let start = vector.known(dim)?;
        Some(start.clamp(0, i128::from(shape[dim] - sizes[dim])) as i64)
    });
    let slice = match known.collect::<Option<Vec<_>>>() {
        Some(from) => {
            let limits: Vec<_> =
                from.iter().zip(&sizes).map(|(start, size)| start + size).collect();
            found.hlo.slice(x, &from, &limits, &vec![1; from.len()])
        }
        None => {
            let starts: Vec<_> = (0..shape.len()).map(|dim| vector.get(found.hlo, dim)).collect();
            found.hlo.dynamic_slice(x, &starts, &sizes)
        }
    };
    // Offset dimensions are in the order of the operand; all others have one element.
    one(found.hlo.reshape(slice, &found.shape))
}

/// The only index vector of a gather or scatter.
pub struct IndexVector<'a> {
    indices: Value<'a>,
    /// Dimension of `indices` that contains the vector, or the rank of `indices` if the vector is a
    /// scalar.
    dim: usize,
    /// For each element of the vector, the operand dimension for which it is the start index.
    map: Vec<usize>,
}

impl<'a> IndexVector<'a> {
    /// Reads the vector in dimension `dim` of `indices`. Returns `None` if `indices` contains no
    /// vectors or several vectors, or does not have integer elements.
    pub fn of(indices: Value<'a>, dim: usize, map: &[usize]) -> Option<Self> {
        Format::of(element_of(indices)).filter(|format| format.is_integer())?;
        let shape = ir::shape_of(indices);
        let others = (0..shape.len()).filter(|other| *other != dim);
        let vectors: i64 = others.map(|dim| shape[dim]).product();
        (vectors == 1).then(|| Self { indices, dim, map: map.to_vec() })
    }

    /// Returns the position in the vector of the start index in dimension `dim`, or `None` if the
    /// vector does not have this index.
    pub fn position(&self, dim: usize) -> Option<usize> {
        self.map.iter().position(|to| *to == dim)
    }

    /// Returns the start index in dimension `dim` if it is constant. Returns zero if the vector has
    /// no element for the dimension.
    pub fn known(&self, dim: usize) -> Option<i128> {
        let Some(position) = self.position(dim) else { return Some(0) };
        Elements::of_value(self.indices)?.number(position).int()
    }

    /// Builds the start index in dimension `dim`, a scalar.
    pub fn get(&self, hlo: Hlo<'a>, dim: usize) -> Value<'a> {
        let scalar = ir::tensor(&[], element_of(self.indices));
        if let Some(known) = self.known(dim).and_then(|known| i64::try_from(known).ok()) {
            return hlo.int(known, scalar);
        }
        let shape = ir::shape_of(self.indices);
        let (mut from, mut to) = (vec![0; shape.len()], shape);
        if let (Some(position), true) = (self.position(dim), self.dim < from.len()) {
            (from[self.dim], to[self.dim]) = (position as i64, position as i64 + 1);
        }
        let element = hlo.slice(self.indices, &from, &to, &vec![1; from.len()]);
        hlo.reshape(element, &[])
    }
}
