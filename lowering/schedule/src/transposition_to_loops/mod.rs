// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-transposition-to-loops`: lowers transpositions on memrefs to loops of vector code.
//!
//! A simple loop nest for a transposition accesses only one element of each cache line at a time on
//! one side, and a stride that is a power of two maps these lines to few cache sets. The pass
//! instead transposes square blocks in registers ([`shuffles`]), so that both sides are accessed
//! with vectors:
//!
//! ```mlir
//! linalg.generic {indexing_maps = [(i, j) -> (j, i), (i, j) -> (i, j)]} ins(%in) outs(%out)
//! // becomes
//! scf.forall (%tile) in (..) { scf.for %i = .. { scf.for %j = .. {
//!   %row0 = vector.load %in[..] .. ; %a0 = vector.shuffle %row0, %row8 [..] .. ; vector.store ..
//! } } }
//! ```
//!
//! A row is contiguous in the output, and a column is contiguous in the input. Blocks follow the
//! columns, so that the input is read as a few sequential streams. If blocks do not divide an
//! extent, the last one begins earlier and stores some elements again.
//!
//! If a result exceeds the caches and has no readers in the program, it is written with nontemporal
//! stores, provided that its memory is aligned to cache lines. These stores avoid reading the cache
//! lines of the output, which is a third of the memory traffic. The alignment depends on the
//! caller's memory, so the generated code checks it at run time.

mod view;

use crate::contraction_to_loops::loops::{branch, count_to, forall};
use crate::contraction_to_loops::pack::shuffle;
use crate::contraction_to_loops::plan::Memory;
use crate::contraction_to_loops::position::Position;
use crate::contraction_to_loops::store::flat_view;
use crate::machine_options::{REGISTERS, VECTOR_BITS};
use crate::shuffles;
use hloom_ir::facts::is_body;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Value};
pub use view::{Dim, Transposition, is_transposition};

/// The pass `hloom-transposition-to-loops`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-transposition-to-loops",
    description: "lower transpositions on memrefs to loops of vector code",
    anchor: "func.func",
    level: Level::Target,
    options: &[VECTOR_BITS, REGISTERS],
    dialects: &["arith", "llvm", "memref", "scf", "vector"],
    run,
};

/// The number of bytes of a cache line.
const LINE: i64 = 64;
/// The number of bytes that a tile should have. Tiles at the edge are of other sizes. Outside parallel
/// loops, each tile is a task.
const TILE: i64 = 128 << 10;
/// The size in bytes of a tile along a column, unless the column is shorter: half a page.
const TILE_COLUMNS: i64 = 2 << 10;
/// The minimum size in bytes of an output that is written with nontemporal stores: more than a
/// core's share of a last-level cache.
const STREAMED: i64 = 16 << 20;
/// The maximum number of cache lines that are filled at the same time, each by several nontemporal
/// stores. Processors have about ten buffers for incomplete lines.
const OPEN_LINES: i64 = 8;
/// The number of rows of a block for a target without vectors, which is also its number of columns.
const SCALAR_BLOCK: i64 = 8;
/// The number of rows that a block may have even if the target has few registers. It is also the
/// maximum number of rows of the smaller block for memory that is not aligned to cache lines.
const LEAST_ROWS: i64 = 8;

fn run<'a>(
    context: &'a Context,
    function: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let vector_bits = options.number("vector-bits", function)?;
    let registers = options.number("registers", function)?;
    if is_body(function) {
        return Ok(());
    }
    let ops = ir::walk(function).into_iter();
    let transpositions: Vec<_> = ops.filter_map(|op| Some((op, Transposition::of(op)?))).collect();
    for (op, transposition) in transpositions {
        let block = Block::of(&transposition, vector_bits, registers);
        Plan::of(transposition, block, vector_bits).emit(context, op);
        ir::erase(op);
    }
    Ok(())
}

/// A square block of elements that is transposed at once.
#[derive(Clone, Copy)]
struct Block {
    /// The number of rows of the block, which is also its number of columns.
    side: i64,
    /// The number of adjacent elements of a vector among which shuffles are cheap; `None` for a
    /// target without vectors.
    group: Option<i64>,
}

impl Block {
    /// The number of bits within which all instruction sets shuffle with one instruction.
    const GROUP_BITS: i64 = 128;

    fn of(transposition: &Transposition, vector_bits: i64, registers: i64) -> Self {
        let bits = transposition.bits();
        let least = transposition.row.extent.min(transposition.column.extent);
        // All rows of a block are in registers, next to the results of the shuffles.
        let mut side = (vector_bits / bits).min((registers / 2).max(LEAST_ROWS));
        if side < 2 {
            return Self { side: SCALAR_BLOCK.min(least), group: None };
        }
        side = 1 << side.ilog2();
        while side > least {
            side /= 2;
        }
        Self { side, group: Some(side.min(Self::GROUP_BITS / bits)) }
    }

    /// Returns a block with a smaller code size, for the rare case that output memory is not
    /// aligned to cache lines.
    fn smaller(self) -> Self {
        Self { side: self.side.min(LEAST_ROWS), ..self }
    }
}

/// The tiles and blocks of a transposition.
struct Plan<'a> {
    transposition: Transposition<'a>,
    block: Block,
    /// The extents of a tile along a row and along a column of the output. If tiles do not divide
    /// an extent, the last tile is larger.
    tile: [i64; 2],
    /// Whether tasks may write the output with nontemporal stores.
    streams: bool,
}

/// The views of the operands, and the way in which a task copies between them.
#[derive(Clone, Copy)]
struct Operands<'a> {
    input: Value<'a>,
    output: Value<'a>,
    /// Whether the task writes the output with nontemporal stores.
    streamed: bool,
    block: Block,
}

impl<'a> Plan<'a> {
    fn of(transposition: Transposition<'a>, block: Block, vector_bits: i64) -> Self {
        let (row, column) = (transposition.row.extent, transposition.column.extent);
        let bytes = transposition.bits() / 8;
        let line = LINE / bytes;
        let columns = (TILE_COLUMNS / bytes).min(column);
        let rows = (TILE / bytes / columns / line * line).max(line).min(row);
        let complete = block.side == line || block.side <= OPEN_LINES;
        let streams = block.group.is_some()
            && vector_bits >= 256
            && complete
            && row % line == 0
            && transposition.output_bytes() >= STREAMED
            && transposition.is_aligned_to(line)
            && transposition.writes_unread_result();
        Self { transposition, block, tile: [rows, columns], streams }
    }

    /// Returns the number of tiles along a row and along a column of the output.
    fn tiles(&self) -> [i64; 2] {
        let extents = [self.transposition.row.extent, self.transposition.column.extent];
        [0, 1].map(|side| (extents[side] / self.tile[side]).max(1))
    }

    /// Emits the tasks of the transposition before `op`: as the iterations of an `scf.forall`, or
    /// of a sequential loop if `op` is inside an `scf.forall`.
    fn emit(&self, context: &'a Context, op: Op<'a>) {
        let builder = Builder::before(context, op);
        let outer = self.transposition.outer.iter().map(|dim| dim.extent);
        let extents: Vec<_> = outer.chain(self.tiles()).collect();
        let tasks = extents.iter().product();
        if ir::enclosing(op, "scf.forall").is_some() {
            count_to(builder, &Position::constant(tasks), |builder, task| {
                self.task(builder, &task.split(builder, &extents));
            });
        } else {
            forall(builder, tasks, |builder, task| {
                let task = if tasks == 1 { Position::constant(0) } else { task };
                self.task(builder, &task.split(builder, &extents));
            });
        }
    }

    /// Emits a task, which transposes a tile. `counters` contains the counters of the outer loops,
    /// followed by the numbers of the tile along a row and along a column.
    fn task(&self, builder: Builder<'a>, counters: &[Position<'a>]) {
        let Transposition { input, output, .. } = self.transposition;
        let [input, output] = [input, output].map(|memory: Memory| flat_view(builder, memory));
        let block = self.block;
        if !self.streams {
            let operands = Operands { input, output, streamed: false, block };
            return self.tile(builder, operands, counters);
        }
        let index = ir::index(builder.context());
        let address = builder.simple(
            "memref.extract_aligned_pointer_as_index",
            &[self.transposition.output.value],
            index,
        );
        let rest = builder.binary("arith.andi", address, builder.index(LINE - 1));
        let aligned = builder.cmpi("eq", rest, builder.index(0));
        branch(
            builder,
            Err(aligned),
            |builder| {
                let operands = Operands { input, output, streamed: true, block };
                self.tile(builder, operands, counters);
                // Nontemporal stores are ordered with others only by a fence.
                let order = ir::parse_attribute(builder.context(), "7 : i64");
                builder.op("llvm.fence").attr("ordering", order).build();
            },
            |builder| {
                let block = block.smaller();
                let operands = Operands { input, output, streamed: false, block };
                self.tile(builder, operands, counters);
            },
        );
    }

    fn tile(&self, builder: Builder<'a>, operands: Operands<'a>, counters: &[Position<'a>]) {
        let Transposition { outer, row, column, .. } = &self.transposition;
        let (outer_counters, tiles) = counters.split_at(outer.len());
        let places = outer.iter().zip(outer_counters);
        let origin = places.fold(Place::default(), |place, (dim, at)| place.moved(*dim, at));
        let numbers = self.tiles();
        let extents = [row.extent, column.extent];
        let parts = [0, 1]
            .map(|side| part(builder, &tiles[side], self.tile[side], numbers[side], extents[side]));
        let [(first_row, rows), (first_column, columns)] = parts;
        let origin = origin.moved(*row, &first_row).moved(*column, &first_column).computed(builder);
        let side = operands.block.side;
        let line = LINE * 8 / self.transposition.bits();
        // Blocks beside each other complete the lines of the output.
        let together = if operands.streamed { line.max(side) } else { side };
        blocks(builder, &rows, together, |builder, at_row| {
            let origin = origin.moved(*row, &at_row).computed(builder);
            blocks(builder, &columns, side, |builder, at_column| {
                let origin = origin.moved(*column, &at_column).computed(builder);
                for offset in (0..together).step_by(side as usize) {
                    let place = origin.moved(*row, &Position::constant(offset));
                    self.block(builder, operands, &place);
                }
            });
        });
    }

    /// Emits the transposition of the block at `place`, with vectors if the target has them.
    fn block(&self, builder: Builder<'a>, operands: Operands<'a>, place: &Place<'a>) {
        let Transposition { row, column, element, .. } = self.transposition;
        let side = operands.block.side;
        let Some(group) = operands.block.group else {
            return self.scalar_block(builder, operands, place);
        };
        let context = builder.context();
        let ty = ir::vector(&[side], element);
        let rows = (0..side).map(|number| {
            let at = place.input.offset(number * row.input).value(builder);
            builder.simple("vector.load", &[operands.input, at], ty)
        });
        let columns =
            shuffles::transpose(rows.collect(), group as usize, &mut |one, other, mask| {
                shuffle(builder, *one, *other, mask)
            });
        for (number, vector) in columns.into_iter().enumerate() {
            let at = place.output.offset(number as i64 * column.output).value(builder);
            let mut store = builder.op("vector.store").operands(&[vector, operands.output, at]);
            if operands.streamed {
                let bytes = side * self.transposition.bits() / 8;
                store = store
                    .attr("nontemporal", ir::bool_attr(context, true))
                    .attr("alignment", ir::i64_attr(context, bytes));
            }
            store.build();
        }
    }

    /// Emits the transposition of the block at `place`, element by element.
    fn scalar_block(&self, builder: Builder<'a>, operands: Operands<'a>, place: &Place<'a>) {
        let Transposition { row, column, element, .. } = self.transposition;
        let side = Position::constant(operands.block.side);
        count_to(builder, &side, |builder, number| {
            let place = place.moved(column, &number).computed(builder);
            count_to(builder, &side, |builder, number| {
                let place = place.moved(row, &number);
                let from = place.input.value(builder);
                let value = builder.simple("memref.load", &[operands.input, from], element);
                let to = place.output.value(builder);
                builder.op("memref.store").operands(&[value, operands.output, to]).build();
            });
        });
    }
}

/// A position in the input and the corresponding position in the output.
#[derive(Clone)]
struct Place<'a> {
    input: Position<'a>,
    output: Position<'a>,
}

impl Default for Place<'_> {
    fn default() -> Self {
        Self { input: Position::constant(0), output: Position::constant(0) }
    }
}

impl<'a> Place<'a> {
    fn moved(&self, dim: Dim, by: &Position<'a>) -> Self {
        Self { input: self.input.plus(by, dim.input), output: self.output.plus(by, dim.output) }
    }

    fn computed(&self, builder: Builder<'a>) -> Self {
        Self { input: self.input.computed(builder), output: self.output.computed(builder) }
    }
}

/// Returns the start and the length of tile number `index` of `count` tiles of `size` iterations.
/// The last tile extends to the end of the extent.
fn part<'a>(
    builder: Builder<'a>,
    index: &Position<'a>,
    size: i64,
    count: i64,
    extent: i64,
) -> (Position<'a>, Position<'a>) {
    let begin = Position::constant(0).plus(index, size).computed(builder);
    let last = extent - (count - 1) * size;
    if count == 1 || last == size {
        return (begin, Position::constant(last.max(size.min(extent))));
    }
    let is_last = builder.cmpi("eq", index.value(builder), builder.index(count - 1));
    let length = builder.select(is_last, builder.index(last), builder.index(size));
    (begin, Position::of(length))
}

/// Emits `for at in 0..length` by `step`. LLVM must not unroll the loop, because the code of a
/// block is long, and unrolled code is not faster.
fn each<'a>(
    builder: Builder<'a>,
    length: &Position<'a>,
    step: i64,
    body: impl FnOnce(Builder<'a>, Position<'a>),
) {
    if length.fixed().is_some_and(|length| length <= step) {
        return body(builder, Position::constant(0));
    }
    let context = builder.context();
    let region = builder.region(&[ir::index(context)], |builder, arguments| {
        body(builder, Position::of(arguments[0]));
        builder.op("scf.yield").build();
    });
    let once = "#llvm.loop_annotation<vectorize = <disable = true>, unroll = <disable = true>>";
    builder
        .op("scf.for")
        .operands(&[builder.index(0), length.value(builder), builder.index(step)])
        .attr("loop_annotation", ir::parse_attribute(context, once))
        .region(region)
        .build();
}

/// Emits a loop over blocks of `side` iterations up to `length`, which is at least `side`. The last
/// block starts earlier if `side` does not divide `length`.
fn blocks<'a>(
    builder: Builder<'a>,
    length: &Position<'a>,
    side: i64,
    body: impl FnOnce(Builder<'a>, Position<'a>),
) {
    each(builder, length, side, |builder, at| {
        if length.fixed().is_some_and(|length| length % side == 0) {
            return body(builder, at);
        }
        let last = length.offset(-side).value(builder);
        let begin = builder.binary("arith.minsi", at.value(builder), last);
        body(builder, Position::of(begin));
    });
}
