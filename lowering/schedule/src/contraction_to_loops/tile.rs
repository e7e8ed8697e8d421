// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Chooses the size of the output tile that a kernel keeps in registers.
//!
//! For a tile of `r` rows and `v` vectors, an iteration of depth takes `r * v` multiply-adds and
//! `r + v` loads. The model assumes a machine that starts two of either per cycle and completes a
//! multiply-add after about four cycles, so that eight of them must be independent. Large tiles
//! hide loads. Tiles that divide the output evenly waste no work at its edges. The choice
//! minimizes the estimated cycles over all tiles.

use super::classify::{Contraction, Dim, extent};
use super::rounding::ceil;

/// The size of a tile of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Number of rows.
    pub rows: i64,
    /// Number of vectors per row; for dot products, number of columns.
    pub vectors: i64,
    /// For dot products: number of independent vectors of partial sums per dot product. 1 for
    /// other kernels.
    pub chains: i64,
}

/// Number of multiply-adds that must be independent of each other.
pub const INDEPENDENT: i64 = 8;
/// Most rows of a tile. More rows do not pay, and increase the code size.
pub const MOST_ROWS: i64 = 14;
/// Row stride in bytes that maps rows to the same few sets of a cache.
const CACHE_STRIDE: i64 = 2048;
/// Number of rows that these cache sets hold.
const CACHE_WAYS: i64 = 8;

/// Chooses the tile for vectors of `lanes` elements along `columns` columns, no larger than
/// `widest`. Returns the tile, the row loop to cut into tiles, and the other row loops.
///
/// `registers` is the number of vector registers, `bytes` the size of an element of the left
/// operand as the kernel reads it.
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
                // The unit is a hundredth of a cycle, so that fewer loads win near ties.
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
    // A tile of one row and one vector always fits, as machines have at least four registers.
    let (_, tile, index) = best.unwrap_or((0, Tile { rows: 1, vectors: 1, chains: 1 }, 0));
    let others = rows.iter().enumerate().filter(|(other, _)| *other != index);
    (tile, rows[index], others.map(|(_, row)| *row).filter(|row| row.extent != 1).collect())
}

/// Chooses the tile for dot products along a depth loop that is contiguous in both operands.
/// Returns `None` if there is no such loop, or if vectors along columns are better. A vector takes
/// `group` products for each of its `lanes`.
pub fn reducing(
    work: &Contraction,
    column: Dim,
    (lanes, group): (i64, i64),
    registers: i64,
) -> Option<Tile> {
    let depth = work.depth.iter().find(|dim| dim.left == 1 && dim.right == 1)?.extent / group;
    if work.elementwise || depth < 2 * lanes {
        return None;
    }
    let rows = extent(&work.rows);
    let columns = extent(&work.columns);
    // Strided columns must be transposed to form vectors along columns.
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
