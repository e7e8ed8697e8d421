// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers `sort` (StableHLO specification, section "sort") to a merge sort of each row, or to a
//! partial sort if only the first elements are used (`partial_sort.rs`).
//!
//! Each pass merges pairs of runs of 1, 2, 4, ... elements into a second buffer and copies the
//! result back; `merge.rs` merges two runs. Of equal elements, the left one comes first, so the
//! sort is always stable.
//!
//! The result is a permutation of the row for any comparator, even if it defines no order, such as
//! one that always returns true. If a comparison in the comparator is partial, as that of floats
//! with NaN, runs are merged from the front only: their order is then that of the interpreter.

use super::loops::{self, Built};
use super::merge::Merge;
use super::shape::transpose;
use super::slices::{Offset, insert_slice};
use super::{Emitter, partial_sort, scalars};
use hloom_dialects::op::Op as HloOp;
use hloom_ir::attributes;
use hloom_ir::linalg::generic::empty;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Block, Builder, Op, Shaped, Value};
use melior::ir::ValueLike;

/// Lowers `sort` to loops over tensors. Rows are sorted in parallel.
///
/// # Errors
/// Fails if `dimension` cannot be read or is out of range, or if the comparator is missing or is
/// not scalar arithmetic.
pub fn emit<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let shape = Shaped::of(operands[0].r#type()).map(|shaped| shaped.shape).unwrap_or_default();
    let rank = shape.len();
    let dim = attributes::integer_or(op, "dimension", -1)?;
    let dim = usize::try_from(if dim < 0 { dim + rank as i64 } else { dim }).unwrap_or(rank);
    if dim >= rank {
        return Err(Failure::at(op, "`dimension` is out of range"));
    }
    if shape[dim] <= 1 || shape.contains(&0) {
        return Ok(operands.to_vec());
    }
    // The transposition makes rows along `dim` contiguous.
    let mut order: Vec<_> = (0..rank).filter(|at| *at != dim).collect();
    order.push(dim);
    let mut back: Vec<_> = (0..rank - 1).collect();
    back.insert(dim, rank - 1);

    let comparator = scalars::block(op, 0)?;
    let count = operands.len();
    let mut outs: Vec<_> =
        operands.iter().map(|operand| transpose(builder, *operand, &order)).collect();
    if let Some(sizes) = partial_sort::Sizes::of_sort(op, dim).filter(|_| is_total(comparator)) {
        let iotas = ir::operands(op).into_iter().map(|operand| partial_sort::is_iota(operand, dim));
        let iotas: Vec<_> = iotas.collect();
        let first = partial_sort::emit(emitter, builder, comparator, &outs, &iotas, sizes)?;
        return Ok(operands
            .iter()
            .zip(first)
            .map(|(operand, first)| {
                let first = transpose(builder, first, &back);
                begin_of(builder, first, operand.r#type())
            })
            .collect());
    }
    let scratch: Vec<_> = outs.iter().map(|out| loops::buffer(builder, out.r#type())).collect();
    outs.extend(scratch);
    let size = shape[dim];
    let sorted = loops::rows(builder, &outs, rank - 1, |builder, _, rows| {
        sort_row(emitter, builder, comparator, size, rows)
    })?;
    Ok(sorted[..count].iter().map(|value| transpose(builder, *value, &back)).collect())
}

/// Sorts rank-1 tensors together. `rows` are these tensors, then as many scratch tensors. Each
/// tensor has `size` elements.
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
        let merged = merge.rest(emitter, builder, paired, end, &merged)?;
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

/// Returns a tensor of type `ty` that begins with `first`. Its other elements are not used.
fn begin_of<'a>(builder: Builder<'a>, first: Value<'a>, ty: ir::Type<'a>) -> Value<'a> {
    let sizes = Shaped::of(first.r#type()).map(|shaped| shaped.shape).unwrap_or_default();
    let zeros = Offset::constants(&vec![0; sizes.len()]);
    insert_slice(builder, first, empty(builder, ty), &zeros, &sizes, &vec![1; sizes.len()])
}

/// Returns true if every comparison in the comparator is a total order.
///
/// A partial order of floats puts NaN neither before nor after any element. The two ends of a merge
/// from both ends would often not meet, so that it would be done twice.
fn is_total(comparator: Block) -> bool {
    ir::ops(comparator).into_iter().all(|op| {
        let partial = ir::hlo_op(op) == Some(HloOp::StablehloCompare)
            && Shaped::of(ir::operands(op)[0].r#type())
                .is_none_or(|shaped| !ir::is_integer(shaped.element))
            && ir::enum_case(op, "compare_type").as_deref() != Some("TOTALORDER");
        !partial
    })
}
