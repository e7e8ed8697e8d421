// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Blocks: rectangular parts of dense arrays in row-major order.

use crate::{Error, Shape};
use std::borrow::Cow;

/// Returns the `count` equal parts of an array along a dimension. Parts that are contiguous in
/// memory are not copied.
pub fn read<'a>(
    from: &'a [u8],
    shape: &Shape,
    dimension: usize,
    count: usize,
) -> Vec<Cow<'a, [u8]>> {
    let bytes = from.len() / count;
    if are_contiguous(shape, dimension) {
        return (0..count).map(|part| from[part * bytes..(part + 1) * bytes].into()).collect();
    }
    let part = part_of(shape, dimension, count);
    let (mut start, place) = (vec![0; shape.dims.len()], vec![0; shape.dims.len()]);
    let parts = (0..count).map(|number| {
        start[dimension] = number * part.dims[dimension];
        let mut packed = vec![0; bytes];
        copy(from, shape, &start, &part.dims, &mut packed, &part, &place);
        packed.into()
    });
    parts.collect()
}

/// Fills an array with `count` equal parts along a dimension, which `fill` writes. Parts that are
/// contiguous in memory are not copied.
///
/// # Errors
/// Fails with the error of `fill`.
pub fn write(
    to: &mut [u8],
    shape: &Shape,
    dimension: usize,
    count: usize,
    fill: impl FnOnce(&mut [&mut [u8]]) -> Result<(), Error>,
) -> Result<(), Error> {
    let bytes = to.len() / count;
    if bytes == 0 {
        let mut parts: Vec<&mut [u8]> = (0..count).map(|_| &mut [][..]).collect();
        return fill(&mut parts);
    }
    if are_contiguous(shape, dimension) {
        return fill(&mut to.chunks_exact_mut(bytes).collect::<Vec<_>>());
    }
    let part = part_of(shape, dimension, count);
    let mut packed = vec![0; to.len()];
    fill(&mut packed.chunks_exact_mut(bytes).collect::<Vec<_>>())?;
    let (start, mut place) = (vec![0; shape.dims.len()], vec![0; shape.dims.len()]);
    for (number, bytes) in packed.chunks_exact(bytes).enumerate() {
        place[dimension] = number * part.dims[dimension];
        copy(bytes, &part, &start, &part.dims, to, shape, &place);
    }
    Ok(())
}

/// Returns true if the parts of an array along a dimension are contiguous in memory.
fn are_contiguous(shape: &Shape, dimension: usize) -> bool {
    shape.dims[..dimension].iter().all(|size| *size == 1)
}

fn part_of(shape: &Shape, dimension: usize, count: usize) -> Shape {
    let mut part = shape.clone();
    part.dims[dimension] /= count;
    part
}

/// Copies the block at index `start` of the array `from`, with the sizes `block`, to index `place` of the
/// array `to`.
fn copy(
    from: &[u8],
    from_shape: &Shape,
    start: &[usize],
    block: &[usize],
    to: &mut [u8],
    to_shape: &Shape,
    place: &[usize],
) {
    let width = from_shape.element_type.byte_width();
    let source = Part { dims: &from_shape.dims, start, width };
    let target = Part { dims: &to_shape.dims, start: place, width };
    let run = block.last().copied().unwrap_or(1) * width;
    if block.contains(&0) {
        return;
    }
    let mut index = vec![0; block.len()];
    loop {
        let (begin, end) = (source.offset(&index), target.offset(&index));
        to[end..end + run].copy_from_slice(&from[begin..begin + run]);
        let mut dim = block.len().saturating_sub(1);
        loop {
            let Some(next) = dim.checked_sub(1) else { return };
            dim = next;
            index[dim] += 1;
            if index[dim] < block[dim] {
                break;
            }
            index[dim] = 0;
        }
    }
}

/// A rectangular part of a dense array in row-major order.
struct Part<'a> {
    dims: &'a [usize],
    start: &'a [usize],
    width: usize,
}

impl Part<'_> {
    /// Returns the byte offset in the array of the element at an index of the block.
    fn offset(&self, index: &[usize]) -> usize {
        let place = self.start.iter().zip(index).map(|(start, index)| start + index);
        place.zip(self.dims).fold(0, |offset, (place, size)| offset * size + place) * self.width
    }
}
