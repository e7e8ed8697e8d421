// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The elements that one thread computes.

use super::nest::Nest;
use hloom_ir as ir;

/// Number of threads below which a thread computes a single element: half of what a large GPU has.
const THREADS: i64 = 1 << 16;
/// Number of accesses that a thread of a memory-bound kernel has in flight.
const IN_FLIGHT: i64 = 4;
/// Candidate tiles of a matrix product, in rows and columns of a thread, largest first.
const PRODUCTS: [(i64, i64); 4] = [(8, 8), (8, 4), (4, 4), (2, 2)];

/// The number of elements that a thread computes along each dimension of a nest.
///
/// The elements of a tile are `ceil(size / copies)` apart along a dimension, so that neighboring
/// threads compute neighboring elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    copies: Vec<i64>,
}

impl Tile {
    /// Chooses the tile of a nest.
    pub fn choose(nest: &Nest) -> Self {
        let mut copies = vec![1; nest.sizes.len()];
        let total = nest.dims(true).iter().map(|dim| nest.sizes[*dim]).fold(1, i64::saturating_mul);
        if nest.accumulates_in_memory() {
            // A thread has the elements of a line of such an output already.
        } else if let Some((row, column)) = reused(nest) {
            let fits = |(rows, columns): &(i64, i64)| {
                total / (rows * columns) >= THREADS
                    && nest.sizes[row] >= *rows
                    && nest.sizes[column] >= *columns
            };
            if let Some((rows, columns)) = PRODUCTS.iter().find(|tile| fits(tile)) {
                (copies[row], copies[column]) = (*rows, *columns);
            }
        } else if total / IN_FLIGHT >= THREADS {
            let is_divisible = |dim: &usize| nest.sizes[*dim] % IN_FLIGHT == 0;
            if let Some(dim) = nest.dims(true).into_iter().find(is_divisible) {
                copies[dim] = IN_FLIGHT;
            }
        }
        Self { copies }
    }

    /// Returns the number of threads along a dimension of `size` elements.
    pub fn threads(&self, dim: usize, size: i64) -> i64 {
        (size + self.copies[dim] - 1) / self.copies[dim]
    }

    /// Returns the numbers of each element of the tile along each dimension.
    pub fn elements(&self) -> Vec<Vec<i64>> {
        let mut elements = vec![Vec::new()];
        for copies in &self.copies {
            let with = |element: &Vec<i64>, copy: i64| [&element[..], &[copy]].concat();
            let all = elements.iter().flat_map(|element| (0..*copies).map(|copy| with(element, copy)));
            elements = all.collect();
        }
        elements
    }
}

/// Returns the rows and columns of a product: a parallel dimension of only the first of two inputs,
/// and one of only the second. Returns `None` if there are no such dimensions, or no reduction.
fn reused(nest: &Nest) -> Option<(usize, usize)> {
    if nest.generic.inputs != 2 || nest.dims(false).is_empty() {
        return None;
    }
    let uses = |operand: usize, dim: usize| {
        let map = &nest.generic.maps[operand];
        (0..map.result_count()).filter_map(|index| map.result(index).ok()).any(|expression| {
            ir::linear(expression, nest.sizes.len()).is_none_or(|(steps, _)| steps[dim] != 0)
        })
    };
    let only = |operand: usize| {
        let dims = nest.dims(true).into_iter();
        dims.filter(|dim| uses(operand, *dim) && !uses(1 - operand, *dim))
            .max_by_key(|dim| nest.sizes[*dim])
    };
    Some((only(0)?, only(1)?))
}
