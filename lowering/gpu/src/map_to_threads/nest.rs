// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Structured operations on memory, with the sizes of their dimensions.

use hloom_ir::linalg::structured::Structured;
use hloom_ir::{self as ir, Builder, Forall, Op, Shaped, Value};
use melior::ir::{AffineMap, ValueLike};
use std::collections::HashSet;

/// A `linalg.generic` on memrefs, with the sizes of its dimensions.
pub struct Nest<'a> {
    pub generic: Structured<'a>,
    pub sizes: Vec<i64>,
}

impl<'a> Nest<'a> {
    /// Returns the loop nest of an operation, or `None` if the operation is not a `linalg.generic`
    /// of static shape.
    pub fn of(op: Op<'a>) -> Option<Self> {
        let generic = Structured::of(op)?;
        let is_dynamic =
            |value: Value| Shaped::of(value.r#type()).is_some_and(|shaped| !shaped.is_static());
        if ir::operands(op).into_iter().any(is_dynamic) {
            return None;
        }
        let sizes = generic.extents()?;
        Some(Self { generic, sizes })
    }

    /// Returns the parallel dimensions if `parallel` is true, and otherwise the reduction
    /// dimensions, in order.
    pub fn dims(&self, parallel: bool) -> Vec<usize> {
        let dims = 0..self.sizes.len();
        dims.filter(|dim| self.generic.parallel[*dim] == parallel).collect()
    }

    /// Returns the number of iterations of the loops over the given dimensions.
    pub fn iterations(&self, dims: &[usize]) -> i64 {
        dims.iter().map(|dim| self.sizes[*dim]).fold(1, i64::saturating_mul)
    }

    /// Sets the indices of the given dimensions to those of iteration `number` of the loops over
    /// these dimensions, in row-major order.
    pub fn set_indices(
        &self,
        at: Builder<'a>,
        indices: &mut [Value<'a>],
        dims: &[usize],
        number: Value<'a>,
    ) {
        if dims.is_empty() {
            return;
        }
        let sizes: Vec<_> = dims.iter().map(|dim| self.sizes[*dim]).collect();
        for (dim, index) in dims.iter().zip(Forall::from_sizes(&sizes).variables(at, number)) {
            indices[*dim] = index;
        }
    }

    /// Returns true if an index of an output depends on a reduction dimension, so that a loop must
    /// load and store the output.
    pub fn accumulates_in_memory(&self) -> bool {
        self.generic.maps[self.generic.inputs..]
            .iter()
            .flat_map(|map| self.dims_of(map))
            .any(|dim| !self.generic.parallel[dim])
    }

    /// Returns true if the operation writes all elements of an output.
    pub fn writes_all(&self, operand: usize) -> bool {
        let map = &self.generic.maps[operand];
        let mut dims = HashSet::new();
        (0..map.result_count()).all(|index| {
            let dim = map.result(index).ok().and_then(ir::dim_position);
            dim.is_some_and(|dim| self.generic.parallel[dim] && dims.insert(dim))
        })
    }

    /// Returns the loop dimensions on which at least one index of an affine map depends.
    pub fn dims_of(&self, map: &AffineMap<'a>) -> Vec<usize> {
        let count = self.sizes.len();
        let steps: Vec<_> = (0..map.result_count())
            .filter_map(|index| map.result(index).ok())
            .map(|expression| ir::linear(expression, count).map(|(steps, _)| steps))
            .collect();
        let uses = |dim: usize| steps.iter().any(|it| it.as_ref().is_none_or(|it| it[dim] != 0));
        (0..count).filter(|dim| uses(*dim)).collect()
    }
}
