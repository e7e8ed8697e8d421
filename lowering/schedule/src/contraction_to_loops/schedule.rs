// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Schedules a contraction for a target, without access to the IR.
//!
//! A [`Schedule`] is created once per contraction from its strides. It selects the kernel that
//! computes a tile of the output in registers, the size of the tile, and the block size of the
//! depth. It also determines which operands are packed into contiguous buffers, and the grouping of
//! tiles into tasks for threads. The blocking follows Goto and van de Geijn (2008); see the [parent
//! module](super).

use super::classify::{Contraction, Dim, extent};
use super::dot::{self, Dot, Narrow};
use super::tile::{self, Limits, Tile, TiledRows};
use crate::rounding::{ceil, ceil_power, even_part, floor_power};

/// The target properties on which the schedule depends.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Width of a vector register in bits.
    pub vector_bits: i64,
    /// Number of vector registers.
    pub registers: i64,
    /// Number of threads over which the work is distributed.
    pub threads: i64,
    /// Whether an address may be the sum of two registers.
    pub indexed_addresses: bool,
    /// The dot-product instructions of the target.
    pub dots: Vec<dot::Instruction>,
}

impl Machine {
    /// Returns the largest number of rows, at most [`FEW_ROWS`], of a tile with two vectors per row
    /// whose sums fit in registers. The tile also needs two vectors of the right operand and an
    /// element of the left operand. A single tile with all rows reads the right operand only once.
    pub fn rows_of_a_pass(&self) -> i64 {
        ((self.registers - 3) / 2).clamp(1, FEW_ROWS)
    }
}

/// The properties of the elements on which the schedule depends.
#[derive(Clone, Copy, Debug)]
pub struct Elements {
    /// The number of bits of an accumulator.
    pub accumulator_bits: i64,
    /// The numbers of bits of an element of the left and of the right operand.
    pub bits: [i64; 2],
    /// Whether elements of the left and of the right operand are converted to the accumulator's
    /// type.
    pub converted: [bool; 2],
    /// The element types of both operands if they are integers of 8 or 16 bits that are extended to
    /// 32-bit accumulators; otherwise `None`.
    pub narrow: Option<[Narrow; 2]>,
}

/// The kinds of kernels that compute a tile of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Vectors run along columns; a left element is broadcast.
    Broadcast,
    /// Vectors run along columns of both operands (a depthwise convolution).
    Elementwise,
    /// Vectors run along the depth and are summed at the end (dot products).
    Reduce,
}

/// The method that copies the right operand's panel into a contiguous buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// No copy: the kernel reads the operand in place.
    None,
    /// Copies vectors, because columns are contiguous.
    Copy,
    /// Transposes squares of vectors, because the depth is contiguous.
    Transpose,
    /// Copies single elements, because neither columns nor the depth are contiguous.
    Elements,
}

/// The method that copies rows of the left operand into a contiguous buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftPacking {
    /// No copy: the kernel reads the operand in place.
    None,
    /// Copies the rows of a tile in sequence.
    Rows,
    /// Copies the iterations of the depth in sequence, each for all rows of a tile, because the
    /// rows of an iteration are contiguous.
    Columns,
}

/// The part of the right operand that the kernel prefetches while it computes a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefetch {
    /// Prefetches no data.
    None,
    /// Prefetches the panel of the next tile of columns.
    Columns,
    /// Prefetches the same columns of the next block of the depth.
    Depth,
    /// Prefetches the next block of an operand that is stored in panels.
    Panel,
}

/// The schedule of a contraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The kind of kernel that computes a tile.
    pub kernel: Kernel,
    /// The dot-product instruction of the kernel, if it uses one. Vectors then hold a group of
    /// factors for each accumulator.
    pub dot: Option<Dot>,
    /// The number of accumulators in a vector register.
    pub lanes: i64,
    /// The size of a tile in rows and vectors, or in rows and columns for [`Kernel::Reduce`].
    pub tile: Tile,
    /// The row loop that is tiled.
    pub row: Dim,
    /// The loop around [`Schedule::row`] that is tiled together with it; [`Dim::NONE`] if there is
    /// no such loop.
    pub lines: Dim,
    /// The column loop that is tiled.
    pub column: Dim,
    /// The outermost loops: batches, and the loop over the panels of an operand that is stored in
    /// panels.
    pub outer: Vec<Dim>,
    /// The column loops except [`Schedule::column`].
    pub outer_columns: Vec<Dim>,
    /// The row loops except [`Schedule::row`] and [`Schedule::lines`].
    pub outer_rows: Vec<Dim>,
    /// Depth loops outside the kernel, which processes one of their iterations at a time.
    pub outer_depth: Vec<Dim>,
    /// Depth loops inside the kernel, at least one.
    pub depth: Vec<Dim>,
    /// Number of iterations of the first loop of [`Schedule::depth`] that the kernel processes at a
    /// time.
    pub depth_block: i64,
    /// The packing of the left operand's rows.
    pub pack_left: LeftPacking,
    /// The packing of the right operand's panel.
    pub pack_right: Packing,
    /// The part of the right operand that the kernel prefetches.
    pub prefetch: Prefetch,
    /// The grouping of tiles into tasks.
    pub sharing: Sharing,
}

/// The grouping of tiles into tasks. A unit is a range of columns times a range of rows of one
/// outer iteration. A task is a range of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// The number of column tiles in a unit.
    pub column_tiles: i64,
    /// The number of row tiles in a unit, over all row loops.
    pub row_tiles: i64,
    /// The number of units in a task.
    pub units: i64,
    /// The number of tasks of the contraction.
    pub tasks: i64,
}

/// Maximum size in bytes of a packed panel. The panel is on the stack, and should stay in a
/// first-level cache while the rows of the left operand and the output are streamed.
const PANEL_BYTES: i64 = 24 * 1024;
/// Maximum number of row tiles for which the kernel prefetches a panel that it reads in place. With
/// more row tiles, the latency of loading a panel is hidden without prefetching.
const PREFETCHING_ROW_TILES: i64 = 16;
/// Minimum number of depth iterations of a panel, even if the panel then exceeds its maximum size.
/// With fewer iterations, adding the sums to the output would take too large a fraction of the
/// time.
const LEAST_DEPTH: i64 = 128;
/// Minimum number of column tiles for which packing rows that could be read in place is profitable.
pub const PACKED_COLUMN_TILES: i64 = 3;
/// Minimum number of columns for which packing rows that are far apart in memory is profitable.
const PACKED_COLUMNS: i64 = 512;
/// The number of bits of a cache line.
pub const LINE_BITS: i64 = 512;
/// Minimum distance in bytes of rows that count as far apart, each of which is on another page.
const PAGE_BYTES: i64 = 4096;
/// Maximum size in bytes of the block of a panel that is read in place. It should stay in a
/// second-level cache.
const DIRECT_PANEL_BYTES: i64 = 64 * 1024;
/// Maximum size in bytes of a right operand that is read in place regardless of the number of rows.
const DIRECT_BYTES: i64 = 256 * 1024;
/// Size in bytes of a right operand above which a single pass over it streams along its rows, which
/// is suitable for hardware prefetching.
const STREAM_BYTES: i64 = 512 * 1024;
/// Number of rows of the right operand that a streaming pass reads at a time, after which it stores
/// the sums.
const STREAM_DEPTH: i64 = 8;
/// Maximum number of rows of a product with few rows. For such a product, packing the left operand
/// is not profitable, and packing the right operand is not profitable if one tile covers all rows
/// ([`Machine::rows_of_a_pass`]).
pub const FEW_ROWS: i64 = 16;
/// Maximum number of vectors in a row of a panel that is read in place.
const WIDEST_PANEL: i64 = 8;
/// The number of multiply-adds below which simple loops are equally fast.
const SMALL_WORK: i64 = 2048;

impl Schedule {
    /// Chooses the schedule, or returns `None` if simple loops are equally fast.
    pub fn of(work: &Contraction, elements: Elements, machine: &Machine) -> Option<Self> {
        let lanes = machine.vector_bits / elements.accumulator_bits;
        if work.multiply_adds() < SMALL_WORK || lanes < 2 {
            return None;
        }
        let (column, other_columns) = take_column(&work.columns);
        let mut dot = elements.narrow.and_then(|narrow| Dot::choose(&machine.dots, narrow, lanes));
        let group = dot.as_ref().map_or(1, Dot::group);
        let reduce = tile::reducing(work, column, (lanes, group), machine.registers);
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
        let few_rows = rows <= machine.rows_of_a_pass();
        if kernel != Kernel::Reduce {
            // A single row reads all of the right operand once, so that packing does not pay.
            let pays = kernel == Kernel::Broadcast && (rows > 1 || !contiguous);
            let pays = pays && depth.last().is_some_and(|last| last.extent > 1);
            dot = if pays { dot_along(column, lanes, elements, machine) } else { None };
        }
        let is_panel = work.has_panels(WIDEST_PANEL * lanes)
            && column.extent % lanes == 0
            && !elements.converted[1]
            && dot.is_none();
        let direct = kernel != Kernel::Broadcast
            || is_panel
            || (contiguous
                && dot.is_none()
                && (few_rows || (right_bytes <= DIRECT_BYTES && !elements.converted[1]))
                && (few_rows || column.extent >= lanes));
        let stream =
            kernel == Kernel::Broadcast && direct && few_rows && right_bytes > STREAM_BYTES;
        // Few columns still use vectors, but shorter ones.
        let lanes = if let Some(dot) = &dot {
            dot.instruction.lanes
        } else if kernel == Kernel::Reduce {
            lanes
        } else if direct {
            lanes.min(floor_power(column.extent))
        } else {
            lanes.min(ceil_power(column.extent))
        };
        if lanes < 2 {
            return None;
        }
        let rows = match reduce {
            Some(tile) => {
                let (row, others) = take_row(&work.rows);
                TiledRows { tile, row, lines: Dim::NONE, others }
            }
            None => {
                // An operand that is not packed must not be read beyond its end.
                let mut vectors =
                    if direct { column.extent / lanes } else { ceil(column.extent, lanes) };
                if stream {
                    // Memory is the bottleneck for any tile; a small tile is less code.
                    vectors = vectors.min((8 / rows).max(2));
                }
                let widest = Tile { rows: tile::MOST_ROWS, vectors, chains: 1 };
                let left_bits =
                    if dot.is_some() { elements.bits[0] } else { elements.accumulator_bits };
                // A flip takes the register of a constant.
                let flip = dot.as_ref().is_some_and(|dot| dot.flipped);
                let registers = machine.registers - i64::from(flip);
                let limits = Limits {
                    widest,
                    registers,
                    bytes: left_bits / 8,
                    depth: if stream { STREAM_DEPTH } else { extent(&depth) },
                    joins: machine.indexed_addresses
                        && kernel == Kernel::Broadcast
                        && dot.is_none()
                        && !elements.converted[0],
                    line: LINE_BITS / elements.accumulator_bits,
                };
                tile::broadcasting(work, (column.extent, lanes), limits)
            }
        };
        let TiledRows { tile, row, lines: row_lines, others: outer_rows } = rows;
        let (mut outer, mut outer_columns) = (work.outer.clone(), other_columns);
        if is_panel {
            outer.append(&mut outer_columns);
        }
        let mut schedule = Self {
            kernel,
            dot,
            lanes,
            tile,
            row,
            lines: row_lines,
            column,
            outer,
            outer_columns,
            outer_rows,
            outer_depth: Vec::new(),
            depth_block: depth[0].extent,
            depth,
            pack_left: LeftPacking::None,
            pack_right: if direct { Packing::None } else { Packing::Elements },
            prefetch: Prefetch::None,
            sharing: Sharing { column_tiles: 1, row_tiles: 1, units: 1, tasks: 1 },
        };
        if kernel == Kernel::Broadcast {
            schedule.choose_packing(elements, contiguous);
        }
        schedule.cut_depth(elements, stream);
        schedule.prefetch = schedule.choose_prefetch(right_bytes, is_panel, stream);
        schedule.share(machine.threads, elements, stream);
        Some(schedule)
    }

    /// Returns the number of columns of a tile.
    pub fn tile_columns(&self) -> i64 {
        match self.kernel {
            Kernel::Reduce => self.tile.vectors,
            _ => self.tile.vectors * self.lanes,
        }
    }

    /// Returns true if a tile has more columns than [`Schedule::column`] has iterations. The panel
    /// is then packed, and the excess columns are never stored.
    pub fn is_padded(&self) -> bool {
        self.column.extent < self.tile_columns()
    }

    /// Returns the number of rows of [`Schedule::lines`] and [`Schedule::row`], which are tiled
    /// together.
    pub fn joined_rows(&self) -> i64 {
        self.lines.extent * self.row.extent
    }

    /// Returns the number of tiles along [`Schedule::lines`] and [`Schedule::row`].
    pub fn row_tiles(&self) -> i64 {
        ceil(self.joined_rows(), self.tile.rows)
    }

    /// Returns the number of tiles along [`Schedule::column`].
    pub fn column_tiles(&self) -> i64 {
        ceil(self.column.extent, self.tile_columns())
    }

    /// Returns the number of column tiles over all column loops.
    pub fn all_column_tiles(&self) -> i64 {
        extent(&self.outer_columns) * self.column_tiles()
    }

    /// Returns the number of depth blocks, whose sums are added to the output in sequence.
    pub fn depth_blocks(&self) -> i64 {
        extent(&self.outer_depth) * self.depth_splits()
    }

    /// Returns the number of blocks into which the first loop of [`Schedule::depth`] is divided.
    pub fn depth_splits(&self) -> i64 {
        ceil(self.depth[0].extent, self.depth_block)
    }

    /// Returns the number of iterations of all [`Schedule::depth`] loops in the largest depth
    /// block.
    pub fn depth_length(&self) -> i64 {
        self.depth_block * extent(&self.depth[1..])
    }

    /// Returns the number of products that one multiply-add of the kernel adds in a lane.
    pub fn group(&self) -> i64 {
        self.dot.as_ref().map_or(1, Dot::group)
    }

    /// Returns the size of packed buffers along the depth, in elements: the number of iterations of
    /// a depth block, with the last loop padded to whole groups.
    pub fn packed_depth(&self) -> i64 {
        let mut extents: Vec<_> = self.depth.iter().map(|dim| dim.extent).collect();
        extents[0] = self.depth_block;
        self.padded_extent(&extents)
    }

    /// Returns the number of iterations of nested depth loops with the given extents, with the last
    /// loop padded to whole groups.
    pub fn padded_extent(&self, extents: &[i64]) -> i64 {
        let Some((last, outer)) = extents.split_last() else { return 1 };
        outer.iter().product::<i64>() * ceil(*last, self.group()) * self.group()
    }

    /// Returns the number of bits of an element of a packed buffer.
    pub fn packed_bits(&self, elements: Elements) -> i64 {
        self.dot.as_ref().map_or(elements.accumulator_bits, Dot::bits)
    }

    /// Returns the number of elements of the right operand's packed panel.
    pub fn panel_elements(&self) -> i64 {
        self.packed_depth() * self.tile_columns()
    }

    /// Returns the number of elements of the packed rows of the left operand for one row tile.
    pub fn left_tile_elements(&self) -> i64 {
        match self.pack_left {
            LeftPacking::None => 0,
            LeftPacking::Rows => self.tile.rows * self.left_row_elements(),
            LeftPacking::Columns => self.tile.rows * self.packed_depth(),
        }
    }

    /// Returns true if all rows of a unit are packed before its tiles are computed. Otherwise, the
    /// rows of a single tile are packed at a time, because no other column tile uses them.
    pub fn packs_left_ahead(&self) -> bool {
        self.pack_left != LeftPacking::None && self.sharing.column_tiles > 1
    }

    /// Returns the distance between packed rows of the left operand in the layout
    /// [`LeftPacking::Rows`], in elements.
    pub fn left_row_elements(&self) -> i64 {
        // One extra vector, so that rows do not all map to the same cache set.
        let vector = self.lanes * self.group();
        (ceil(self.packed_depth(), vector) + 1) * vector
    }

    /// Returns the number of row tiles over all row loops.
    pub fn all_row_tiles(&self) -> i64 {
        extent(&self.outer_rows) * self.row_tiles()
    }

    fn choose_packing(&mut self, elements: Elements, contiguous: bool) {
        let last = self.depth[self.depth.len() - 1];
        let rows = match &self.dot {
            // The kernel loads a group as it is.
            Some(dot) => last.left != 1 || elements.bits[0] != dot.bits(),
            None => last.left == 1 && last.extent >= self.lanes && self.packs_rows(elements),
        };
        self.pack_left = if rows {
            LeftPacking::Rows
        } else if self.packs_columns(last) {
            LeftPacking::Columns
        } else {
            LeftPacking::None
        };
        if self.pack_right == Packing::None {
            return;
        }
        let square = last.extent >= self.lanes * self.group() && self.column.extent >= self.lanes;
        self.pack_right = if contiguous {
            Packing::Copy
        } else if last.right == 1 && square {
            Packing::Transpose
        } else {
            Packing::Elements
        };
    }

    /// Returns true if the kernel can read the left operand in place without converting or grouping
    /// elements.
    pub fn left_is_optional(&self, elements: Elements) -> bool {
        self.dot.is_none() && !elements.converted[0]
    }

    /// Returns true if packing the left operand row by row is profitable, because elements are then
    /// converted only once, or because the rows are on many pages and are read for many columns.
    fn packs_rows(&self, elements: Elements) -> bool {
        let distant = self.row.left * elements.bits[0] / 8 >= PAGE_BYTES;
        elements.converted[0]
            || (distant
                && self.lines.extent == 1
                && self.row.extent > FEW_ROWS
                && extent(&self.outer_columns) * self.column.extent >= PACKED_COLUMNS)
    }

    /// Returns true if rows are contiguous in the left operand, but the depth with the innermost
    /// loop `last` is not, and enough columns read the rows. Without packing, a tile would use only
    /// a part of a cache line in each iteration.
    fn packs_columns(&self, last: Dim) -> bool {
        self.dot.is_none()
            && self.lines.extent == 1
            && self.row.left == 1
            && last.left > self.row.extent.min(self.lanes)
            && self.tile.rows > 1
            && self.joined_rows() > FEW_ROWS
            && self.all_column_tiles() >= PACKED_COLUMN_TILES
    }

    /// Chooses the part of the right operand to prefetch. `right_bytes` is the size of the right
    /// operand in bytes.
    fn choose_prefetch(&self, right_bytes: i64, is_panel: bool, stream: bool) -> Prefetch {
        let is_copied = self.pack_right == Packing::Copy && self.dot.is_none();
        if is_copied && right_bytes > DIRECT_BYTES && self.column_tiles() > 1 {
            Prefetch::Columns
        } else if is_panel
            && self.kernel == Kernel::Broadcast
            && right_bytes > DIRECT_PANEL_BYTES
            && self.all_row_tiles() <= PREFETCHING_ROW_TILES
        {
            Prefetch::Panel
        } else if stream && !is_panel && self.depth_splits() > 1 {
            // The rows of a narrow task are too short for the hardware to predict.
            Prefetch::Depth
        } else {
            Prefetch::None
        }
    }

    /// Returns the number of cache lines of a row of the part of the right operand to prefetch, and
    /// the number of these lines that one row tile prefetches. `bits` is the width of an element.
    ///
    /// The lines are divided among the row tiles, because each tile needs a part of the bandwidth
    /// of the second-level cache.
    pub fn prefetched_lines(&self, bits: i64) -> (i64, i64) {
        let columns = self.tile_columns().min(self.column.extent);
        let lines = ceil(columns * bits, LINE_BITS);
        (lines, ceil(lines, self.row_tiles_of_unit()))
    }

    /// Returns the largest number of row tiles in a unit.
    pub fn row_tiles_of_unit(&self) -> i64 {
        self.sharing.row_tiles.min(self.all_row_tiles())
    }

    /// Chooses the block size of the depth, and moves depth loops outside the block to
    /// [`Schedule::outer_depth`].
    fn cut_depth(&mut self, elements: Elements, stream: bool) {
        let bytes = self.packed_bits(elements) / 8;
        let limit = match self.kernel {
            // Nothing is packed, and sums stay in registers.
            Kernel::Elementwise => i64::MAX,
            Kernel::Reduce => self.depth[self.depth.len() - 1].extent,
            Kernel::Broadcast if stream => STREAM_DEPTH,
            Kernel::Broadcast
                if self.all_row_tiles() == 1
                    && self.pack_left == LeftPacking::None
                    && self.pack_right == Packing::None =>
            {
                i64::MAX
            }
            Kernel::Broadcast => self.panel_depth(bytes),
        };
        // Take whole innermost loops up to the limit, and cut the next loop.
        let mut inside = 1;
        let mut first = self.depth.len() - 1;
        while first > 0 && inside * self.depth[first].extent <= limit {
            inside *= self.depth[first].extent;
            first -= 1;
        }
        self.outer_depth = self.depth.drain(..first).collect();
        let whole = self.depth[0].extent;
        // The last loop is cut between groups; dot products take all of it.
        let cut = self.depth.len() == 1 && self.kernel != Kernel::Reduce;
        let group = if cut { self.group() } else { 1 };
        let most = (limit / inside / group).max(1);
        let groups = ceil(whole, group);
        self.depth_block = if groups <= most { whole } else { even_part(groups, most) * group };
    }

    fn panel_depth(&self, bytes: i64) -> i64 {
        let row = self.tile_columns() * bytes;
        let packs_left = self.pack_left != LeftPacking::None;
        let left_row = if packs_left { self.tile.rows * bytes } else { 0 };
        let in_place = self.pack_right == Packing::None;
        let panel = if in_place { DIRECT_PANEL_BYTES } else { PANEL_BYTES };
        (panel / row.max(left_row)).max(LEAST_DEPTH)
    }
}

/// Chooses a dot-product instruction whose accumulators are columns. For few columns, chooses
/// shorter vectors, of which at least half of the accumulators are used. `most` is the maximum
/// number of accumulators in a vector.
fn dot_along(column: Dim, most: i64, elements: Elements, machine: &Machine) -> Option<Dot> {
    let narrow = elements.narrow?;
    let fewest = most.min(ceil_power(column.extent));
    let lanes = std::iter::successors(Some(fewest), |lanes| Some(lanes * 2));
    lanes
        .take_while(|lanes| *lanes <= most.min(2 * column.extent))
        .find_map(|lanes| Dot::choose(&machine.dots, narrow, lanes))
}

/// Returns the column loop to tile, and the other column loops.
fn take_column(columns: &[Dim]) -> (Dim, Vec<Dim>) {
    take(columns, |dim| (dim.out == 1, dim.right == 1, dim.extent))
}

/// Returns the row loop to tile, and the other row loops.
fn take_row(rows: &[Dim]) -> (Dim, Vec<Dim>) {
    take(rows, |dim| dim.extent)
}

/// Returns the loop with the largest `key`, and the other loops.
fn take<K: Ord>(dims: &[Dim], key: impl Fn(&Dim) -> K) -> (Dim, Vec<Dim>) {
    let best = (0..dims.len()).max_by_key(|index| key(&dims[*index]));
    let Some(best) = best else { return (Dim::NONE, Vec::new()) };
    let mut others = dims.to_vec();
    let chosen = others.remove(best);
    (chosen, others)
}

/// Returns the depth loops, at least one, in the memory order of the left operand. A loop for
/// which `innermost` holds is last.
fn ordered_depth(work: &Contraction, innermost: impl Fn(&Dim) -> bool) -> Vec<Dim> {
    let mut depth = work.depth.clone();
    depth.sort_by_key(|dim| (innermost(dim), std::cmp::Reverse((dim.left, dim.right))));
    if depth.is_empty() {
        depth.push(Dim::NONE);
    }
    depth
}
