// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tile sizes of a group: the arithmetic, free of IR.

/// What is known of a group when its tile sizes are chosen.
#[derive(Clone, Debug)]
pub struct GroupShape {
    /// Extents of the root's dimensions that may be tiled, outermost first.
    pub extents: Vec<i64>,
    /// Work (about one for an elementwise operation) for one iteration of all
    /// tileable dimensions.
    pub work: i64,
    /// Bytes of temporaries for one iteration of all tileable dimensions.
    pub temporary_bytes: i64,
    /// Whether a matrix product is in the group: it wants tall tiles.
    pub contraction: bool,
}

/// Work below which a task is not worth handing to a thread.
const TASK_WORK: i64 = 16 * 1024;
/// Bytes of temporaries a task may have: they live on its stack, in cache.
pub const TEMPORARY_LIMIT: i64 = 64 * 1024;
/// Rows of a matrix product in one task, so that packing a panel pays.
const CONTRACTION_ROWS: i64 = 64;

/// The tile size of each extent: 1 or more; an untiled dimension has its extent.
///
/// Tiles grow from the innermost dimension outward until a task is worth
/// handing out, and no further than the temporaries allow. None where even the
/// smallest tile has too many temporaries.
pub fn tile_sizes(shape: &GroupShape, threads: i64) -> Option<Vec<i64>> {
    if shape.temporary_bytes > TEMPORARY_LIMIT {
        return None;
    }
    let total: i64 = shape.extents.iter().product();
    let total_work = total.saturating_mul(shape.work);
    // Enough tasks for every thread to have several, if they are worth it.
    let wanted = (total_work / (threads.max(1) * 4)).max(TASK_WORK);
    let mut sizes = vec![1; shape.extents.len()];
    let mut tile = 1i64;
    for (size, extent) in sizes.iter_mut().zip(&shape.extents).rev() {
        let by_memory = if shape.temporary_bytes == 0 {
            i64::MAX
        } else {
            (TEMPORARY_LIMIT / (shape.temporary_bytes * tile)).max(1)
        };
        let by_work = (wanted / (shape.work.max(1).saturating_mul(tile))).max(1);
        let by_rows = if shape.contraction { CONTRACTION_ROWS } else { 1 };
        *size = (*extent).min(by_memory).min(by_work.max(by_rows)).max(1);
        *size = largest_divisor(*extent, *size, by_memory);
        tile *= *size;
        if *size < *extent {
            break;
        }
    }
    Some(sizes)
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
        GroupShape { extents: extents.to_vec(), work, temporary_bytes, contraction: false }
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
    fn tiles_divide_the_extent() {
        assert_eq!(largest_divisor(100, 64, 100), 50);
        assert_eq!(largest_divisor(7, 100, 100), 7);
        assert_eq!(largest_divisor(0, 4, 4), 1);
        // A prime: all of it if memory allows, else one at a time.
        assert_eq!(largest_divisor(997, 64, 1000), 997);
        assert_eq!(largest_divisor(997, 64, 100), 1);
    }
}
