// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Linear numbering of the iterations of `scf.forall`.
//!
//! The iterations of a parallel loop are distributed over threads as one range of tasks. [`Forall`]
//! converts between the number of a task and the induction variables of the loop; the last
//! dimension varies fastest.

use crate::{self as ir, Builder, Context, Op, Shaped, Value, i64_array};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The GPU execution unit that runs an iteration of a loop. The attribute `mapping` of the loop
/// specifies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mapping {
    /// A GPU thread block, whose threads can synchronize and share memory.
    Block,
    /// A thread of the block that executes the loop. All threads of the block synchronize at the
    /// end of the loop.
    Thread,
}

impl Mapping {
    /// The maximum number of threads in a GPU thread block.
    pub const MOST_THREADS: i64 = 256;

    /// Size in bytes of the shared memory that is reserved for partial results of reductions: two
    /// buffers with an 8-byte element for each thread.
    pub const PARTS_BYTES: i64 = 2 * Self::MOST_THREADS * 8;

    /// The maximum number of dimensions of an `scf.forall` with a `mapping`.
    pub const MOST_DIMS: usize = 10;

    /// Returns the mapping of an `scf.forall`, or `None` if it has none.
    pub fn of(nest: Op) -> Option<Self> {
        let mapping = nest.attribute("mapping").ok()?.to_string();
        let is_like = |name: &str| mapping.starts_with(&format!("[#gpu.{name}<"));
        is_like("block").then_some(Self::Block).or(is_like("thread").then_some(Self::Thread))
    }

    /// Sets the mapping of an `scf.forall` of at most [`MOST_DIMS`](Self::MOST_DIMS) dimensions.
    /// The last dimension varies fastest.
    pub fn set<'a>(self, context: &'a Context, nest: Op<'a>) {
        let name = if self == Self::Block { "block" } else { "thread" };
        let rank = nest.attribute("staticStep").ok().and_then(i64_array).map_or(0, |it| it.len());
        let dims: Vec<_> =
            (0..rank).rev().map(|dim| format!("#gpu.{name}<linear_dim_{dim}>")).collect();
        let mapping = ir::parse_attribute(context, &format!("[{}]", dims.join(", ")));
        ir::set_attribute(nest, "mapping", mapping);
    }
}

/// The iterations of an `scf.forall` with static bounds.
pub struct Forall {
    /// The number of iterations in each dimension.
    sizes: Vec<i64>,
    lower: Vec<i64>,
    step: Vec<i64>,
}

impl Forall {
    /// Reads an `scf.forall`. Returns `None` if a bound or step is not static.
    pub fn of(nest: Op) -> Option<Self> {
        let bounds = |name: &str| {
            let bounds = nest.attribute(name).ok().and_then(i64_array)?;
            (!bounds.contains(&Shaped::DYNAMIC)).then_some(bounds)
        };
        let (lower, upper, step) =
            (bounds("staticLowerBound")?, bounds("staticUpperBound")?, bounds("staticStep")?);
        let length = |(lower, upper): (&i64, &i64)| (upper - lower).max(0);
        let lengths = lower.iter().zip(&upper).map(length).zip(&step);
        let sizes = lengths.map(|(length, step)| length / step + i64::from(length % step != 0));
        Some(Self { sizes: sizes.collect(), lower, step })
    }

    /// Returns the iterations of a loop from 0 to `sizes[i]` (exclusive) in dimension `i`.
    pub fn from_sizes(sizes: &[i64]) -> Self {
        let (lower, step) = (vec![0; sizes.len()], vec![1; sizes.len()]);
        Self { sizes: sizes.to_vec(), lower, step }
    }

    /// Builds an `scf.forall` on memrefs, with iterations from 0 to `sizes[i]` (exclusive) in
    /// dimension `i`. `body` receives the terminator of the loop and its induction variables.
    pub fn build<'a>(
        builder: Builder<'a>,
        sizes: &[i64],
        body: impl FnOnce(Op<'a>, &[Value<'a>]),
    ) -> Op<'a> {
        Self::build_on_tensors(builder, sizes, &[], body)
    }

    /// Builds an `scf.forall` like [`Forall::build`], whose iterations compute slices of the
    /// tensors `outputs`. After the induction variables, `body` receives the shared tensors.
    pub fn build_on_tensors<'a>(
        builder: Builder<'a>,
        sizes: &[i64],
        outputs: &[Value<'a>],
        body: impl FnOnce(Op<'a>, &[Value<'a>]),
    ) -> Op<'a> {
        let context = builder.context();
        let results: Vec<_> = outputs.iter().map(|output| output.r#type()).collect();
        let mut types = vec![ir::index(context); sizes.len()];
        types.extend(&results);
        let region = builder.region(&types, |builder, variables| {
            let empty = builder.region(&[], |_, _| {});
            let end = builder.op("scf.forall.in_parallel").region(empty).build();
            body(end, variables);
        });
        let bound = |value: i64| ir::dense_i64_attr(context, &vec![value; sizes.len()]);
        builder
            .op("scf.forall")
            .operands(outputs)
            .attr("staticLowerBound", bound(0))
            .attr("staticUpperBound", ir::dense_i64_attr(context, sizes))
            .attr("staticStep", bound(1))
            .segments(&[0, 0, 0, outputs.len() as i32])
            .results(&results)
            .region(region)
            .build()
    }

    /// Returns the number of iterations, or `None` if it overflows.
    pub fn tasks(&self) -> Option<i64> {
        self.sizes.iter().try_fold(1i64, |tasks, size| tasks.checked_mul(*size))
    }

    /// Returns true if the slices of a tensor that different iterations access are disjoint.
    ///
    /// A slice has one offset and one size for each dimension of the tensor. A constant offset is
    /// given as `None`. `variables` are the induction variables of the loop.
    pub fn has_disjoint_parts<'a>(
        &self,
        variables: &[Value<'a>],
        offsets: &[Option<Value<'a>>],
        sizes: &[i64],
    ) -> bool {
        (0..self.sizes.len()).filter(|dim| self.sizes[*dim] > 1).all(|dim| {
            let is_apart = |(offset, size): (&Option<Value<'a>>, &i64)| {
                *offset == Some(variables[dim]) && *size <= self.step[dim]
            };
            offsets.iter().zip(sizes).any(is_apart)
        })
    }

    /// Emits the linear number, from 0, of the iteration whose induction variables are `variables`.
    pub fn task<'a>(&self, builder: Builder<'a>, variables: &[Value<'a>]) -> Value<'a> {
        let counter = |dim: usize| {
            let begun =
                builder.binary("arith.subi", variables[dim], builder.index(self.lower[dim]));
            builder.binary("arith.divui", begun, builder.index(self.step[dim]))
        };
        let counters = (0..self.sizes.len()).map(|dim| (self.sizes[dim], counter(dim)));
        let task = counters.reduce(|(_, outer), (size, counter)| {
            let outer = builder.binary("arith.muli", outer, builder.index(size));
            (size, builder.binary("arith.addi", outer, counter))
        });
        task.map_or_else(|| builder.index(0), |(_, task)| task)
    }

    /// Emits the induction variables of the iteration with the linear number `task`.
    pub fn variables<'a>(&self, builder: Builder<'a>, task: Value<'a>) -> Vec<Value<'a>> {
        let mut rest = task;
        let mut variables = Vec::new();
        let outermost = self.sizes.iter().position(|size| *size != 1).unwrap_or(0);
        for (dim, size) in self.sizes.iter().enumerate().rev() {
            if dim < outermost {
                variables.push(builder.index(self.lower[dim]));
                continue;
            }
            let size = builder.index(*size);
            let counter =
                if dim == outermost { rest } else { builder.binary("arith.remui", rest, size) };
            if dim > outermost {
                rest = builder.binary("arith.divui", rest, size);
            }
            let scaled = builder.binary("arith.muli", counter, builder.index(self.step[dim]));
            variables.push(builder.binary("arith.addi", scaled, builder.index(self.lower[dim])));
        }
        variables.reverse();
        variables
    }
}
