// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations that make and move elements (specification, sections "broadcast_in_dim",
//! "concatenate", "iota", "pad", "reshape", "reverse", "slice", "transpose").

use super::{on_tensors, one, result_tensor, size, sizes};
use crate::attribute::literal_of_attribute;
use crate::literal::{ElementType, Literal, Scalar, Shape};
use crate::program::Operation;
use crate::run::Frame;
use crate::{Error, Value};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use std::sync::Arc;

pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    Ok(match op.op() {
        Op::StablehloConstant => {
            let value = literal_of_attribute(op.required("value")?)?;
            Box::new(Constant(Arc::new(stored(value, result_tensor(op, 0)?.element.storage)?)))
        }
        Op::StablehloIota => {
            let (ty, dimension) = (result_tensor(op, 0)?, size(op, "iota_dimension")?);
            let dims = ty.static_dims()?;
            on_tensors(move |_| one(iota(ty.element.storage, &dims, dimension)))
        }
        Op::StablehloBroadcastInDim => {
            let dimensions = sizes(op, "broadcast_dimensions")?;
            let dims = result_tensor(op, 0)?.static_dims()?;
            on_tensors(move |operands| one(broadcast_in_dim(operands[0], &dims, &dimensions)))
        }
        Op::StablehloBroadcast => {
            let leading = sizes(op, "broadcast_sizes")?;
            on_tensors(move |operands| {
                let shape = operands[0].shape();
                let dims = [&leading[..], &shape.dims].concat();
                let dimensions: Vec<_> = (leading.len()..dims.len()).collect();
                one(broadcast_in_dim(operands[0], &dims, &dimensions))
            })
        }
        Op::StablehloReshape => {
            let dims = result_tensor(op, 0)?.static_dims()?;
            on_tensors(move |operands| one(reshape(operands[0], &dims)))
        }
        Op::StablehloTranspose => {
            let permutation = sizes(op, "permutation")?;
            on_tensors(move |operands| one(transpose(operands[0], &permutation)))
        }
        Op::StablehloReverse => {
            let dimensions = sizes(op, "dimensions")?;
            on_tensors(move |operands| one(reverse(operands[0], &dimensions)))
        }
        Op::StablehloSlice => {
            let starts = sizes(op, "start_indices")?;
            let (limits, strides) = (sizes(op, "limit_indices")?, sizes(op, "strides")?);
            on_tensors(move |operands| one(slice(operands[0], &starts, &limits, &strides)))
        }
        Op::StablehloConcatenate => {
            let dimension = size(op, "dimension")?;
            on_tensors(move |operands| one(concatenate(operands, dimension)))
        }
        Op::StablehloPad => {
            let low = op.integers("edge_padding_low")?;
            let high = op.integers("edge_padding_high")?;
            let interior = op.integers("interior_padding")?;
            on_tensors(move |operands| {
                let padding = Padding { low: &low, high: &high, interior: &interior };
                one(pad(operands[0], operands[1], &padding))
            })
        }
        Op::StablehloGetDimensionSize => {
            let dimension = size(op, "dimension")?;
            on_tensors(move |operands| one(get_dimension_size(operands[0], dimension)))
        }
        Op::StablehloSetDimensionSize => {
            let dimension = size(op, "dimension")?;
            on_tensors(move |operands| one(set_dimension_size(operands, dimension)))
        }
        Op::StablehloTuple => Box::new(Tuple),
        Op::StablehloGetTupleElement => Box::new(TupleElement(size(op, "index")?)),
        other => return Err(Error::Internal(format!("`{other}` is of another family"))),
    })
}

#[derive(Debug)]
struct Constant(Arc<Literal>);

impl Operation for Constant {
    fn evaluate(&self, _: Vec<Value>, _: &mut Frame) -> Result<Vec<Value>, Error> {
        Ok(vec![Value::Tensor(self.0.clone())])
    }
}

#[derive(Debug)]
struct Tuple;

impl Operation for Tuple {
    fn evaluate(&self, operands: Vec<Value>, _: &mut Frame) -> Result<Vec<Value>, Error> {
        Ok(vec![Value::Tuple(operands)])
    }
}

#[derive(Debug)]
struct TupleElement(usize);

impl Operation for TupleElement {
    fn evaluate(&self, operands: Vec<Value>, _: &mut Frame) -> Result<Vec<Value>, Error> {
        match operands.into_iter().next() {
            Some(Value::Tuple(mut elements)) if self.0 < elements.len() => {
                Ok(vec![elements.swap_remove(self.0)])
            }
            _ => Err(Error::Internal("no such element of a tuple".to_owned())),
        }
    }
}

/// Elements that count up along a dimension.
pub fn iota(element_type: ElementType, dims: &[usize], dimension: usize) -> Result<Literal, Error> {
    Literal::generate(Shape::new(element_type, dims), |index| {
        Ok(Scalar::Unsigned(index[dimension] as u64).wrapped(element_type))
    })
}

/// Repeats elements: dimension `i` of the operand becomes dimension `dimensions[i]`.
pub fn broadcast_in_dim(
    operand: &Literal,
    dims: &[usize],
    dimensions: &[usize],
) -> Result<Literal, Error> {
    let from = operand.shape();
    for (dim, dimension) in from.dims.iter().zip(dimensions) {
        if *dim != 1 && Some(dim) != dims.get(*dimension) {
            let wanted = Shape::new(from.element_type, dims);
            return Err(Error::invalid(format!("a {from} cannot be broadcast to a {wanted}")));
        }
    }
    operand.rearranged(dims, |index| {
        let place =
            |(dim, dimension): (&usize, &usize)| if *dim == 1 { 0 } else { index[*dimension] };
        Some(from.dims.iter().zip(dimensions).map(place).collect())
    })
}

/// The same elements in row-major order under other dimensions.
pub fn reshape(operand: &Literal, dims: &[usize]) -> Result<Literal, Error> {
    let shape = operand.shape();
    operand.clone().reshape(dims).ok_or_else(|| {
        let wanted = Shape::new(shape.element_type, dims);
        Error::invalid(format!("a {shape} has not the elements of a {wanted}"))
    })
}

/// Dimension `i` of the result is dimension `permutation[i]` of the operand.
pub fn transpose(operand: &Literal, permutation: &[usize]) -> Result<Literal, Error> {
    let from = operand.shape();
    let dims: Vec<_> = permutation.iter().map(|dimension| from.dims[*dimension]).collect();
    operand.rearranged(&dims, |index| {
        let mut place = vec![0; index.len()];
        for (position, dimension) in index.iter().zip(permutation) {
            place[*dimension] = *position;
        }
        Some(place)
    })
}

/// Reverses the order along dimensions.
pub fn reverse(operand: &Literal, dimensions: &[usize]) -> Result<Literal, Error> {
    let dims = operand.shape().dims.clone();
    operand.rearranged(&dims, |index| {
        let mut place = index.to_vec();
        for dimension in dimensions {
            place[*dimension] = dims[*dimension] - 1 - index[*dimension];
        }
        Some(place)
    })
}

/// Every `strides`-th element from `starts` to before `limits`.
pub fn slice(
    operand: &Literal,
    starts: &[usize],
    limits: &[usize],
    strides: &[usize],
) -> Result<Literal, Error> {
    let shape = operand.shape();
    let within = starts.iter().zip(limits).zip(&shape.dims);
    if within.clone().any(|((start, limit), dim)| start > limit || limit > dim)
        || within.len() != shape.rank()
        || strides.contains(&0)
    {
        return Err(Error::invalid(format!("{starts:?} to {limits:?} is no slice of a {shape}")));
    }
    let sizes = starts.iter().zip(limits).zip(strides);
    let dims: Vec<_> =
        sizes.map(|((start, limit), stride)| (limit - start).div_ceil(*stride)).collect();
    operand.rearranged(&dims, |index| {
        let places = index.iter().zip(starts).zip(strides);
        Some(places.map(|((position, start), stride)| start + position * stride).collect())
    })
}

/// A constant's elements as its type stores them: quantized ones that have no sign are
/// written with one.
fn stored(value: Literal, storage: ElementType) -> Result<Literal, Error> {
    let written = value.shape().element_type;
    if written == storage || written.bit_width() != storage.bit_width() {
        return Ok(value);
    }
    let mut elements = value.iter();
    Literal::generate(Shape::new(storage, &*value.shape().dims), |_| {
        let number = elements.next().map_or(0, Scalar::to_integer);
        Ok(Scalar::Unsigned(number as u64).wrapped(storage))
    })
}

/// Joins tensors along a dimension.
pub fn concatenate(operands: &[&Literal], dimension: usize) -> Result<Literal, Error> {
    let first = operands.first().ok_or_else(|| Error::invalid("nothing to concatenate"))?;
    let mut dims = first.shape().dims.clone();
    let agrees = |other: &Literal| {
        let others = &other.shape().dims;
        others.len() == dims.len()
            && (0..dims.len()).all(|index| index == dimension || others[index] == dims[index])
    };
    if let Some(other) = operands.iter().find(|other| !agrees(other)) {
        let (one, other) = (first.shape(), other.shape());
        return Err(Error::invalid(format!("a {one} and a {other} cannot be concatenated")));
    }
    let sizes = operands.iter().map(|operand| operand.shape().dims[dimension]);
    dims[dimension] = sizes.sum();
    // Everything before the dimension repeats; everything from it on is in one piece.
    woven(operands, &dims[..dimension], Shape::new(first.shape().element_type, &*dims))
}

/// A tensor that has, for each index of the `outer` dimensions, what each part has there,
/// one after the other.
pub fn woven(parts: &[&Literal], outer: &[usize], shape: Shape) -> Result<Literal, Error> {
    let mut result = Literal::zeros(shape)?;
    if result.bytes().is_empty() {
        return Ok(result);
    }
    let outer: usize = outer.iter().product();
    let mut rest = result.bytes_mut();
    for row in 0..outer {
        for part in parts {
            let piece = part.bytes().len() / outer;
            let (place, after) = rest.split_at_mut_checked(piece).ok_or_else(|| {
                Error::Internal("the parts of a tensor are larger than it".to_owned())
            })?;
            place.copy_from_slice(&part.bytes()[row * piece..][..piece]);
            rest = after;
        }
    }
    Ok(result)
}

/// How a tensor is padded along each dimension; negative edges crop.
#[derive(Clone, Copy, Debug)]
pub struct Padding<'a> {
    /// Before the first element.
    pub low: &'a [i64],
    /// After the last one.
    pub high: &'a [i64],
    /// Between each two.
    pub interior: &'a [i64],
}

/// Puts a scalar around and between elements.
pub fn pad(operand: &Literal, value: &Literal, padding: &Padding) -> Result<Literal, Error> {
    let from = operand.shape();
    let mut dims = Vec::with_capacity(from.rank());
    for (index, dim) in from.dims.iter().enumerate() {
        let (dim, interior) = (*dim as i64, padding.interior[index]);
        let size = (dim - 1)
            .max(0)
            .checked_mul(interior)
            .and_then(|size| size.checked_add(dim))
            .and_then(|size| size.checked_add(padding.low[index]))
            .and_then(|size| size.checked_add(padding.high[index]))
            .filter(|_| interior >= 0)
            .and_then(|size| usize::try_from(size).ok());
        dims.push(size.ok_or_else(|| {
            let (low, high) = (padding.low[index], padding.high[index]);
            Error::invalid(format!(
                "a {from} cannot be padded by {low}, {high} and {interior} along dimension {index}"
            ))
        })?);
    }
    let place = |index: &[usize]| {
        let inside = |(dimension, position): (usize, &usize)| {
            let offset = *position as i64 - padding.low[dimension];
            let step = padding.interior[dimension] + 1;
            let place = usize::try_from(offset / step).ok()?;
            (offset >= 0 && offset % step == 0 && place < from.dims[dimension]).then_some(place)
        };
        index.iter().enumerate().map(inside).collect()
    };
    operand.rearranged_or(&dims, value, place)
}

/// The size of a dimension.
pub fn get_dimension_size(operand: &Literal, dimension: usize) -> Result<Literal, Error> {
    let size = operand.shape().dims[dimension];
    i32::try_from(size)
        .map_err(|_| Error::invalid(format!("a size of {size} does not fit an i32")))
        .and_then(Literal::scalar)
}

/// The operand without what is past a size of a dimension.
fn set_dimension_size(operands: &[&Literal], dimension: usize) -> Result<Literal, Error> {
    let shape = operands[0].shape();
    let size = operands[1].get(0).map_or(0, Scalar::to_integer);
    let held = shape.dims[dimension];
    let size = usize::try_from(size).ok().filter(|size| *size <= held).ok_or_else(|| {
        Error::invalid(format!("dimension {dimension} of a {shape} cannot have size {size}"))
    })?;
    let mut limits = shape.dims.clone();
    limits[dimension] = size;
    slice(operands[0], &vec![0; limits.len()], &limits, &vec![1; limits.len()])
}
