// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Matrix products and convolutions, a tile of the result for each block.
//!
//! The rows of a product are the dimensions of only the first input, and the columns those of only the
//! second one. A block copies a few columns of its rows, and a few rows of its columns, into shared
//! memory. Its threads add their products to sums in registers, and the block goes on with the next
//! ones. An element of an input is so loaded once for all rows or columns of a tile (Goto and van de
//! Geijn, "Anatomy of High-Performance Matrix Multiplication", 2008, for the memory of a CPU). The
//! inputs of a convolution are indexed as they are (implicit GEMM).

use super::element::Element;
use super::loops::on_threads;
use super::nest::Nest;
use crate::shared_memory;
use hloom_ir::{self as ir, Builder, Context, Forall, Mapping, Type, Value};
use melior::ir::ValueLike;

/// Threads of a block along the rows and along the columns of a tile.
const SIDE: i64 = 16;
/// Candidates for the number of rows and of columns of a thread, largest first, with the number of
/// blocks from which on they are chosen.
const TILES: [(i64, i64); 3] = [(8, 128), (4, 64), (2, 32)];
/// Most bytes of shared memory of a tile: the blocks of a multiprocessor divide its memory.
const MOST_BYTES: i64 = 17 * 1024;

/// A product of two matrices for each batch, with the tiles of its blocks.
pub struct Product<'n, 'a> {
    nest: &'n Nest<'a>,
    batch: Vec<usize>,
    rows: Vec<usize>,
    columns: Vec<usize>,
    depth: Vec<usize>,
    /// Rows and columns of a thread.
    side: i64,
    /// Iterations of the reduction for which a block has the inputs in shared memory.
    chunk: i64,
}

/// The position of a thread in the product.
struct Position<'a> {
    batch: Value<'a>,
    /// The first row and column of the block.
    first: [Value<'a>; 2],
    /// The number of the thread along rows and columns.
    thread: [Value<'a>; 2],
    /// The number of the thread in its block.
    number: Value<'a>,
}

impl<'n, 'a> Product<'n, 'a> {
    /// Chooses the tiles of a product. Returns `None` for other operations, and if there are too few
    /// tiles for a GPU. `bytes` is the size of the shared memory.
    pub fn of(nest: &'n Nest<'a>, bytes: i64) -> Option<Self> {
        if !nest.generic.is_contraction() || !nest.writes_all(2) || nest.accumulates_in_memory() {
            return None;
        }
        let used = [0, 1].map(|operand| nest.dims_of(&nest.generic.maps[operand]));
        let dims = |first: bool, second: bool| -> Vec<usize> {
            let parallel = nest.dims(true).into_iter();
            let is_used = |dim: &usize| (used[0].contains(dim), used[1].contains(dim));
            parallel.filter(|dim| is_used(dim) == (first, second)).collect()
        };
        let elements: Vec<_> =
            ir::operands(nest.generic.op).iter().map(|it| ir::element_of(it.r#type())).collect();
        let is_number = |ty: &Type| ir::is_float(*ty) || ir::is_integer(*ty);
        if !elements.iter().all(is_number) || !dims(false, false).is_empty() {
            return None;
        }
        let mut product = Self {
            nest,
            batch: dims(true, true),
            rows: dims(true, false),
            columns: dims(false, true),
            depth: nest.dims(false),
            side: 0,
            chunk: 0,
        };
        let (rows, columns) = (nest.iterations(&product.rows), nest.iterations(&product.columns));
        let depth = nest.iterations(&product.depth);
        let batches = nest.iterations(&product.batch);
        let width =
            elements[..2].iter().map(|ty| i64::from(ir::element_width(*ty).div_ceil(8))).max()?;
        for (side, least) in TILES {
            let tile = side * SIDE;
            let blocks = batches
                .saturating_mul(rows / tile + i64::from(rows % tile > 0))
                .saturating_mul(columns / tile + i64::from(columns % tile > 0));
            // At least half of a tile's rows and columns should be rows and columns of the result.
            let is_filled = 2 * rows >= tile && 2 * columns >= tile;
            let chunk = (bytes.min(MOST_BYTES) / (2 * (tile + 1) * width)).clamp(1, 16);
            let chunk = 1 << chunk.ilog2();
            // Each thread copies as many elements.
            let is_shared = chunk >= 4 && chunk * tile % (SIDE * SIDE) == 0;
            if blocks >= least && is_filled && depth >= SIDE && is_shared {
                (product.side, product.chunk) = (side, chunk);
                return Some(product);
            }
        }
        None
    }

    /// Rows or columns of a block.
    fn tile(&self) -> i64 {
        self.side * SIDE
    }

    /// Emits the product. `start` is the value with which the output begins, if it is not the one in
    /// memory.
    pub fn emit(&self, context: &'a Context, start: Option<Value<'a>>) {
        let op = self.nest.generic.op;
        let builder = Builder::before(context, op);
        let tiles = |dims: &[usize]| (self.nest.iterations(dims) + self.tile() - 1) / self.tile();
        let sizes = [self.nest.iterations(&self.batch), tiles(&self.rows), tiles(&self.columns)];
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
                self.thread(context, inside, &place, memory, start);
            });
        });
        Mapping::Block.set(context, nest);
    }

    /// Emits the code of a thread.
    fn thread(
        &self,
        context: &'a Context,
        at: Builder<'a>,
        place: &Position<'a>,
        memory: [Value<'a>; 2],
        start: Option<Value<'a>>,
    ) {
        let results = self.results(at, place);
        let load = |result: &Element<'a>| self.nest.load(at, 2, &result.indices);
        let old: Vec<_> =
            results.iter().map(|result| start.unwrap_or_else(|| load(result))).collect();
        let types: Vec<_> = old.iter().map(|value| value.r#type()).collect();
        let loop_of =
            |at: Builder<'a>, bounds: [i64; 2], old: &[Value<'a>], body: &Body<'_, 'a>| {
                let region =
                    at.region(&[&[ir::index(context)], &types[..]].concat(), |inside, given| {
                        let new = body(inside, given[0], &given[1..]);
                        inside.op("scf.yield").operands(&new).build();
                    });
                let bounds = [at.index(0), at.index(bounds[0]), at.index(bounds[1])];
                let nest = at.op("scf.for").operands(&bounds).operands(old).results(&types);
                ir::results(nest.region(region).build())
            };
        let depth = self.nest.iterations(&self.depth);
        let new = loop_of(at, [depth, self.chunk], &old, &|chunk, first, sums| {
            for operand in [0, 1] {
                self.copy(chunk, place, operand, first, memory[operand]);
            }
            chunk.op("gpu.barrier").build();
            let new = loop_of(chunk, [self.chunk, 1], sums, &|step, iteration, sums| {
                self.add_products(step, place, iteration, memory, sums)
            });
            // No thread overwrites what another one still loads.
            chunk.op("gpu.barrier").build();
            new
        });
        for (result, value) in results.iter().zip(new) {
            self.nest.store(at, result, &[value]);
        }
    }

    /// Emits the indices of the results of a thread.
    fn results(&self, at: Builder<'a>, place: &Position<'a>) -> Vec<Element<'a>> {
        let dims = [&self.rows, &self.columns];
        let lines = [0, 1].map(|axis| {
            let line = |number: i64| {
                let offset = at.binary("arith.addi", place.thread[axis], at.index(number * SIDE));
                self.line(at, dims[axis], at.binary("arith.addi", place.first[axis], offset))
            };
            (0..self.side).map(line).collect::<Vec<_>>()
        });
        let mut results = Vec::new();
        for (row, is_row) in &lines[0] {
            for (column, is_column) in &lines[1] {
                let mut indices = vec![at.index(0); self.nest.sizes.len()];
                self.nest.set_indices(at, &mut indices, &self.batch, place.batch);
                self.nest.set_indices(at, &mut indices, &self.rows, *row);
                self.nest.set_indices(at, &mut indices, &self.columns, *column);
                let is_stored = match (is_row, is_column) {
                    (Some(row), Some(column)) => Some(at.binary("arith.andi", *row, *column)),
                    (row, column) => row.or(*column),
                };
                results.push(Element { numbers: Vec::new(), indices, is_stored });
            }
        }
        results
    }

    /// Emits the number of a row, a column or an iteration, not above the last one. Also returns whether
    /// there is one of the given number, unless there always is.
    fn line(
        &self,
        at: Builder<'a>,
        dims: &[usize],
        number: Value<'a>,
    ) -> (Value<'a>, Option<Value<'a>>) {
        let size = self.nest.iterations(dims);
        let part = if dims == self.depth { self.chunk } else { self.tile() };
        if size % part == 0 {
            return (number, None);
        }
        let is_inside = at.cmpi("ult", number, at.index(size));
        (at.binary("arith.minui", number, at.index(size - 1)), Some(is_inside))
    }

    /// Emits the copy of an input's part into shared memory: the rows or columns of the block, for some
    /// iterations of the reduction. Iterations beyond the last one have zeros.
    fn copy(
        &self,
        at: Builder<'a>,
        place: &Position<'a>,
        operand: usize,
        first: Value<'a>,
        memory: Value<'a>,
    ) {
        let dims = [&self.rows, &self.columns][operand];
        let map = &self.nest.generic.maps[operand];
        let last = map.result_count().checked_sub(1).and_then(|last| map.result(last).ok());
        let last = last.and_then(ir::dim_position);
        // Neighboring threads load neighboring elements.
        let is_along_depth = last.is_some_and(|dim| self.depth.contains(&dim));
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
            let (iteration, is_iteration) = self.line(at, &self.depth, iteration);
            let absolute = at.binary("arith.addi", place.first[operand], line);
            let (absolute, _) = self.line(at, dims, absolute);
            let mut indices = vec![at.index(0); self.nest.sizes.len()];
            self.nest.set_indices(at, &mut indices, &self.batch, place.batch);
            self.nest.set_indices(at, &mut indices, dims, absolute);
            self.nest.set_indices(at, &mut indices, &self.depth, iteration);
            let mut value = self.nest.load(at, operand, &indices);
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

    /// Emits the sums of a thread after one iteration of the reduction.
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
            self.nest.body(at, &[], &[row, column, *sum])[0]
        };
        pairs.zip(sums).map(add).collect()
    }
}

/// The body of a loop: from its iteration and the old values to the new ones.
type Body<'b, 'a> = dyn Fn(Builder<'a>, Value<'a>, &[Value<'a>]) -> Vec<Value<'a>> + 'b;

/// Emits zero.
fn zero<'a>(at: Builder<'a>, ty: Type<'a>) -> Value<'a> {
    if ir::is_float(ty) { at.float(0.0, ty) } else { at.int(0, ty) }
}
