// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The number of result elements that one thread computes.

use super::nest::Nest;
use hloom_ir::{self as ir, Mapping};
use melior::ir::ValueLike;

/// Number of threads below which each thread computes a single element: half of the threads that a
/// large GPU runs at the same time.
const THREADS: i64 = 1 << 16;
/// Number of memory accesses that a thread of a memory-bound kernel should have in flight.
const IN_FLIGHT: i64 = 4;
/// Candidates for the number of rows and the number of columns of a matrix product that a thread
/// computes, largest first.
const PRODUCTS: [(i64, i64); 4] = [(8, 8), (8, 4), (4, 4), (2, 2)];

/// The number of elements that a thread computes along each dimension of a loop nest.
///
/// Usually, the elements of a thread are `ceil(size / copies)` apart along a dimension, so that
/// threads with successive indices compute adjacent elements. If the operation transposes an
/// operand, the elements of a thread are adjacent along the dimension in which that operand is
/// contiguous. A thread then uses all bytes that the memory delivers at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    copies: Vec<i64>,
    /// The dimension along which the elements of a thread are adjacent, if any.
    adjacent: Option<usize>,
}

impl Tile {
    /// Returns the tile with a single element.
    pub fn of_one(nest: &Nest) -> Self {
        Self { copies: vec![1; nest.sizes.len()], adjacent: None }
    }

    /// Chooses the tile of a thread for a loop nest that the threads of one block compute.
    pub fn in_block(nest: &Nest) -> Self {
        let mut tile = Self::of_one(nest);
        if let Some((row, column)) = reused(nest).filter(|_| !nest.accumulates_in_memory()) {
            tile.set_product(nest, row, column, Mapping::MOST_THREADS);
        }
        tile
    }

    /// Sets the number of rows and columns of a matrix product that a thread computes to the first
    /// of the candidates with which at least `least` threads have a tile. `row` and `column` are
    /// loop dimensions.
    fn set_product(&mut self, nest: &Nest, row: usize, column: usize, least: i64) {
        let total = nest.iterations(&nest.dims(true));
        let fits = |(rows, columns): &(i64, i64)| {
            total / (rows * columns) >= least
                && nest.sizes[row] >= *rows
                && nest.sizes[column] >= *columns
        };
        if let Some((rows, columns)) = PRODUCTS.iter().find(|tile| fits(tile)) {
            (self.copies[row], self.copies[column]) = (*rows, *columns);
        }
    }

    /// Chooses the tile of a thread for a loop nest that all threads of the device compute.
    pub fn choose(nest: &Nest) -> Self {
        let mut tile = Self::of_one(nest);
        let total = nest.iterations(&nest.dims(true));
        if nest.accumulates_in_memory() {
            // A thread has the elements of a line of such an output already.
        } else if let Some((row, column)) = reused(nest) {
            tile.set_product(nest, row, column, THREADS);
        } else if let Some((dim, count)) = transposed(nest).filter(|_| total >= THREADS) {
            tile.copies[dim] = count;
            tile.adjacent = Some(dim);
        } else if total / IN_FLIGHT >= THREADS {
            let is_divisible = |dim: &usize| nest.sizes[*dim] % IN_FLIGHT == 0;
            if let Some(dim) = nest.dims(true).into_iter().find(is_divisible) {
                tile.copies[dim] = IN_FLIGHT;
            }
        }
        tile
    }

    /// Returns the number of adjacent elements that a thread computes along a dimension, or `None`
    /// if its elements are apart along this dimension.
    pub fn adjacent(&self, dim: usize) -> Option<i64> {
        (self.adjacent == Some(dim)).then(|| self.copies[dim])
    }

    /// Returns the number of threads along dimension `dim`, whose size is `size`.
    pub fn threads(&self, dim: usize, size: i64) -> i64 {
        (size + self.copies[dim] - 1) / self.copies[dim]
    }

    /// Returns the position of each element in the tile: for each dimension, a number below the
    /// number of elements of the tile along the dimension.
    pub fn elements(&self) -> Vec<Vec<i64>> {
        let mut elements = vec![Vec::new()];
        for copies in &self.copies {
            let with = |element: &Vec<i64>, copy: i64| [&element[..], &[copy]].concat();
            let all =
                elements.iter().flat_map(|element| (0..*copies).map(|copy| with(element, copy)));
            elements = all.collect();
        }
        elements
    }
}

/// Returns the row and the column dimension of a matrix product: the largest parallel dimension
/// that occurs only in the first of two inputs, and the largest that occurs only in the second.
/// Returns `None` if there are no such dimensions, or no reduction.
fn reused(nest: &Nest) -> Option<(usize, usize)> {
    if nest.generic.inputs != 2 || nest.dims(false).is_empty() {
        return None;
    }
    let used = [0, 1].map(|operand| nest.dims_of(&nest.generic.maps[operand]));
    let only = |operand: usize| {
        let dims = used[operand].iter().copied().filter(|dim| nest.generic.parallel[*dim]);
        dims.filter(|dim| !used[1 - operand].contains(dim)).max_by_key(|dim| nest.sizes[*dim])
    };
    Some((only(0)?, only(1)?))
}

/// Number of bytes that the memory of a GPU delivers at once.
const SECTOR: i64 = 32;

/// Maximum number of adjacent elements that a thread computes.
const MOST_ADJACENT: i64 = 16;

/// Returns the dimension in which an input is contiguous, if the results are contiguous in another
/// dimension, and the number of elements that the memory delivers at once. Returns `None` if no
/// input is transposed, if the size of the dimension is not a multiple of this number, or if there
/// is a reduction.
fn transposed(nest: &Nest) -> Option<(usize, i64)> {
    let last = |operand: usize| {
        let map = nest.generic.maps.get(operand)?;
        map.result(map.result_count().checked_sub(1)?).ok().and_then(ir::dim_position)
    };
    let of_results = last(nest.generic.inputs)?;
    let operands = ir::operands(nest.generic.op);
    let found = (0..nest.generic.inputs).find_map(|operand| {
        let dim = last(operand).filter(|dim| *dim != of_results)?;
        let map = &nest.generic.maps[operand];
        let mut indices = (0..map.result_count()).filter_map(|index| map.result(index).ok());
        // An input without the other dimension is read from the cache.
        indices.find(|index| ir::dim_position(*index) == Some(of_results))?;
        let element = ir::element_of(operands[operand].r#type());
        let bytes = i64::from(ir::element_width(element).div_ceil(8));
        let count = (SECTOR / bytes).clamp(1, MOST_ADJACENT);
        (nest.sizes[dim] % count == 0 && nest.dims(false).is_empty()).then_some((dim, count))
    });
    found.filter(|(_, count)| *count > 1)
}
