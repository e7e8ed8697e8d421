// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Byte strides of arrays in a caller's memory, and the contiguous runs of elements that a copy
//! moves.

use crate::c_api::nested_structs::BufferMemoryLayout;
use crate::c_api::values::Values;
use crate::failure::Failure;
use hloom_compiler::Shape;

/// Returns the byte strides of a dense row-major array.
pub fn row_major(shape: &Shape) -> Vec<i64> {
    let order: Vec<usize> = (0..shape.rank()).rev().collect();
    dense(shape, &order)
}

/// Returns the byte strides of a dense array. `minor_to_major` is the order of its dimensions, from
/// the minor-most on.
pub fn dense(shape: &Shape, minor_to_major: &[usize]) -> Vec<i64> {
    let mut strides = vec![0; shape.rank()];
    let mut step = shape.element_type.byte_width() as i64;
    for dim in minor_to_major {
        strides[*dim] = step;
        step = step.saturating_mul(shape.dims[*dim].max(1) as i64);
    }
    strides
}

/// Returns the byte strides of an array of the given shape with the layout that a caller requests.
///
/// # Errors
/// Fails if the ranks of the layout and the shape differ, if the layout does not list each
/// dimension once, or if it has tiles.
pub fn strides(layout: &BufferMemoryLayout, shape: &Shape) -> Result<Vec<i64>, Failure> {
    let dimensions = layout.fields.dimensions.get();
    if dimensions.len() != shape.rank() {
        let (expected, found) = (shape.rank(), dimensions.len());
        return Err(Failure::invalid(format!(
            "{shape}: expected a layout of rank {expected}, found rank {found}"
        )));
    }
    if layout.kind == 1 {
        return Ok(dimensions.to_vec());
    }
    Ok(dense(shape, &minor_to_major(layout, shape)?))
}

/// Returns the order of dimensions in the layout that a caller requests, from the minor-most on.
///
/// # Errors
/// Fails if the layout does not list each dimension once, has tiles, or has gaps between elements.
pub fn minor_to_major(layout: &BufferMemoryLayout, shape: &Shape) -> Result<Vec<usize>, Failure> {
    let dimensions = layout.fields.dimensions.get();
    let wrong = || {
        Failure::invalid(format!(
            "{shape}: expected a layout that lists each dimension once, found {dimensions:?}"
        ))
    };
    if dimensions.len() != shape.rank() {
        return Err(wrong());
    }
    if layout.kind == 1 {
        let mut order: Vec<usize> = (0..shape.rank()).rev().collect();
        order.sort_by_key(|dim| dimensions[*dim]);
        let is_dense = dense(shape, &order) == dimensions;
        let gaps = || {
            Failure::unimplemented(format!(
                "{shape}: device layouts with gaps between elements are not supported"
            ))
        };
        return is_dense.then_some(order).ok_or_else(gaps);
    }
    let tiles = layout.fields.tile_dim_sizes.values(layout.fields.num_tiles);
    if tiles.iter().any(|rank| *rank != 0) {
        return Err(Failure::unimplemented(format!("{shape}: tiled layouts are not supported")));
    }
    let mut order = Vec::with_capacity(dimensions.len());
    for dim in dimensions {
        let dim = usize::try_from(*dim).ok().filter(|dim| *dim < shape.rank());
        order.push(dim.filter(|dim| !order.contains(dim)).ok_or_else(wrong)?);
    }
    Ok(order)
}

/// Returns the number of bytes from the start of the first element of a strided array to the end of
/// its last element.
///
/// # Errors
/// Fails if a stride is negative, or the number of bytes does not fit `isize`.
pub fn extent(shape: &Shape, strides: &[i64]) -> Result<usize, Failure> {
    if shape.dims.contains(&0) {
        return Ok(0);
    }
    let mut bytes = shape.element_type.byte_width();
    for (size, stride) in shape.dims.iter().zip(strides).filter(|(size, _)| **size > 1) {
        let stride = usize::try_from(*stride).map_err(|_| {
            Failure::unimplemented(format!(
                "{shape}: negative strides in host memory are not supported, found {stride}"
            ))
        })?;
        let all = stride.checked_mul(size - 1).and_then(|last| last.checked_add(bytes));
        bytes = all.filter(|bytes| isize::try_from(*bytes).is_ok()).ok_or_else(|| {
            Failure::invalid(format!(
                "{shape}: expected an array below 2^63 bytes, found a stride of {stride} bytes \
                 that makes it larger"
            ))
        })?;
    }
    Ok(bytes)
}

/// Returns true if these are the strides of a dense row-major array. Strides of dimensions of size
/// 1, and of arrays without elements, do not matter.
pub fn is_row_major(shape: &Shape, strides: &[i64]) -> bool {
    let dense = row_major(shape);
    let mut dims = shape.dims.iter().zip(strides.iter().zip(&dense));
    shape.dims.contains(&0) || dims.all(|(size, (given, dense))| *size == 1 || given == dense)
}

/// Calls a function for each run of elements that are contiguous both in an array with these
/// strides and in a dense row-major array. The arguments of the function are the byte offset of the
/// run in the strided array, its byte offset in the row-major array, and its number of bytes.
pub fn for_each_run(shape: &Shape, strides: &[i64], mut call: impl FnMut(isize, usize, usize)) {
    if shape.dims.contains(&0) {
        return;
    }
    let width = shape.element_type.byte_width();
    // The innermost dense dimensions form one run.
    let (mut run, mut outer) = (width, shape.rank());
    while outer > 0 && (shape.dims[outer - 1] == 1 || strides[outer - 1] == run as i64) {
        run *= shape.dims[outer - 1];
        outer -= 1;
    }
    let (dims, strides) = (&shape.dims[..outer], &strides[..outer]);
    let mut index = vec![0; outer];
    let (mut place, mut dense) = (0_i64, 0);
    loop {
        call(place as isize, dense, run);
        dense += run;
        let mut dim = outer;
        loop {
            let Some(next) = dim.checked_sub(1) else { return };
            dim = next;
            index[dim] += 1;
            place += strides[dim];
            if index[dim] < dims[dim] {
                break;
            }
            place -= strides[dim] * dims[dim] as i64;
            index[dim] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_compiler::ElementType;

    fn runs(dims: &[usize], strides: &[i64]) -> Vec<(isize, usize, usize)> {
        let mut runs = Vec::new();
        let shape = Shape::new(ElementType::S16, dims);
        for_each_run(&shape, strides, |place, dense, bytes| runs.push((place, dense, bytes)));
        runs
    }

    #[test]
    fn runs_are_as_long_as_can_be() {
        assert_eq!(runs(&[2, 3, 4], &[24, 8, 2]), [(0, 0, 48)]);
        assert_eq!(runs(&[2, 2], &[8, 2]), [(0, 0, 4), (8, 4, 4)]);
        assert_eq!(runs(&[2, 2], &[2, 4]), [(0, 0, 2), (4, 2, 2), (2, 4, 2), (6, 6, 2)]);
        assert_eq!(runs(&[3], &[-2]), [(0, 0, 2), (-2, 2, 2), (-4, 4, 2)]);
        assert_eq!(runs(&[], &[]), [(0, 0, 2)]);
        assert_eq!(runs(&[2], &[0]), [(0, 0, 2), (0, 2, 2)]);
        assert_eq!(runs(&[2, 0], &[0, 0]), []);
        assert_eq!(runs(&[1, 2], &[999, 2]), [(0, 0, 4)]);
    }

    #[test]
    fn extents_reach_to_the_last_element() {
        let bytes = |dims: &[usize], strides: &[i64]| {
            extent(&Shape::new(ElementType::F32, dims), strides).ok()
        };
        assert_eq!(bytes(&[], &[]), Some(4));
        assert_eq!(bytes(&[2, 3], &[12, 4]), Some(24));
        assert_eq!(bytes(&[16], &[8]), Some(15 * 8 + 4));
        assert_eq!(bytes(&[2, 3], &[4, 8]), Some(24));
        assert_eq!(bytes(&[5, 0], &[-1, -1]), Some(0));
        assert_eq!(bytes(&[1, 2], &[-1, 4]), Some(8));
        assert_eq!(bytes(&[2], &[-4]), None);
        assert_eq!(bytes(&[3], &[i64::MAX]), None);
    }

    #[test]
    fn row_major_is_recognized() {
        let shape = Shape::new(ElementType::F32, [2, 1, 3]);
        assert_eq!(row_major(&shape), [12, 12, 4]);
        assert!(is_row_major(&shape, &[12, 0, 4]) && !is_row_major(&shape, &[4, 4, 8]));
    }
}
