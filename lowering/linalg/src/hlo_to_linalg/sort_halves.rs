// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits the sort of a row with its scratch memory, which is a second buffer with the size of the
//! row, or of the left part of a long row.
//!
//! The two parts of a long row are sorted in sequence, with the same second buffer. Then the left
//! part is copied to this buffer and merged with the right part, which stays in the row: an element
//! of the right part is read before its position is overwritten.
//!
//! The length of the left part is the largest power of two below the length of the row. The merged
//! runs are therefore the same as in [`sort_row`], for any comparator.

use super::loops::{self, Built};
use super::merge::advance;
use super::sort_row::sort_row;
use super::{Emitter, scalars};
use hloom_ir::linalg::slices::{Offset, extract_slice, insert_slice};
use hloom_ir::{self as ir, Block, Builder, Value};
use melior::ir::ValueLike;

/// The smallest number of elements of a row that is sorted in two parts. The scratch buffers of
/// shorter rows are small, and a merge from one end takes longer than a merge from both ends.
const LEAST: i64 = 1 << 14;

/// Sorts the rank-1 tensors `values` of `size` elements together, and returns the sorted tensors.
///
/// # Errors
/// Fails if the comparator is not scalar arithmetic.
pub fn sort_with_scratch<'a>(
    emitter: &Emitter<'a>,
    builder: Builder<'a>,
    comparator: Block<'a>,
    size: i64,
    values: &[Value<'a>],
) -> Built<'a> {
    let count = values.len();
    let half = if size < LEAST { size } else { 1 << (63 - (size - 1).leading_zeros()) };
    let buffer = |value: &Value<'a>| {
        loops::buffer(builder, ir::tensor(&[half], ir::element_of(value.r#type())))
    };
    let scratch: Vec<_> = values.iter().map(buffer).collect();
    let sort = |builder, size, values: &[Value<'a>], scratch: &[Value<'a>]| {
        sort_row(emitter, builder, comparator, size, &[values, scratch].concat())
    };
    if half == size {
        return Ok(sort(builder, size, values, &scratch)?[..count].to_vec());
    }
    // The loop makes the row a buffer of its own, as bufferization copies what a loop carries.
    let carried = [values, &scratch].concat();
    let sorted = loops::counted(builder, 2, &carried, |builder, part, carried| {
        if size == 2 * half {
            let start = Offset::Dynamic(builder.binary("arith.muli", part, builder.index(half)));
            let (values, scratch) = carried.split_at(count);
            let rows = slices(builder, values, start, half);
            let mut sorted = sort(builder, half, &rows, scratch)?;
            let scratch = sorted.split_off(count);
            return Ok([inserted(builder, &sorted, values, start, half), scratch].concat());
        }
        let mut carried = carried.to_vec();
        for (number, start, size) in [(0, 0, half), (1, half, size - half)] {
            // One element is in order.
            if size == 1 {
                continue;
            }
            let is_next = builder.cmpi("eq", part, builder.index(number));
            carried = loops::guarded(builder, is_next, &carried, |builder| {
                let (values, scratch) = carried.split_at(count);
                let rows = slices(builder, values, Offset::Static(start), size);
                let parts = slices(builder, scratch, Offset::Static(0), size);
                let sorted = sort(builder, size, &rows, &parts)?;
                let (rows, parts) = sorted.split_at(count);
                let values = inserted(builder, rows, values, Offset::Static(start), size);
                let scratch = inserted(builder, parts, scratch, Offset::Static(0), size);
                Ok([values, scratch].concat())
            })?;
        }
        Ok(carried)
    })?;
    let (values, scratch) = sorted.split_at(count);
    let left = slices(builder, values, Offset::Static(0), half);
    let copied = left.iter().zip(scratch).map(|(left, scratch)| {
        builder
            .op("bufferization.materialize_in_destination")
            .operands(&[*left, *scratch])
            .result(scratch.r#type())
            .value()
    });
    let left: Vec<_> = copied.collect();
    merge_into_row(emitter, builder, comparator, [half, size], &left, values)
}

/// Merges the sorted tensors `left` of `middle` elements and the elements of `values` from `middle`
/// to `end`, which are sorted, into `values`. Returns the new `values`. For any comparator, they
/// are a permutation of the merged elements.
fn merge_into_row<'a>(
    emitter: &Emitter<'a>,
    builder: Builder<'a>,
    comparator: Block<'a>,
    [middle, end]: [i64; 2],
    left: &[Value<'a>],
    values: &[Value<'a>],
) -> Built<'a> {
    let count = values.len();
    let [zero, one] = [0, 1].map(|value| builder.index(value));
    let [left_last, last] = [middle - 1, end - 1].map(|value| builder.index(value));
    let [middle, end] = [middle, end].map(|value| builder.index(value));
    let read = |builder: Builder<'a>, tensors: &[Value<'a>], position| -> Vec<_> {
        tensors.iter().map(|tensor| loops::read(builder, *tensor, &[position])).collect()
    };
    // The next element of each part is read before the current one is decided.
    let mut carried = values.to_vec();
    carried.push(zero);
    carried.extend(read(builder, left, zero));
    carried.push(middle);
    carried.extend(read(builder, values, middle));
    let merged = loops::range(builder, [zero, end, one], &carried, |builder, at, carried| {
        let (outs, heads) = carried.split_at(count);
        let (first, second) = heads.split_at(count + 1);
        let arguments: Vec<_> =
            second[1..].iter().zip(&first[1..]).flat_map(|(a, b)| [*a, *b]).collect();
        // Of equal elements, the left one comes first.
        let before = scalars::body(emitter, builder, comparator, &arguments)?[0];
        let left_done = builder.cmpi("sge", first[0], middle);
        let right_there = builder.cmpi("slt", second[0], end);
        let wanted = builder.binary("arith.ori", left_done, before);
        let take = builder.binary("arith.andi", right_there, wanted);
        // The element that is read after the end of a part is not used, but must exist.
        let following = |tensors: &[Value<'a>], position, last| {
            let position = builder.binary("arith.addi", position, one);
            let place = builder.binary("arith.minsi", position, last);
            (position, read(builder, tensors, place))
        };
        let after_first = following(left, first[0], left_last);
        let after_second = following(outs, second[0], last);
        let elements = second[1..].iter().zip(&first[1..]).zip(outs);
        let mut next: Vec<_> = elements
            .map(|((right, left), out)| {
                let element = builder.select(take, *right, *left);
                loops::write(builder, element, *out, &[at])
            })
            .collect();
        next.extend(advance(builder, take, false, first, after_first));
        next.extend(advance(builder, take, true, second, after_second));
        Ok(next)
    })?;
    Ok(merged[..count].to_vec())
}

/// Returns the slice of `size` elements that begins at `start` of each rank-1 tensor.
fn slices<'a>(
    builder: Builder<'a>,
    tensors: &[Value<'a>],
    start: Offset<'a>,
    size: i64,
) -> Vec<Value<'a>> {
    let slice = |tensor: &Value<'a>| {
        let ty = ir::tensor(&[size], ir::element_of(tensor.r#type()));
        extract_slice(builder, *tensor, &[start], &[size], &[1], ty)
    };
    tensors.iter().map(slice).collect()
}

/// Returns `tensors` after `slices` have replaced the `size` elements that begin at `start` of each
/// tensor.
fn inserted<'a>(
    builder: Builder<'a>,
    slices: &[Value<'a>],
    tensors: &[Value<'a>],
    start: Offset<'a>,
    size: i64,
) -> Vec<Value<'a>> {
    let insert = |(slice, tensor): (&Value<'a>, &Value<'a>)| {
        insert_slice(builder, *slice, *tensor, &[start], &[size], &[1])
    };
    slices.iter().zip(tensors).map(insert).collect()
}
