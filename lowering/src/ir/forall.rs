// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The iterations of a parallel loop, counted as one.

use super::{Builder, Op, Shaped, Value, i64_array};
use melior::ir::operation::OperationLike;

/// The iterations of an `scf.forall` with static bounds.
pub struct Forall {
    /// Iterations of each dimension.
    sizes: Vec<i64>,
    lower: Vec<i64>,
    step: Vec<i64>,
}

impl Forall {
    /// Reads a loop; none where a bound is not static.
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

    /// How many iterations there are; none where the number overflows.
    pub fn tasks(&self) -> Option<i64> {
        self.sizes.iter().try_fold(1i64, |tasks, size| tasks.checked_mul(*size))
    }

    /// Whether no two iterations have a part of a tensor in common, whose offsets are
    /// induction variables, or constants, and whose sizes are these.
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

    /// The number of the iteration whose induction variables are given.
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

    /// The induction variables of iteration number `task`.
    pub fn variables<'a>(&self, builder: Builder<'a>, task: Value<'a>) -> Vec<Value<'a>> {
        let mut rest = task;
        let mut variables = Vec::new();
        for (dim, size) in self.sizes.iter().enumerate().rev() {
            let size = builder.index(*size);
            let counter = if dim == 0 { rest } else { builder.binary("arith.remui", rest, size) };
            if dim > 0 {
                rest = builder.binary("arith.divui", rest, size);
            }
            let scaled = builder.binary("arith.muli", counter, builder.index(self.step[dim]));
            variables.push(builder.binary("arith.addi", scaled, builder.index(self.lower[dim])));
        }
        variables.reverse();
        variables
    }
}
