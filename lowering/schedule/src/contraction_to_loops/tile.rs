// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Chooses the size of the output tile that a kernel keeps in registers.
//!
//! For a tile of `r` rows and `v` vectors, an iteration of depth takes `r * v` multiply-adds and
//! `r + v` loads. The model assumes a CPU that starts two multiply-adds and two loads per cycle and
//! completes a multiply-add after four to five cycles, so that ten multiply-adds must be
//! independent. Large tiles hide loads. Tiles that divide the output evenly avoid redundant work at
//! its edges. The choice minimizes the estimated cycles over all tiles.
//!
//! If rows are two loops, such as the lines and columns of an image, tiles may continue in the next
//! line instead of ending at the end of each line. Otherwise, a line of 7 columns would need two
//! tiles of 6 rows that overlap almost entirely.

use super::classify::{Contraction, Dim, extent};
use crate::rounding::ceil;

/// The size of a tile of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The number of rows of a tile.
    pub rows: i64,
    /// The number of vectors per row of a tile; for dot products, the number of columns.
    pub vectors: i64,
    /// The number of independent vectors of partial sums of each dot product; 1 for kernels without
    /// dot products.
    pub chains: i64,
}

/// The tile of a contraction, and the division of its row loops into tiled loops and others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiledRows {
    /// The size of a tile.
    pub tile: Tile,
    /// The row loop that is tiled.
    pub row: Dim,
    /// The row loop around [`TiledRows::row`] that is tiled together with it, as if both were one
    /// loop; [`Dim::NONE`] if tiles end with each of its iterations.
    pub lines: Dim,
    /// The row loops that are not tiled.
    pub others: Vec<Dim>,
}

/// The limits of a tile, and the properties on which its time depends.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of rows, and of vectors per row, of a tile.
    pub widest: Tile,
    /// Number of vector registers.
    pub registers: i64,
    /// Size in bytes of an element of the left operand that the kernel reads.
    pub bytes: i64,
    /// Number of depth iterations after which a tile is stored.
    pub depth: i64,
    /// Whether tiles may continue in the next line, that is, the next iteration of the loop around
    /// the tiled row loop. Each row of such a tile has its own address.
    pub joins: bool,
    /// Number of columns of the right operand in a cache line.
    pub line: i64,
}

/// Number of independent multiply-adds that a tile needs to keep the arithmetic units busy.
const INDEPENDENT: i64 = 10;
/// Number of vectors of partial sums to which the dot products of a tile add in turn. Each
/// multiply-add of a single dot product needs two loads, so fewer independent multiply-adds
/// suffice.
pub const CHAINS: i64 = 8;
/// The cost of storing part of a tile, in hundredths of a cycle: a fixed cost, and the cost of each
/// vector.
const STORE_PART: (i64, i64) = (2000, 400);
/// The time of a tile that shares a cache line of the right operand with another tile, as a
/// percentage of the time without sharing. Packing and prefetching then fetch the line twice.
const SPLIT_LINE: i64 = 102;
/// Maximum number of rows of a tile. More rows do not improve performance, and increase the code
/// size.
pub const MOST_ROWS: i64 = 14;
/// The maximum number of rows of a tile that continues in the next line, in which each row has its
/// own address.
const MOST_JOINED: i64 = 8;
/// The row stride in bytes whose multiples map rows to the same few sets of a cache.
const CACHE_STRIDE: i64 = 2048;
/// The number of rows that fit in the cache if all of them map to the same few cache sets.
const CACHE_WAYS: i64 = 8;

/// Chooses the tile and the row loops to tile, for vectors of `lanes` elements along a loop over
/// `columns` columns.
pub fn broadcasting(work: &Contraction, (columns, lanes): (i64, i64), limits: Limits) -> TiledRows {
    let none = [Dim::NONE];
    let rows = if work.rows.is_empty() { &none[..] } else { &work.rows };
    let nearest = rows.iter().map(|row| row.left).min().unwrap_or(0);
    let mut best: Option<(i64, Tile, usize, Option<usize>)> = None;
    for (index, row) in rows.iter().enumerate() {
        let lines = (0..rows.len())
            .filter(|lines| limits.joins && *lines != index && continues(rows[*lines], *row));
        for lines in std::iter::once(None).chain(lines.map(Some)) {
            let cut = Cut {
                row: *row,
                rows: row.extent * lines.map_or(1, |lines| rows[lines].extent),
                joins: lines.is_some(),
                is_nearest: row.left == nearest,
            };
            let most = limits.widest.rows.min(if cut.joins { MOST_JOINED } else { cut.rows });
            for vectors in 1..=limits.widest.vectors.min(8) {
                for height in 1..=cut.rows.min(most) {
                    let tile = Tile { rows: height, vectors, chains: 1 };
                    let Some(cost) = cost(work, cut, tile, (columns, lanes), limits) else {
                        continue;
                    };
                    if best.is_none_or(|(least, ..)| cost < least) {
                        best = Some((cost, tile, index, lines));
                    }
                }
            }
        }
    }
    // A tile of one row and one vector always fits, as machines have at least four registers.
    let single = Tile { rows: 1, vectors: 1, chains: 1 };
    let (_, tile, index, lines) = best.unwrap_or((0, single, 0, None));
    let others = rows
        .iter()
        .enumerate()
        .filter(|(other, row)| *other != index && Some(*other) != lines && row.extent != 1);
    TiledRows {
        tile,
        row: rows[index],
        lines: lines.map_or(Dim::NONE, |lines| rows[lines]),
        others: others.map(|(_, row)| *row).collect(),
    }
}

/// A choice of the row loops to tile: one row loop, or a row loop together with the loop around it.
#[derive(Clone, Copy)]
struct Cut {
    row: Dim,
    /// The number of rows: the extent of the row loop, times the extent of the loop around it if
    /// both are tiled together.
    rows: i64,
    /// Whether the row loop and the loop around it are tiled together.
    joins: bool,
    /// Whether no row loop of the contraction has a smaller stride in the left operand than `row`.
    is_nearest: bool,
}

/// Estimates the time of an iteration of the depth for all tiles, in hundredths of a cycle. Returns
/// `None` if the tile does not fit in registers.
fn cost(
    work: &Contraction,
    cut: Cut,
    tile: Tile,
    (columns, lanes): (i64, i64),
    limits: Limits,
) -> Option<i64> {
    let mut cycles = cycles(tile, work.elementwise, limits.registers)?;
    if cut.row.left * limits.bytes % CACHE_STRIDE == 0 && tile.rows > CACHE_WAYS {
        cycles = cycles * 5 / 4;
    }
    if !cut.is_nearest {
        cycles = cycles * 103 / 100;
    }
    if cut.joins {
        cycles = cycles * 101 / 100;
    }
    let width = lanes * tile.vectors;
    if !work.elementwise && width < columns && width % limits.line != 0 {
        cycles = cycles * SPLIT_LINE / 100;
    }
    let beside = (extent(&work.rows) / cut.rows).saturating_mul(ceil(columns, width));
    let time = beside.saturating_mul(ceil(cut.rows, tile.rows)).saturating_mul(cycles);
    if cut.rows % tile.rows == 0 {
        return Some(time);
    }
    let store = STORE_PART.0 + STORE_PART.1 * tile.rows * tile.vectors;
    Some(time.saturating_add(beside.saturating_mul(store) / limits.depth))
}

/// Returns true if the loops `lines` and `row` are equivalent to a single loop in the output.
fn continues(lines: Dim, row: Dim) -> bool {
    lines.extent > 1 && row.extent > 1 && lines.out == row.out * row.extent
}

/// Estimates the time of an iteration of the depth for one tile, in hundredths of a cycle.
/// Near-ties are resolved in favor of the tile with fewer loads. Returns `None` if the tile does
/// not fit in registers.
fn cycles(tile: Tile, elementwise: bool, registers: i64) -> Option<i64> {
    let products = tile.rows * tile.vectors;
    let left = if elementwise { products } else { 1 };
    if products + tile.vectors + left.min(2) > registers {
        return None;
    }
    let loads = tile.vectors + if elementwise { left } else { tile.rows };
    Some(100 * products.max(loads).max(INDEPENDENT) + 100 + loads)
}

/// Chooses the tile for dot products along a depth loop that is contiguous in both operands.
/// Returns `None` if there is no such loop, or if vectors along columns are better. A vector has
/// `lanes` accumulators, each of which adds `group` products at a time.
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
            let chains = (CHAINS / (height * width)).max(1);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn dim(extent: i64, left: i64, right: i64, out: i64) -> Dim {
        Dim { extent, left, right, out }
    }

    /// A 3x3 convolution of an image of `lines` by `columns` positions and 64 features.
    fn convolution(lines: i64, columns: i64) -> Contraction {
        let line = (columns + 2) * 64;
        Contraction::of(&[
            dim(lines, line, 0, columns * 64),
            dim(columns, 64, 0, 64),
            dim(64, 0, 1, 1),
            dim(3, line, 3 * 64 * 64, 0),
            dim(3 * 64, 1, 64, 0),
        ])
    }

    /// Tiles of a machine with 16 registers of 8 floats.
    fn tiles(work: &Contraction, depth: i64, joins: bool) -> TiledRows {
        let widest = Tile { rows: MOST_ROWS, vectors: 8, chains: 1 };
        let limits = Limits { widest, registers: 16, bytes: 4, depth, joins, line: 16 };
        broadcasting(work, (64, 8), limits)
    }

    #[test]
    fn tiles_continue_in_the_next_line() {
        let work = convolution(7, 7);
        let found = tiles(&work, 576, true);
        assert_eq!((found.row.extent, found.lines.extent, found.others), (7, 7, vec![]));
        // 10 tiles of 5 rows have one row too many.
        assert_eq!((found.tile.rows, found.tile.vectors), (5, 2));
        let apart = tiles(&work, 576, false);
        assert_eq!((apart.lines, apart.others.len()), (Dim::NONE, 1));
    }

    #[test]
    fn tiles_that_divide_lines_do_not_join_them() {
        let found = tiles(&convolution(24, 24), 576, true);
        assert_eq!((found.tile.rows, found.lines), (6, Dim::NONE));
    }

    #[test]
    fn tiles_of_columns_are_whole_cache_lines() {
        let work = Contraction::of(&[dim(256, 64, 0, 96), dim(96, 0, 1, 1), dim(64, 1, 96, 0)]);
        let widest = Tile { rows: MOST_ROWS, vectors: 12, chains: 1 };
        let limits = Limits { widest, registers: 16, bytes: 4, depth: 64, joins: false, line: 16 };
        assert_eq!(broadcasting(&work, (96, 8), limits).tile.vectors, 2);
    }

    /// The stores of sums rely on it.
    #[test]
    fn tiles_of_dot_products_are_not_wider_than_the_columns() {
        for columns in 2..=7 {
            let column = dim(columns, 0, 512, 1);
            let work = Contraction::of(&[dim(64, 512, 0, 8), column, dim(512, 1, 1, 0)]);
            let tile = reducing(&work, column, (8, 1), 16).expect("dot products are faster");
            assert!(tile.vectors <= columns, "{columns} columns: {tile:?}");
        }
    }

    #[test]
    fn tiles_that_are_stored_often_divide_the_rows() {
        let work = Contraction::of(&[dim(16, 2048, 0, 64), dim(64, 0, 1, 1), dim(2048, 1, 64, 0)]);
        assert_eq!(tiles(&work, 8, true).tile.rows, 4);
    }
}
