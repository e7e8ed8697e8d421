// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers `sort` (StableHLO specification, section "sort") to a merge sort of each row, or to a
//! partial sort if only the first elements are used (`partial_sort.rs`).
//!
//! The result is a permutation of each row, and equal elements stay in order (`sort_row.rs`). Each
//! row has its own scratch buffers (`sort_halves.rs`), so that the buffers of short rows are on the
//! stack. On GPUs, the elements of long rows are merged in parallel (`merge_by_rank.rs`).

use super::comparator::{is_strict_weak_order, is_total};
use super::loops;
use super::shape::transpose;
use super::sort_halves::sort_with_scratch;
use super::{Emitter, merge_by_rank, partial_sort, scalars};
use hloom_ir::attributes;
use hloom_ir::linalg::generic::empty;
use hloom_ir::linalg::slices::{Offset, insert_slice};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Op, Shaped, Value};
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
        return Err(Failure::at(
            op,
            "`stablehlo.sort`: expected `dimension` to be a dimension of the operands",
        ));
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
    let outs: Vec<_> =
        operands.iter().map(|operand| transpose(builder, *operand, &order)).collect();
    let back_in_order = |sorted: Vec<Value<'a>>| {
        sorted.into_iter().map(|value| transpose(builder, value, &back)).collect()
    };
    if emitter.for_gpus
        && merge_by_rank::is_worthwhile(
            &shape,
            dim,
            partial_sort::Sizes::of_sort(op, dim).is_some(),
        )
        && is_strict_weak_order(comparator)
    {
        return Ok(back_in_order(merge_by_rank::sort(emitter, builder, comparator, &outs)?));
    }
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
    let size = shape[dim];
    let sorted = loops::rows(builder, &outs, rank - 1, |builder, _, rows| {
        sort_with_scratch(emitter, builder, comparator, size, rows)
    })?;
    Ok(back_in_order(sorted))
}

/// Returns a tensor of type `ty` that contains `first` at offset 0 in each dimension. The other
/// elements are undefined.
fn begin_of<'a>(builder: Builder<'a>, first: Value<'a>, ty: ir::Type<'a>) -> Value<'a> {
    let sizes = Shaped::of(first.r#type()).map(|shaped| shaped.shape).unwrap_or_default();
    let zeros = Offset::constants(&vec![0; sizes.len()]);
    insert_slice(builder, first, empty(builder, ty), &zeros, &sizes, &vec![1; sizes.len()])
}
