// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits a merge sort of a row.
//!
//! Each pass merges pairs of runs of 1, 2, 4, ... elements into a second buffer and copies the
//! result back; `merge.rs` merges two runs. Among equal elements, elements of the left run come
//! first, so the sort is always stable.
//!
//! The result is a permutation of the row for any comparator, even if it defines no order, such as
//! one that always returns true. If a comparison in the comparator is a partial order, such as a
//! comparison of floats with NaN, runs are merged only from the front, so that the order is the
//! same as in the interpreter.

use super::Emitter;
use super::comparator::is_total;
use super::loops::{self, Built};
use super::merge::Merge;
use hloom_ir::{Block, Builder, Value};
use melior::ir::ValueLike;

/// Sorts rank-1 tensors together. `rows` contains these tensors, followed by the same number of
/// scratch tensors. Each tensor has `size` elements. Returns the sorted tensors, followed by the
/// scratch tensors.
///
/// # Errors
/// Fails if the comparator is not scalar arithmetic.
pub fn sort_row<'a>(
    emitter: &Emitter<'a>,
    builder: Builder<'a>,
    comparator: Block<'a>,
    size: i64,
    rows: &[Value<'a>],
) -> Built<'a> {
    let count = rows.len() / 2;
    let passes = i64::from(64 - (size - 1).leading_zeros());
    let [zero, one] = [0, 1].map(|value| builder.index(value));
    let end = builder.index(size);
    loops::counted(builder, passes, rows, |builder, pass, rows| {
        let (values, scratch) = rows.split_at(count);
        let merge = Merge {
            comparator,
            values,
            width: builder.binary("arith.shli", one, pass),
            last: builder.index(size - 1),
        };
        let pair = builder.binary("arith.shli", merge.width, one);
        let pairs = builder.binary("arith.divui", end, pair);
        let paired = builder.binary("arith.muli", pairs, pair);
        let bounds = [zero, paired, pair];
        let merged = loops::range(builder, bounds, scratch, |builder, low, scratch| {
            if is_total(comparator) {
                return merge.pair(emitter, builder, low, scratch);
            }
            let high = builder.binary("arith.addi", low, pair);
            merge.rest(emitter, builder, low, high, scratch)
        })?;
        // The runs of a power of two elements make whole pairs.
        let merged = match size.count_ones() {
            1 => merged,
            _ => merge.rest(emitter, builder, paired, end, &merged)?,
        };
        if passes == 1 {
            return Ok([merged.clone(), merged].concat());
        }
        let copied = merged.iter().zip(values).map(|(merged, values)| {
            builder
                .op("bufferization.materialize_in_destination")
                .operands(&[*merged, *values])
                .result(values.r#type())
                .value()
        });
        Ok(copied.chain(merged.iter().copied()).collect())
    })
}
