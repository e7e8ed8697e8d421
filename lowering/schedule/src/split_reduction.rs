// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Splits a loop of a reduction into two reductions: a reduction of parts, and a reduction of their
//! results.
//!
//! HLO does not specify the evaluation tree of a reduction (StableHLO specification, section
//! "reduce"). Sums and products of floats are split if they have the flag `reassoc`. Maxima and
//! minima of floats, and reductions of integers by an operation with a neutral element, are always
//! split. Reductions that select elements, such as argmax, are split into contiguous parts, which
//! are combined in order. Other reductions are not split, such as reductions that compute several
//! sums.

use crate::selection::Selection;
use hloom_ir::linalg::combiner::Combiner;
use hloom_ir::linalg::generic::{Generic, linalg_index, map_of_dims, splat_tensor};
use hloom_ir::linalg::reshape::expand;
use hloom_ir::linalg::slices::{Offset, extract_slice};
use hloom_ir::linalg::structured::Structured;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Value};
use melior::ir::{AffineExpr, AffineMap, ValueLike};

/// The position of the loop over the parts of a split reduction among its loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartLoop {
    /// The loop over the parts is the outermost one. Each part is contiguous.
    Outermost,
    /// The loop over the parts is the innermost one. The distance between successive elements of a
    /// part is the number of parts.
    Innermost,
}

/// A reduction that may be split.
pub struct Reduction<'a> {
    pub generic: Structured<'a>,
    pub extents: Vec<i64>,
    combination: Combination<'a>,
}

/// The combination of the old values of a reduction with new elements.
enum Combination<'a> {
    /// A combination by one operation, such as an addition, in any order of the elements.
    Operation(Combiner<'a>),
    /// A selection of elements, such as in argmax, in the order of the elements.
    Selection(Selection<'a>),
}

impl<'a> Reduction<'a> {
    /// Reads an operation. Returns `None` unless it is a reduction whose elements may be combined
    /// in parts.
    pub fn of(op: Op<'a>) -> Option<Self> {
        let generic = Structured::of(op)?;
        let extents = generic.extents()?;
        let has_regions = |op: Op| !ir::regions(op).is_empty();
        let outputs = &generic.maps[generic.inputs..];
        if generic.is_elementwise()
            || generic.body_ops().into_iter().any(has_regions)
            || outputs.iter().any(|map| *map != outputs[0])
        {
            return None;
        }
        let combination = match Combiner::of(&generic) {
            Some(combiner) => Combination::Operation(combiner),
            None => Combination::Selection(Selection::of(&generic)?),
        };
        Some(Self { generic, extents, combination })
    }

    /// Returns true if elements may be combined in any order, and the body does not use the
    /// counters of the loops.
    pub fn is_plain(&self) -> bool {
        let counts = |op: Op| ir::op_name(op) == "linalg.index";
        !self.is_ordered() && !self.generic.body_ops().into_iter().any(counts)
    }

    /// Returns true if elements must be combined in their order.
    pub fn is_ordered(&self) -> bool {
        matches!(self.combination, Combination::Selection(_))
    }

    /// Returns true if the first result of the reduction has a floating-point type.
    pub fn is_float(&self) -> bool {
        ir::is_float(ir::element_of(ir::results(self.generic.op)[0].r#type()))
    }

    /// Returns the number of iterations of the parallel loops if `parallel` is true, otherwise of
    /// the reduction loops.
    pub fn iterations(&self, parallel: bool) -> i64 {
        let dims = self.extents.iter().zip(&self.generic.parallel);
        let dims = dims.filter(|(_, is)| **is == parallel);
        dims.map(|(extent, _)| *extent).fold(1, i64::saturating_mul)
    }

    /// Returns true if loop `dim` is a reduction loop that can be split, with the loop over the
    /// parts at `place`.
    pub fn can_split(&self, dim: usize, place: PartLoop) -> bool {
        let runs_once = |outer: usize| self.generic.parallel[outer] || self.extents[outer] == 1;
        let keeps_order = || place == PartLoop::Outermost && (0..dim).all(runs_once);
        !self.generic.parallel[dim]
            && indexes_alone(&self.generic, dim)
            && (!self.is_ordered() || keeps_order())
    }

    /// Splits loop `dim` into `parts` parts of equal length, and replaces the operation by the
    /// split reduction. The remaining iterations, fewer than `parts`, are reduced after the parts.
    pub fn split(self, context: &'a Context, dim: usize, parts: i64, place: PartLoop) {
        let op = self.generic.op;
        let rest = self.extents[dim] % parts;
        let results =
            Split { reduction: self, dim, parts, rest, place }.emit(Builder::before(context, op));
        ir::replace(op, results);
    }

    /// Emits neutral values: combining an old value with them as new elements does not change the
    /// old value.
    fn neutral(&self, builder: Builder<'a>) -> Vec<Value<'a>> {
        match &self.combination {
            Combination::Operation(combiner) => {
                let result = ir::results(self.generic.op)[0].r#type();
                vec![combiner.neutral(builder, ir::element_of(result))]
            }
            Combination::Selection(selection) => selection.neutral(builder),
        }
    }

    /// Emits the combination of the values `old` with the values `new`, which follow them in the
    /// order of the elements.
    fn combine(
        &self,
        builder: Builder<'a>,
        old: &[Value<'a>],
        new: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        match &self.combination {
            Combination::Operation(combiner) => vec![combiner.combine(builder, old[0], new[0])],
            Combination::Selection(selection) => selection.combine(builder, old, new),
        }
    }
}

/// A reduction, with the number of parts and the loop order of the split.
struct Split<'a> {
    reduction: Reduction<'a>,
    dim: usize,
    parts: i64,
    /// The number of last iterations of the split loop that are in none of the parts, which is less
    /// than the number of parts.
    rest: i64,
    place: PartLoop,
}

impl<'a> Split<'a> {
    /// Emits the reduction of each part and the reduction of the parts' results. Returns the final
    /// results.
    fn emit(&self, builder: Builder<'a>) -> Vec<Value<'a>> {
        let generic = &self.reduction.generic;
        let operands = ir::operands(generic.op);
        let (inputs, old) = operands.split_at(generic.inputs);
        let kept = ir::shape_of(old[0]);
        let part = self.of_rank(kept.len());
        let mut shape = kept;
        shape.insert(part, self.parts);

        let mut parallel = generic.parallel.clone();
        parallel.insert(self.part_loop(), true);
        let mut partial = Generic::new(builder, &parallel);
        for (input, map) in inputs.iter().zip(&generic.maps) {
            let input = self.slice(builder, *input, map, 0, self.whole());
            let (input, map) = self.part_of(builder, input, map);
            partial = partial.input(input, map);
        }
        let map = self.with_part(builder.context(), &generic.maps[generic.inputs], Some(part));
        for start in self.reduction.neutral(builder) {
            let ty = ir::tensor(&shape, start.r#type());
            partial = partial.output(splat_tensor(builder, start, ty), map);
        }
        let partial = partial.build(|builder, arguments| {
            generic.clone_body_to_loops(builder, arguments, |builder, dim| {
                self.counter_with_parts(builder, dim)
            })
        });

        let rank = shape.len();
        let parallel: Vec<_> = (0..rank).map(|dim| dim != part).collect();
        let kept: Vec<_> = (0..rank).filter(|dim| *dim != part).collect();
        let map = |dims: &[usize]| map_of_dims(builder.context(), rank, dims);
        let all: Vec<_> = (0..rank).collect();
        let mut total = Generic::new(builder, &parallel);
        for part in &partial {
            total = total.input(*part, map(&all));
        }
        for old in old {
            total = total.output(*old, map(&kept));
        }
        let total = total.build(|builder, arguments| {
            let (new, old) = arguments.split_at(partial.len());
            self.reduction.combine(builder, old, new)
        });
        self.with_rest(builder, total)
    }

    /// Returns the number of iterations of the loop that is split.
    fn extent(&self) -> i64 {
        self.reduction.extents[self.dim]
    }

    /// Returns the number of iterations of the split loop that are divided among the parts. It is a
    /// multiple of the number of parts.
    fn whole(&self) -> i64 {
        self.extent() - self.rest
    }

    /// Emits the reduction of the last iterations, which are in none of the parts. It starts from
    /// `total`, the combined results of the parts. Returns the final results.
    fn with_rest(&self, builder: Builder<'a>, total: Vec<Value<'a>>) -> Vec<Value<'a>> {
        if self.rest == 0 {
            return total;
        }
        let generic = &self.reduction.generic;
        let mut reduction = Generic::new(builder, &generic.parallel);
        for (input, map) in ir::operands(generic.op).iter().zip(&generic.maps).take(generic.inputs)
        {
            let input = self.slice(builder, *input, map, self.whole(), self.rest);
            reduction = reduction.input(input, *map);
        }
        for (old, map) in total.into_iter().zip(&generic.maps[generic.inputs..]) {
            reduction = reduction.output(old, *map);
        }
        reduction.build(|builder, arguments| {
            generic.clone_body_to_loops(builder, arguments, |builder, dim| {
                let counter = linalg_index(builder, dim);
                if dim != self.dim as i64 {
                    return counter;
                }
                builder.binary("arith.addi", counter, builder.index(self.whole()))
            })
        })
    }

    /// Emits, in the body of the reduction of each part, the counter that loop `dim` has in the
    /// original operation.
    fn counter_with_parts(&self, builder: Builder<'a>, dim: i64) -> Value<'a> {
        let shift = i64::from(self.place == PartLoop::Outermost);
        let inner = linalg_index(builder, dim + shift);
        if dim != self.dim as i64 {
            return inner;
        }
        let part = linalg_index(builder, self.part_loop() as i64);
        let (major, minor, step) = match self.place {
            PartLoop::Outermost => (part, inner, self.whole() / self.parts),
            PartLoop::Innermost => (inner, part, self.parts),
        };
        let first = builder.binary("arith.muli", major, builder.index(step));
        builder.binary("arith.addi", first, minor)
    }

    /// Returns the slice of an operand for `size` iterations of the split loop, starting at
    /// `start`. Returns the whole operand if the loop does not index it.
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

    /// Returns the dimension whose index in the map of an operand is the counter of the split loop,
    /// if there is one.
    fn index_of(&self, map: &AffineMap<'a>) -> Option<usize> {
        let index = |index: usize| map.result(index).ok().and_then(hloom_ir::dim_position);
        (0..map.result_count()).position(|result| index(result) == Some(self.dim))
    }

    /// Returns the number of the loop over the parts among the loops of the reduction of each part.
    fn part_loop(&self) -> usize {
        self.of_rank(self.reduction.extents.len())
    }

    /// Returns the position at which the loop over the parts, or the dimension of the parts, is
    /// inserted among `rank` loops or dimensions.
    fn of_rank(&self, rank: usize) -> usize {
        if self.place == PartLoop::Outermost { 0 } else { rank }
    }

    /// Splits the dimension of an operand that the split loop indexes into a dimension over the parts
    /// and a dimension within a part. Returns the operand, which is unchanged if there is no such
    /// dimension, and its map with the loop over the parts as an additional loop.
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

    /// Returns `map` with the loop over the parts as an additional loop. If `place` is given, the
    /// counter of that loop is inserted as index `place`.
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

/// Returns true if all indices are linear, and if loop `dim` occurs in at most one index of each
/// operand, which is then exactly the counter of the loop.
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
