// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Blocks of columns that several threads write in parallel.
//!
//! The columns of a matrix are not contiguous in memory, so `split_at_mut` cannot divide them among
//! threads.

use super::share::Share;
use std::marker::PhantomData;
use std::slice;

/// A block of adjacent columns of a matrix. Blocks of the same matrix are disjoint.
pub struct Block<'a, T> {
    /// The first element of the first row of the block.
    start: *mut T,
    rows: usize,
    /// Distance between rows, in elements.
    stride: usize,
    width: usize,
    data: PhantomData<&'a mut [T]>,
}

impl<T> Block<'_, T> {
    /// Returns the elements of the block that are in row `row` of the matrix.
    ///
    /// # Panics
    /// Panics if `row` is out of bounds.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &[T] {
        assert!(row < self.rows, "expected a row below {}, found {row}", self.rows);
        // SAFETY: `each_block` made the block from `rows` rows of `stride` elements, in each of
        // which the block has `width` elements. No other block has them, and nothing writes them
        // while this block is borrowed.
        unsafe { slice::from_raw_parts(self.start.add(row * self.stride), self.width) }
    }

    /// Returns the elements of the block that are in row `row` of the matrix, as a mutable slice.
    ///
    /// # Panics
    /// Panics if `row` is out of bounds.
    #[inline(always)]
    pub fn row_mut(&mut self, row: usize) -> &mut [T] {
        assert!(row < self.rows, "expected a row below {}, found {row}", self.rows);
        // SAFETY: as in `row`; also, the block is borrowed mutably.
        unsafe { slice::from_raw_parts_mut(self.start.add(row * self.stride), self.width) }
    }
}

/// The position of a block of columns: its matrix in the batch, its first column and its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub matrix: usize,
    pub first: usize,
    pub width: usize,
}

/// Divides a batch of matrices of size `rows` x `columns` into blocks of at most `width` columns,
/// and calls `work` on several threads with iterators over disjoint parts of the blocks.
///
/// # Panics
/// Panics if a size is zero, or if `data` does not hold a whole number of matrices.
pub fn each_block<T: Send>(
    data: &mut [T],
    (rows, columns): (usize, usize),
    width: usize,
    share: Share,
    work: impl Fn(&mut dyn Iterator<Item = (Place, Block<'_, T>)>) + Sync,
) {
    let size = rows * columns;
    assert!(size > 0 && width > 0 && data.len().is_multiple_of(size), "expected whole matrices");
    let blocks = columns.div_ceil(width);
    let base = Base(data.as_mut_ptr());
    share.each(data.len() / size * blocks, &|range| {
        let mut blocks = range.map(|index| {
            let (matrix, first) = (index / blocks, index % blocks * width);
            let place = Place { matrix, first, width: width.min(columns - first) };
            // SAFETY: `matrix` is below the number of matrices and `first` below the number of
            // columns, so that the address is inside `data`.
            let start = unsafe { base.address().add(matrix * size + first) };
            // The blocks of different numbers are disjoint, and `Share::each` passes each number to
            // one call. `data` is borrowed mutably until all calls have returned.
            let block =
                Block { start, rows, stride: columns, width: place.width, data: PhantomData };
            (place, block)
        });
        work(&mut blocks);
    });
}

/// The address of the data, which all threads share.
struct Base<T>(*mut T);

impl<T> Base<T> {
    fn address(&self) -> *mut T {
        self.0
    }
}

// SAFETY: threads only copy the address. They access the elements behind it through blocks, which
// are disjoint, and `T` may be sent to them.
unsafe impl<T: Send> Sync for Base<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThreadPool;

    #[test]
    fn blocks_are_disjoint_and_cover_the_matrices() {
        let pool = ThreadPool::new(Some(3)).expect("three threads");
        for (batch, rows, columns) in [(1, 1, 1), (2, 3, 16), (3, 5, 17), (1, 4, 70)] {
            let mut data = vec![0; batch * rows * columns];
            each_block(&mut data, (rows, columns), 16, Share(Some(&pool)), |blocks| {
                for (place, mut block) in blocks {
                    for row in 0..rows {
                        for (column, element) in block.row_mut(row).iter_mut().enumerate() {
                            let row = place.matrix * rows + row;
                            *element += 1 + row * columns + place.first + column;
                        }
                    }
                }
            });
            assert_eq!(data, (1..=data.len()).collect::<Vec<_>>());
        }
    }
}
