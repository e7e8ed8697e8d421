// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers slices at positions known at run time: `gather`, `dynamic_slice` and
//! `dynamic_update_slice` (StableHLO specification, sections of the same names).

use super::{Emitter, scalars};
use hloom_ir::attributes;
use hloom_ir::linalg::generic::{Generic, empty, identity_map, linalg_index};
use hloom_ir::linalg::slices::{Offset, extract_slice, insert_slice};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Op, Shaped, Value};
use melior::ir::ValueLike;

/// Lowers `gather` to a `linalg.generic` over the result that reads the operand at clamped
/// positions.
///
/// The loops are the dimensions of the result in order. Values that depend only on outer loops,
/// such as the start of a row, can then be hoisted out of the innermost loop, which copies
/// contiguous elements.
///
/// # Errors
/// Fails if an operand is not a tensor, or if an attribute cannot be read.
pub fn emit_gather<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let context = emitter.context();
    let dims = attributes::gather_dims(op)?;
    let slice_sizes = attributes::integers(op, "slice_sizes")?;
    let (operand, indices) = (operands[0], operands[1]);
    let unsigned = is_unsigned(ir::operands(op)[1]);
    let ty = ir::tensor_type(context, ir::results(op)[0].r#type());
    let (Some(from), Some(starts), Some(to)) =
        (Shaped::of(operand.r#type()), Shaped::of(indices.r#type()), Shaped::of(ty))
    else {
        return Err(Failure::at(
            op,
            "`stablehlo.gather`: expected ranked tensors, found another type",
        ));
    };
    if to.elements() == 0 {
        return Ok(vec![empty(builder, ty)]);
    }
    let batches: Vec<_> = (0..to.rank()).filter(|dim| !dims.offset.contains(dim)).collect();
    let windows: Vec<_> = (0..from.rank())
        .filter(|dim| !dims.collapsed_slice.contains(dim) && !dims.operand_batching.contains(dim))
        .collect();

    let generic = Generic::new(builder, &vec![true; to.rank()])
        .output(empty(builder, ty), identity_map(context, to.rank()));
    Ok(generic.build(|builder, _| {
        // The position in a unit dimension is the constant zero.
        let position = |builder: Builder<'a>, dim: usize| match to.shape[dim] {
            1 => builder.index(0),
            _ => linalg_index(builder, dim as i64),
        };
        let batch: Vec<_> = batches.iter().map(|dim| position(builder, *dim)).collect();
        let mut at: Vec<Option<Value>> = vec![None; from.rank()];
        for (element, dim) in dims.start_index_map.iter().enumerate() {
            let most = from.shape[*dim] - slice_sizes[*dim];
            if most > 0 {
                let place = start_index(builder, &batch, dims.index_vector, starts.rank(), element);
                let start = builder.op("tensor.extract").operands(&[indices]).operands(&place);
                let start = start.result(starts.element).value();
                at[*dim] = Some(scalars::clamped_index(builder, start, unsigned, most));
            }
        }
        for (dim, starts_dim) in dims.operand_batching.iter().zip(&dims.start_indices_batching) {
            let after_vector = *starts_dim > dims.index_vector;
            at[*dim] = Some(batch[starts_dim - usize::from(after_vector)]);
        }
        for (dim, result_dim) in windows.iter().zip(&dims.offset) {
            if to.shape[*result_dim] == 1 {
                continue;
            }
            let offset = linalg_index(builder, *result_dim as i64);
            at[*dim] = Some(match at[*dim] {
                Some(start) => builder.binary("arith.addi", start, offset),
                None => offset,
            });
        }
        let at: Vec<_> =
            at.into_iter().map(|index| index.unwrap_or_else(|| builder.index(0))).collect();
        let read = builder.op("tensor.extract").operands(&[operand]).operands(&at);
        vec![read.result(from.element).value()]
    }))
}

/// Returns the position of an index in the tensor of start indices: element number `element` of the
/// index vector at position `batch` in the other dimensions. `rank` is the rank of the tensor, and
/// `index_vector` is the dimension of index vectors.
pub fn start_index<'a>(
    builder: Builder<'a>,
    batch: &[Value<'a>],
    index_vector: usize,
    rank: usize,
    element: usize,
) -> Vec<Value<'a>> {
    let mut place = batch.to_vec();
    if index_vector < rank {
        place.insert(index_vector, builder.index(element as i64));
    }
    place
}

/// Lowers `dynamic_slice` to `tensor.extract_slice` at clamped offsets.
///
/// # Errors
/// Fails if `slice_sizes` cannot be read.
pub fn emit_dynamic_slice<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let sizes = attributes::integers(op, "slice_sizes")?;
    let ty = ir::tensor_type(emitter.context(), ir::results(op)[0].r#type());
    let from = ir::shape_of(operands[0]);
    if from == sizes {
        return Ok(vec![operands[0]]);
    }
    if sizes.contains(&0) {
        return Ok(vec![empty(builder, ty)]);
    }
    let offsets = clamped_offsets(builder, &ir::operands(op)[1..], &operands[1..], &from, &sizes);
    let ones = vec![1; sizes.len()];
    Ok(vec![extract_slice(builder, operands[0], &offsets, &sizes, &ones, ty)])
}

/// Lowers `dynamic_update_slice` to `tensor.insert_slice` at clamped offsets.
///
/// # Errors
/// Never fails; the signature is the same for all lowerings.
pub fn emit_dynamic_update_slice<'a>(
    _: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let (whole, sizes) = (ir::shape_of(operands[0]), ir::shape_of(operands[1]));
    if whole == sizes {
        return Ok(vec![operands[1]]);
    }
    if sizes.contains(&0) {
        return Ok(vec![operands[0]]);
    }
    let offsets = clamped_offsets(builder, &ir::operands(op)[2..], &operands[2..], &whole, &sizes);
    let ones = vec![1; sizes.len()];
    Ok(vec![insert_slice(builder, operands[1], operands[0], &offsets, &sizes, &ones)])
}

/// Returns offsets clamped so that a slice of shape `sizes` lies inside a tensor of shape `whole`.
/// `hlo` contains the HLO values of the offsets, whose types have a signedness; `starts` contains
/// the converted values.
fn clamped_offsets<'a>(
    builder: Builder<'a>,
    hlo: &[Value<'a>],
    starts: &[Value<'a>],
    whole: &[i64],
    sizes: &[i64],
) -> Vec<Offset<'a>> {
    let clamped = |dim: usize| {
        let most = whole[dim] - sizes[dim];
        if most == 0 {
            return Offset::Static(0);
        }
        let start = scalars::element(builder, starts[dim]);
        let unsigned = is_unsigned(hlo[dim]);
        Offset::Dynamic(scalars::clamped_index(builder, start, unsigned, most))
    };
    (0..whole.len()).map(clamped).collect()
}

/// Returns true if the elements of an HLO value are unsigned integers.
pub fn is_unsigned(hlo: Value) -> bool {
    Shaped::of(hlo.r#type()).is_some_and(|shaped| ir::is_unsigned(shaped.element))
}
