// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Estimates the run time of a group of operations that is divided into tiles for threads.
//!
//! The unit is about one elementwise operation on a vector lane; a multiply-add counts as two. The
//! cost of a tile includes the iterations of all members, with the halos that adjacent tiles
//! recompute. It also includes reading the right operands, which each tile of rows reads again; a
//! byte counts as much as an operation. The slowest thread determines the time: on two threads,
//! seven tiles take as long as eight.

use super::group_shape::{GroupShape, Part};
use crate::rounding::ceil;

/// The time to read or write a byte in a second- or third-level cache, in units of one simple
/// operation.
const BYTE: i64 = 2;
/// The time that a thread needs to fetch a task, in units of one simple operation.
const TASK: i64 = 16 * 1024;

/// Estimates the time of a group that is divided into tiles of the given sizes, on `threads`
/// threads. The unit is about one simple operation.
pub fn time(shape: &GroupShape, sizes: &[i64], threads: i64) -> i64 {
    let sum =
        |parts: &[Part]| parts.iter().map(|part| part.of_tile(sizes)).fold(0, i64::saturating_add);
    let tile = sum(&shape.iterations).saturating_add(sum(&shape.right_bytes)).saturating_add(TASK);
    let threads = threads.max(1);
    ceil(tiles(shape, sizes), threads).saturating_mul(tile)
}

/// Returns the number of tiles of a group that is divided into tiles of the given sizes.
pub fn tiles(shape: &GroupShape, sizes: &[i64]) -> i64 {
    let tiles = shape.extents.iter().zip(sizes).map(|(extent, size)| ceil(*extent, *size));
    tiles.fold(1, i64::saturating_mul)
}

/// Estimates the time in which all threads together write an intermediate result of `bytes` bytes
/// and read it again.
pub fn time_in_memory(bytes: i64, threads: i64) -> i64 {
    bytes.saturating_mul(2 * BYTE) / threads.max(1)
}
