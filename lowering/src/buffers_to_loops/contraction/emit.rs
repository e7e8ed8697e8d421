// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The loops around the tiles of a contraction.
//!
//! ```text
//! forall task
//!   for unit of the task                  a range of columns by a range of rows
//!     for block of the depth
//!       for tile of columns in the range
//!         pack the panel of the right operand: block x columns
//!         for tile of rows in the range
//!           pack the rows of the left operand: rows x block
//!           compute the tile in registers, add it to the output
//! ```
//!
//! The last tile of an extent that tiles do not divide begins earlier than its
//! place, so that it ends where the extent does: no memory outside the operands
//! is touched, and no kernel for remainders is needed. What it computes twice,
//! it stores once.

use super::body::Arithmetic;
use super::classify::{Dim, extent};
use super::loops::{count_to, forall};
use super::position::Position;
use super::schedule::{Kernel, Packing, Schedule};
use super::{micro_kernel, pack, reduce_kernel, store};
use crate::ir::{self, Builder, Op, Value};
use melior::ir::operation::OperationLike;

/// What the output holds before the first product is added.
#[derive(Clone, Copy, Debug)]
pub enum Start<'a> {
    /// Whatever it holds.
    Output,
    /// Zeros, which need not be written.
    Zero,
    /// A value everywhere, which need not be written.
    Value(Value<'a>),
    /// The value where the condition, an `i1`, holds, else what the output holds.
    ValueIf(Value<'a>, Value<'a>),
}

/// Everything that emission depends on.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// The arithmetic, with factors in the order left, right.
    pub arithmetic: Arithmetic<'a>,
    /// The schedule.
    pub schedule: Schedule,
    /// What the output starts from.
    pub start: Start<'a>,
    /// Left, right and output.
    pub memory: [Memory<'a>; 3],
}

/// Memory as a program names it.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'a> {
    /// The memref.
    pub value: Value<'a>,
    /// Its offset; none if it is not known.
    pub offset: Option<i64>,
    /// Where its first element used is, counted from there.
    pub first: i64,
    /// Elements from that to the last used, both included.
    pub span: i64,
}

/// Memory while a task runs.
#[derive(Clone, Copy, Debug)]
pub struct Buffers<'a> {
    /// One-dimensional views of left, right and output.
    pub flat: [Value<'a>; 3],
    /// The packed panel of the right operand, if it is packed.
    pub panel: Option<Value<'a>>,
    /// The packed rows of the left operand, if they are packed.
    pub left: Option<Value<'a>>,
    /// A tile that only a part of is stored from, if there are such tiles.
    pub edge: Option<Value<'a>>,
}

/// Positions in the left operand, the right operand and the output.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    /// In the left operand.
    pub left: Position<'a>,
    /// In the right operand.
    pub right: Position<'a>,
    /// In the output.
    pub out: Position<'a>,
}

/// A tile to compute: where it begins, and which of it is stored.
#[derive(Clone, Debug)]
pub struct TilePlace<'a> {
    /// Its first row and column, at the begin of the depth block.
    pub place: Place<'a>,
    /// The first row to store.
    pub first_row: Position<'a>,
    /// The first column to store.
    pub first_column: Position<'a>,
}

/// Replaces nothing yet: emits the contraction before `op`, as one `scf.forall`,
/// or as sequential loops if something around it is parallel already.
pub fn emit<'a>(context: &'a ir::Context, op: Op<'a>, plan: &Plan<'a>) {
    let builder = Builder::before(context, op);
    let sharing = plan.schedule.sharing;
    match enclosing_scope(op) {
        Some(scope) => {
            // Stack memory is taken once for all iterations of loops inside.
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

/// The first operation of the parallel loop around `op`, if there is one.
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

/// The begin and the length of part number `index` of `total` cut into parts of
/// `size`.
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

/// The begin of tile number `index`, and what is left out at its begin as the
/// tile before has it.
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

impl<'a> Place<'a> {
    /// This place moved `by` iterations of a loop.
    pub fn moved(&self, dim: Dim, by: &Position<'a>) -> Self {
        Self {
            left: self.left.plus(by, dim.left),
            right: self.right.plus(by, dim.right),
            out: self.out.plus(by, dim.out),
        }
    }

    /// This place moved by the counters of several loops.
    fn moved_all(&self, dims: &[Dim], by: &[Position<'a>]) -> Self {
        dims.iter().zip(by).fold(self.clone(), |place, (dim, by)| place.moved(*dim, by))
    }

    fn computed(&self, builder: Builder<'a>) -> Self {
        Self {
            left: self.left.computed(builder),
            right: self.right.computed(builder),
            out: self.out.computed(builder),
        }
    }
}

impl<'a> Plan<'a> {
    /// Takes stack memory at `stack` and views memory at `builder`.
    fn buffers(&self, stack: Builder<'a>, builder: Builder<'a>) -> Buffers<'a> {
        let schedule = &self.schedule;
        let accumulator = self.arithmetic.accumulator;
        let allocate = |elements: i64| {
            stack
                .op("memref.alloca")
                .attr("alignment", ir::i64_attr(stack.context(), 64))
                .segments(&[0, 0])
                .result(ir::memref(&[elements], accumulator))
                .value()
        };
        let panel =
            (schedule.pack_right != Packing::None).then(|| allocate(schedule.panel_elements()));
        let left =
            schedule.pack_left.then(|| allocate(schedule.tile.rows * schedule.left_row_elements()));
        let edge = store::has_edges(schedule)
            .then(|| allocate(schedule.tile.rows * schedule.tile_columns()));
        let flat = [0, 1, 2].map(|role| store::flat_view(builder, self.memory[role]));
        let buffers = Buffers { flat, panel, left, edge };
        if schedule.is_padded() {
            pack::clear_panel(self, builder, &buffers);
        }
        buffers
    }

    /// One unit: a range of columns by a range of rows of one outer iteration.
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
        let columns = part(builder, &column_unit, sharing.column_tiles, schedule.column_tiles());
        let rows = part(builder, &row_unit, sharing.row_tiles, schedule.all_row_tiles());
        count_to(builder, &Position::constant(schedule.depth_blocks()), |builder, block| {
            let (origin, counts) = self.depth_block(builder, &origin, &block);
            let start = self.start_of(builder, &block);
            self.column_tiles(builder, &origin, &columns, |builder, place, skip| {
                pack::pack_right(self, builder, &buffers, &place.right, &counts);
                self.row_tiles(builder, &place, &rows, skip, |builder, tile| {
                    self.tile(builder, &buffers, &tile, &counts, start);
                });
            });
        });
    }

    /// What a block of the depth starts from: but for the first, the output.
    fn start_of(&self, builder: Builder<'a>, block: &Position<'a>) -> Start<'a> {
        if let Start::Output | Start::ValueIf(..) = self.start {
            return self.start;
        }
        match block.is_zero(builder) {
            Ok(true) => self.start,
            Ok(false) => Start::Output,
            Err(first) => match self.start {
                Start::Value(value) => Start::ValueIf(first, value),
                _ => Start::ValueIf(first, self.arithmetic.zero(builder)),
            },
        }
    }

    /// The place of a block of the depth, and how many iterations of each loop of
    /// [`Schedule::depth`] are in it.
    fn depth_block(
        &self,
        builder: Builder<'a>,
        origin: &Place<'a>,
        block: &Position<'a>,
    ) -> (Place<'a>, Vec<Position<'a>>) {
        let schedule = &self.schedule;
        let mut extents: Vec<_> = schedule.outer_depth.iter().map(|dim| dim.extent).collect();
        extents.push(schedule.depth_splits());
        let mut counters = block.split(builder, &extents);
        let split = counters.pop().unwrap_or(Position::constant(0));
        let first = schedule.depth[0];
        let (begin, count) = part(builder, &split, schedule.depth_block, first.extent);
        let place = origin.moved_all(&schedule.outer_depth, &counters).moved(first, &begin);
        let mut counts = vec![count];
        counts.extend(schedule.depth[1..].iter().map(|dim| Position::constant(dim.extent)));
        (place.computed(builder), counts)
    }

    /// `body` for every tile of columns: its place, and how many columns at its
    /// begin another tile stores.
    fn column_tiles(
        &self,
        builder: Builder<'a>,
        origin: &Place<'a>,
        (first, count): &(Position<'a>, Position<'a>),
        body: impl FnOnce(Builder<'a>, Place<'a>, Position<'a>),
    ) {
        let schedule = &self.schedule;
        count_to(builder, count, |builder, tile| {
            let tile = first.plus(&tile, 1);
            let (begin, skipped) =
                tile_begin(builder, &tile, schedule.tile_columns(), schedule.column.extent);
            body(builder, origin.moved(schedule.column, &begin).computed(builder), skipped);
        });
    }

    /// `body` for every tile of rows.
    fn row_tiles(
        &self,
        builder: Builder<'a>,
        origin: &Place<'a>,
        (first, count): &(Position<'a>, Position<'a>),
        first_column: Position<'a>,
        body: impl FnOnce(Builder<'a>, TilePlace<'a>),
    ) {
        let schedule = &self.schedule;
        count_to(builder, count, |builder, tile| {
            let tile = first.plus(&tile, 1).computed(builder);
            let mut extents: Vec<_> = schedule.outer_rows.iter().map(|dim| dim.extent).collect();
            extents.push(schedule.row_tiles());
            let mut counters = tile.split(builder, &extents);
            let tile = counters.pop().unwrap_or(Position::constant(0));
            let (begin, first_row) =
                tile_begin(builder, &tile, schedule.tile.rows, schedule.row.extent);
            let place = origin
                .moved_all(&schedule.outer_rows, &counters)
                .moved(schedule.row, &begin)
                .computed(builder);
            body(builder, TilePlace { place, first_row, first_column });
        });
    }

    /// Computes a tile and adds it to the output.
    fn tile(
        &self,
        builder: Builder<'a>,
        buffers: &Buffers<'a>,
        tile: &TilePlace<'a>,
        counts: &[Position<'a>],
        start: Start<'a>,
    ) {
        pack::pack_left(self, builder, buffers, &tile.place.left, counts);
        let sums = match self.schedule.kernel {
            Kernel::Reduce => reduce_kernel::compute(self, builder, buffers, &tile.place, counts),
            _ => micro_kernel::compute(self, builder, buffers, &tile.place, counts),
        };
        store::store(self, builder, buffers, tile, &sums, start);
    }

    /// Iterations of all depth loops in a block, with nothing cut short: what
    /// packed memory is laid out for. One stride a loop, outermost first.
    pub fn packed_strides(&self, innermost: i64) -> Vec<i64> {
        let depth = &self.schedule.depth;
        (0..depth.len()).map(|index| extent(&depth[index + 1..]) * innermost).collect()
    }
}
