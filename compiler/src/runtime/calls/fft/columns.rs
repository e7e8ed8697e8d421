// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Transforms along columns.
//!
//! A block of columns is as wide as a few cache lines. Its columns are copied to rows of a scratch
//! buffer that fits in the cache, transformed there, and copied back, so that the matrix is read
//! and written once.

use super::ffi::{Block, each_block};
use super::footprint::Footprint;
use super::scratch::Scratch;
use super::share::Share;
use num_complex::Complex;
use rustfft::{Fft, FftNum};
use std::sync::Arc;

/// Size in bytes of one row of a column block: two cache lines.
const BLOCK_BYTES: usize = 128;

/// Number of rows that are transposed at once, chosen so that their part of a column block fits in
/// the L1 cache.
const TILE: usize = 8;

/// An FFT along a dimension that is not the last one: a transform of the columns of matrices.
pub struct Columns<T> {
    plan: Arc<dyn Fft<T>>,
    /// Number of columns: the product of the sizes of the following dimensions.
    columns: usize,
}

impl<T: FftNum> Columns<T> {
    /// Creates the transform of matrices of size `plan.len()` x `columns`.
    pub fn new(plan: Arc<dyn Fft<T>>, columns: usize) -> Self {
        Self { plan, columns }
    }

    /// Returns the number of elements of a matrix.
    pub fn elements(&self) -> usize {
        self.plan.len() * self.columns
    }

    /// Returns the sizes of the scratch buffers of [`Columns::run`] for `matrices` matrices.
    pub fn footprint(&self, matrices: usize, threads: usize) -> Footprint {
        let (rows, width) = (self.plan.len(), width::<T>());
        let blocks = matrices * self.columns.div_ceil(width);
        let size = row_stride::<T>(rows) * width + self.plan.get_inplace_scratch_len();
        Footprint::of(threads.min(blocks), size)
    }

    /// Transforms the columns of matrices, and multiplies the results by `factor`, if it is given.
    /// The elements come from `source`, which has the size of `data`, or from `data` itself if
    /// there is no source.
    pub fn run(
        &self,
        source: Option<&[Complex<T>]>,
        data: &mut [Complex<T>],
        factor: Option<T>,
        scratch: &Scratch<T>,
        share: Share,
    ) {
        let (rows, columns) = (self.plan.len(), self.columns);
        let width = width::<T>();
        let stride = row_stride::<T>(rows);
        let inner = self.plan.get_inplace_scratch_len();
        each_block(data, (rows, columns), width, share, |blocks| {
            scratch.with(stride * width + inner, |room| {
                let (lines, inner) = room.split_at_mut(stride * width);
                for (place, mut block) in blocks {
                    let start = place.matrix * rows * columns + place.first;
                    match source {
                        Some(source) => {
                            let row = |row| &source[start + row * columns..][..place.width];
                            vectorized(|| gather(row, rows, lines, stride));
                        }
                        None => vectorized(|| gather(|row| block.row(row), rows, lines, stride)),
                    }
                    for line in lines.chunks_mut(stride).take(place.width) {
                        self.plan.process_with_scratch(&mut line[..rows], inner);
                    }
                    vectorized(|| scatter(lines, stride, &mut block, rows, factor));
                }
            });
        });
    }
}

/// Returns the number of columns of a block of columns.
pub fn width<T>() -> usize {
    (BLOCK_BYTES / size_of::<Complex<T>>()).max(1)
}

/// Returns the distance in elements between the rows of a scratch buffer. If the length of rows is
/// a power of two, all rows would map to the same set of the L1 cache; padding by a cache line
/// avoids this.
pub fn row_stride<T>(length: usize) -> usize {
    length + (64 / size_of::<Complex<T>>()).max(1)
}

/// Calls `work` in a version that is compiled for the vector instructions of this machine.
#[inline]
pub fn vectorized<R>(work: impl FnOnce() -> R) -> R {
    struct Work<F>(F);
    impl<R, F: FnOnce() -> R> pulp::NullaryFnOnce for Work<F> {
        type Output = R;

        #[inline(always)]
        fn call(self) -> R {
            (self.0)()
        }
    }
    pulp::Arch::new().dispatch(Work(work))
}

/// Copies columns to the rows of `lines`, which are `stride` elements apart. `row` returns the
/// elements of the columns in a row.
#[inline(always)]
pub fn gather<'a, T: Copy + 'a>(
    row: impl Fn(usize) -> &'a [T],
    rows: usize,
    lines: &mut [T],
    stride: usize,
) {
    let mut first = 0;
    while first + TILE <= rows {
        let tile: [&[T]; TILE] = std::array::from_fn(|index| row(first + index));
        let width = tile[0].len();
        let tile = tile.map(|row| &row[..width]);
        for (column, line) in lines.chunks_mut(stride).take(width).enumerate() {
            let line: &mut [T] = &mut line[first..first + TILE];
            for (element, row) in line.iter_mut().zip(tile) {
                *element = row[column];
            }
        }
        first += TILE;
    }
    for row_number in first..rows {
        for (line, element) in lines.chunks_mut(stride).zip(row(row_number)) {
            line[row_number] = *element;
        }
    }
}

/// Copies the rows of `lines` back to the columns of a block, multiplied by `factor` if it is
/// given.
#[inline(always)]
fn scatter<T: FftNum>(
    lines: &[Complex<T>],
    stride: usize,
    block: &mut Block<'_, Complex<T>>,
    rows: usize,
    factor: Option<T>,
) {
    for row in 0..rows {
        let elements = block.row_mut(row);
        for (element, line) in elements.iter_mut().zip(lines.chunks(stride)) {
            *element = line[row];
        }
        if let Some(factor) = factor {
            scale(elements, factor);
        }
    }
}

/// Multiplies complex elements by a real factor in place.
#[inline(always)]
pub fn scale<T: FftNum>(elements: &mut [Complex<T>], factor: T) {
    for element in elements {
        *element = *element * factor;
    }
}
