// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits matrix products and convolutions without matrix units. Each thread block computes a tile
//! of the result.
//!
//! A thread block copies a few columns of its rows, and a few rows of its columns, into shared
//! memory. Its threads add the products of these elements to sums in registers. The block repeats
//! this until the reduction is complete. Each element of an input is thus loaded once for all rows
//! or columns of a tile (Goto and van de Geijn, "Anatomy of High-Performance Matrix
//! Multiplication", 2008, on the caches of a CPU).

use super::contraction::{Contraction, tiles, within, zero};
use super::element::Element;
use super::loops::{carry, on_threads};
use crate::shared_memory;
use hloom_ir::{self as ir, Builder, Context, Forall, Mapping, Value};
use melior::ir::ValueLike;

/// Number of threads of a thread block along the rows of its tile, and along the columns.
const SIDE: i64 = 16;
/// Candidates for the number of rows (and of columns) of the result that a thread computes, largest
/// first. The second number is the minimum number of thread blocks with which the candidate is
/// used.
const TILES: [(i64, i64); 3] = [(8, 128), (4, 64), (2, 32)];
/// Maximum number of bytes of shared memory that a thread block uses. The blocks that run on the
/// same multiprocessor share its memory.
const MOST_BYTES: i64 = 17 * 1024;

/// A matrix product, with the sizes of the tiles that its thread blocks compute.
pub struct Product<'p, 'n, 'a> {
    dims: &'p Contraction<'n, 'a>,
    /// The number of rows of the result that a thread computes, which is also the number of
    /// columns.
    side: i64,
    /// The number of iterations of the reduction for which inputs are in shared memory at the same
    /// time.
    chunk: i64,
}

/// The position of a thread in a matrix product.
struct Position<'a> {
    batch: Value<'a>,
    /// The first row and the first column of the thread block's tile, as indices in the result.
    first: [Value<'a>; 2],
    /// The index of the thread in its block along the rows of the tile, and along the columns.
    thread: [Value<'a>; 2],
    /// The linear index of the thread in its block.
    number: Value<'a>,
}

impl<'p, 'n, 'a> Product<'p, 'n, 'a> {
    /// Chooses the sizes of the tiles of a product. Returns `None` if there are too few tiles for a
    /// GPU, or if the shared memory of `bytes` bytes is too small.
    pub fn of(dims: &'p Contraction<'n, 'a>, bytes: i64) -> Option<Self> {
        let width = dims.inputs().map(|ty| i64::from(ir::element_width(ty).div_ceil(8)));
        let width = width[0].max(width[1]);
        for (side, least) in TILES {
            let tile = side * SIDE;
            let chunk = (bytes.min(MOST_BYTES) / (2 * (tile + 1) * width)).clamp(1, 16);
            let chunk = 1 << chunk.ilog2();
            // Each thread copies as many elements.
            let is_shared = chunk >= 4 && chunk * tile % (SIDE * SIDE) == 0;
            let is_filled = dims.is_filled([tile, tile]) && dims.iterations() >= SIDE;
            if dims.tiles([tile, tile]) >= least && is_filled && is_shared {
                return Some(Self { dims, side, chunk });
            }
        }
        None
    }

    /// Returns the number of rows of a thread block's tile, which is also the number of columns.
    fn tile(&self) -> i64 {
        self.side * SIDE
    }

    /// Emits the product. `start` is the initial value of the output, or `None` if it is in memory.
    pub fn emit(&self, context: &'a Context, start: Option<Value<'a>>) {
        let op = self.dims.nest.generic.op;
        let builder = self.dims.builder(context);
        let [rows, columns] = self.dims.sizes().map(|lines| tiles(lines, self.tile()));
        let sizes = [self.dims.batches(), rows, columns];
        let nest = Forall::build(builder, &sizes, |end, variables| {
            let at = Builder::before(context, end).at(builder.location());
            let memory = [0, 1].map(|operand| {
                let element = ir::element_of(ir::operands(op)[operand].r#type());
                // Neighboring threads may store in neighboring rows: one element more, so that these
                // are not in the same bank.
                shared_memory::allocate(at, &[self.chunk, self.tile() + 1], element)
            });
            let tile = at.index(self.tile());
            let first = [1, 2].map(|dim| at.binary("arith.muli", variables[dim], tile));
            on_threads(at, &[SIDE, SIDE], |inside, thread| {
                let row = inside.binary("arith.muli", thread[0], inside.index(SIDE));
                let number = inside.binary("arith.addi", row, thread[1]);
                let thread = [thread[0], thread[1]];
                let place = Position { batch: variables[0], first, thread, number };
                self.thread(inside, &place, memory, start);
            });
        });
        Mapping::Block.set(context, nest);
    }

    /// Emits the code of a thread: the initial sums, the loops over the reduction, and the stores
    /// of the results.
    fn thread(
        &self,
        at: Builder<'a>,
        place: &Position<'a>,
        memory: [Value<'a>; 2],
        start: Option<Value<'a>>,
    ) {
        let results = self.results(at, place);
        let load = |result: &Element<'a>| self.dims.nest.load(at, 2, &result.indices);
        let old: Vec<_> =
            results.iter().map(|result| start.unwrap_or_else(|| load(result))).collect();
        let depth = self.dims.iterations();
        let new = carry(at, [depth, self.chunk], &old, |chunk, first, sums| {
            for operand in [0, 1] {
                self.copy(chunk, place, operand, first, memory[operand]);
            }
            chunk.op("gpu.barrier").build();
            let new = carry(chunk, [self.chunk, 1], sums, |step, iteration, sums| {
                self.add_products(step, place, iteration, memory, sums)
            });
            // No thread overwrites what another one still loads.
            chunk.op("gpu.barrier").build();
            new
        });
        self.dims.store(at, &results, &new);
    }

    /// Emits the loop indices of the result elements that a thread computes, and the conditions
    /// under which the thread stores them.
    fn results(&self, at: Builder<'a>, place: &Position<'a>) -> Vec<Element<'a>> {
        let lines = [0, 1].map(|axis| {
            let line = |number: i64| {
                let offset = at.binary("arith.addi", place.thread[axis], at.index(number * SIDE));
                let line = at.binary("arith.addi", place.first[axis], offset);
                self.dims.line(at, axis, self.tile(), line, 1)
            };
            (0..self.side).map(line).collect::<Vec<_>>()
        });
        let pairs =
            lines[0].iter().flat_map(|row| lines[1].iter().map(move |column| [*row, *column]));
        pairs.map(|pair| self.dims.result(at, place.batch, pair)).collect()
    }

    /// Emits the copy of a part of input `operand` to shared memory: the rows or columns of the
    /// block's tile, for the iterations of the reduction from `first` on. Elements past the last
    /// iteration are zeros.
    fn copy(
        &self,
        at: Builder<'a>,
        place: &Position<'a>,
        operand: usize,
        first: Value<'a>,
        memory: Value<'a>,
    ) {
        // Neighboring threads load neighboring elements.
        let is_along_depth = self.dims.is_along_depth(operand);
        let fastest = at.index(if is_along_depth { self.chunk } else { self.tile() });
        let threads = SIDE * SIDE;
        let count = self.chunk * self.tile();
        let mut loaded = Vec::new();
        for part in 0..count / threads {
            let number = at.binary("arith.addi", place.number, at.index(part * threads));
            let fast = at.binary("arith.remui", number, fastest);
            let slow = at.binary("arith.divui", number, fastest);
            let (step, line) = if is_along_depth { (fast, slow) } else { (slow, fast) };
            let iteration = at.binary("arith.addi", first, step);
            let (iteration, is_iteration) =
                within(at, iteration, [self.dims.iterations(), self.chunk], 1);
            let absolute = at.binary("arith.addi", place.first[operand], line);
            let (absolute, _) = self.dims.line(at, operand, self.tile(), absolute, 1);
            let indices = self.dims.input(at, place.batch, operand, [absolute, iteration]);
            let mut value = self.dims.nest.load(at, operand, &indices);
            if let Some(is_iteration) = is_iteration {
                let zero = zero(at, value.r#type());
                value = at.simple("arith.select", &[is_iteration, value, zero], value.r#type());
            }
            loaded.push((value, step, line));
        }
        for (value, step, line) in loaded {
            at.op("memref.store").operands(&[value, memory, step, line]).build();
        }
    }

    /// Emits the products of one iteration of the reduction, and returns the new sums of the
    /// thread.
    fn add_products(
        &self,
        at: Builder<'a>,
        place: &Position<'a>,
        iteration: Value<'a>,
        memory: [Value<'a>; 2],
        sums: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let lines = [0, 1].map(|axis| {
            let element = ir::element_of(memory[axis].r#type());
            let load = |number: i64| {
                let line = at.binary("arith.addi", place.thread[axis], at.index(number * SIDE));
                at.simple("memref.load", &[memory[axis], iteration, line], element)
            };
            (0..self.side).map(load).collect::<Vec<_>>()
        });
        let pairs =
            lines[0].iter().flat_map(|row| lines[1].iter().map(move |column| [*row, *column]));
        let add = |([row, column], sum): ([Value<'a>; 2], &Value<'a>)| {
            // The body of a contraction has no index.
            self.dims.nest.body(at, &[], &[row, column, *sum])[0]
        };
        pairs.zip(sums).map(add).collect()
    }
}
