// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Merges two adjacent sorted runs of a row.
//!
//! The code uses selects to choose the next element, because branches would be unpredictable. Two
//! runs of full width are merged from both ends at once, so that two independent chains of
//! comparisons overlap. The loop loads both candidates for the next comparison before the current
//! comparison is decided.
//!
//! Merges from both ends meet only if the comparator is consistent. If they do not meet, the two
//! runs are merged again from the front. A merge from the front writes each element of both runs
//! exactly once, whatever the comparator returns.

use super::loops::{self, Built};
use super::{Emitter, scalars};
use hloom_ir::pass::Failure;
use hloom_ir::{Block, Builder, Value};

/// One pass of the sort, which merges pairs of runs of `width` elements of `values`.
pub struct Merge<'a, 'b> {
    /// The comparator. It returns true if its first argument precedes its second argument.
    pub comparator: Block<'a>,
    /// The rank-1 tensors that are sorted together.
    pub values: &'b [Value<'a>],
    /// The number of elements in a run, of type `index`.
    pub width: Value<'a>,
    /// The position of the last element of the row, of type `index`.
    pub last: Value<'a>,
}

impl<'a> Merge<'a, '_> {
    /// Merges the two full runs that start at `low` into `outs`, and returns the new `outs`.
    ///
    /// The loop makes `width` steps from each end. With a consistent comparator, no run is
    /// exhausted during these steps, so the loop does not check positions. With another comparator,
    /// the two ends may write an element twice or not at all. The result is a permutation if the
    /// two ends meet within the left run, because together they then take `width` elements of each
    /// run. If they do not meet, [`rest`](Self::rest) writes the two runs again.
    ///
    /// # Errors
    /// Fails if the comparator is not scalar arithmetic.
    pub fn pair(
        &self,
        emitter: &Emitter<'a>,
        builder: Builder<'a>,
        low: Value<'a>,
        outs: &[Value<'a>],
    ) -> Built<'a> {
        let count = outs.len();
        let one = builder.index(1);
        let add = |builder: Builder<'a>, lhs, rhs| builder.binary("arith.addi", lhs, rhs);
        let sub = |builder: Builder<'a>, lhs, rhs| builder.binary("arith.subi", lhs, rhs);
        let middle = add(builder, low, self.width);
        let high = add(builder, middle, self.width);
        let (left_end, right_end) = (sub(builder, middle, one), sub(builder, high, one));
        let mut carried = outs.to_vec();
        for start in [low, middle, left_end, right_end] {
            carried.push(start);
            carried.extend(self.read(builder, start));
        }
        let bounds = [builder.index(0), self.width, one];
        let results = loops::range(builder, bounds, &carried, |builder, step, carried| {
            let (outs, ends) = carried.split_at(count);
            let head = |side: usize| &ends[side * (count + 1)..(side + 1) * (count + 1)];
            let [left, right, left_back, right_back] = [head(0), head(1), head(2), head(3)];
            let mut next = Vec::new();
            // From the front, the smaller element is next; of equal elements, the left one.
            let take = self.goes_before(emitter, builder, &right[1..], &left[1..])?;
            let outs =
                self.put(builder, take, &right[1..], &left[1..], outs, add(builder, low, step));
            let forward = |position: Value<'a>| {
                let position = add(builder, position, one);
                let read = builder.binary("arith.minsi", position, self.last);
                (position, self.read(builder, read))
            };
            next.extend(advance(builder, take, false, left, forward(left[0])));
            next.extend(advance(builder, take, true, right, forward(right[0])));
            // From the back, the larger element is next; of equal elements, the right one.
            let take = self.goes_before(emitter, builder, &right_back[1..], &left_back[1..])?;
            let place = sub(builder, right_end, step);
            let mut outs = self.put(builder, take, &left_back[1..], &right_back[1..], &outs, place);
            let backward = |position: Value<'a>| {
                let position = sub(builder, position, one);
                let read = builder.binary("arith.maxsi", position, builder.index(0));
                (position, self.read(builder, read))
            };
            next.extend(advance(builder, take, true, left_back, backward(left_back[0])));
            next.extend(advance(builder, take, false, right_back, backward(right_back[0])));
            outs.extend(next);
            Ok(outs)
        })?;
        let (outs, ends) = results.split_at(count);
        let [left, left_back] = [ends[0], ends[2 * (count + 1)]];
        let meet = builder.cmpi("eq", left, add(builder, left_back, one));
        let again = builder.select(meet, low, high);
        self.rest(emitter, builder, low, again, outs)
    }

    /// Merges the elements from `low` to `high` (exclusive) into `outs` from the front, and returns
    /// the new `outs`. The elements are a run of at most `width` elements and another run, which
    /// may be shorter or empty. That range of `outs` becomes a permutation of the elements for any
    /// comparator.
    ///
    /// # Errors
    /// Fails if the comparator is not scalar arithmetic.
    pub fn rest(
        &self,
        emitter: &Emitter<'a>,
        builder: Builder<'a>,
        low: Value<'a>,
        high: Value<'a>,
        outs: &[Value<'a>],
    ) -> Built<'a> {
        let count = outs.len();
        let one = builder.index(1);
        let middle = builder.binary("arith.addi", low, self.width);
        let middle = builder.binary("arith.minsi", middle, high);
        let mut carried = outs.to_vec();
        carried.extend([low, middle]);
        let results = loops::range(builder, [low, high, one], &carried, |builder, at, carried| {
            let (outs, positions) = carried.split_at(count);
            // The element that is read after the end of a run is not used, but must exist.
            let heads = [0, 1].map(|side: usize| {
                let read = builder.binary("arith.minsi", positions[side], self.last);
                self.read(builder, read)
            });
            let [left, right] = &heads;
            let before = self.goes_before(emitter, builder, right, left)?;
            let left_done = builder.cmpi("sge", positions[0], middle);
            let right_there = builder.cmpi("slt", positions[1], high);
            let wanted = builder.binary("arith.ori", left_done, before);
            let take = builder.binary("arith.andi", right_there, wanted);
            let mut next = self.put(builder, take, right, left, outs, at);
            let taken = [builder.index(0), one];
            for (side, position) in positions.iter().enumerate() {
                let step = builder.select(take, taken[side], taken[1 - side]);
                next.push(builder.binary("arith.addi", *position, step));
            }
            Ok(next)
        })?;
        Ok(results[..count].to_vec())
    }

    fn read(&self, builder: Builder<'a>, position: Value<'a>) -> Vec<Value<'a>> {
        self.values.iter().map(|value| loops::read(builder, *value, &[position])).collect()
    }

    /// Emits the comparator, and returns its result: whether the elements `first` precede the
    /// elements `second`. Both contain one element of each tensor.
    fn goes_before(
        &self,
        emitter: &Emitter<'a>,
        builder: Builder<'a>,
        first: &[Value<'a>],
        second: &[Value<'a>],
    ) -> Result<Value<'a>, Failure<'a>> {
        let arguments: Vec<_> = first.iter().zip(second).flat_map(|(a, b)| [*a, *b]).collect();
        Ok(scalars::body(emitter, builder, self.comparator, &arguments)?[0])
    }

    /// Writes the elements `yes` to `outs` at position `place` if `condition` holds, and otherwise
    /// the elements `no`. Returns the new `outs`.
    fn put(
        &self,
        builder: Builder<'a>,
        condition: Value<'a>,
        yes: &[Value<'a>],
        no: &[Value<'a>],
        outs: &[Value<'a>],
        place: Value<'a>,
    ) -> Vec<Value<'a>> {
        yes.iter()
            .zip(no)
            .zip(outs)
            .map(|((yes, no), out)| {
                let element = builder.select(condition, *yes, *no);
                loops::write(builder, element, *out, &[place])
            })
            .collect()
    }
}

/// Returns the next position in a run and the elements there: `following` if `taken` equals `when`,
/// otherwise `current`. Each consists of a position and one element of each tensor.
pub fn advance<'a>(
    builder: Builder<'a>,
    taken: Value<'a>,
    when: bool,
    current: &[Value<'a>],
    following: (Value<'a>, Vec<Value<'a>>),
) -> Vec<Value<'a>> {
    let following = std::iter::once(following.0).chain(following.1);
    let pick = |(current, following): (&Value<'a>, Value<'a>)| {
        let (yes, no) = if when { (following, *current) } else { (*current, following) };
        builder.select(taken, yes, no)
    };
    current.iter().zip(following).map(pick).collect()
}
