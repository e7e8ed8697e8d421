// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Estimates the run time of a group of operations, cut into tiles for threads.
//!
//! The unit is about one elementwise operation on a vector lane; a multiply-add counts as two. A
//! tile costs the iterations of all members, with the halos that neighboring tiles compute again.
//! It also costs the right operands, which each tile of rows reads again: a byte as much as an
//! operation. The slowest thread determines the time: seven tiles take as long on two threads as
//! eight.

use super::tile_dependence::TileDependence;
use super::tile_sizes::GroupShape;

/// An amount that a tile needs: bytes of memory, or work.
#[derive(Clone, Debug)]
pub struct Part {
    /// The amount for one element of each dimension in `dependences`.
    pub amount: i64,
    /// The dependences of dimensions that follow a tileable dimension, each with the dimension's
    /// extent. [`TileDependence::dim`] is a position in [`GroupShape::extents`].
    pub dependences: Vec<(TileDependence, i64)>,
}

impl Part {
    /// Returns the amount that a tile of the given sizes needs.
    pub fn of_tile(&self, sizes: &[i64]) -> i64 {
        let needed = |(dependence, extent): &(TileDependence, i64)| {
            dependence.needed(sizes[dependence.dim]).min(*extent)
        };
        self.dependences.iter().map(needed).fold(self.amount, i64::saturating_mul)
    }
}

/// Work in which a thread reads or writes a byte that is in a second- or third-level cache.
const BYTE: i64 = 2;
/// Work in which a thread takes a task.
const TASK: i64 = 16 * 1024;

/// Estimates the time of a group that is cut into tiles of the given sizes.
pub fn time(shape: &GroupShape, sizes: &[i64], threads: i64) -> i64 {
    let sum =
        |parts: &[Part]| parts.iter().map(|part| part.of_tile(sizes)).fold(0, i64::saturating_add);
    let tile = sum(&shape.iterations).saturating_add(sum(&shape.right_bytes)).saturating_add(TASK);
    let threads = threads.max(1);
    ((tiles(shape, sizes) + threads - 1) / threads).saturating_mul(tile)
}

/// Returns the number of tiles of the given sizes.
pub fn tiles(shape: &GroupShape, sizes: &[i64]) -> i64 {
    let tiles = shape.extents.iter().zip(sizes).map(|(extent, size)| (extent + size - 1) / size);
    tiles.fold(1, i64::saturating_mul)
}

/// Estimates the time in which all threads write an intermediate result of `bytes` bytes and read
/// it again.
pub fn time_in_memory(bytes: i64, threads: i64) -> i64 {
    bytes.saturating_mul(2 * BYTE) / threads.max(1)
}
