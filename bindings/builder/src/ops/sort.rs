// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sorting.

use super::check::{index, same_dims};
use super::region::{is_predicate, scalars};
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::program::Program;
use crate::types::Type;
use crate::value::Value;

impl<'p> Value<'p> {
    /// Sorts the elements along a dimension. `comparator` returns whether its first argument comes
    /// before its second argument.
    ///
    /// # Errors
    /// Returns the error of `comparator`. Also fails if the operand violates a constraint of
    /// `sort`.
    #[track_caller]
    pub fn sort(
        self,
        dimension: usize,
        is_stable: bool,
        comparator: impl FnOnce(Value<'p>, Value<'p>) -> Result<Value<'p>>,
    ) -> Result<Self> {
        let compare = |values: &[Value<'p>]| comparator(values[0], values[1]);
        Ok(self.program.sort(&[self], dimension, is_stable, compare)?[0])
    }
}

impl Program {
    /// Sorts several tensors of the same shape together along a dimension.
    ///
    /// `comparator` receives two elements of the first input, then two elements of the second
    /// input, and so on. It returns whether the first element of each pair comes before the second.
    ///
    /// # Errors
    /// Returns the error of `comparator`. Also fails if the inputs violate a constraint of `sort`.
    #[track_caller]
    pub fn sort<'p>(
        &'p self,
        inputs: &[Value<'p>],
        dimension: usize,
        is_stable: bool,
        comparator: impl FnOnce(&[Value<'p>]) -> Result<Value<'p>>,
    ) -> Result<Vec<Value<'p>>> {
        let mut emit = Emit::start(self, "stablehlo.sort").operands(inputs)?;
        let shapes = emit.shapes()?;
        let Some(first) = shapes.first() else {
            return Err(emit.violation("c1", "has no inputs".to_owned()));
        };
        same_dims(&emit, "inputs", &shapes, "c3")?;
        index(&emit, "dimension", dimension, first.rank(), "c4")?;
        let pairs: Vec<_> = shapes.iter().flat_map(|shape| [shape.element_type; 2]).collect();
        let returned = emit.region(&scalars(&pairs), |values| Ok(vec![comparator(values)?]))?;
        ensure!(emit, is_predicate(&returned), "c5", "comparator must return one tensor<i1>");
        let types: Vec<Type> = shapes.iter().map(Type::from).collect();
        let emit = emit.with(move |attributes| {
            attributes.integer("dimension", dimension as i64);
            attributes.boolean("is_stable", is_stable);
        });
        emit.finish(&types)
    }
}
