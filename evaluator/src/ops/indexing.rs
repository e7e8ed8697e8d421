// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes at positions in other tensors (specification, sections "dynamic_slice",
//! "dynamic_update_slice", and the sections named in the files of this folder).
//! "torch_index_select" follows XLA.

mod clamp;
mod gather;
mod scatter;

use super::attributes::{size, sizes};
use super::on_tensors::{on_tensors, one};
use super::shape::slice;
use crate::program::{Decoder, Frame, Operation};
use crate::{Error, Value};
use clamp::{all_clamped, clamped};
use gather::Gather;
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_values::{Literal, Scalar};
use scatter::Scatter;

/// Decodes an indexing operation.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView, decoder: &mut dyn Decoder) -> Result<Box<dyn Operation>, Error> {
    Ok(match op.op() {
        Op::StablehloDynamicSlice => {
            let slice_sizes = sizes(op, "slice_sizes")?;
            on_tensors(move |operands| {
                one(dynamic_slice(operands[0], &integers(&operands[1..])?, &slice_sizes))
            })
        }
        Op::StablehloDynamicUpdateSlice => Box::new(DynamicUpdateSlice),
        Op::StablehloGather => {
            let (gather, slice_sizes) = (Gather::read(op)?, sizes(op, "slice_sizes")?);
            on_tensors(move |operands| one(gather.evaluate(operands[0], operands[1], &slice_sizes)))
        }
        Op::StablehloDynamicGather => {
            let gather = Gather::read(op)?;
            on_tensors(move |operands| {
                let slice_sizes = operands[2].iter().map(to_size).collect::<Result<Vec<_>, _>>()?;
                one(gather.evaluate(operands[0], operands[1], &slice_sizes))
            })
        }
        Op::StablehloScatter => Box::new(Scatter::read(op, decoder)?),
        Op::StablehloTorchIndexSelect => {
            let (dimension, batches) = (size(op, "dim")?, size(op, "batch_dims")?);
            on_tensors(move |operands| {
                one(torch_index_select(operands[0], operands[1], dimension, batches))
            })
        }
        other => {
            return Err(Error::Internal(format!(
                "the evaluator passed `{other}` to the decoder of indexing operations"
            )));
        }
    })
}

/// Returns the integers that scalar tensors contain.
fn integers(tensors: &[&Literal]) -> Result<Vec<i128>, Error> {
    let integer = |tensor: &&Literal| tensor.get(0).map(Scalar::to_integer);
    let integers = tensors.iter().map(integer).collect::<Option<_>>();
    integers
        .ok_or_else(|| Error::Internal("the scalar operand with a start index is empty".to_owned()))
}

fn to_size(scalar: Scalar) -> Result<usize, Error> {
    let number = scalar.to_integer();
    usize::try_from(number)
        .map_err(|_| Error::invalid(format!("expected a size of at least 0, found `{number}`")))
}

/// Returns the slice with the given sizes at the given position, which is clamped.
///
/// # Errors
/// Fails if the slice is larger than the operand.
pub fn dynamic_slice(
    operand: &Literal,
    starts: &[i128],
    sizes: &[usize],
) -> Result<Literal, Error> {
    let starts = all_clamped(starts, sizes, &operand.shape().dims)?;
    let limits: Vec<_> = starts.iter().zip(sizes).map(|(start, size)| start + size).collect();
    slice(operand, &starts, &limits, &vec![1; starts.len()])
}

/// Overwrites the elements at a position, which is clamped, with an update.
///
/// # Errors
/// Fails if the update is larger than the operand, or has another element type.
pub fn dynamic_update_slice(
    mut operand: Literal,
    update: &Literal,
    starts: &[i128],
) -> Result<Literal, Error> {
    let (shape, from) = (operand.shape().clone(), update.shape());
    if from.element_type != shape.element_type {
        return Err(Error::invalid(format!(
            "expected an update of element type {}, found a {from}",
            shape.element_type
        )));
    }
    let starts = all_clamped(starts, &from.dims, &shape.dims)?;
    if update.element_count() == 0 {
        return Ok(operand);
    }
    let width = shape.element_type.byte_width();
    let row = from.dims.last().copied().unwrap_or(1) * width;
    // Rows along the last dimension are contiguous.
    let mut rows = from.clone();
    if let Some(last) = rows.dims.last_mut() {
        *last = (*last).min(1);
    }
    let mut pieces = update.bytes().chunks_exact(row.max(1));
    rows.try_for_each_index(|index| {
        let place: Vec<_> = index.iter().zip(&starts).map(|(one, other)| one + other).collect();
        let to = shape.linear(&place).map(|linear| linear * width);
        let to = to.and_then(|to| operand.bytes_mut().get_mut(to..to + row));
        match (to, pieces.next()) {
            (Some(to), Some(piece)) => to.copy_from_slice(piece),
            _ => {
                return Err(Error::Internal(format!(
                    "`dynamic_update_slice` computed index {place:?}, at which an updated row is \
                     not within a {shape}"
                )));
            }
        }
        Ok(())
    })?;
    Ok(operand)
}

/// A `dynamic_update_slice` operation, which works in place if no other value shares the operand.
#[derive(Debug)]
struct DynamicUpdateSlice;

impl Operation for DynamicUpdateSlice {
    fn evaluate(&self, operands: Vec<Value>, _: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let mut operands = operands.into_iter();
        let (Some(operand), Some(update)) = (operands.next(), operands.next()) else {
            return Err(Error::Internal(
                "the evaluator passed fewer than two operands to `dynamic_update_slice`".to_owned(),
            ));
        };
        let starts = operands.collect::<Vec<_>>();
        let starts = starts.iter().map(Value::tensor).collect::<Result<Vec<_>, _>>()?;
        let starts = integers(&starts)?;
        let operand = operand.into_tensor()?;
        Ok(vec![Value::from(dynamic_update_slice(operand, update.tensor()?, &starts)?)])
    }
}

/// Selects slices along a dimension by indices. Indices out of bounds are clamped, as in a gather.
/// The first `batches` dimensions are common to both tensors.
///
/// # Errors
/// Fails if the shapes do not match, or if there is nothing to select from.
pub fn torch_index_select(
    operand: &Literal,
    indices: &Literal,
    dimension: usize,
    batches: usize,
) -> Result<Literal, Error> {
    let (from, names) = (operand.shape(), indices.shape());
    let fits = dimension < from.rank()
        && batches <= dimension.min(names.rank())
        && from.dims[..batches] == names.dims[..batches];
    if !fits {
        return Err(Error::invalid(format!(
            "`torch_index_select`: expected a dimension of the operand and {batches} equal batch \
             dimensions before it, found dimension {dimension}, operand {from} and indices {names}"
        )));
    }
    let inner = dimension + names.rank() - batches;
    let dims =
        [&from.dims[..dimension], &names.dims[batches..], &from.dims[dimension + 1..]].concat();
    let limit = from.dims[dimension];
    if limit == 0 && !dims.contains(&0) {
        return Err(Error::invalid(format!(
            "`torch_index_select`: cannot select from an empty dimension of a {from}"
        )));
    }
    Ok(operand.rearranged(&dims, |index| {
        let name = [&index[..batches], &index[dimension..inner]].concat();
        let selected = clamped(indices.at(&name)?.to_integer(), 1, limit).ok()?;
        Some([&index[..dimension], &[selected], &index[inner..]].concat())
    })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(elements: &[i32], dims: &[usize]) -> Literal {
        Literal::from_slice(elements, dims).expect("as many")
    }

    #[test]
    fn slices_stay_inside() {
        let operand = tensor(&[0, 1, 2, 3, 4, 5], &[2, 3]);
        let slice = |starts: &[i128]| dynamic_slice(&operand, starts, &[1, 2]);
        assert_eq!(slice(&[-1, 1]), Ok(tensor(&[1, 2], &[1, 2])));
        assert_eq!(slice(&[i128::from(u64::MAX), 7]), Ok(tensor(&[4, 5], &[1, 2])));
        assert!(dynamic_slice(&operand, &[0, 0], &[3, 1]).is_err());
        let update = |starts: &[i128], update: &Literal| {
            dynamic_update_slice(operand.clone(), update, starts)
        };
        let pair = tensor(&[8, 9], &[1, 2]);
        assert_eq!(update(&[5, -5], &pair), Ok(tensor(&[0, 1, 2, 8, 9, 5], &[2, 3])));
        assert_eq!(update(&[0, 0], &tensor(&[], &[0, 2])), Ok(operand.clone()));
        assert_eq!(update(&[0, 0], &tensor(&[], &[2, 0])), Ok(operand.clone()));
        assert!(update(&[0, 0], &tensor(&[0; 4], &[1, 4])).is_err());
        let scalar = dynamic_update_slice(tensor(&[1], &[]), &tensor(&[2], &[]), &[]);
        assert_eq!(scalar, Ok(tensor(&[2], &[])));
    }

    #[test]
    fn selections() {
        let operand = tensor(&[0, 1, 2, 3, 4, 5], &[2, 3]);
        let select = |indices: &Literal, dimension, batches| {
            torch_index_select(&operand, indices, dimension, batches)
        };
        // Expected values from torch.index_select.
        let names = tensor(&[2, 0], &[2]);
        assert_eq!(select(&names, 1, 0), Ok(tensor(&[2, 0, 5, 3], &[2, 2])));
        assert_eq!(select(&names, 0, 0), Ok(tensor(&[3, 4, 5, 0, 1, 2], &[2, 3])));
        assert_eq!(select(&names, 1, 1), Ok(tensor(&[2, 3], &[2])));
        assert_eq!(select(&tensor(&[1], &[]), 0, 0), Ok(tensor(&[3, 4, 5], &[3])));
        assert!(torch_index_select(&tensor(&[], &[0]), &names, 0, 0).is_err());
    }
}
