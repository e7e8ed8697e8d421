// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Chooses the tile sizes of a group of operations.
//!
//! The choice balances two limits. A tile must be large enough that its work is worth a task, and
//! small enough that its temporaries stay in cache. The input consists of numbers only
//! ([`GroupShape`]); the module does not depend on the IR.

use super::contraction_to_loops::FEW_ROWS;
use super::group_shape::{GroupShape, Role};
use super::tile_time::{tiles, time};

impl GroupShape {
    /// Returns the size in bytes of the temporaries of a tile.
    pub fn temporary_bytes(&self, sizes: &[i64]) -> i64 {
        let temporaries = self.temporaries.iter().map(|temporary| temporary.of_tile(sizes));
        temporaries.fold(0, i64::saturating_add)
    }

    /// Returns true if the group contains a contraction.
    pub fn has_contraction(&self) -> bool {
        !self.roles.is_empty()
    }

    /// Returns the maximum size in bytes of the temporaries of a tile.
    pub fn temporary_limit(&self) -> i64 {
        if self.has_contraction() { CONTRACTION_TEMPORARIES } else { TEMPORARY_LIMIT }
    }

    /// Returns the number whose multiples are the permitted tile sizes of dimension `dim`.
    pub fn step(&self, dim: usize) -> i64 {
        let column = self.roles.get(dim) == Some(&Role::Column);
        if column && self.extents[dim] % COLUMN_STEP == 0 { COLUMN_STEP } else { 1 }
    }

    /// Returns the largest tile size of dimension `dim` for which the temporaries do not exceed
    /// [`Self::temporary_limit`], or 0 if there is none. The other dimensions have the given tile
    /// sizes.
    fn largest_in_memory(&self, sizes: &[i64], dim: usize) -> i64 {
        let fits = |size: i64| {
            let mut sizes = sizes.to_vec();
            sizes[dim] = size;
            self.temporary_bytes(&sizes) <= self.temporary_limit()
        };
        let (mut fitting, mut rest) = (0, self.extents[dim] + 1);
        while rest - fitting > 1 {
            let middle = fitting + (rest - fitting) / 2;
            if fits(middle) { fitting = middle } else { rest = middle }
        }
        fitting
    }
}

/// Minimum work of a task without a contraction, in the unit of [`GroupShape::work`]. For less
/// work, the cost of handing the task to a thread would dominate.
const TASK_WORK: i64 = 16 * 1024;
/// Minimum work of a task with a contraction, in the unit of [`GroupShape::work`]. It is larger,
/// because the kernel of a contraction computes many operations per cycle.
const CONTRACTION_TASK_WORK: i64 = 256 * 1024;
/// The maximum size in bytes of the temporaries of a task without a contraction. They must stay in
/// a first- or second-level cache.
const TEMPORARY_LIMIT: i64 = 64 * 1024;
/// The maximum size in bytes of the temporaries of a task with a contraction, which reads its
/// operands from the second-level cache anyway, and benefits more from large tiles.
const CONTRACTION_TEMPORARIES: i64 = 256 * 1024;
/// Largest side of a square tile of a transposition, in elements. The cache lines of this many
/// rows stay in a first-level cache until all of each line is used.
const SQUARE: i64 = 32;
/// Smallest side of a square tile of a transposition, in elements.
const LEAST_SQUARE: i64 = 8;
/// The desired number of rows in a tile of a contraction. The right operand is packed, or read from
/// memory, only once for all these rows.
pub const CONTRACTION_ROWS: i64 = 64;
/// The desired number of columns in a tile of a contraction: the columns of a few register tiles.
const CONTRACTION_COLUMNS: i64 = 128;

/// The number of columns of a contraction tile is a multiple of this number if the total number of
/// columns is. This number of columns covers whole vectors, or a cache line of small elements.
const COLUMN_STEP: i64 = 16;
/// Other tile sizes than the first choice are used if their estimated time is below this percentage
/// of the time of the first choice.
const NEAR_TIE: i64 = 97;

/// Returns a tile size of at least 1 for each dimension that may be tiled. The tile size of a
/// dimension that is not tiled is its extent.
///
/// Tiles grow from the innermost dimension outward until a task has enough work for a thread, or
/// the temporaries no longer fit. Tiles of contractions first grow to the desired numbers of rows
/// and columns. A large transposition has square tiles. Returns `None` if even the temporaries of
/// the smallest tile are too large.
pub fn tile_sizes(shape: &GroupShape, threads: i64) -> Option<Vec<i64>> {
    let mut sizes = vec![1; shape.extents.len()];
    if shape.temporary_bytes(&sizes) > shape.temporary_limit() {
        return None;
    }
    if let Some(squares) = squares(shape) {
        return Some(squares);
    }
    let total: i64 = shape.extents.iter().product();
    let total_work = total.saturating_mul(shape.work);
    let dims_of =
        |role: Role| (0..shape.roles.len()).rev().filter(move |dim| shape.roles[*dim] == role);
    // Several tasks per thread for load balance, unless they become too small. With few rows, the
    // time is that of reading the right operand, which takes longer by short pieces of its rows.
    let extent = |role: Role| dims_of(role).map(|dim| shape.extents[dim]).product::<i64>();
    let few_rows =
        shape.has_contraction() && extent(Role::Row) <= FEW_ROWS && extent(Role::Batch) == 1;
    let tasks = threads.max(1) * if few_rows { 2 } else { 4 };
    let least = if shape.has_contraction() { CONTRACTION_TASK_WORK } else { TASK_WORK };
    let wanted = (total_work / tasks).max(least) / shape.work.max(1);
    if shape.has_contraction() {
        grow(shape, &mut sizes, dims_of(Role::Column), CONTRACTION_COLUMNS);
        grow(shape, &mut sizes, dims_of(Role::Row), CONTRACTION_ROWS);
        // Columns first, as they reuse the left operand while it is in a cache. A tile has several
        // batches only if it has all rows and columns.
        for role in [Role::Column, Role::Row, Role::Batch] {
            let others = (0..sizes.len()).filter(|dim| shape.roles[*dim] != role);
            let (mut product, mut whole) = (1, true);
            for dim in others {
                product *= sizes[dim];
                whole &= sizes[dim] == shape.extents[dim];
            }
            if whole || role != Role::Batch {
                grow(shape, &mut sizes, dims_of(role), wanted / product);
            }
        }
        balance(shape, &mut sizes, threads);
    } else {
        grow(shape, &mut sizes, (0..shape.extents.len()).rev(), wanted);
    }
    Some(sizes)
}

/// Grows the tile along `dims`, in order, until the product of their sizes is about `wanted`, or
/// the temporaries no longer fit.
fn grow(shape: &GroupShape, sizes: &mut [i64], dims: impl Iterator<Item = usize>, wanted: i64) {
    let mut product = 1i64;
    for dim in dims {
        let extent = shape.extents[dim];
        let by_memory = shape.largest_in_memory(sizes, dim).max(1);
        let size = extent.min(by_memory).min((wanted / product).max(1)).max(1);
        let step = shape.step(dim);
        let parts = largest_divisor(extent / step, (size / step).max(1), (by_memory / step).max(1));
        sizes[dim] = sizes[dim].max(parts * step);
        product *= sizes[dim];
        if sizes[dim] < extent {
            break;
        }
    }
}

/// Changes the number of rows or columns of a tile by a factor of up to two, if this reduces the
/// estimated time. This is the case if threads would have different numbers of tiles, or if tiles
/// have large overlaps.
fn balance(shape: &GroupShape, sizes: &mut Vec<i64>, threads: i64) {
    let product = |sizes: &[i64], role: Role| -> i64 {
        let sizes = sizes.iter().zip(&shape.roles).filter(|(_, other)| **other == role);
        sizes.map(|(size, _)| *size).product()
    };
    let least = [(Role::Row, CONTRACTION_ROWS / 2), (Role::Column, CONTRACTION_COLUMNS / 2)]
        .map(|(role, least)| (role, product(sizes, role).min(least)));
    // Two tiles for each thread absorb differences between threads.
    let fewest = tiles(shape, sizes).min(2 * threads);
    let may_be = |sizes: &[i64]| {
        tiles(shape, sizes) >= fewest
            && shape.temporary_bytes(sizes) <= shape.temporary_limit()
            && least.iter().all(|(role, least)| product(sizes, *role) >= *least)
    };
    let initial = time(shape, sizes, threads);
    let mut best = (initial, sizes.clone());
    let from = sizes.clone();
    for dim in (0..from.len()).filter(|dim| shape.roles[*dim] != Role::Batch) {
        let range = (from[dim] + 1) / 2..=(from[dim] * 2).min(shape.extents[dim]);
        let step = shape.step(dim);
        for size in range.filter(|size| shape.extents[dim] % size == 0 && size % step == 0) {
            let mut changed = from.clone();
            changed[dim] = size;
            if may_be(&changed) {
                let time = time(shape, &changed, threads);
                if time < best.0 {
                    best = (time, changed);
                }
            }
        }
    }
    if best.0 < initial / 100 * NEAR_TIE {
        *sizes = best.1;
    }
}

/// Returns the tile sizes of a transposition that does not fit in a cache: approximately a square
/// in the two contiguous dimensions, and 1 for all other dimensions. Returns `None` for other
/// groups, for extents without a suitable divisor, and if the temporaries are too large.
fn squares(shape: &GroupShape) -> Option<Vec<i64>> {
    let (first, second) = shape.transposed?;
    let [height, width] = [first, second].map(|dim| shape.extents[dim]);
    if height.min(width) <= SQUARE || height.saturating_mul(width) < SQUARE * SQUARE * SQUARE {
        return None;
    }
    let mut sizes = vec![1; shape.extents.len()];
    for (dim, extent) in [(first, height), (second, width)] {
        sizes[dim] = (LEAST_SQUARE..=SQUARE).rev().find(|side| extent % side == 0)?;
    }
    (shape.temporary_bytes(&sizes) <= shape.temporary_limit()).then_some(sizes)
}

/// Returns the largest divisor of `extent` up to `size`. A divisor keeps the shapes of all tiles
/// static.
///
/// If that divisor is at most three quarters of `size`, the smallest divisor from `size` to
/// `by_memory` may replace it. That divisor must be at most twice `size`, unless the first divisor
/// is at most a quarter of `size`.
fn largest_divisor(extent: i64, size: i64, by_memory: i64) -> i64 {
    if size >= extent {
        return extent.max(1);
    }
    let divides = |candidate: &i64| extent % candidate == 0;
    let below = (1..=size).rev().find(divides).unwrap_or(1);
    if below * 4 > size * 3 {
        return below;
    }
    let above = (size..=extent.min(by_memory)).find(divides);
    above.filter(|above| *above <= 2 * size || below * 4 <= size).unwrap_or(below)
}

#[cfg(test)]
mod tests {
    use super::super::group_shape::Part;
    use super::super::tile_dependence::TileDependence;
    use super::*;

    fn shape(extents: &[i64], work: i64, temporary_bytes: i64) -> GroupShape {
        let dims = extents.iter().enumerate();
        let dependences: Vec<_> =
            dims.map(|(dim, extent)| (TileDependence::same(dim), *extent)).collect();
        let iterations = vec![Part { amount: work, dependences }];
        let temporaries = vec![Part { amount: temporary_bytes, ..iterations[0].clone() }];
        let (extents, right_bytes) = (extents.to_vec(), Vec::new());
        let roles = Vec::new();
        GroupShape { extents, work, temporaries, iterations, right_bytes, roles, transposed: None }
    }

    #[test]
    fn small_work_is_one_task() {
        assert_eq!(tile_sizes(&shape(&[16, 16], 1, 0), 2), Some(vec![16, 16]));
    }

    #[test]
    fn large_work_is_several_tasks_a_thread() {
        assert_eq!(tile_sizes(&shape(&[4096, 1024], 1, 0), 2), Some(vec![512, 1024]));
    }

    #[test]
    fn temporaries_bound_the_tile() {
        // One row of a softmax: 4096 elements of f32.
        assert_eq!(tile_sizes(&shape(&[4096], 4096 * 4, 16 * 1024), 2), Some(vec![4]));
        assert_eq!(tile_sizes(&shape(&[4096], 1, TEMPORARY_LIMIT + 1), 2), None);
    }

    #[test]
    fn contractions_have_rows_before_columns() {
        use Role::{Batch, Column, Row};
        let contraction = |extents: &[i64], work: i64, roles: &[Role]| GroupShape {
            roles: roles.to_vec(),
            ..shape(extents, work, 4)
        };
        // 128x768 by 768x3072, and an activation: not 4 rows of all columns.
        let feed_forward = contraction(&[128, 3072], 1600, &[Row, Column]);
        assert_eq!(tile_sizes(&feed_forward, 2), Some(vec![64, 768]));
        // A convolution: rows are the positions of the output.
        let convolution = contraction(&[1, 56, 56, 64], 1200, &[Row, Row, Row, Column]);
        assert_eq!(tile_sizes(&convolution, 2), Some(vec![1, 7, 56, 64]));
        // A batch of small products: several per task.
        let small = contraction(&[64, 16, 16], 128, &[Batch, Row, Column]);
        assert_eq!(tile_sizes(&small, 2), Some(vec![8, 16, 16]));
        // Tiles consist of whole vectors: not of 120 columns.
        let vectors = contraction(&[49, 960], 320, &[Row, Column]);
        assert_eq!(tile_sizes(&vectors, 2), Some(vec![49, 160]));
        // A product with one row.
        let row = contraction(&[1, 4096], 2048, &[Row, Column]);
        assert_eq!(tile_sizes(&row, 2), Some(vec![1, 1024]));
    }

    #[test]
    fn threads_get_equal_numbers_of_tiles() {
        use Role::{Column, Row};
        // Tiles of 4 rows would be seven, of which one thread gets four.
        let layer = GroupShape {
            roles: vec![Row, Row, Row, Column],
            ..shape(&[1, 28, 28, 128], 2 * 9 * 128, 4)
        };
        let tiles = |sizes: Vec<i64>| 28 / sizes[1] * (128 / sizes[3]);
        assert_eq!(tile_sizes(&layer, 2).map(tiles).map(|tiles| tiles % 2), Some(0));
    }

    #[test]
    fn windows_count_what_they_overlap() {
        // Rows of 4 KiB: a tile of 14 rows needs 16, which fill the limit of 64 KiB.
        let dependence = TileDependence { dim: 0, step: 1, halo: 2 };
        let shape = GroupShape {
            temporaries: vec![Part { amount: 4096, dependences: vec![(dependence, 58)] }],
            ..shape(&[56], 1_000_000, 0)
        };
        assert_eq!(shape.largest_in_memory(&[1], 0), 14);
        assert_eq!(tile_sizes(&shape, 1), Some(vec![14]));
    }

    #[test]
    fn transpositions_have_square_tiles() {
        let transposed =
            |extents: &[i64]| GroupShape { transposed: Some((0, 2)), ..shape(extents, 1, 0) };
        assert_eq!(tile_sizes(&transposed(&[1024, 3, 720]), 2), Some(vec![32, 1, 30]));
        // Small extents, and extents without a suitable divisor, are tiled as usual.
        assert_eq!(tile_sizes(&transposed(&[64, 1, 64]), 2), Some(vec![64, 1, 64]));
        assert_eq!(tile_sizes(&transposed(&[1021, 1, 1024]), 2), Some(vec![1021, 1, 1024]));
    }

    #[test]
    fn tiles_divide_the_extent() {
        assert_eq!(largest_divisor(100, 64, 100), 50);
        assert_eq!(largest_divisor(7, 100, 100), 7);
        assert_eq!(largest_divisor(0, 4, 4), 1);
        // A prime extent has one tile if memory allows, else tiles of size 1.
        assert_eq!(largest_divisor(997, 64, 1000), 997);
        assert_eq!(largest_divisor(997, 64, 100), 1);
    }
}
