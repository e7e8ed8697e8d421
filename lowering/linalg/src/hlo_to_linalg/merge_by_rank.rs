// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A merge sort for GPUs, in which each pass computes all elements of its result independently.
//!
//! Each pass merges pairs of sorted runs of 1, 2, 4, ... elements. For each position in the result,
//! a binary search finds the number of preceding elements from the left run, which determines the
//! element at this position (Odeh et al., "Merge Path: Parallel Merging Made Simple", 2012). Among
//! equal elements, elements of the left run come first.

use super::loops::{self, Built, Part};
use super::{Emitter, scalars};
use hloom_ir::linalg::slices::Offset;
use hloom_ir::pass::Failure;
use hloom_ir::{Block, Builder, Shaped, Value};
use melior::ir::ValueLike;

/// Minimum number of elements of a row whose passes are divided among threads.
const LEAST: i64 = 32;
/// Minimum number of rows for which one thread per row provides enough parallelism.
const ENOUGH_ROWS: i64 = 1 << 14;
/// Minimum number of rows for one thread per row, if only the first elements of each row are used.
/// A thread then does not have to sort the whole row.
const ENOUGH_PARTIAL_ROWS: i64 = 1 << 9;

/// Returns true if a tensor of the given shape has few long rows along `dim`, so that dividing the sort
/// of each row among threads is worthwhile. `is_partial` states whether a partial sort is possible.
pub fn is_worthwhile(shape: &[i64], dim: usize, is_partial: bool) -> bool {
    let others = shape.iter().enumerate().filter(|(other, _)| *other != dim);
    let rows = others.map(|(_, size)| *size).fold(1, i64::saturating_mul);
    shape[dim] >= LEAST && rows < if is_partial { ENOUGH_PARTIAL_ROWS } else { ENOUGH_ROWS }
}

/// Sorts the rows along the last dimension of `operands` together. The comparator must be a strict
/// weak order; otherwise, elements may be missing from the results.
///
/// # Errors
/// Fails if the comparator is not scalar arithmetic.
pub fn sort<'a>(
    emitter: &Emitter<'a>,
    builder: Builder<'a>,
    comparator: Block<'a>,
    operands: &[Value<'a>],
) -> Built<'a> {
    let shape = Shaped::of(operands[0].r#type()).map(|shaped| shaped.shape).unwrap_or_default();
    let size = shape.last().copied().unwrap_or(1);
    let passes = i64::from(64 - (size - 1).leading_zeros());
    let count = operands.len();
    let scratch = operands.iter().map(|operand| loops::buffer(builder, operand.r#type()));
    let carried: Vec<_> = operands.iter().copied().chain(scratch).collect();
    // Two passes in turn, so that neither copies its result back. If the number of passes is odd, the
    // last one finds a single run.
    let sorted = loops::counted(builder, (passes + 1) / 2, &carried, |builder, step, carried| {
        let (values, scratch) = carried.split_at(count);
        let pass = builder.binary("arith.muli", step, builder.index(2));
        let next = builder.binary("arith.addi", pass, builder.index(1));
        let merge = |builder, pass, from: &[Value<'a>], to: &[Value<'a>]| {
            Pass { emitter, comparator, shape: &shape, size, pass, values: from }.merge(builder, to)
        };
        let scratch = merge(builder, pass, values, scratch)?;
        let values = merge(builder, next, &scratch, values)?;
        Ok([values, scratch].concat())
    })?;
    Ok(sorted[..count].to_vec())
}

/// A pass of the merge sort, which merges adjacent sorted runs of all rows.
struct Pass<'p, 'a> {
    emitter: &'p Emitter<'a>,
    comparator: Block<'a>,
    shape: &'p [i64],
    /// The number of elements of a row.
    size: i64,
    /// The number of the pass. Runs have 2 to the power of this number elements.
    pass: Value<'a>,
    /// The tensors whose runs the pass merges. They are sorted together.
    values: &'p [Value<'a>],
}

/// Two adjacent runs of a row.
struct Runs<'a> {
    /// The position in the row of the first element of each run.
    starts: [Value<'a>; 2],
    /// The number of elements of each run.
    lengths: [Value<'a>; 2],
}

impl<'a> Pass<'_, 'a> {
    /// Emits a parallel loop over the elements of `outs`, which receive the merged runs.
    fn merge(&self, builder: Builder<'a>, outs: &[Value<'a>]) -> Built<'a> {
        let rank = self.shape.len();
        let looped: Vec<_> =
            (0..rank).filter(|dim| self.shape[*dim] != 1 || dim + 1 == rank).collect();
        let counts: Vec<_> = looped.iter().map(|dim| self.shape[*dim]).collect();
        let part = |_: Builder<'a>, positions: &[Value<'a>]| {
            let mut offsets = vec![Offset::Static(0); rank];
            for (dim, position) in looped.iter().zip(positions) {
                offsets[*dim] = Offset::Dynamic(*position);
            }
            Part { offsets, sizes: vec![1; rank], shape: vec![1; rank] }
        };
        loops::forall(builder, &counts, outs, part, |builder, positions, elements| {
            let zeros = vec![builder.index(0); rank];
            let mut row = zeros.clone();
            for (dim, position) in looped.iter().zip(positions) {
                row[*dim] = *position;
            }
            let source = self.source(builder, &row)?;
            row[rank - 1] = source;
            let written = self.values.iter().zip(elements).map(|(value, element)| {
                let new = loops::read(builder, *value, &row);
                loops::write(builder, new, *element, &zeros)
            });
            Ok(written.collect())
        })
    }

    /// Emits the old position, relative to its row, of the element that this pass moves to `place`.
    fn source(&self, builder: Builder<'a>, place: &[Value<'a>]) -> Result<Value<'a>, Failure<'a>> {
        let [zero, one] = [0, 1].map(|value| builder.index(value));
        let position = place[place.len() - 1];
        let runs = self.runs(builder, position);
        let rank = builder.binary("arith.subi", position, runs.starts[0]);
        // The number of elements of the left run before this one is at least `low` and at most `high`.
        let missing = builder.binary("arith.subi", rank, runs.lengths[1]);
        let low = builder.binary("arith.maxsi", missing, zero);
        let high = builder.binary("arith.minsi", rank, runs.lengths[0]);
        let steps = builder.binary("arith.addi", self.pass, one);
        let bounds =
            loops::range(builder, [zero, steps, one], &[low, high], |builder, _, bounds| {
                let [low, high] = [bounds[0], bounds[1]];
                let is_open = builder.cmpi("slt", low, high);
                let sum = builder.binary("arith.addi", low, high);
                let left = builder.binary("arith.shrui", sum, one);
                let right = builder.binary("arith.subi", rank, left);
                let right = builder.binary("arith.subi", right, one);
                let next = builder.binary("arith.addi", left, one);
                let goes_right = self.takes_right(builder, place, &runs, [left, right])?;
                let higher = builder.select(goes_right, low, next);
                let lower = builder.select(goes_right, left, high);
                Ok(vec![builder.select(is_open, higher, low), builder.select(is_open, lower, high)])
            })?;
        let left = bounds[0];
        let right = builder.binary("arith.subi", rank, left);
        let is_left_done = builder.cmpi("sge", left, runs.lengths[0]);
        let is_right_there = builder.cmpi("slt", right, runs.lengths[1]);
        let goes_right = self.takes_right(builder, place, &runs, [left, right])?;
        let wanted = builder.binary("arith.ori", is_left_done, goes_right);
        let take = builder.binary("arith.andi", is_right_there, wanted);
        let [left, right] = self.positions(builder, &runs, [left, right]);
        Ok(builder.select(take, right, left))
    }

    /// Emits the positions and lengths of the two adjacent runs whose merged result contains `position`
    /// of a row.
    fn runs(&self, builder: Builder<'a>, position: Value<'a>) -> Runs<'a> {
        let [one, size] = [1, self.size].map(|value| builder.index(value));
        let width = builder.binary("arith.shli", one, self.pass);
        let pair = builder.binary("arith.addi", self.pass, one);
        let number = builder.binary("arith.shrui", position, pair);
        let start = builder.binary("arith.shli", number, pair);
        let end = |start| {
            let end = builder.binary("arith.addi", start, width);
            builder.binary("arith.minsi", end, size)
        };
        let middle = end(start);
        let last = end(middle);
        let length = |from, to| builder.binary("arith.subi", to, from);
        Runs { starts: [start, middle], lengths: [length(start, middle), length(middle, last)] }
    }

    /// Emits the positions in the row of element number `elements[0]` of the left run and element number
    /// `elements[1]` of the right run. An element after the end of a run is unused, but its position
    /// must be valid.
    fn positions(
        &self,
        builder: Builder<'a>,
        runs: &Runs<'a>,
        elements: [Value<'a>; 2],
    ) -> [Value<'a>; 2] {
        [0, 1].map(|side| {
            let position = builder.binary("arith.addi", runs.starts[side], elements[side]);
            builder.binary("arith.minsi", position, builder.index(self.size - 1))
        })
    }

    /// Emits the condition that element number `elements[1]` of the right run precedes element number
    /// `elements[0]` of the left run.
    fn takes_right(
        &self,
        builder: Builder<'a>,
        place: &[Value<'a>],
        runs: &Runs<'a>,
        elements: [Value<'a>; 2],
    ) -> Result<Value<'a>, Failure<'a>> {
        let [left, right] = self.positions(builder, runs, elements).map(|position| {
            let mut place = place.to_vec();
            place[self.shape.len() - 1] = position;
            let read = |value: &Value<'a>| loops::read(builder, *value, &place);
            self.values.iter().map(read).collect::<Vec<_>>()
        });
        let arguments: Vec<_> = right.iter().zip(&left).flat_map(|(a, b)| [*a, *b]).collect();
        Ok(scalars::body(self.emitter, builder, self.comparator, &arguments)?[0])
    }
}
