// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The size of the tile of the output that a kernel keeps in registers.
//!
//! An iteration of depth costs a tile of `r` rows and `v` vectors `r * v`
//! multiply-adds and `r + v` loads. Machines start two of either a cycle, and
//! finish a multiply-add after four cycles or so: eight of them must be
//! independent. Large tiles hide loads; tiles that fit the output evenly waste
//! nothing at its edges. The choice minimizes the sum over all tiles.

use super::classify::{Contraction, Dim, extent};
use super::schedule::ceil;

/// A tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Rows.
    pub rows: i64,
    /// Vectors a row; for dot products, columns.
    pub vectors: i64,
    /// For dot products, vectors along the depth that are summed on their own.
    pub chains: i64,
}

/// Multiply-adds that must be independent of each other.
const INDEPENDENT: i64 = 8;
/// Rows of a tile at most: more do not pay, and make more code.
pub const MOST_ROWS: i64 = 14;
/// Distance of rows that makes them compete for few places in a cache.
const CACHE_STRIDE: i64 = 2048;
/// Rows that such places hold.
const CACHE_WAYS: i64 = 8;

/// The tile, no larger than `widest`, for vectors of some lanes along a number of
/// columns; the row loop that it is cut from, and the other row loops.
pub fn broadcasting(
    work: &Contraction,
    (columns, lanes): (i64, i64),
    widest: Tile,
    registers: i64,
    bytes: i64,
) -> (Tile, Dim, Vec<Dim>) {
    let none = [Dim::NONE];
    let rows = if work.rows.is_empty() { &none[..] } else { &work.rows };
    let nearest = rows.iter().map(|row| row.left).min().unwrap_or(0);
    let mut best: Option<(i64, Tile, usize)> = None;
    for (index, row) in rows.iter().enumerate() {
        let others = extent(rows) / row.extent;
        for vectors in 1..=widest.vectors.min(8) {
            for height in 1..=row.extent.min(widest.rows) {
                let left = if work.elementwise { height * vectors } else { 1 };
                let products = height * vectors;
                if products + vectors + left.min(2) > registers {
                    continue;
                }
                let loads = vectors + if work.elementwise { left } else { height };
                // In hundredths of a cycle: near ties go to fewer loads.
                let mut cycles = 100 * products.max(loads).max(INDEPENDENT) + 100 + loads;
                let clash = row.left * bytes % CACHE_STRIDE == 0 && height > CACHE_WAYS;
                if clash {
                    cycles = cycles * 5 / 4;
                }
                if row.left > nearest {
                    cycles = cycles * 103 / 100;
                }
                let tiles = others
                    .saturating_mul(ceil(row.extent, height))
                    .saturating_mul(ceil(columns, lanes * vectors));
                let cost = tiles.saturating_mul(cycles);
                if best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, Tile { rows: height, vectors, chains: 1 }, index));
                }
            }
        }
    }
    // One row of one vector always fits: machines have at least four registers.
    let (_, tile, index) = best.unwrap_or((0, Tile { rows: 1, vectors: 1, chains: 1 }, 0));
    let others = rows.iter().enumerate().filter(|(other, _)| *other != index);
    (tile, rows[index], others.map(|(_, row)| *row).filter(|row| row.extent != 1).collect())
}

/// The tile for dot products along a depth loop that is contiguous in both
/// operands; none where vectors along columns are better.
pub fn reducing(work: &Contraction, column: Dim, lanes: i64, registers: i64) -> Option<Tile> {
    let depth = work.depth.iter().find(|dim| dim.left == 1 && dim.right == 1)?.extent;
    if work.elementwise || depth < 2 * lanes {
        return None;
    }
    let rows = extent(&work.rows);
    let columns = extent(&work.columns);
    // Vectors along columns that are strided have to be transposed first.
    let transposed = if column.right == 1 { 0 } else { 2 * columns * depth };
    let across = rows.saturating_mul(ceil(columns, lanes)) * depth * 5 + transposed;
    let along = rows.saturating_mul(columns) * (ceil(depth, lanes) + 8) * 5;
    if along > across && columns > 1 {
        return None;
    }
    let row = work.rows.iter().map(|row| row.extent).max().unwrap_or(1);
    let mut best: Option<(i64, Tile)> = None;
    for height in 1..=row.min(4) {
        for width in 1..=column.extent.min(4) {
            let chains = (INDEPENDENT / (height * width)).max(1);
            if height * width * chains + height.min(width) + 1 > registers {
                continue;
            }
            let cycles = 10 * (height * width).max(height + width) + 1;
            let cost =
                ceil(row, height).saturating_mul(ceil(column.extent, width)).saturating_mul(cycles);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, Tile { rows: height, vectors: width, chains }));
            }
        }
    }
    best.map(|(_, tile)| tile)
}
