// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Splits a loop of a reduction into two reductions: one of parts, and one of their results.
//!
//! HLO leaves the order of a reduction open (StableHLO specification, section "reduce"). Sums and
//! products of floats are split if they are marked `reassoc`. Maxima and minima of floats are
//! split, and reductions of integers by an operation with a neutral element. Reductions of several
//! results are not split.

use crate::groups::loop_extents;
use hloom_ir::linalg::combiner::Combiner;
use hloom_ir::linalg::generic::{Generic, map_of_dims, splat_tensor};
use hloom_ir::linalg::reshape::expand;
use hloom_ir::linalg::slices::{Offset, extract_slice};
use hloom_ir::linalg::structured::Structured;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Value};
use melior::ir::{AffineExpr, AffineMap, ValueLike};

/// The place of the loop over the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartLoop {
    /// The loop over the parts is the outermost one. Each part is contiguous.
    Outermost,
    /// The loop over the parts is the innermost one. Successive elements of a part are as far from
    /// each other as the number of parts.
    Innermost,
}

/// A reduction that may be split.
pub struct Reduction<'a> {
    pub generic: Structured<'a>,
    pub extents: Vec<i64>,
    combiner: Combiner<'a>,
}

impl<'a> Reduction<'a> {
    /// Reads an operation. Returns `None` unless it is a reduction to one result, whose order is
    /// open.
    pub fn of(op: Op<'a>) -> Option<Self> {
        let generic = Structured::of(op)?;
        let extents = loop_extents(&generic)?;
        // The operands of `linalg.index` are numbers of loops, which change.
        let scalar = |op: Op| ir::regions(op).is_empty() && ir::op_name(op) != "linalg.index";
        let scalar = generic.body_ops().into_iter().all(scalar);
        if generic.is_elementwise() || generic.maps.len() != generic.inputs + 1 || !scalar {
            return None;
        }
        let combiner = Combiner::of(&generic)?;
        Some(Self { generic, extents, combiner })
    }

    /// Returns true if the reduction computes with floats.
    pub fn is_float(&self) -> bool {
        ir::is_float(ir::element_of(ir::results(self.generic.op)[0].r#type()))
    }

    /// Returns the number of iterations of the parallel loops if `parallel` is true, else of the
    /// reduction loops.
    pub fn iterations(&self, parallel: bool) -> i64 {
        let dims = self.extents.iter().zip(&self.generic.parallel);
        let dims = dims.filter(|(_, is)| **is == parallel);
        dims.map(|(extent, _)| *extent).fold(1, i64::saturating_mul)
    }

    /// Returns true if loop `dim` is a reduction loop that can be split.
    pub fn can_split(&self, dim: usize) -> bool {
        !self.generic.parallel[dim] && indexes_alone(&self.generic, dim)
    }

    /// Splits loop `dim` into `parts` parts of equal length, and replaces the operation. The iterations
    /// that are left, fewer than `parts`, come before the parts.
    pub fn split(self, context: &'a Context, dim: usize, parts: i64, place: PartLoop) {
        let op = self.generic.op;
        let rest = self.extents[dim] % parts;
        let result =
            Split { reduction: self, dim, parts, rest, place }.emit(Builder::before(context, op));
        ir::replace(op, [result]);
    }
}

/// A reduction and the way to split it.
struct Split<'a> {
    reduction: Reduction<'a>,
    dim: usize,
    parts: i64,
    /// The number of iterations that are in no part: the last ones.
    rest: i64,
    place: PartLoop,
}

impl<'a> Split<'a> {
    /// Emits both reductions and returns the result.
    fn emit(&self, builder: Builder<'a>) -> Value<'a> {
        let generic = &self.reduction.generic;
        let operands = ir::operands(generic.op);
        let old = self.with_rest(builder);
        let result = ir::results(generic.op)[0].r#type();
        let element = ir::element_of(result);
        let mut shape = Shaped::of(result).map(|shaped| shaped.shape).unwrap_or_default();
        let part = self.of_rank(shape.len());
        shape.insert(part, self.parts);

        let mut parallel = generic.parallel.clone();
        parallel.insert(self.part_loop(), true);
        let mut partial = Generic::new(builder, &parallel);
        for (operand, map) in operands.iter().zip(&generic.maps).take(generic.inputs) {
            let operand = self.slice(builder, *operand, map, 0, self.extent() - self.rest);
            let (operand, map) = self.part_of(builder, operand, map);
            partial = partial.input(operand, map);
        }
        let start = self.reduction.combiner.neutral(builder, element);
        let start = splat_tensor(builder, start, ir::tensor(&shape, element));
        let map = self.with_part(builder.context(), &generic.maps[generic.inputs], Some(part));
        let partial = partial
            .output(start, map)
            .build(|builder, arguments| generic.clone_body(builder, arguments));

        let rank = shape.len();
        let parallel: Vec<_> = (0..rank).map(|dim| dim != part).collect();
        let kept: Vec<_> = (0..rank).filter(|dim| *dim != part).collect();
        let map = |dims: &[usize]| map_of_dims(builder.context(), rank, dims);
        let all: Vec<_> = (0..rank).collect();
        let total = Generic::new(builder, &parallel)
            .input(partial[0], map(&all))
            .output(old, map(&kept))
            .build(|builder, arguments| {
                vec![self.reduction.combiner.combine(builder, arguments[1], arguments[0])]
            });
        total[0]
    }

    /// Returns the extent of the loop that is split.
    fn extent(&self) -> i64 {
        self.reduction.extents[self.dim]
    }

    /// Emits the reduction of the iterations that are in no part, and returns its result: the original
    /// initial value if there are none.
    fn with_rest(&self, builder: Builder<'a>) -> Value<'a> {
        let generic = &self.reduction.generic;
        let operands = ir::operands(generic.op);
        let old = operands[generic.inputs];
        if self.rest == 0 {
            return old;
        }
        let mut reduction = Generic::new(builder, &generic.parallel);
        for (operand, map) in operands.iter().zip(&generic.maps).take(generic.inputs) {
            let start = self.extent() - self.rest;
            reduction = reduction.input(self.slice(builder, *operand, map, start, self.rest), *map);
        }
        let reduction = reduction.output(old, generic.maps[generic.inputs]);
        reduction.build(|builder, arguments| generic.clone_body(builder, arguments))[0]
    }

    /// Returns `size` iterations of the split loop, from `start` on, of an operand. Operands that the
    /// loop does not index stay whole.
    fn slice(
        &self,
        builder: Builder<'a>,
        operand: Value<'a>,
        map: &AffineMap<'a>,
        start: i64,
        size: i64,
    ) -> Value<'a> {
        let Some(split) = self.index_of(map).filter(|_| size != self.extent()) else {
            return operand;
        };
        let Some(Shaped { mut shape, element, .. }) = Shaped::of(operand.r#type()) else {
            return operand;
        };
        let mut offsets = vec![0; shape.len()];
        (offsets[split], shape[split]) = (start, size);
        let (offsets, ones) = (Offset::constants(&offsets), vec![1; shape.len()]);
        extract_slice(builder, operand, &offsets, &shape, &ones, ir::tensor(&shape, element))
    }

    /// Returns the index of an operand that is the split loop.
    fn index_of(&self, map: &AffineMap<'a>) -> Option<usize> {
        let index = |index: usize| map.result(index).ok().and_then(hloom_ir::dim_position);
        (0..map.result_count()).position(|result| index(result) == Some(self.dim))
    }

    /// Returns the number of the loop over the parts.
    fn part_loop(&self) -> usize {
        self.of_rank(self.reduction.extents.len())
    }

    /// Returns the position at which the loop or dimension of the parts is added to `rank` others.
    fn of_rank(&self, rank: usize) -> usize {
        if self.place == PartLoop::Outermost { 0 } else { rank }
    }

    /// Splits the dimension of an operand that the split loop indexes, if there is one. Returns the
    /// operand and its map with the loop over the parts.
    fn part_of(
        &self,
        builder: Builder<'a>,
        operand: Value<'a>,
        map: &AffineMap<'a>,
    ) -> (Value<'a>, AffineMap<'a>) {
        let Some(split) = self.index_of(map) else {
            return (operand, self.with_part(builder.context(), map, None));
        };
        let shape = Shaped::of(operand.r#type()).map(|shaped| shaped.shape).unwrap_or_default();
        let mut groups = Vec::new();
        let mut expanded = Vec::new();
        for (index, extent) in shape.iter().enumerate() {
            let first = expanded.len();
            let length = extent / self.parts;
            match self.place {
                _ if index != split => expanded.push(*extent),
                PartLoop::Outermost => expanded.extend([self.parts, length]),
                PartLoop::Innermost => expanded.extend([length, self.parts]),
            }
            groups.push((first..expanded.len()).collect());
        }
        let operand = expand(builder, operand, &groups, &expanded);
        let place = if self.place == PartLoop::Outermost { split } else { split + 1 };
        (operand, self.with_part(builder.context(), map, Some(place)))
    }

    /// Returns `map` with the loop over the parts as another dimension. That loop also becomes
    /// index `place`, if `place` is given.
    fn with_part(
        &self,
        context: &'a Context,
        map: &AffineMap<'a>,
        place: Option<usize>,
    ) -> AffineMap<'a> {
        let loops = self.reduction.extents.len();
        let shift = usize::from(self.place == PartLoop::Outermost);
        let mut results: Vec<_> = (0..map.result_count())
            .filter_map(|index| map.result(index).ok())
            .map(|result| result.shift_dims(loops, shift, 0))
            .collect();
        if let Some(place) = place {
            results.insert(place, AffineExpr::dim(context, self.part_loop()));
        }
        AffineMap::new(context, loops + 1, 0, &results)
    }
}

/// Returns true if all indices are linear, and if at most one index of each operand uses loop `dim`: the
/// counter of that loop alone.
fn indexes_alone(generic: &Structured, dim: usize) -> bool {
    generic.maps.iter().all(|map| {
        let uses = |index: &usize| {
            let linear = map.result(*index).ok().map(|it| ir::linear(it, map.dim_count()));
            linear.flatten().is_none_or(|(steps, _)| steps[dim] != 0)
        };
        let mut users = (0..map.result_count()).filter(uses);
        let first = users.next();
        let is_alone =
            |index: usize| map.result(index).ok().and_then(ir::dim_position) == Some(dim);
        first.is_none_or(is_alone) && users.next().is_none()
    })
}
