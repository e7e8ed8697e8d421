// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Matrix products by units of the GPU that multiply small matrices.
//!
//! A block computes a tile of the result, and each of its warps a part of the tile by a [`MatrixUnit`],
//! whose sums stay in registers. The block copies a chunk of its rows and columns into shared memory:
//! 64 bytes of each, in words of 32 bits. There is room for two chunks. The threads load the next chunk
//! into registers, multiply the current one, and store the next one: so the memory of the device and
//! the units work at the same time, and the block waits once for each chunk.
//!
//! The words of a chunk have the order of the input's memory, so that threads load up to 16 bytes at
//! once. If the lines of an input are next to each other, a thread interleaves as many iterations as a
//! word has elements. Padding puts the words that a warp loads together into different banks.

use super::contraction::{Contraction, tiles, zero};
use super::element::Element;
use super::loops::{carry, on_threads};
use crate::matrix_unit::MatrixUnit;
use crate::shared_memory;
use hloom_ir::{self as ir, Builder, Context, Forall, Mapping, Shaped, Value};
use melior::ir::ValueLike;

/// Words of a line that a block has in shared memory.
const WORDS: i64 = 2 * MatrixUnit::WORDS;
/// Words between the lines of a chunk beyond `WORDS`, and words between its iterations beyond the tile.
/// Those that a unit loads together are so in different banks: eight lines of four words each.
const PADDING: [i64; 2] = [4, 8];
/// Most words that a thread loads at once.
const MOST_WORDS: i64 = 4;
/// Tiles next to each other in a column whose blocks run at about the same time. They have the same
/// columns of the right input, which so stay in the cache.
const GROUP: i64 = 8;

/// The tile of a block: its rows and columns, and the warps along each.
#[derive(Clone, Copy)]
struct Tile {
    sizes: [i64; 2],
    warps: [i64; 2],
}

/// Candidates, largest first, with the number of tiles from which on they are chosen.
const TILES: [(Tile, i64); 4] = [
    (Tile { sizes: [128, 128], warps: [2, 4] }, 96),
    (Tile { sizes: [64, 64], warps: [2, 4] }, 64),
    (Tile { sizes: [32, 64], warps: [2, 4] }, 2),
    (Tile { sizes: [16, 128], warps: [1, 8] }, 2),
];

/// A product with the tile of its blocks.
pub struct MatrixProduct<'n, 'a> {
    dims: Contraction<'n, 'a>,
    unit: MatrixUnit,
    tile: Tile,
}

/// The position of a thread.
struct Position<'a> {
    batch: Value<'a>,
    /// The first row and column of the block.
    first: [Value<'a>; 2],
    /// The first row and column of the warp in the block, with the line of the thread.
    lines: [Value<'a>; 2],
    /// The number of the word that the thread has of each line.
    word: Value<'a>,
    /// The number of the thread in its block.
    number: Value<'a>,
    /// The chunks of both inputs in shared memory.
    memory: [Value<'a>; 2],
}

/// The part of a chunk that a thread copies.
struct Part<'a> {
    words: Value<'a>,
    /// The indices of its first word in shared memory, after the number of the chunk.
    indices: [Value<'a>; 2],
}

impl<'n, 'a> MatrixProduct<'n, 'a> {
    /// Chooses the tile of a product. Returns the product if no unit has its types, or if it is too small.
    /// `bytes` is the size of the shared memory.
    pub fn of(dims: Contraction<'n, 'a>, bytes: i64) -> Result<Self, Contraction<'n, 'a>> {
        let Some(unit) = MatrixUnit::of(&dims.nest.generic) else { return Err(dims) };
        for (tile, least) in TILES {
            let is_filled = dims.is_filled(tile.sizes);
            let is_deep = dims.iterations() >= MatrixUnit::WORDS * unit.elements_of_word() / 2;
            if !is_filled || !is_deep || dims.tiles(tile.sizes) < least {
                continue;
            }
            let product = Self { dims, unit, tile };
            let words = [0, 1].map(|operand| product.shape(operand).iter().product::<i64>());
            let is_small = 4 * words.iter().sum::<i64>() <= bytes;
            return if is_small { Ok(product) } else { Err(product.dims) };
        }
        Err(dims)
    }

    /// Returns the shape of an input's two chunks in words. The words of a line are next to each other
    /// if they are in memory.
    fn shape(&self, operand: usize) -> [i64; 3] {
        let lines = self.tile.sizes[operand];
        match self.is_along_depth(operand) {
            true => [2, lines, WORDS + PADDING[0]],
            false => [2, WORDS, lines + PADDING[1]],
        }
    }

    /// Returns true if elements of an input next to each other belong to the same line.
    fn is_along_depth(&self, operand: usize) -> bool {
        let last = self.dims.neighbors(operand);
        last.is_some_and(|dim| self.dims.depth.contains(&dim))
    }

    /// Returns the iterations of a chunk.
    fn chunk(&self) -> i64 {
        WORDS * self.unit.elements_of_word()
    }

    /// Returns the number of chunks.
    fn chunks(&self) -> i64 {
        tiles(self.dims.iterations(), self.chunk())
    }

    /// Emits the product. `start` is the value with which the output begins, if it is not the one in
    /// memory.
    pub fn emit(&self, context: &'a Context, start: Option<Value<'a>>) {
        let builder = self.dims.builder(context);
        let [rows, columns] = self.tiles();
        let nest =
            Forall::build(builder, &[self.dims.batches(), rows * columns], |end, variables| {
                let at = Builder::before(context, end).at(builder.location());
                let word = ir::int(context, 32);
                let memory =
                    [0, 1].map(|operand| shared_memory::allocate(at, &self.shape(operand), word));
                let tile = self.tile_of_block(at, variables[1]);
                let first = [0, 1].map(|axis| {
                    at.binary("arith.muli", tile[axis], at.index(self.tile.sizes[axis]))
                });
                on_threads(at, &[Mapping::MOST_THREADS], |inside, thread| {
                    let position = self.position(inside, variables[0], first, thread[0], memory);
                    self.thread(inside, &position, start);
                });
            });
        Mapping::Block.set(context, nest);
    }

    /// Returns the number of tiles along rows and columns.
    fn tiles(&self) -> [i64; 2] {
        let sizes = self.dims.sizes();
        [0, 1].map(|axis| tiles(sizes[axis], self.tile.sizes[axis]))
    }

    /// Emits the row and column of the tile of a block: groups of [`GROUP`] rows, and in each the
    /// columns one after the other.
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
        let warp = divide(number, MatrixUnit::LANES);
        let lane = rest(number, MatrixUnit::LANES);
        let warps = [divide(warp, self.tile.warps[1]), rest(warp, self.tile.warps[1])];
        let line = divide(lane, MatrixUnit::NEIGHBORS);
        let lines = [0, 1].map(|axis| {
            let own = at.binary("arith.muli", warps[axis], at.index(self.part(axis)));
            at.binary("arith.addi", own, line)
        });
        let word = rest(lane, MatrixUnit::NEIGHBORS);
        Position { batch, first, lines, word, number, memory }
    }

    /// Returns the number of rows or columns of a warp.
    fn part(&self, axis: usize) -> i64 {
        self.tile.sizes[axis] / self.tile.warps[axis]
    }

    /// Returns the first rows or columns of the units of a warp.
    fn units(&self, axis: usize) -> Vec<i64> {
        let size = if axis == 0 { MatrixUnit::ROWS } else { MatrixUnit::COLUMNS };
        (0..self.part(axis)).step_by(size as usize).collect()
    }

    /// Emits the code of a thread.
    fn thread(&self, at: Builder<'a>, position: &Position<'a>, start: Option<Value<'a>>) {
        let old: Vec<_> = match start {
            Some(start) => vec![start; self.sums().len()],
            None => {
                let results = self.results(at, position);
                results.iter().map(|it| self.dims.nest.load(at, 2, &it.indices)).collect()
            }
        };
        let first = self.load_all(at, position, at.index(0));
        self.store_all(at, position, at.index(0), &first);
        at.op("gpu.barrier").build();
        let new = carry(at, [self.chunks(), 1], &old, |inside, chunk, sums| {
            let next = inside.binary("arith.addi", chunk, inside.index(1));
            // The last iteration loads its own chunk again.
            let given = inside.binary("arith.minui", next, inside.index(self.chunks() - 1));
            let parts = self.load_all(inside, position, given);
            let slot = |it: Value<'a>| inside.binary("arith.remui", it, inside.index(2));
            let sums = self.multiply(inside, position, slot(chunk), sums);
            self.store_all(inside, position, slot(next), &parts);
            inside.op("gpu.barrier").build();
            sums
        });
        for (result, value) in self.results(at, position).iter().zip(new) {
            self.dims.store(at, result, value);
        }
    }

    /// Returns the row and column of each sum of a thread, relative to its first.
    fn sums(&self) -> Vec<(i64, i64)> {
        let mut sums = Vec::new();
        for row in self.units(0) {
            for column in self.units(1) {
                sums.extend(MatrixUnit::SUMS.map(|(r, c)| (row + r, column + c)));
            }
        }
        sums
    }

    /// Emits the indices of the results of a thread.
    fn results(&self, at: Builder<'a>, position: &Position<'a>) -> Vec<Element<'a>> {
        // A thread has a column for each word, and the one after it.
        let columns = at.binary("arith.muli", position.word, at.index(2));
        let warp = |axis: usize| {
            let own = self.part(axis);
            let warp = at.binary("arith.divui", position.lines[axis], at.index(own));
            at.binary("arith.muli", warp, at.index(own))
        };
        let own = [position.lines[0], at.binary("arith.addi", warp(1), columns)];
        let line = |axis: usize, offset: i64| {
            let inside = at.binary("arith.addi", own[axis], at.index(offset));
            let line = at.binary("arith.addi", position.first[axis], inside);
            self.line(at, axis, line, 1)
        };
        let result = |(row, column): (i64, i64)| {
            let [(row, is_row), (column, is_column)] = [line(0, row), line(1, column)];
            let is_stored = match (is_row, is_column) {
                (Some(row), Some(column)) => Some(at.binary("arith.andi", row, column)),
                (row, column) => row.or(column),
            };
            let indices = self.dims.result(at, position.batch, [row, column]);
            Element { numbers: Vec::new(), indices, is_stored }
        };
        self.sums().into_iter().map(result).collect()
    }

    /// Emits the number of a row or column such that `count` are within the result. Also returns whether
    /// the given one is, unless it always is.
    fn line(
        &self,
        at: Builder<'a>,
        axis: usize,
        number: Value<'a>,
        count: i64,
    ) -> (Value<'a>, Option<Value<'a>>) {
        let size = self.dims.sizes()[axis];
        if size % self.tile.sizes[axis] == 0 {
            return (number, None);
        }
        let is_inside = at.cmpi("ult", number, at.index(size));
        (at.binary("arith.minui", number, at.index(size - count)), Some(is_inside))
    }

    /// Emits the loads of a thread's parts of both inputs.
    fn load_all(
        &self,
        at: Builder<'a>,
        position: &Position<'a>,
        chunk: Value<'a>,
    ) -> [Vec<Part<'a>>; 2] {
        let first = at.binary("arith.muli", chunk, at.index(self.chunk()));
        [0, 1].map(|operand| self.load(at, position, operand, first))
    }

    /// Emits the loads of a thread's parts of an input, from the iteration `first` on.
    fn load(
        &self,
        at: Builder<'a>,
        position: &Position<'a>,
        operand: usize,
        first: Value<'a>,
    ) -> Vec<Part<'a>> {
        let lines = self.tile.sizes[operand];
        let words = lines * WORDS / Mapping::MOST_THREADS;
        let in_word = self.unit.elements_of_word();
        let is_along_depth = self.is_along_depth(operand);
        // A load of several iterations of a line, or of several lines of an iteration, has 16 bytes at most.
        let most = if is_along_depth { MOST_WORDS } else { MOST_WORDS * in_word };
        let at_once = words.min(most);
        let fastest = if is_along_depth { WORDS } else { lines } / at_once;
        let part = |part: i64| {
            let offset = at.index(part * Mapping::MOST_THREADS);
            let number = at.binary("arith.addi", position.number, offset);
            let fast = at.binary("arith.remui", number, at.index(fastest));
            let fast = at.binary("arith.muli", fast, at.index(at_once));
            let slow = at.binary("arith.divui", number, at.index(fastest));
            let (line, word) = if is_along_depth { (slow, fast) } else { (fast, slow) };
            let iteration = at.binary("arith.muli", word, at.index(in_word));
            let iteration = at.binary("arith.addi", first, iteration);
            let line = at.binary("arith.addi", position.first[operand], line);
            let words = if is_along_depth {
                let count = at_once * in_word;
                let bits = self.bits(at, position, operand, [line, iteration], count);
                self.words(at, bits, at_once)
            } else {
                let row = |number: i64| {
                    let iteration = at.binary("arith.addi", iteration, at.index(number));
                    self.bits(at, position, operand, [line, iteration], at_once)
                };
                let rows: Vec<_> = (0..in_word).map(row).collect();
                self.words(at, interleave(at, &rows), at_once)
            };
            Part { words, indices: [slow, fast] }
        };
        (0..words / at_once).map(part).collect()
    }

    /// Emits words from the bits of their elements.
    fn words(&self, at: Builder<'a>, bits: Value<'a>, count: i64) -> Value<'a> {
        at.simple("vector.bitcast", &[bits], ir::vector(&[count], ir::int(at.context(), 32)))
    }

    /// Emits the bits of `count` elements of an input next to each other, as a vector of integers. Those
    /// beyond the last iteration are zeros.
    fn bits(
        &self,
        at: Builder<'a>,
        position: &Position<'a>,
        operand: usize,
        [line, iteration]: [Value<'a>; 2],
        count: i64,
    ) -> Value<'a> {
        let context = at.context();
        let element = self.dims.inputs()[operand];
        let width = ir::element_width(element);
        let bits_of = |value: Value<'a>, count: i64| {
            at.simple("vector.bitcast", &[value], ir::vector(&[count], ir::int(context, width)))
        };
        let is_along_depth = self.is_along_depth(operand);
        let steps: Vec<i64> =
            if self.is_contiguous(operand, count) { vec![0] } else { (0..count).collect() };
        let at_once = count / steps.len() as i64;
        let element_at = |step: &i64| {
            let [mut own_line, mut own_iteration] = [line, iteration];
            let moved = if is_along_depth { &mut own_iteration } else { &mut own_line };
            *moved = at.binary("arith.addi", *moved, at.index(*step));
            let (lines, iterations) = if is_along_depth { (1, at_once) } else { (at_once, 1) };
            let (own_line, _) = self.line(at, operand, own_line, lines);
            let depth = self.dims.iterations();
            let is_inside = at.cmpi("ult", own_iteration, at.index(depth));
            let last = at.index(depth - iterations);
            let is_whole = depth % self.chunk() == 0;
            if !is_whole {
                own_iteration = at.binary("arith.minui", own_iteration, last);
            }
            let indices = self.dims.input(at, position.batch, operand, [own_line, own_iteration]);
            let value = if at_once == count {
                let vector = ir::vector(&[count], element);
                let bytes = count * i64::from(width / 8);
                bits_of(self.dims.nest.load_vector(at, operand, &indices, vector, bytes), count)
            } else {
                let value = self.dims.nest.load(at, operand, &indices);
                let single = ir::vector(&[1], element);
                bits_of(at.simple("vector.from_elements", &[value], single), 1)
            };
            match is_whole {
                true => value,
                false => at.select(is_inside, value, zero(at, value.r#type())),
            }
        };
        let values: Vec<_> = steps.iter().map(element_at).collect();
        if let [value] = values[..] {
            return value;
        }
        let integer = ir::int(context, width);
        let first = |value: &Value<'a>| {
            let position = ir::dense_i64_attr(context, &[0]);
            let extract = at.op("vector.extract").operands(&[*value]);
            extract.attr("static_position", position).result(integer).value()
        };
        let values: Vec<_> = values.iter().map(first).collect();
        at.simple("vector.from_elements", &values, ir::vector(&[count], integer))
    }

    /// Returns true if `count` elements of an input can be loaded at once: they are next to each other
    /// in memory, at a multiple of their size.
    fn is_contiguous(&self, operand: usize, count: i64) -> bool {
        let Some(dim) = self.dims.neighbors(operand) else { return false };
        let value = ir::operands(self.dims.nest.generic.op)[operand];
        let ty = value.r#type();
        let is_aligned = Shaped::of(ty).is_some_and(|it| {
            let is_whole = it.shape.last().is_some_and(|size| size % count == 0);
            is_whole && ir::memref(&it.shape, it.element) == ty
        });
        let is_last = |dims: &[usize]| dims.last() == Some(&dim);
        is_aligned
            && self.dims.changes_only_last(operand, dim)
            && (is_last(&self.dims.depth) || is_last(&self.dims.lines[operand]))
            && self.dims.nest.sizes[dim] % count == 0
    }

    /// Emits the stores of a thread's parts of both inputs into the chunks with a number.
    fn store_all(
        &self,
        at: Builder<'a>,
        position: &Position<'a>,
        slot: Value<'a>,
        parts: &[Vec<Part<'a>>; 2],
    ) {
        for (memory, parts) in position.memory.iter().zip(parts) {
            for part in parts {
                let [first, second] = part.indices;
                let count = ir::shape_of(part.words)[0];
                at.op("vector.store")
                    .operands(&[part.words, *memory, slot, first, second])
                    .attr("alignment", ir::i64_attr(at.context(), 4 * count))
                    .build();
            }
        }
    }

    /// Emits the new sums after the products of a chunk.
    fn multiply(
        &self,
        at: Builder<'a>,
        position: &Position<'a>,
        slot: Value<'a>,
        sums: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let mut sums = sums.to_vec();
        for first in (0..WORDS).step_by(MatrixUnit::WORDS as usize) {
            let load = |operand: usize, unit: i64, register: (i64, i64)| {
                let (line, word) = (unit + register.0, first + register.1);
                let line = at.binary("arith.addi", position.lines[operand], at.index(line));
                let word = at.binary("arith.addi", position.word, at.index(word));
                let place = if self.is_along_depth(operand) { [line, word] } else { [word, line] };
                let operands = [position.memory[operand], slot, place[0], place[1]];
                at.simple("memref.load", &operands, ir::int(at.context(), 32))
            };
            let left =
                self.units(0).into_iter().map(|unit| MatrixUnit::LEFT.map(|it| load(0, unit, it)));
            let left: Vec<_> = left.collect();
            let right =
                self.units(1).into_iter().map(|unit| MatrixUnit::RIGHT.map(|it| load(1, unit, it)));
            let right: Vec<_> = right.collect();
            let pairs = left.iter().flat_map(|left| right.iter().map(move |right| (left, right)));
            let new = pairs
                .zip(sums.chunks(MatrixUnit::SUMS.len()))
                .flat_map(|((left, right), sums)| self.unit.multiply(at, left, right, sums));
            sums = new.collect();
        }
        sums
    }
}

/// Emits a vector of the first elements of all rows, then of the second ones, and so on. There are two or
/// four rows.
fn interleave<'a>(at: Builder<'a>, rows: &[Value<'a>]) -> Value<'a> {
    let [even, odd] = [0, 1].map(|first| match rows.len() {
        2 => rows[first],
        _ => pair(at, rows[first], rows[first + 2]),
    });
    pair(at, even, odd)
}

/// Emits a vector of the elements of two vectors in turns.
fn pair<'a>(at: Builder<'a>, even: Value<'a>, odd: Value<'a>) -> Value<'a> {
    let count = ir::shape_of(even)[0];
    let ty = ir::vector(&[2 * count], ir::element_of(even.r#type()));
    at.simple("vector.interleave", &[even, odd], ty)
}
