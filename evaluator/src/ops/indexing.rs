// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reading and writing at places that other tensors hold (specification, sections
//! "dynamic_slice", "dynamic_update_slice", and those named in the files of this folder;
//! "torch_index_select" is XLA's).

mod gather;
mod scatter;

use super::shape::slice;
use super::{on_tensors, one, size, sizes};
use crate::literal::{Literal, Scalar};
use crate::program::{Decoder, Operation};
use crate::run::Frame;
use crate::{Error, Value};
use gather::Gather;
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use scatter::Scatter;

pub fn decode(op: &OpView, decoder: &mut Decoder) -> Result<Box<dyn Operation>, Error> {
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
        other => return Err(Error::Internal(format!("`{other}` is of another family"))),
    })
}

/// The numbers that tensors without dimensions hold.
fn integers(tensors: &[&Literal]) -> Result<Vec<i128>, Error> {
    let integer = |tensor: &&Literal| tensor.get(0).map(Scalar::to_integer);
    let integers = tensors.iter().map(integer).collect::<Option<_>>();
    integers.ok_or_else(|| Error::Internal("an index without a value".to_owned()))
}

fn to_size(scalar: Scalar) -> Result<usize, Error> {
    let number = scalar.to_integer();
    usize::try_from(number).map_err(|_| Error::invalid(format!("{number} where a size is due")))
}

/// Where a slice of a size begins that has to lie within a dimension: the nearest place
/// to the one asked for.
///
/// # Errors
/// If the slice is larger than the dimension.
fn clamped(start: i128, size: usize, dim: usize) -> Result<usize, Error> {
    let last = dim
        .checked_sub(size)
        .ok_or_else(|| Error::invalid(format!("a slice of {size} of a dimension of {dim}")))?;
    Ok(usize::try_from(start.max(0)).unwrap_or(last).min(last))
}

/// Where a slice of some sizes begins, in every dimension.
fn all_clamped(starts: &[i128], sizes: &[usize], dims: &[usize]) -> Result<Vec<usize>, Error> {
    if starts.len() != dims.len() || sizes.len() != dims.len() {
        return Err(Error::invalid(format!(
            "{} starts for {} dimensions",
            starts.len(),
            dims.len()
        )));
    }
    let places = starts.iter().zip(sizes).zip(dims);
    places.map(|((start, size), dim)| clamped(*start, *size, *dim)).collect()
}

/// A slice of a size from a place on.
pub fn dynamic_slice(
    operand: &Literal,
    starts: &[i128],
    sizes: &[usize],
) -> Result<Literal, Error> {
    let starts = all_clamped(starts, sizes, &operand.shape().dims)?;
    let limits: Vec<_> = starts.iter().zip(sizes).map(|(start, size)| start + size).collect();
    slice(operand, &starts, &limits, &vec![1; starts.len()])
}

/// The operand with an update put over what is at a place.
pub fn dynamic_update_slice(
    mut operand: Literal,
    update: &Literal,
    starts: &[i128],
) -> Result<Literal, Error> {
    let (shape, from) = (operand.shape().clone(), update.shape());
    if from.element_type != shape.element_type {
        return Err(Error::invalid(format!("a {shape} cannot be updated by a {from}")));
    }
    let starts = all_clamped(starts, &from.dims, &shape.dims)?;
    if update.element_count() == 0 {
        return Ok(operand);
    }
    let width = shape.element_type.byte_width();
    let row = from.dims.last().copied().unwrap_or(1) * width;
    // Rows along the last dimension are in one piece.
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
            _ => return Err(Error::Internal(format!("no row of a {shape} at {place:?}"))),
        }
        Ok(())
    })?;
    Ok(operand)
}

/// Writes into the operand itself if nothing else holds it.
#[derive(Debug)]
struct DynamicUpdateSlice;

impl Operation for DynamicUpdateSlice {
    fn evaluate(&self, operands: Vec<Value>, _: &mut Frame) -> Result<Vec<Value>, Error> {
        let mut operands = operands.into_iter();
        let (Some(operand), Some(update)) = (operands.next(), operands.next()) else {
            return Err(Error::Internal("an update of nothing".to_owned()));
        };
        let starts = operands.collect::<Vec<_>>();
        let starts = starts.iter().map(Value::tensor).collect::<Result<Vec<_>, _>>()?;
        let starts = integers(&starts)?;
        let operand = operand.into_tensor()?;
        Ok(vec![Value::from(dynamic_update_slice(operand, update.tensor()?, &starts)?)])
    }
}

/// The slices along a dimension that indices name; indices out of bounds name the
/// nearest one, as in a gather. The first dimensions are common to both.
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
        return Err(Error::invalid(format!("a {names} does not select from a {from}")));
    }
    let inner = dimension + names.rank() - batches;
    let dims =
        [&from.dims[..dimension], &names.dims[batches..], &from.dims[dimension + 1..]].concat();
    let limit = from.dims[dimension];
    if limit == 0 && !dims.contains(&0) {
        return Err(Error::invalid(format!("nothing to select in a {from}")));
    }
    operand.rearranged(&dims, |index| {
        let name = [&index[..batches], &index[dimension..inner]].concat();
        let selected = clamped(indices.at(&name)?.to_integer(), 1, limit).ok()?;
        Some([&index[..dimension], &[selected], &index[inner..]].concat())
    })
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
        // As torch.index_select has them.
        let names = tensor(&[2, 0], &[2]);
        assert_eq!(select(&names, 1, 0), Ok(tensor(&[2, 0, 5, 3], &[2, 2])));
        assert_eq!(select(&names, 0, 0), Ok(tensor(&[3, 4, 5, 0, 1, 2], &[2, 3])));
        assert_eq!(select(&names, 1, 1), Ok(tensor(&[2, 3], &[2])));
        assert_eq!(select(&tensor(&[1], &[]), 0, 0), Ok(tensor(&[3, 4, 5], &[3])));
        assert!(torch_index_select(&tensor(&[], &[0]), &names, 0, 0).is_err());
    }
}
