// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tile sizes of a group: the arithmetic, free of IR.

use super::following::Follow;

/// What is known of a group when its tile sizes are chosen.
#[derive(Clone, Debug)]
pub struct GroupShape {
    /// Extents of the root's dimensions that may be tiled, outermost first.
    pub extents: Vec<i64>,
    /// Work (about one for an elementwise operation) for one iteration of all
    /// tileable dimensions.
    pub work: i64,
    /// What a tile keeps until it is done.
    pub temporaries: Vec<Temporary>,
    /// Whether a matrix product is in the group: it wants tall tiles.
    pub contraction: bool,
    /// Two of the dimensions that are contiguous in one memory each: a
    /// transposition, whose tiles are squares.
    pub transposed: Option<(usize, usize)>,
}

/// A member's result, as much of it as a tile has.
#[derive(Clone, Debug)]
pub struct Temporary {
    /// Bytes for one element of each dimension in `follows`.
    pub bytes: i64,
    /// The dimensions that follow tileable ones, by their position in
    /// [`GroupShape::extents`], and the extents of the former.
    pub follows: Vec<(Follow, i64)>,
}

impl GroupShape {
    /// Bytes of the temporaries of a tile.
    fn temporary_bytes(&self, sizes: &[i64]) -> i64 {
        self.temporaries.iter().fold(0, |sum: i64, temporary| {
            let needed =
                |(follow, extent): &(Follow, i64)| follow.needed(sizes[follow.dim]).min(*extent);
            let elements = temporary.follows.iter().map(needed);
            sum.saturating_add(elements.fold(temporary.bytes, i64::saturating_mul))
        })
    }

    /// The largest size of dimension `dim` whose temporaries are within the limit;
    /// the dimensions inside have the sizes given. 0 where there is none.
    fn largest_in_memory(&self, sizes: &[i64], dim: usize) -> i64 {
        let fits = |size: i64| {
            let mut sizes = sizes.to_vec();
            sizes[dim] = size;
            self.temporary_bytes(&sizes) <= TEMPORARY_LIMIT
        };
        let (mut fitting, mut rest) = (0, self.extents[dim] + 1);
        while rest - fitting > 1 {
            let middle = fitting + (rest - fitting) / 2;
            if fits(middle) { fitting = middle } else { rest = middle }
        }
        fitting
    }
}

/// Work below which a task is not worth handing to a thread.
const TASK_WORK: i64 = 16 * 1024;
/// Bytes of temporaries a task may have: they live on its stack, in cache.
pub const TEMPORARY_LIMIT: i64 = 64 * 1024;
/// The side of a square of a transposition: as many cache lines stay in a
/// first-level cache, all of each is used.
const SQUARE: i64 = 32;
/// A side that is not worth it.
const LEAST_SQUARE: i64 = 8;
/// Rows of a matrix product in one task, so that packing a panel pays.
const CONTRACTION_ROWS: i64 = 64;

/// The tile size of each extent: 1 or more; an untiled dimension has its extent.
///
/// Tiles grow from the innermost dimension outward until a task is worth
/// handing out, and no further than the temporaries allow. None where even the
/// smallest tile has too many temporaries.
pub fn tile_sizes(shape: &GroupShape, threads: i64) -> Option<Vec<i64>> {
    let mut sizes = vec![1; shape.extents.len()];
    if shape.temporary_bytes(&sizes) > TEMPORARY_LIMIT {
        return None;
    }
    if let Some(squares) = squares(shape) {
        return Some(squares);
    }
    let total: i64 = shape.extents.iter().product();
    let total_work = total.saturating_mul(shape.work);
    // Enough tasks for every thread to have several, if they are worth it.
    let wanted = (total_work / (threads.max(1) * 4)).max(TASK_WORK);
    let mut tile = 1i64;
    for dim in (0..sizes.len()).rev() {
        let extent = shape.extents[dim];
        let by_memory = shape.largest_in_memory(&sizes, dim).max(1);
        let by_work = (wanted / (shape.work.max(1).saturating_mul(tile))).max(1);
        let by_rows = if shape.contraction { CONTRACTION_ROWS } else { 1 };
        let size = extent.min(by_memory).min(by_work.max(by_rows)).max(1);
        sizes[dim] = largest_divisor(extent, size, by_memory);
        tile *= sizes[dim];
        if sizes[dim] < extent {
            break;
        }
    }
    Some(sizes)
}

/// Tiles of a transposition that does not fit a cache: squares, one at a time of
/// all other dimensions.
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
    (shape.temporary_bytes(&sizes) <= TEMPORARY_LIMIT).then_some(sizes)
}

/// The largest divisor of `extent` up to `size`: shapes stay static. Where that
/// is far smaller, the smallest divisor above that memory still allows.
fn largest_divisor(extent: i64, size: i64, by_memory: i64) -> i64 {
    if size >= extent {
        return extent.max(1);
    }
    let divides = |candidate: &i64| extent % candidate == 0;
    let below = (1..=size).rev().find(divides).unwrap_or(1);
    if below * 4 > size {
        return below;
    }
    let above = (size..=extent.min(by_memory)).find(divides);
    above.unwrap_or(below)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(extents: &[i64], work: i64, temporary_bytes: i64) -> GroupShape {
        let follows = extents.iter().enumerate();
        let follows = follows.map(|(dim, extent)| (Follow::same(dim), *extent)).collect();
        let temporaries = vec![Temporary { bytes: temporary_bytes, follows }];
        let extents = extents.to_vec();
        GroupShape { extents, work, temporaries, contraction: false, transposed: None }
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
    fn windows_count_what_they_overlap() {
        // Rows of 4 KiB: a tile of 14 has 16 of them, which 15 would exceed.
        let follow = Follow { dim: 0, step: 1, rim: 2 };
        let shape = GroupShape {
            temporaries: vec![Temporary { bytes: 4096, follows: vec![(follow, 58)] }],
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
        // Small ones, and those without a good divisor, are tiled like others.
        assert_eq!(tile_sizes(&transposed(&[64, 1, 64]), 2), Some(vec![64, 1, 64]));
        assert_eq!(tile_sizes(&transposed(&[1021, 1, 1024]), 2), Some(vec![1021, 1, 1024]));
    }

    #[test]
    fn tiles_divide_the_extent() {
        assert_eq!(largest_divisor(100, 64, 100), 50);
        assert_eq!(largest_divisor(7, 100, 100), 7);
        assert_eq!(largest_divisor(0, 4, 4), 1);
        // A prime: all of it if memory allows, else one at a time.
        assert_eq!(largest_divisor(997, 64, 1000), 997);
        assert_eq!(largest_divisor(997, 64, 100), 1);
    }
}
