// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits matrix products that use the matrix units of a GPU.
//!
//! A thread block computes a tile of the result, whose sums are in the registers of its threads.
//! For one part of the reduction after the other, the block copies a chunk of its rows and columns
//! into shared memory and multiplies it. The threads load the next chunk into registers before they
//! multiply the current chunk, so that device memory and matrix units work at the same time. There
//! are two kinds of matrix units, which need different layouts of a chunk: units of a warp
//! ([`warp`]) and units of four warps ([`warpgroup`]).

mod input;
mod part;
mod warp;
mod warpgroup;

use super::contraction::{Contraction, tiles};
use super::element::Element;
use super::loops::{carry, on_threads};
use crate::matrix_unit::{Layout, MatrixUnit, MatrixUnits};
use crate::shared_memory;
use crate::warpgroup_unit::WarpgroupUnit;
use hloom_ir::{self as ir, Builder, Context, Forall, Mapping, Value};
use input::Input;
use part::{Part, Position};

/// Number of tiles in a column of tiles whose thread blocks run at about the same time. These
/// blocks read the same columns of the right input, which therefore stay in the cache.
const GROUP: i64 = 8;

/// The tile of a thread block: its numbers of rows and columns, and the numbers of warps among
/// which its rows and its columns are divided. If warps have more than 32 threads, the columns are
/// divided among fewer warps.
#[derive(Clone, Copy)]
struct Tile {
    sizes: [i64; 2],
    warps: [i64; 2],
}

impl Tile {
    /// The number of threads of a warp that the constants in this file assume.
    const LANES: i64 = 32;

    /// Returns the tile with warps of `lanes` threads and the same number of threads in total.
    fn with_lanes(self, lanes: i64) -> Self {
        let [rows, columns] = self.warps;
        Self { warps: [rows, columns * Self::LANES / lanes], ..self }
    }
}

/// The tile for matrix units of four warps, and the minimum number of tiles with which it is used.
const OF_WARPGROUPS: (Tile, i64) = (Tile { sizes: [128, 128], warps: [8, 1] }, 96);

/// The tiles for matrix units of a warp, largest first, each with the minimum number of tiles with
/// which it is used.
const OF_WARPS: [(Tile, i64); 4] = [
    (Tile { sizes: [128, 128], warps: [2, 4] }, 96),
    (Tile { sizes: [64, 64], warps: [2, 4] }, 64),
    (Tile { sizes: [32, 64], warps: [2, 4] }, 2),
    (Tile { sizes: [16, 128], warps: [1, 8] }, 2),
];

/// The matrix unit that computes a product.
#[derive(Clone, Copy)]
enum Unit {
    Warp(MatrixUnit),
    Warpgroup(WarpgroupUnit),
}

/// A matrix product, with its matrix unit and the tile of its thread blocks.
pub struct MatrixProduct<'p, 'n, 'a> {
    dims: &'p Contraction<'n, 'a>,
    unit: Unit,
    /// The distribution of the sums over the registers of a warp.
    layout: &'static Layout,
    tile: Tile,
}

impl<'p, 'n, 'a> MatrixProduct<'p, 'n, 'a> {
    /// Chooses the matrix unit and the tile of a product. Returns `None` if no unit supports the
    /// element types, if the product is too small, or if the shared memory of `bytes` bytes is too
    /// small.
    pub fn of(
        dims: &'p Contraction<'n, 'a>,
        units: Option<MatrixUnits>,
        bytes: i64,
    ) -> Option<Self> {
        let units = units?;
        let unit = MatrixUnit::of(&dims.nest.generic, units.family)?;
        let (layout, in_word) = (unit.layout(), unit.elements_of_word());
        let is_large = |(tile, least): &&(Tile, i64)| {
            dims.is_filled(tile.sizes) && dims.tiles(tile.sizes) >= *least
        };
        let along_depth = [0, 1].map(|operand| dims.is_along_depth(operand));
        let of_warpgroup = WarpgroupUnit::of(unit, along_depth);
        let of_warpgroup = of_warpgroup.filter(|_| units.has_warpgroups);
        let is_deep = dims.iterations() >= layout.words * in_word / 2;
        let (tile, unit) = match (of_warpgroup, Some(&OF_WARPGROUPS).filter(is_large)) {
            _ if !is_deep => return None,
            (Some(unit), Some((tile, _))) => (*tile, Unit::Warpgroup(unit)),
            _ => match OF_WARPS.iter().find(is_large) {
                Some((tile, _)) => (*tile, Unit::Warp(unit)),
                None => return None,
            },
        };
        let tile = tile.with_lanes(layout.lanes);
        let product = Self { dims, unit, layout, tile };
        let words = [0, 1].map(|operand| product.shape(operand).iter().product::<i64>());
        (4 * words.iter().sum::<i64>() <= bytes).then_some(product)
    }

    /// Returns the shape of the shared memory for an input, in words of 32 bits. If the memory has
    /// slots for two chunks, the first dimension is the slot.
    fn shape(&self, operand: usize) -> Vec<i64> {
        match self.unit {
            Unit::Warp(_) => warp::shape(&self.input(operand)),
            Unit::Warpgroup(_) => warpgroup::shape(&self.input(operand)),
        }
    }

    /// Describes input `operand` of the product: 0 is the left input, and 1 is the right input.
    fn input(&self, operand: usize) -> Input<'_, 'n, 'a> {
        let chunk = match self.unit {
            Unit::Warp(unit) => warp::WORDS * unit.elements_of_word(),
            Unit::Warpgroup(_) => warpgroup::ITERATIONS,
        };
        Input { dims: self.dims, operand, tile: self.tile.sizes[operand], chunk }
    }

    /// Emits the product. `start` is the initial value of the output, or `None` if it is in memory.
    pub fn emit(&self, context: &'a Context, start: Option<Value<'a>>) {
        let builder = self.dims.builder(context);
        let [rows, columns] = self.tiles();
        let sizes = [self.dims.batches(), rows * columns];
        let nest = Forall::build(builder, &sizes, |end, variables| {
            let at = Builder::before(context, end).at(builder.location());
            let word = ir::int(context, 32);
            let allocate = |operand| shared_memory::allocate(at, &self.shape(operand), word);
            let memory = [0, 1].map(allocate);
            let tile = self.tile_of_block(at, variables[1]);
            let first = [0, 1]
                .map(|axis| at.binary("arith.muli", tile[axis], at.index(self.tile.sizes[axis])));
            on_threads(at, &[Mapping::MOST_THREADS], |inside, thread| {
                let position = self.position(inside, variables[0], first, thread[0], memory);
                self.thread(inside, &position, start);
            });
        });
        Mapping::Block.set(context, nest);
    }

    /// Returns the number of tiles in a column of tiles, and the number of tiles in a row of tiles.
    fn tiles(&self) -> [i64; 2] {
        let sizes = self.dims.sizes();
        [0, 1].map(|axis| tiles(sizes[axis], self.tile.sizes[axis]))
    }

    /// Emits the row and the column of the tile that thread block `number` computes, counted in
    /// tiles. The rows of tiles are divided into groups of [`GROUP`] rows. Within a group, blocks
    /// are ordered column by column.
    fn tile_of_block(&self, at: Builder<'a>, number: Value<'a>) -> [Value<'a>; 2] {
        let [rows, columns] = self.tiles();
        let group = at.index(GROUP * columns);
        let first = at.binary("arith.divui", number, group);
        let first = at.binary("arith.muli", first, at.index(GROUP));
        let inside = at.binary("arith.remui", number, group);
        let height = if rows % GROUP == 0 {
            at.index(GROUP)
        } else {
            let left = at.binary("arith.subi", at.index(rows), first);
            at.binary("arith.minui", left, at.index(GROUP))
        };
        let row = at.binary("arith.remui", inside, height);
        [at.binary("arith.addi", first, row), at.binary("arith.divui", inside, height)]
    }

    fn position(
        &self,
        at: Builder<'a>,
        batch: Value<'a>,
        first: [Value<'a>; 2],
        number: Value<'a>,
        memory: [Value<'a>; 2],
    ) -> Position<'a> {
        let divide = |value: Value<'a>, by: i64| at.binary("arith.divui", value, at.index(by));
        let rest = |value: Value<'a>, by: i64| at.binary("arith.remui", value, at.index(by));
        let warp = divide(number, self.layout.lanes);
        let lane = rest(number, self.layout.lanes);
        let warps = [divide(warp, self.tile.warps[1]), rest(warp, self.tile.warps[1])];
        let first_of_warp =
            [0, 1].map(|axis| at.binary("arith.muli", warps[axis], at.index(self.part(axis))));
        let line = self.layout.line.emit(at, lane);
        let lines = first_of_warp.map(|first| at.binary("arith.addi", first, line));
        let sum = [0, 1].map(|axis| {
            let own = self.layout.sum[axis].emit(at, lane);
            at.binary("arith.addi", first_of_warp[axis], own)
        });
        let word = self.layout.word.emit(at, lane);
        Position { batch, first, lines, word, sum, number, memory }
    }

    /// Returns the number of rows (axis 0) or columns (axis 1) of the tile that a warp computes.
    fn part(&self, axis: usize) -> i64 {
        self.tile.sizes[axis] / self.tile.warps[axis]
    }

    /// Returns the first row (axis 0) or column (axis 1) of each matrix multiplication of a warp,
    /// relative to the first row or column of the warp.
    fn units(&self, axis: usize) -> Vec<i64> {
        (0..self.part(axis)).step_by(self.layout.lines[axis] as usize).collect()
    }

    /// Emits the code of a thread: the initial sums, the products of all chunks, and the stores of
    /// the results.
    fn thread(&self, at: Builder<'a>, position: &Position<'a>, start: Option<Value<'a>>) {
        let old: Vec<_> = match start {
            Some(start) => vec![start; self.sums().len()],
            None => {
                let results = self.results(at, position);
                results.iter().map(|it| self.dims.nest.load(at, 2, &it.indices)).collect()
            }
        };
        let new = match self.unit {
            Unit::Warp(unit) => self.in_two_slots(at, position, unit, &old),
            Unit::Warpgroup(unit) => self.in_one_slot(at, position, unit, &old),
        };
        self.dims.store(at, &self.results(at, position), &new);
    }

    /// Emits the final sums of a thread, for matrix units of a warp. Shared memory has two slots:
    /// while the units multiply the chunk in one slot, the threads store the next chunk in the
    /// other slot. `old` contains the initial sums.
    fn in_two_slots(
        &self,
        at: Builder<'a>,
        position: &Position<'a>,
        unit: MatrixUnit,
        old: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let load = |at: Builder<'a>, chunk: Value<'a>| {
            [0, 1].map(|operand| {
                let input = self.input(operand);
                warp::load(at, position, &input, unit, chunk)
            })
        };
        let store = |at: Builder<'a>, slot: Value<'a>, parts: &[Vec<Part<'a>>; 2]| {
            for (memory, parts) in position.memory.iter().zip(parts) {
                parts.iter().for_each(|part| part.store(at, *memory, &[slot]));
            }
            at.op("gpu.barrier").build();
        };
        store(at, at.index(0), &load(at, at.index(0)));
        carry(at, [self.chunks(), 1], old, |inside, chunk, sums| {
            let (next, number) = self.next(inside, chunk);
            let parts = load(inside, number);
            let slot = |it: Value<'a>| inside.binary("arith.remui", it, inside.index(2));
            let sums = self.multiply_by_warps(inside, position, unit, slot(chunk), sums);
            store(inside, slot(next), &parts);
            sums
        })
    }

    /// Emits the final sums of a thread, for matrix units of four warps. Shared memory has one
    /// slot: while the units multiply its chunk, the threads load the next chunk into registers.
    /// `old` contains the initial sums.
    fn in_one_slot(
        &self,
        at: Builder<'a>,
        position: &Position<'a>,
        unit: WarpgroupUnit,
        old: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let load = |at: Builder<'a>, chunk: Value<'a>| {
            [0, 1].map(|operand| warpgroup::load(at, position, &self.input(operand), chunk))
        };
        let words = |parts: &[Vec<Part<'a>>; 2]| -> Vec<Value<'a>> {
            parts.iter().flatten().map(|part| part.words).collect()
        };
        let first = load(at, at.index(0));
        let start = [old, &words(&first)].concat();
        let mut new = carry(at, [self.chunks(), 1], &start, |inside, chunk, values| {
            let (sums, loaded) = values.split_at(old.len());
            let mut loaded = loaded.iter();
            for (memory, parts) in position.memory.iter().zip(&first) {
                for (part, words) in parts.iter().zip(loaded.by_ref()) {
                    let part = Part { words: *words, indices: part.indices.clone() };
                    part.store(inside, *memory, &[]);
                }
            }
            warpgroup::make_visible(inside);
            inside.op("gpu.barrier").build();
            let (_, number) = self.next(inside, chunk);
            let next = words(&load(inside, number));
            let sums = warpgroup::multiply(inside, position, unit, sums);
            // No thread overwrites what a unit still loads.
            inside.op("gpu.barrier").build();
            [sums, next].concat()
        });
        new.truncate(old.len());
        new
    }

    /// Emits the number of the next chunk, and the number of the chunk that the current iteration
    /// loads. They are equal except in the last iteration, which loads its own chunk again.
    fn next(&self, at: Builder<'a>, chunk: Value<'a>) -> (Value<'a>, Value<'a>) {
        let next = at.binary("arith.addi", chunk, at.index(1));
        (next, at.binary("arith.minui", next, at.index(self.chunks() - 1)))
    }

    /// Returns the number of chunks into which the iterations of the reduction are divided.
    fn chunks(&self) -> i64 {
        tiles(self.dims.iterations(), self.input(0).chunk)
    }

    /// Returns the row and the column of each sum of a thread, relative to the first sum of the
    /// thread.
    fn sums(&self) -> Vec<(i64, i64)> {
        let mut sums = Vec::new();
        for row in self.units(0) {
            for column in self.units(1) {
                sums.extend(self.layout.sums.iter().map(|(r, c)| (row + r, column + c)));
            }
        }
        sums
    }

    /// Emits the loop indices of the result elements whose sums a thread holds, and the conditions
    /// under which the thread stores them.
    fn results(&self, at: Builder<'a>, position: &Position<'a>) -> Vec<Element<'a>> {
        let line = |axis: usize, offset: i64| {
            let inside = at.binary("arith.addi", position.sum[axis], at.index(offset));
            let line = at.binary("arith.addi", position.first[axis], inside);
            self.dims.line(at, axis, self.tile.sizes[axis], line, 1)
        };
        let result = |(row, column): (i64, i64)| {
            self.dims.result(at, position.batch, [line(0, row), line(1, column)])
        };
        self.sums().into_iter().map(result).collect()
    }

    /// Emits the products of the chunk in `slot` by matrix units of a warp, and returns the new
    /// sums of the thread.
    fn multiply_by_warps(
        &self,
        at: Builder<'a>,
        position: &Position<'a>,
        unit: MatrixUnit,
        slot: Value<'a>,
        sums: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let mut sums = sums.to_vec();
        for first in (0..warp::WORDS).step_by(self.layout.words as usize) {
            let load = |operand: usize| {
                let input = self.input(operand);
                let of_unit = |line: i64| {
                    let word = |(offset, word): &(i64, i64)| {
                        warp::word(at, position, &input, slot, [line + offset, first + word])
                    };
                    self.layout.registers[operand].iter().map(word).collect::<Vec<_>>()
                };
                self.units(operand).into_iter().map(of_unit).collect::<Vec<_>>()
            };
            let [left, right] = [0, 1].map(load);
            let pairs =
                left.iter().flat_map(|left| right.iter().map(move |right| [&**left, right]));
            let new = pairs
                .zip(sums.chunks(self.layout.sums.len()))
                .flat_map(|(operands, sums)| unit.multiply(at, operands, sums));
            sums = new.collect();
        }
        sums
    }
}
