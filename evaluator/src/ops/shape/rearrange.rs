// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Functions that create tensors and move their elements.

use crate::Error;
use hloom_values::{ElementType, Literal, Scalar, Shape};

/// Creates a tensor whose elements are the indices along a dimension.
///
/// # Errors
/// Fails if there is no memory for the result.
pub fn iota(element_type: ElementType, dims: &[usize], dimension: usize) -> Result<Literal, Error> {
    Literal::generate(Shape::new(element_type, dims), |index| {
        Ok(Scalar::Unsigned(index[dimension] as u64).wrapped(element_type))
    })
}

/// Repeats elements. Dimension `i` of the operand becomes dimension `dimensions[i]` of the result.
///
/// # Errors
/// Fails if a size of the operand is neither 1 nor the size of the corresponding dimension of the
/// result.
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
    Ok(operand.rearranged(dims, |index| {
        let place =
            |(dim, dimension): (&usize, &usize)| if *dim == 1 { 0 } else { index[*dimension] };
        Some(from.dims.iter().zip(dimensions).map(place).collect())
    })?)
}

/// Returns a tensor with the same elements in row-major order and with other dimensions.
///
/// # Errors
/// Fails if the numbers of elements differ.
pub fn reshape(operand: &Literal, dims: &[usize]) -> Result<Literal, Error> {
    let shape = operand.shape();
    operand.clone().reshape(dims).ok_or_else(|| {
        let wanted = Shape::new(shape.element_type, dims);
        Error::invalid(format!("a {shape} cannot be reshaped to a {wanted}"))
    })
}

/// Permutes dimensions. Dimension `i` of the result is dimension `permutation[i]` of the operand.
///
/// # Errors
/// Fails if there is no memory for the result.
pub fn transpose(operand: &Literal, permutation: &[usize]) -> Result<Literal, Error> {
    let from = operand.shape();
    let dims: Vec<_> = permutation.iter().map(|dimension| from.dims[*dimension]).collect();
    Ok(operand.rearranged(&dims, |index| {
        let mut place = vec![0; index.len()];
        for (position, dimension) in index.iter().zip(permutation) {
            place[*dimension] = *position;
        }
        Some(place)
    })?)
}

/// Reverses the order of elements along dimensions.
///
/// # Errors
/// Fails if there is no memory for the result.
pub fn reverse(operand: &Literal, dimensions: &[usize]) -> Result<Literal, Error> {
    let dims = operand.shape().dims.clone();
    Ok(operand.rearranged(&dims, |index| {
        let mut place = index.to_vec();
        for dimension in dimensions {
            place[*dimension] = dims[*dimension] - 1 - index[*dimension];
        }
        Some(place)
    })?)
}

/// Returns every `strides`-th element from `starts` up to, but not including, `limits`.
///
/// # Errors
/// Fails if the slice is out of bounds or has another rank, or if a stride is zero.
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
        return Err(Error::invalid(format!(
            "expected a slice within a {shape} and positive strides, found {starts:?} to \
             {limits:?} by {strides:?}"
        )));
    }
    let sizes = starts.iter().zip(limits).zip(strides);
    let dims: Vec<_> =
        sizes.map(|((start, limit), stride)| (limit - start).div_ceil(*stride)).collect();
    Ok(operand.rearranged(&dims, |index| {
        let places = index.iter().zip(starts).zip(strides);
        Some(places.map(|((position, start), stride)| start + position * stride).collect())
    })?)
}

/// Converts a constant's elements to the storage type. MLIR stores elements of unsigned quantized
/// types as signed integers.
///
/// # Errors
/// Fails if there is no memory for the result.
pub fn stored(value: Literal, storage: ElementType) -> Result<Literal, Error> {
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

/// Concatenates tensors along a dimension.
///
/// # Errors
/// Fails if there are no tensors, or if other dimensions differ in size.
pub fn concatenate(operands: &[&Literal], dimension: usize) -> Result<Literal, Error> {
    let first = operands.first();
    let first =
        first.ok_or_else(|| Error::invalid("expected at least one tensor to concatenate"))?;
    let mut dims = first.shape().dims.clone();
    let agrees = |other: &Literal| {
        let others = &other.shape().dims;
        others.len() == dims.len()
            && (0..dims.len()).all(|index| index == dimension || others[index] == dims[index])
    };
    if let Some(other) = operands.iter().find(|other| !agrees(other)) {
        let (one, other) = (first.shape(), other.shape());
        return Err(Error::invalid(format!(
            "expected equal sizes except in dimension {dimension}, found {one} and {other}"
        )));
    }
    let sizes = operands.iter().map(|operand| operand.shape().dims[dimension]);
    dims[dimension] = sizes.sum();
    // For each index before the dimension, the elements from the dimension on are contiguous.
    interleave(operands, &dims[..dimension], Shape::new(first.shape().element_type, &*dims))
}

/// Interleaves tensors. For each index of the `outer` dimensions, the result contains the elements
/// of every tensor at this index, one tensor after the other.
///
/// # Errors
/// Fails if the parts have more elements than the result, or if there is no memory for it.
pub fn interleave(parts: &[&Literal], outer: &[usize], shape: Shape) -> Result<Literal, Error> {
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
                Error::Internal(
                    "the operands of a concatenation are larger than its result".to_owned(),
                )
            })?;
            place.copy_from_slice(&part.bytes()[row * piece..][..piece]);
            rest = after;
        }
    }
    Ok(result)
}

/// The padding along each dimension. Negative low or high padding removes elements.
#[derive(Clone, Copy, Debug)]
pub struct Padding<'a> {
    /// The padding before the first element.
    pub low: &'a [i64],
    /// The padding after the last element.
    pub high: &'a [i64],
    /// The padding between adjacent elements.
    pub interior: &'a [i64],
}

/// Adds copies of a scalar around and between elements.
///
/// # Errors
/// Fails if interior padding is negative, or if a size of the result is negative or too large.
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
    Ok(operand.rearranged_or(&dims, value, place)?)
}

/// Returns the size of a dimension as an `i32`.
///
/// # Errors
/// Fails if the size does not fit `i32`.
pub fn get_dimension_size(operand: &Literal, dimension: usize) -> Result<Literal, Error> {
    let size = operand.shape().dims[dimension];
    let size = i32::try_from(size).map_err(|_| {
        Error::invalid(format!("expected a dimension size below 2^31, found {size}"))
    })?;
    Ok(Literal::scalar(size)?)
}

/// Truncates a dimension of the first operand to the size in the second operand.
///
/// # Errors
/// Fails if the size is negative or larger than the dimension.
pub fn set_dimension_size(operands: &[&Literal], dimension: usize) -> Result<Literal, Error> {
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
