// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Groups the tiles of a contraction into tasks for threads.
//!
//! A unit is a range of columns times a range of rows of one outer iteration, and a task is a range
//! of units. The rows of a unit stay in a second-level cache while all of its columns are
//! processed. Units are divided further until there are enough tasks, and until threads have
//! approximately equal shares.

use super::classify::extent;
use super::schedule::{Elements, LeftPacking, PACKED_COLUMN_TILES, Packing, Schedule, Sharing};
use crate::rounding::{ceil, even_part};

/// Maximum size in bytes of the packed rows of the left operand for a unit, which are on the stack.
/// They should stay in a second-level cache while all columns are processed.
pub const PACKED_LEFT_BYTES: i64 = 128 * 1024;
/// Maximum size in bytes of the output that a streaming pass updates repeatedly.
const STREAM_OUT_BYTES: i64 = 16 * 1024;
/// The number of bytes of the left operand that stay in a second-level cache beside a panel.
const LEFT_BYTES: i64 = 256 * 1024;
/// The minimum number of rows that should use a packed panel, so that packing is profitable.
const PANEL_ROWS: i64 = 64;
/// The total number of multiply-adds below which a contraction is a single task.
const SHARED_WORK: i64 = 512 * 1024;
/// Minimum number of multiply-adds of a task when the desired number of tasks is chosen. The actual
/// number of tasks may be larger ([`MORE_TASKS`]).
const TASK_WORK: i64 = 128 * 1024;
/// Maximum number of parts into which the columns or rows of units are divided to balance the
/// shares of threads.
const MOST_CUTS: i64 = 8;
/// The maximum factor by which the number of tasks may exceed the desired number.
const MORE_TASKS: i64 = 4;
/// Another division of units is chosen if it reduces the largest share of a thread below this
/// percentage of the previous largest share.
const BALANCED: i64 = 97;

impl Schedule {
    /// Returns the number of units along the columns, for one iteration of the loops
    /// [`Schedule::outer`].
    pub fn column_units(&self) -> i64 {
        ceil(self.all_column_tiles(), self.sharing.column_tiles)
    }

    /// Returns the number of units along the rows, for one iteration of the loops
    /// [`Schedule::outer`].
    pub fn row_units(&self) -> i64 {
        ceil(self.all_row_tiles(), self.sharing.row_tiles)
    }

    /// Returns the total number of units of the contraction.
    pub fn units(&self) -> i64 {
        extent(&self.outer) * self.column_units() * self.row_units()
    }

    /// Chooses the size of units and the number of tasks. May decide not to pack the left operand
    /// if units have few column tiles.
    pub(super) fn share(&mut self, threads: i64, elements: Elements, stream: bool) {
        let total = extent(&self.outer)
            .saturating_mul(extent(&self.outer_rows) * self.joined_rows())
            .saturating_mul(extent(&self.outer_columns) * self.column.extent)
            .saturating_mul(extent(&self.outer_depth) * extent(&self.depth));
        let wanted = if total < SHARED_WORK || threads <= 1 {
            1
        } else {
            (threads * 4).min(total / TASK_WORK).max(1)
        };
        // A unit has as many rows as stay in cache while all columns are processed.
        let rows = self.all_row_tiles();
        let row_bytes = ceil(self.depth_length() * elements.bits[0], 8).max(1);
        let mut resident = ceil((LEFT_BYTES / row_bytes).max(PANEL_ROWS), self.tile.rows);
        let packed = self.left_tile_elements() * self.packed_bits(elements) / 8;
        if packed > 0 {
            resident = resident.min((PACKED_LEFT_BYTES / packed).max(1));
        }
        self.sharing.row_tiles = even_part(rows, resident.min(rows));
        let mut columns = self.all_column_tiles();
        if stream {
            // A streaming pass reads long rows, while its output stays in cache.
            let rows = extent(&self.outer_rows) * self.joined_rows();
            let row = rows * self.tile_columns() * elements.accumulator_bits / 8;
            columns = columns.min(STREAM_OUT_BYTES / row.max(1)).max(1);
        }
        self.sharing.column_tiles = columns;
        let parts = ceil(wanted, self.units());
        self.sharing.column_tiles = ceil(columns, parts);
        // Cut rows last, as a panel should serve many of them.
        let parts = ceil(wanted, self.units());
        let fewest =
            if self.pack_right == Packing::None { 1 } else { ceil(PANEL_ROWS, self.tile.rows) };
        let rows = self.sharing.row_tiles;
        self.sharing.row_tiles = ceil(rows, parts).max(fewest).min(rows);
        if wanted > 1 {
            self.balance(threads, fewest);
        }
        if self.left_is_optional(elements) && self.sharing.column_tiles < PACKED_COLUMN_TILES {
            self.pack_left = LeftPacking::None;
        }
        let units = self.units();
        // More tasks than wanted are fine if they are not too small, or if they balance the shares.
        let is_large = wanted == threads * 4;
        let most = if is_large { (units / wanted).max(1) } else { ceil(units, wanted) };
        let fewest = if wanted > 1 { ceil(most, MORE_TASKS) } else { most };
        let share = |part: i64| ceil(ceil(units, part), threads) * part;
        let part = (fewest..=most).rev().min_by_key(|part| share(*part));
        self.sharing.units = part.unwrap_or(units);
        self.sharing.tasks = ceil(units, self.sharing.units);
    }

    /// Divides units further if threads would have unequal numbers of units. A unit keeps at least
    /// `fewest` row tiles.
    fn balance(&mut self, threads: i64, fewest: i64) {
        let Sharing { row_tiles, column_tiles, .. } = self.sharing;
        let rows = self.all_row_tiles();
        let mut best = (self.longest_share(threads), self.sharing);
        for columns in 1..=MOST_CUTS.min(threads).min(column_tiles) {
            for more in 0..MOST_CUTS.min(threads) {
                self.sharing.column_tiles = ceil(column_tiles, columns);
                self.sharing.row_tiles = ceil(rows, ceil(rows, row_tiles) + more);
                if more > 0 && self.sharing.row_tiles < fewest {
                    break;
                }
                let share = self.longest_share(threads);
                if share.saturating_mul(100) < best.0.saturating_mul(BALANCED) {
                    best = (share, self.sharing);
                }
            }
        }
        self.sharing = best.1;
    }

    /// Returns the largest number of tiles that a thread computes.
    fn longest_share(&self, threads: i64) -> i64 {
        let unit = self.sharing.row_tiles.saturating_mul(self.sharing.column_tiles);
        ceil(self.units(), threads).saturating_mul(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::super::classify::{Contraction, Dim};
    use super::super::schedule::Machine;
    use super::*;

    /// The schedule of a product of f32 on a machine with 16 registers of 8 lanes and two threads.
    fn product(rows: i64, columns: i64, depth: i64) -> Schedule {
        let dim = |extent, left, right, out| Dim { extent, left, right, out };
        let work = Contraction::of(&[
            dim(rows, depth, 0, columns),
            dim(columns, 0, 1, 1),
            dim(depth, 1, columns, 0),
        ]);
        let elements = Elements {
            accumulator_bits: 32,
            bits: [32, 32],
            converted: [false, false],
            narrow: None,
        };
        let machine = Machine {
            vector_bits: 256,
            registers: 16,
            threads: 2,
            indexed_addresses: true,
            dots: Vec::new(),
        };
        Schedule::of(&work, elements, &machine).expect("a schedule")
    }

    #[test]
    fn threads_have_about_equal_shares() {
        for rows in [256, 512, 1000, 1024, 2048] {
            let schedule = product(rows, 1024, 512);
            let tiles = schedule.all_row_tiles() * schedule.all_column_tiles();
            let sharing = schedule.sharing;
            let tasks = ceil(sharing.tasks, 2);
            let share = tasks * sharing.units * sharing.row_tiles * sharing.column_tiles;
            assert!(share * 2 * 100 <= tiles * 106, "{rows} rows: {share} of {tiles} tiles");
            assert!(sharing.tasks >= 8, "{sharing:?}");
        }
    }

    #[test]
    fn packed_rows_of_a_unit_are_bounded() {
        let schedule = product(4096, 2048, 2048);
        assert_eq!(schedule.pack_left, LeftPacking::Rows);
        let packed = schedule.sharing.row_tiles * schedule.left_tile_elements() * 4;
        assert!(packed <= PACKED_LEFT_BYTES, "{packed} bytes");
    }

    #[test]
    fn little_work_is_a_single_task() {
        assert_eq!(product(32, 64, 64).sharing.tasks, 1);
    }
}
