// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! How a contraction is computed on a machine: the arithmetic, free of IR.
//!
//! A [`Schedule`] is made once per contraction from its strides. It decides which
//! kernel computes a tile of the output in registers, how large that tile is,
//! how long a stretch of the depth it takes at a time, what is packed into
//! contiguous buffers first, and how tiles are grouped into tasks for threads.

use super::classify::{Contraction, Dim, extent};
use super::tile::{self, Tile};

/// What the schedule depends on in the machine.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// Bits of a vector register.
    pub vector_bits: i64,
    /// How many vector registers there are.
    pub registers: i64,
    /// How many threads share the work.
    pub threads: i64,
}

/// What the schedule depends on in the elements.
#[derive(Clone, Copy, Debug)]
pub struct Elements {
    /// Bits of an accumulator.
    pub accumulator_bits: i64,
    /// Bits of an element of the left and of the right operand.
    pub bits: [i64; 2],
    /// Whether elements of the left and of the right operand are converted.
    pub converted: [bool; 2],
}

/// Which kernel computes a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Vectors run along columns; a left element is broadcast.
    Broadcast,
    /// Vectors run along columns of both operands (a depthwise convolution).
    Elementwise,
    /// Vectors run along the depth and are summed at the end (dot products).
    Reduce,
}

/// How the right operand's panel gets into a contiguous buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// It stays where it is.
    None,
    /// Columns are contiguous: vectors are copied.
    Copy,
    /// The depth is contiguous: squares of vectors are transposed.
    Transpose,
    /// Nothing is contiguous: elements are copied.
    Elements,
}

/// The plan of a contraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The kernel for a tile.
    pub kernel: Kernel,
    /// Elements of a vector.
    pub lanes: i64,
    /// The tile: rows of it, and vectors (for [`Kernel::Reduce`] columns) of it.
    pub tile: Tile,
    /// The loop over rows that tiles are cut from.
    pub row: Dim,
    /// The loop over columns that tiles are cut from.
    pub column: Dim,
    /// Loops around everything: batches, and columns but [`Schedule::column`].
    pub outer: Vec<Dim>,
    /// Loops over rows but [`Schedule::row`].
    pub outer_rows: Vec<Dim>,
    /// Depth loops of which a tile takes one iteration at a time.
    pub outer_depth: Vec<Dim>,
    /// Depth loops within a tile, at least one.
    pub depth: Vec<Dim>,
    /// Iterations of the first of [`Schedule::depth`] that a tile takes at a time.
    pub depth_block: i64,
    /// Whether a tile's part of the left operand is copied and converted first.
    pub pack_left: bool,
    /// How the panel of the right operand is packed.
    pub pack_right: Packing,
    /// How tiles are shared out.
    pub sharing: Sharing,
}

/// How tiles are shared out: a unit is a range of columns by a range of rows of
/// one outer iteration, a task a range of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// Tiles of columns in a unit.
    pub column_tiles: i64,
    /// Tiles of rows, of all row loops together, in a unit.
    pub row_tiles: i64,
    /// Units in a task.
    pub units: i64,
    /// Tasks.
    pub tasks: i64,
}

/// Bytes of a packed panel: together with what streams past it, it should stay
/// in a second-level cache, and it is on the stack.
const PANEL_BYTES: i64 = 64 * 1024;
/// Bytes of a right operand that is read where it is, however often.
const DIRECT_BYTES: i64 = 256 * 1024;
/// Bytes of a right operand above which a single pass over it should be along
/// its rows, as memory is fetched ahead.
const STREAM_BYTES: i64 = 512 * 1024;
/// Rows fetched at a time in such a pass.
const STREAM_DEPTH: i64 = 8;
/// Bytes of output that such a pass updates again and again.
const STREAM_OUT_BYTES: i64 = 16 * 1024;
/// Bytes of the left operand that stay in a second-level cache beside a panel.
const LEFT_BYTES: i64 = 256 * 1024;
/// Rows for which packing does not pay.
const FEW_ROWS: i64 = 16;
/// Rows that a packed panel should serve.
const PANEL_ROWS: i64 = 64;
/// Multiply-adds of all work below which one task does it.
const SHARED_WORK: i64 = 512 * 1024;
/// Multiply-adds of a task at least.
const TASK_WORK: i64 = 128 * 1024;
/// Multiply-adds below which plain loops do as well.
const SMALL_WORK: i64 = 2048;

impl Schedule {
    /// The plan, or none where plain loops are as good.
    pub fn of(work: &Contraction, elements: Elements, machine: Machine) -> Option<Self> {
        let bytes = elements.accumulator_bits / 8;
        let lanes = machine.vector_bits / elements.accumulator_bits;
        if work.multiply_adds() < SMALL_WORK || lanes < 2 {
            return None;
        }
        let (column, other_columns) = take_column(&work.columns);
        let reduce = tile::reducing(work, column, lanes, machine.registers);
        let rows = extent(&work.rows);
        let right_bytes = extent(&work.depth) * extent(&work.columns) * ceil(elements.bits[1], 8);

        let contiguous = column.right == 1;
        let innermost = |dim: &Dim| dim.left == 1 && dim.right == 1;
        let depth = ordered_depth(work, |dim| reduce.is_some() && innermost(dim));
        let kernel = match (work.elementwise, reduce) {
            (true, _) => Kernel::Elementwise,
            (_, Some(_)) => Kernel::Reduce,
            _ => Kernel::Broadcast,
        };
        let few_rows = rows <= FEW_ROWS;
        let direct = kernel != Kernel::Broadcast
            || (contiguous
                && (few_rows || (right_bytes <= DIRECT_BYTES && !elements.converted[1]))
                && (few_rows || column.extent >= lanes));
        let stream =
            kernel == Kernel::Broadcast && direct && few_rows && right_bytes > STREAM_BYTES;
        // Shorter vectors rather than none where columns are few.
        let lanes = if kernel == Kernel::Reduce {
            lanes
        } else if direct {
            lanes.min(floor_power(column.extent))
        } else {
            lanes.min(ceil_power(column.extent))
        };
        if lanes < 2 {
            return None;
        }
        let (tile, row, outer_rows) = match reduce {
            Some(tile) => {
                let (row, others) = take_row(&work.rows);
                (tile, row, others)
            }
            None => {
                // What is not packed must not be read beyond its end.
                let mut vectors =
                    if direct { column.extent / lanes } else { ceil(column.extent, lanes) };
                if stream {
                    // Memory is slower than any tile; a small one is less code.
                    vectors = vectors.min((8 / rows).max(2));
                }
                let widest = Tile { rows: tile::MOST_ROWS, vectors, chains: 1 };
                tile::broadcasting(work, (column.extent, lanes), widest, machine.registers, bytes)
            }
        };
        let row_tiles = extent(&outer_rows) * ceil(row.extent, tile.rows);
        let mut schedule = Self {
            kernel,
            lanes,
            tile,
            row,
            column,
            outer: work.outer.iter().copied().chain(other_columns).collect(),
            outer_rows,
            outer_depth: Vec::new(),
            depth_block: depth[0].extent,
            depth,
            pack_left: false,
            pack_right: if direct { Packing::None } else { Packing::Elements },
            sharing: Sharing { column_tiles: 1, row_tiles, units: 1, tasks: 1 },
        };
        if kernel == Kernel::Broadcast {
            schedule.choose_packing(elements, contiguous);
        }
        schedule.cut_depth(bytes, stream);
        schedule.share(machine.threads, elements, stream);
        Some(schedule)
    }

    /// Columns of a tile.
    pub fn tile_columns(&self) -> i64 {
        match self.kernel {
            Kernel::Reduce => self.tile.vectors,
            _ => self.tile.vectors * self.lanes,
        }
    }

    /// Whether tiles are wider than there are columns: then the panel is packed,
    /// and what it has too much is never stored.
    pub fn is_padded(&self) -> bool {
        self.column.extent < self.tile_columns()
    }

    /// Tiles of rows along [`Schedule::row`].
    pub fn row_tiles(&self) -> i64 {
        ceil(self.row.extent, self.tile.rows)
    }

    /// Tiles of columns along [`Schedule::column`].
    pub fn column_tiles(&self) -> i64 {
        ceil(self.column.extent, self.tile_columns())
    }

    /// Stretches of the depth that are added to the output one after the other.
    pub fn depth_blocks(&self) -> i64 {
        extent(&self.outer_depth) * self.depth_splits()
    }

    /// Blocks that the first of [`Schedule::depth`] is cut into.
    pub fn depth_splits(&self) -> i64 {
        ceil(self.depth[0].extent, self.depth_block)
    }

    /// Iterations of depth in a block, at most.
    pub fn depth_length(&self) -> i64 {
        self.depth_block * extent(&self.depth[1..])
    }

    /// Elements of the packed panel of the right operand.
    pub fn panel_elements(&self) -> i64 {
        self.depth_length() * self.tile_columns()
    }

    /// Elements between rows of the packed part of the left operand.
    pub fn left_row_elements(&self) -> i64 {
        // One vector more, so that rows do not all fall in the same cache set.
        (ceil(self.depth_length(), self.lanes) + 1) * self.lanes
    }

    /// Ranges of columns in an outer iteration.
    pub fn column_units(&self) -> i64 {
        ceil(self.column_tiles(), self.sharing.column_tiles)
    }

    /// Ranges of rows in an outer iteration.
    pub fn row_units(&self) -> i64 {
        ceil(self.all_row_tiles(), self.sharing.row_tiles)
    }

    /// Units of all work.
    pub fn units(&self) -> i64 {
        extent(&self.outer) * self.column_units() * self.row_units()
    }

    /// Tiles of rows of all row loops together.
    pub fn all_row_tiles(&self) -> i64 {
        extent(&self.outer_rows) * self.row_tiles()
    }

    fn choose_packing(&mut self, elements: Elements, contiguous: bool) {
        let last = self.depth[self.depth.len() - 1];
        self.pack_left = elements.converted[0] && last.left == 1 && last.extent >= self.lanes;
        if self.pack_right == Packing::None {
            return;
        }
        let square = last.extent >= self.lanes && self.column.extent >= self.lanes;
        self.pack_right = if contiguous {
            Packing::Copy
        } else if last.right == 1 && square {
            Packing::Transpose
        } else {
            Packing::Elements
        };
    }

    /// Chooses how much of the depth a tile takes at a time.
    fn cut_depth(&mut self, bytes: i64, stream: bool) {
        let limit = match self.kernel {
            // Nothing is packed, and sums stay in registers.
            Kernel::Elementwise => i64::MAX,
            Kernel::Reduce => self.depth[self.depth.len() - 1].extent,
            Kernel::Broadcast if stream => STREAM_DEPTH,
            Kernel::Broadcast if self.all_row_tiles() == 1 && !self.pack_left => {
                if self.pack_right == Packing::None { i64::MAX } else { self.panel_depth(bytes) }
            }
            Kernel::Broadcast => self.panel_depth(bytes),
        };
        // As many of the innermost loops as the limit allows; the next is cut.
        let mut inside = 1;
        let mut first = self.depth.len() - 1;
        while first > 0 && inside * self.depth[first].extent <= limit {
            inside *= self.depth[first].extent;
            first -= 1;
        }
        self.outer_depth = self.depth.drain(..first).collect();
        let most = (limit / inside).max(1);
        let whole = self.depth[0].extent;
        self.depth_block = if whole <= most { whole } else { even_part(whole, most) };
    }

    fn panel_depth(&self, bytes: i64) -> i64 {
        let row = self.tile_columns() * bytes;
        let left_row = if self.pack_left { self.tile.rows * bytes } else { 0 };
        PANEL_BYTES / row.max(left_row)
    }

    /// Chooses units and tasks.
    fn share(&mut self, threads: i64, elements: Elements, stream: bool) {
        let total = extent(&self.outer)
            .saturating_mul(extent(&self.outer_rows) * self.row.extent * self.column.extent)
            .saturating_mul(extent(&self.outer_depth) * extent(&self.depth));
        let wanted = if total < SHARED_WORK || threads <= 1 {
            1
        } else {
            (threads * 4).min(total / TASK_WORK).max(1)
        };
        // As many rows as stay in cache while all columns pass by them.
        let rows = self.all_row_tiles();
        let row_bytes = ceil(self.depth_length() * elements.bits[0], 8).max(1);
        let resident = ceil((LEFT_BYTES / row_bytes).max(PANEL_ROWS), self.tile.rows);
        self.sharing.row_tiles = even_part(rows, resident.min(rows));
        let mut columns = self.column_tiles();
        if stream {
            // A pass over long rows, whose output stays in cache.
            let rows = extent(&self.outer_rows) * self.row.extent;
            let row = rows * self.tile_columns() * elements.accumulator_bits / 8;
            columns = columns.min(STREAM_OUT_BYTES / row.max(1)).max(1);
        }
        self.sharing.column_tiles = columns;
        let parts = ceil(wanted, self.units());
        self.sharing.column_tiles = ceil(columns, parts);
        // Rows are cut last: a panel should serve many of them.
        let parts = ceil(wanted, self.units());
        let fewest =
            if self.pack_right == Packing::None { 1 } else { ceil(PANEL_ROWS, self.tile.rows) };
        let rows = self.sharing.row_tiles;
        self.sharing.row_tiles = ceil(rows, parts).max(fewest).min(rows);
        let units = self.units();
        self.sharing.units = ceil(units, wanted);
        self.sharing.tasks = ceil(units, self.sharing.units);
    }
}

/// The column loop to cut tiles from, and the others.
fn take_column(columns: &[Dim]) -> (Dim, Vec<Dim>) {
    take(columns, |dim| (dim.out == 1, dim.right == 1, dim.extent))
}

/// The row loop to cut tiles from, and the others.
fn take_row(rows: &[Dim]) -> (Dim, Vec<Dim>) {
    take(rows, |dim| dim.extent)
}

/// The best loop by `key`, and the others.
fn take<K: Ord>(dims: &[Dim], key: impl Fn(&Dim) -> K) -> (Dim, Vec<Dim>) {
    let best = (0..dims.len()).max_by_key(|index| key(&dims[*index]));
    let Some(best) = best else { return (Dim::NONE, Vec::new()) };
    let mut others = dims.to_vec();
    let chosen = others.remove(best);
    (chosen, others)
}

/// The depth loops, at least one, ordered so that the left operand is read in
/// its order of memory, but for the loop that must be innermost.
fn ordered_depth(work: &Contraction, innermost: impl Fn(&Dim) -> bool) -> Vec<Dim> {
    let mut depth = work.depth.clone();
    depth.sort_by_key(|dim| (innermost(dim), std::cmp::Reverse((dim.left, dim.right))));
    if depth.is_empty() {
        depth.push(Dim::NONE);
    }
    depth
}

/// A part of `whole` that is at most `most`: a divisor if there is one not much
/// smaller, else such that parts are about even.
fn even_part(whole: i64, most: i64) -> i64 {
    let even = ceil(whole, ceil(whole, most));
    (even * 3 / 4..=most).rev().find(|part| *part > 0 && whole % part == 0).unwrap_or(even)
}

/// The quotient rounded up.
pub fn ceil(dividend: i64, divisor: i64) -> i64 {
    dividend.div_euclid(divisor) + i64::from(dividend.rem_euclid(divisor) != 0)
}

/// The largest power of two that is not larger than `value`, which is positive.
fn floor_power(value: i64) -> i64 {
    1 << (63 - value.max(1).leading_zeros())
}

/// The smallest power of two that is not smaller than `value`, which is positive.
fn ceil_power(value: i64) -> i64 {
    let floor = floor_power(value);
    if floor < value { floor.saturating_mul(2) } else { floor }
}
