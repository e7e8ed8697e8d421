// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits the loops around the tiles of a contraction.
//!
//! ```text
//! forall task
//!   for unit of the task                  a range of columns by a range of rows
//!     for block of the depth
//!       pack the rows of the left operand: rows x block
//!       for tile of columns in the range
//!         pack the panel of the right operand: block x columns
//!         for tile of rows in the range
//!           compute the tile in registers, add it to the output
//! ```
//!
//! If tiles do not divide an extent, the last tile begins earlier, so that it ends at the end of
//! the extent. The code then does not access memory outside the operands, and needs no kernel
//! for remainders. The overlap of the last two tiles is computed twice, but stored once.

use super::loops::{count_to, forall};
use super::place::{Place, TilePlace};
use super::plan::{Buffers, InitialValue, Plan};
use super::position::Position;
use super::schedule::{Kernel, LINE_BITS, LeftPacking, Packing, Prefetch, Schedule};
use super::{grouped_kernel, micro_kernel, pack, pack_groups, reduce_kernel, store};
use crate::rounding::ceil;
use hloom_ir::{self as ir, Builder, Op};
use melior::ir::operation::OperationLike;

/// Emits the loops of the contraction `op` before it, as one `scf.forall`, or as sequential loops
/// inside a parallel loop. The caller erases `op`.
pub fn emit<'a>(context: &'a ir::Context, op: Op<'a>, plan: &Plan<'a>) {
    let builder = Builder::before(context, op);
    let sharing = plan.schedule.sharing;
    match enclosing_scope(op) {
        Some(scope) => {
            // Stack memory is allocated once per iteration of the parallel loop, outside the
            // loops inside it.
            let buffers =
                plan.buffers(Builder::before(context, scope).at(builder.location()), builder);
            let units = Position::constant(plan.schedule.units());
            count_to(builder, &units, |builder, unit| plan.unit(builder, buffers, &unit));
        }
        None => forall(builder, sharing.tasks, |builder, task| {
            let task = if sharing.tasks == 1 { Position::constant(0) } else { task };
            let buffers = plan.buffers(builder, builder);
            let (first, count) = part(builder, &task, sharing.units, plan.schedule.units());
            count_to(builder, &count, |builder, unit| {
                plan.unit(builder, buffers, &first.plus(&unit, 1));
            });
        }),
    }
}

/// Returns the first operation in the body of the parallel loop around `op`, if there is one.
fn enclosing_scope<'a>(op: Op<'a>) -> Option<Op<'a>> {
    let mut inner = op;
    while let Some(parent) = inner.parent_operation() {
        if matches!(ir::op_name(parent), "scf.forall" | "scf.parallel") {
            return ir::ops(inner.block()?).first().copied();
        }
        inner = parent;
    }
    None
}

/// Returns the start and the length of part number `index` of `total`, which is divided into parts
/// of `size`.
fn part<'a>(
    builder: Builder<'a>,
    index: &Position<'a>,
    size: i64,
    total: i64,
) -> (Position<'a>, Position<'a>) {
    let first = Position::constant(0).plus(index, size);
    if total % size == 0 {
        return (first, Position::constant(size));
    }
    let count = Position::constant(total).plus(&first, -1).min(builder, size);
    (first, count)
}

/// Returns the first row or column of tile number `index`, and the number of its leading rows or
/// columns that the previous tile stores.
fn tile_begin<'a>(
    builder: Builder<'a>,
    index: &Position<'a>,
    size: i64,
    extent: i64,
) -> (Position<'a>, Position<'a>) {
    let place = Position::constant(0).plus(index, size).computed(builder);
    if extent <= size {
        return (Position::constant(0), Position::constant(0));
    }
    if extent % size == 0 {
        return (place, Position::constant(0));
    }
    let begin = place.min(builder, extent - size);
    let skipped = place.plus(&begin, -1).computed(builder);
    (begin, skipped)
}

impl<'a> Plan<'a> {
    /// Allocates stack memory at `stack`, and builds the views of the operands with `builder`.
    fn buffers(&self, stack: Builder<'a>, builder: Builder<'a>) -> Buffers<'a> {
        let schedule = &self.schedule;
        let accumulator = self.arithmetic.accumulator;
        let allocate = |elements: i64, element: ir::Type<'a>| {
            stack
                .op("memref.alloca")
                .attr("alignment", ir::i64_attr(stack.context(), 64))
                .segments(&[0, 0])
                .result(ir::memref(&[elements], element))
                .value()
        };
        let packed = self.packed_element();
        let panel = (schedule.pack_right != Packing::None)
            .then(|| allocate(schedule.panel_elements(), packed));
        let left_tiles = if schedule.packs_left_ahead() { schedule.sharing.row_tiles } else { 1 };
        let left = (schedule.pack_left != LeftPacking::None)
            .then(|| allocate(left_tiles * schedule.left_tile_elements(), packed));
        let flipped = schedule.dot.as_ref().is_some_and(|dot| dot.flipped);
        let correction =
            (panel.is_some() && flipped).then(|| allocate(schedule.tile_columns(), accumulator));
        let edge = store::has_edges(schedule)
            .then(|| allocate(schedule.tile.rows * schedule.tile_columns(), accumulator));
        let flat = [0, 1, 2].map(|role| store::flat_view(builder, self.memory[role]));
        let buffers = Buffers { flat, panel, left, correction, edge };
        if schedule.is_padded() {
            pack::clear_panel(self, builder, &buffers);
        }
        buffers
    }

    /// Emits unit number `unit`, which is a range of columns times a range of rows of one outer
    /// iteration.
    fn unit(&self, builder: Builder<'a>, buffers: Buffers<'a>, unit: &Position<'a>) {
        let schedule = &self.schedule;
        let mut extents: Vec<_> = schedule.outer.iter().map(|dim| dim.extent).collect();
        extents.extend([schedule.column_units(), schedule.row_units()]);
        let mut counters = unit.computed(builder).split(builder, &extents);
        let row_unit = counters.pop().unwrap_or(Position::constant(0));
        let column_unit = counters.pop().unwrap_or(Position::constant(0));
        let [left, right, out] = [0, 1, 2].map(|role| Position::constant(self.memory[role].first));
        let origin = Place { left, right, out }.moved_all(&schedule.outer, &counters);
        let sharing = schedule.sharing;
        let columns =
            part(builder, &column_unit, sharing.column_tiles, schedule.all_column_tiles());
        let rows = part(builder, &row_unit, sharing.row_tiles, schedule.all_row_tiles());
        count_to(builder, &Position::constant(schedule.depth_blocks()), |builder, block| {
            let (origin, counts, ahead) = self.depth_block(builder, &origin, &block);
            let initial = self.initial_value_of(builder, &block);
            if schedule.packs_left_ahead() {
                self.row_tiles(builder, &origin, &rows, Position::constant(0), |builder, tile| {
                    self.pack_left(builder, &buffers, &tile, &counts);
                });
            }
            self.column_tiles(builder, &origin, &columns, |builder, place, begin, skip| {
                self.pack_right(builder, &buffers, &place, &counts);
                let next = match schedule.prefetch {
                    Prefetch::None => place.right.clone(),
                    Prefetch::Columns => self.next_columns(builder, &place.right, &begin),
                    Prefetch::Depth => place.right.plus(&ahead, 1).computed(builder),
                    Prefetch::Panel => self.next_block(builder, &origin.right),
                };
                self.row_tiles(builder, &place, &rows, skip, |builder, tile| {
                    let next = self.first_prefetched_line(builder, &next, &tile);
                    self.tile(builder, &buffers, &tile, &next, &counts, initial);
                });
            });
        });
    }

    /// Returns the initial value to which the sums of depth block number `block` are added. For all
    /// blocks except the first, it is the output's elements.
    fn initial_value_of(&self, builder: Builder<'a>, block: &Position<'a>) -> InitialValue<'a> {
        if let InitialValue::Output | InitialValue::ValueIf(..) = self.initial {
            return self.initial;
        }
        match block.is_zero(builder) {
            Ok(true) => self.initial,
            Ok(false) => InitialValue::Output,
            Err(first) => match self.initial {
                InitialValue::Value(value) => InitialValue::ValueIf(first, value),
                _ => InitialValue::ValueIf(first, self.arithmetic.zero(builder)),
            },
        }
    }

    /// Returns the place of depth block number `block`, its number of iterations of each loop of
    /// [`Schedule::depth`], and the distance to the next block in the right operand, in elements.
    /// After the last block, the next block is the block that ends at the end of the operand.
    fn depth_block(
        &self,
        builder: Builder<'a>,
        origin: &Place<'a>,
        block: &Position<'a>,
    ) -> (Place<'a>, Vec<Position<'a>>, Position<'a>) {
        let schedule = &self.schedule;
        let mut extents: Vec<_> = schedule.outer_depth.iter().map(|dim| dim.extent).collect();
        extents.push(schedule.depth_splits());
        let mut counters = block.split(builder, &extents);
        let split = counters.pop().unwrap_or(Position::constant(0));
        let first = schedule.depth[0];
        let (begin, count) = part(builder, &split, schedule.depth_block, first.extent);
        let place = origin.moved_all(&schedule.outer_depth, &counters).moved(first, &begin);
        let last = (first.extent - schedule.depth_block).max(0);
        let next = begin.offset(schedule.depth_block).min(builder, last);
        let ahead = Position::constant(0).plus(&next, first.right).plus(&begin, -first.right);
        let mut counts = vec![count];
        counts.extend(schedule.depth[1..].iter().map(|dim| Position::constant(dim.extent)));
        (place.computed(builder), counts, ahead)
    }

    /// Emits a loop with `body` over the column tiles of a range. `body` receives a tile's place,
    /// its first column, and the number of its leading columns that the previous tile stores.
    fn column_tiles(
        &self,
        builder: Builder<'a>,
        origin: &Place<'a>,
        (first, count): &(Position<'a>, Position<'a>),
        body: impl FnOnce(Builder<'a>, Place<'a>, Position<'a>, Position<'a>),
    ) {
        let schedule = &self.schedule;
        let (size, extent) = (schedule.tile_columns(), schedule.column.extent);
        count_to(builder, count, |builder, tile| {
            let tile = first.plus(&tile, 1).computed(builder);
            let mut extents: Vec<_> = schedule.outer_columns.iter().map(|dim| dim.extent).collect();
            extents.push(schedule.column_tiles());
            let mut counters = tile.split(builder, &extents);
            let tile = counters.pop().unwrap_or(Position::constant(0));
            let (begin, skipped) = tile_begin(builder, &tile, size, extent);
            let place = origin
                .moved_all(&schedule.outer_columns, &counters)
                .moved(schedule.column, &begin)
                .computed(builder);
            body(builder, place, begin, skipped);
        });
    }

    /// Returns the position in the right operand of the columns after the tile at `place`, which
    /// begins at column `begin`. After the last tile, the result is the position of the last tile.
    fn next_columns(
        &self,
        builder: Builder<'a>,
        place: &Position<'a>,
        begin: &Position<'a>,
    ) -> Position<'a> {
        let column = self.schedule.column;
        let size = self.schedule.tile_columns();
        let next = begin.offset(size).min(builder, (column.extent - size).max(0));
        place.plus(&next, column.right).plus(begin, -column.right).computed(builder)
    }

    /// Returns the position in the right operand, whose panels are contiguous, of the depth block
    /// after the block at position `block`. After the last block, the result is the position of the
    /// block that ends at the end of the operand.
    fn next_block(&self, builder: Builder<'a>, block: &Position<'a>) -> Position<'a> {
        let length = self.schedule.depth_length() * self.schedule.column.extent;
        let memory = self.memory[1];
        block.offset(length).min(builder, memory.first + (memory.span - length).max(0))
    }

    /// Returns the position of the first cache line that a row tile prefetches in each row of the
    /// part of the right operand at `part`. The cache lines are divided among the row tiles of a
    /// unit.
    fn first_prefetched_line(
        &self,
        builder: Builder<'a>,
        part: &Position<'a>,
        tile: &TilePlace<'a>,
    ) -> Position<'a> {
        let schedule = &self.schedule;
        let (lines, each) = schedule.prefetched_lines(self.right_bits());
        if lines == each {
            return part.clone();
        }
        let turns = ceil(lines, each);
        let rounds = ceil(schedule.row_tiles_of_unit(), turns);
        let mut counters = tile.number.split(builder, &[rounds, turns]);
        let turn = counters.pop().unwrap_or(Position::constant(0));
        let first = Position::constant(0).plus(&turn, each).min(builder, lines - each);
        part.plus(&first, LINE_BITS / self.right_bits()).computed(builder)
    }

    /// Emits the packing of the right operand's panel at `place`, if panels are packed.
    fn pack_right(
        &self,
        builder: Builder<'a>,
        buffers: &Buffers<'a>,
        place: &Place<'a>,
        counts: &[Position<'a>],
    ) {
        match &self.schedule.dot {
            Some(dot) => {
                pack_groups::pack_right(self, dot, builder, buffers, &place.right, counts);
            }
            None => pack::pack_right(self, builder, buffers, &place.right, counts),
        }
    }

    /// Emits the packing of a tile's rows of the left operand, if they are packed.
    fn pack_left(
        &self,
        builder: Builder<'a>,
        buffers: &Buffers<'a>,
        tile: &TilePlace<'a>,
        counts: &[Position<'a>],
    ) {
        match &self.schedule.dot {
            Some(dot) => pack_groups::pack_left(self, dot, builder, buffers, tile, counts),
            None => pack::pack_left(self, builder, buffers, tile, counts),
        }
    }

    /// Emits a loop over `count` row tiles, starting at tile number `first`. `body` emits the code
    /// for a tile.
    fn row_tiles(
        &self,
        builder: Builder<'a>,
        origin: &Place<'a>,
        (first, count): &(Position<'a>, Position<'a>),
        first_column: Position<'a>,
        body: impl FnOnce(Builder<'a>, TilePlace<'a>),
    ) {
        let schedule = &self.schedule;
        count_to(builder, count, |builder, number| {
            let packed = match schedule.packs_left_ahead() {
                true => Position::constant(0).plus(&number, schedule.left_tile_elements()),
                false => Position::constant(0),
            };
            let tile = first.plus(&number, 1).computed(builder);
            let mut extents: Vec<_> = schedule.outer_rows.iter().map(|dim| dim.extent).collect();
            extents.push(schedule.row_tiles());
            let mut counters = tile.split(builder, &extents);
            let tile = counters.pop().unwrap_or(Position::constant(0));
            let (begin, first_row) =
                tile_begin(builder, &tile, schedule.tile.rows, schedule.joined_rows());
            let place = origin.moved_all(&schedule.outer_rows, &counters);
            let (place, lefts) = self.first_row(builder, &place, &begin);
            let packed = packed.computed(builder);
            body(builder, TilePlace { number, place, first_row, first_column, lefts, packed });
        });
    }

    /// Returns the place of row `begin`, and the position in the left operand of each row of the
    /// tile that begins there, unless all rows are evenly spaced.
    fn first_row(
        &self,
        builder: Builder<'a>,
        origin: &Place<'a>,
        begin: &Position<'a>,
    ) -> (Place<'a>, Vec<Position<'a>>) {
        let Schedule { row, lines, tile, .. } = &self.schedule;
        if lines.extent == 1 {
            return (origin.moved(*row, begin).computed(builder), Vec::new());
        }
        let extents = [lines.extent, row.extent];
        let counters = begin.computed(builder).split(builder, &extents);
        let place = origin.moved_all(&[*lines, *row], &counters).computed(builder);
        // The step from the end of a line to the begin of the next one.
        let jump = lines.left - row.left * row.extent;
        let left = |index: i64| {
            let ends = counters[1].offset(index).split(builder, &extents).swap_remove(0);
            place.left.offset(index * row.left).plus(&ends, jump).computed(builder)
        };
        let lefts = (0..tile.rows).map(left).collect();
        (place, lefts)
    }

    /// Emits the computation of the sums of a tile, and their addition to `initial`, which is
    /// stored to the output.
    fn tile(
        &self,
        builder: Builder<'a>,
        buffers: &Buffers<'a>,
        tile: &TilePlace<'a>,
        next: &Position<'a>,
        counts: &[Position<'a>],
        initial: InitialValue<'a>,
    ) {
        if !self.schedule.packs_left_ahead() {
            self.pack_left(builder, buffers, tile, counts);
        }
        let place = &tile.place;
        let sums = match (self.schedule.kernel, &self.schedule.dot) {
            (Kernel::Reduce, _) => reduce_kernel::compute(self, builder, buffers, place, counts),
            (_, Some(dot)) => grouped_kernel::compute(self, dot, builder, buffers, tile, counts),
            _ => micro_kernel::compute(self, builder, buffers, tile, next, counts),
        };
        store::store(self, builder, buffers, tile, &sums, initial);
    }
}
