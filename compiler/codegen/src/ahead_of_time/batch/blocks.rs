// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Chooses the block sizes, in rows, for which a program is compiled, and divides a batch into such
//! blocks.
//!
//! A block reads the weights once for all of its rows, so large blocks are efficient. A small
//! batch, and the remainder of a large batch, are cheaper with a small block. The choice is based
//! on an estimate of the time of each block.

/// The candidates for the number of rows of a block, in increasing order. A block of one row is
/// always possible.
pub const CANDIDATES: [i64; 3] = [1, 8, 64];

/// The peak number of floating-point operations per cycle with AVX2.
const FLOPS_PER_CYCLE: f64 = 32.0;
/// The number of bytes of weights that a CPU reads from memory per cycle.
const BYTES_PER_CYCLE: f64 = 8.0;
/// The ratio of the time for arithmetic to the time for reading weights above which caches and
/// prefetching hide the reads completely.
const HIDDEN_READS: f64 = 4.0;
/// The estimated overhead of an operation in cycles, in addition to its arithmetic and reads.
const OVERHEAD_CYCLES: f64 = 200.0;
/// A larger block is compiled if its time is less than this fraction of the time of smaller blocks
/// for the same rows.
const WORTHWHILE: f64 = 0.95;

/// The estimated work of the program for one block of rows of a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// Number of rows of the block.
    pub rows: i64,
    /// Number of arithmetic operations for all rows.
    pub flops: f64,
    /// Number of bytes of the program's weights, which a run for a block reads once.
    pub weights: f64,
    /// Number of operations of the program.
    pub operations: f64,
}

impl Work {
    fn cycles(&self) -> f64 {
        let (arithmetic, reading) = (self.flops / FLOPS_PER_CYCLE, self.weights / BYTES_PER_CYCLE);
        let hidden =
            if reading > 0.0 { (arithmetic / reading / HIDDEN_READS).min(1.0) } else { 1.0 };
        arithmetic + reading * (1.0 - hidden) + self.operations * OVERHEAD_CYCLES
    }
}

/// A block size: a number of rows of a batch for which the program is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Number of rows of the block.
    pub rows: i64,
    /// The minimum number of remaining rows for which one run of this block is at least as fast as
    /// runs of smaller blocks.
    pub fewest: i64,
}

/// Returns the blocks to compile, the largest first. The last block has one row. `works` contains
/// the work of a block for the first [`CANDIDATES`], in their order.
pub fn choose(works: &[Work]) -> Vec<Block> {
    let mut blocks: Vec<(Block, f64)> = Vec::new();
    for work in works {
        let time = work.cycles();
        let of_smaller = |rows: i64| time_of(&blocks, rows);
        if !blocks.is_empty() && time >= WORTHWHILE * of_smaller(work.rows) {
            continue;
        }
        let fewest = (1..work.rows).find(|rows| time <= of_smaller(*rows)).unwrap_or(work.rows);
        blocks.insert(0, (Block { rows: work.rows, fewest }, time));
    }
    blocks.into_iter().map(|(block, _)| block).collect()
}

/// Returns the estimated cycles for `rows` rows. `blocks` contains the available blocks, each with
/// the cycles of one run, the largest block first.
fn time_of(blocks: &[(Block, f64)], mut rows: i64) -> f64 {
    let mut total = 0.0;
    for (block, time) in blocks {
        let mut runs = rows / block.rows;
        rows %= block.rows;
        if rows > 0 && rows >= block.fewest {
            (runs, rows) = (runs + 1, 0);
        }
        total += runs as f64 * time;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    fn works(flops: f64, weights: f64) -> Vec<Work> {
        let work = |rows: i64| Work { rows, flops: rows as f64 * flops, weights, operations: 10.0 };
        CANDIDATES.map(work).to_vec()
    }

    #[test]
    fn weights_are_read_for_many_rows() {
        // A layer of 4 MiB of weights: a row alone waits for memory.
        let blocks = choose(&works(2e6, 4.2e6));
        assert_eq!(blocks.iter().map(|block| block.rows).collect::<Vec<_>>(), [64, 8, 1]);
        assert_eq!(blocks[1], Block { rows: 8, fewest: 2 });
        assert_eq!(blocks[2], Block { rows: 1, fewest: 1 });
    }

    #[test]
    fn rows_of_much_work_run_alone() {
        assert_eq!(choose(&works(1e9, 1e6)), [Block { rows: 1, fewest: 1 }]);
    }
}
