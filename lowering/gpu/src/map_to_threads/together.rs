// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reductions to few elements, each of which is computed by several threads of a block.
//!
//! Of the n threads of a result element, each combines every n-th element of the input. Then half
//! of the threads combine their results with the results of the other half, and so on, until one
//! thread is left. The order depends only on the shape.

use super::loops::on_threads;
use super::nest::Nest;
use super::shared::SharedMemory;
use hloom_ir::linalg::combiner::Combiner;
use hloom_ir::{self as ir, Builder, Context, Mapping, Value};
use melior::ir::ValueLike;

/// Minimum number of iterations of a reduction that several threads share.
const SHARED: i64 = 64;

/// A reduction and the threads that compute it.
pub struct Together<'n, 'a> {
    nest: &'n Nest<'a>,
    combiner: Combiner<'a>,
    /// The number of elements of the result.
    results: i64,
    /// The number of threads that compute each result element, a power of 2. Such a thread is
    /// called a lane.
    lanes: i64,
    /// Whether threads with successive indices compute the same result element.
    is_along_rows: bool,
}

impl<'n, 'a> Together<'n, 'a> {
    /// Chooses the number of threads for each result element of a reduction. Returns `None` if one
    /// thread should compute each element.
    pub fn of(nest: &'n Nest<'a>) -> Option<Self> {
        let [results, iterations] = [true, false].map(|it| nest.iterations(&nest.dims(it)));
        let has_one_output = nest.generic.maps.len() == nest.generic.inputs + 1;
        if iterations < SHARED || !has_one_output || nest.accumulates_in_memory() {
            return None;
        }
        let combiner =
            Combiner::of(&nest.generic).filter(|_| nest.writes_all(nest.generic.inputs))?;
        let lanes = Mapping::MOST_THREADS / u64::try_from(results).ok()?.next_power_of_two() as i64;
        // The largest power of 2 that is not above the number of iterations.
        let lanes = lanes.min(1 << iterations.ilog2());
        let input = nest.generic.maps.first()?;
        let last = input.result(input.result_count().checked_sub(1)?).ok();
        let last = last.and_then(ir::dim_position);
        let is_along_rows = last.is_none_or(|dim| !nest.generic.parallel[dim]);
        (lanes > 1).then_some(Self { nest, combiner, results, lanes, is_along_rows })
    }

    /// Returns shared memory for the partial results of all threads, or `None` if the shared memory
    /// is too small.
    pub fn memory(&self, memory: &mut SharedMemory<'a>) -> Option<Value<'a>> {
        memory.parts(&self.in_order(self.results, self.lanes), self.element())
    }

    fn element(&self) -> ir::Type<'a> {
        let output = ir::operands(self.nest.generic.op)[self.nest.generic.inputs];
        ir::element_of(output.r#type())
    }

    /// Emits the reduction. `parts` is the memory for the partial results of the threads. `start`
    /// is the initial value of the output, or `None` if it is in memory.
    pub fn emit(&self, context: &'a Context, parts: Value<'a>, start: Option<Value<'a>>) {
        let at = Builder::before(context, self.nest.generic.op);
        let element = self.element();
        let place = |values: &[Value<'a>]| [&[parts], values].concat();
        on_threads(at, &self.in_order(self.results, self.lanes), |inside, variables| {
            let part = self.part(context, inside, self.result_and_lane(variables), element);
            inside.op("memref.store").operands(&[&[part], &place(variables)[..]].concat()).build();
        });
        let mut half = self.lanes / 2;
        while half >= 1 {
            on_threads(at, &self.in_order(self.results, half), |inside, variables| {
                let (result, lane) = self.result_and_lane(variables);
                let other = inside.binary("arith.addi", lane, inside.index(half));
                let other = if self.is_along_rows { [result, other] } else { [other, result] };
                let load = |at: &[Value<'a>]| inside.simple("memref.load", &place(at), element);
                let (own, other) = (load(variables), load(&other));
                let sum = self.combiner.combine(inside, own, other);
                if half > 1 {
                    let operands = [&[sum], &place(variables)[..]].concat();
                    inside.op("memref.store").operands(&operands).build();
                    return;
                }
                let indices = self.indices(inside, result, None);
                let operand = self.nest.generic.inputs;
                let load = || self.nest.load(inside, operand, &indices);
                let sum = self.combiner.combine(inside, start.unwrap_or_else(load), sum);
                self.nest.store_at(inside, &indices, &[sum]);
            });
            half /= 2;
        }
    }

    /// Returns `result` and `lane` in the order of the dimensions of the loop over threads. Threads
    /// with successive indices differ in the last dimension.
    fn in_order<T>(&self, result: T, lane: T) -> [T; 2] {
        if self.is_along_rows { [result, lane] } else { [lane, result] }
    }

    fn result_and_lane(&self, variables: &[Value<'a>]) -> (Value<'a>, Value<'a>) {
        let [first, second] = [variables[0], variables[1]];
        if self.is_along_rows { (first, second) } else { (second, first) }
    }

    /// Emits the partial result of a lane, which combines the element at the index of the lane and
    /// every `lanes`-th element after it.
    fn part(
        &self,
        context: &'a Context,
        at: Builder<'a>,
        (result, lane): (Value<'a>, Value<'a>),
        element: ir::Type<'a>,
    ) -> Value<'a> {
        let iterations = self.nest.iterations(&self.nest.dims(false));
        let neutral = self.combiner.neutral(at, element);
        // If all lanes have as many elements, the loop says how many: LLVM unrolls such loops.
        let is_even = iterations % self.lanes == 0;
        let region = at.region(&[ir::index(context), element], |inside, arguments| {
            let own = |first| inside.binary("arith.addi", first, lane);
            let iteration = if is_even { own(arguments[0]) } else { arguments[0] };
            let indices = self.indices(inside, result, Some(iteration));
            let load = |operand: usize| self.nest.load(inside, operand, &indices);
            let mut operands: Vec<_> = (0..self.nest.generic.inputs).map(load).collect();
            operands.push(arguments[1]);
            let new = self.nest.body(inside, &indices, &operands);
            inside.op("scf.yield").operands(&new).build();
        });
        let first = if is_even { at.index(0) } else { lane };
        let operands = [first, at.index(iterations), at.index(self.lanes), neutral];
        at.op("scf.for").operands(&operands).region(region).result(element).value()
    }

    /// Emits the loop indices of a result element and, if given, of an iteration of the reduction.
    fn indices(
        &self,
        at: Builder<'a>,
        result: Value<'a>,
        iteration: Option<Value<'a>>,
    ) -> Vec<Value<'a>> {
        let mut indices = vec![at.index(0); self.nest.sizes.len()];
        self.nest.set_indices(at, &mut indices, &self.nest.dims(true), result);
        if let Some(iteration) = iteration {
            self.nest.set_indices(at, &mut indices, &self.nest.dims(false), iteration);
        }
        indices
    }
}
