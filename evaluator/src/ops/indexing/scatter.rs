// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Scatters of updates at indices (specification, section "scatter"). Updates are applied in
//! row-major order. An update outside the inputs is skipped.

use super::gather::Indices;
use crate::ops::attributes::{to_size, to_sizes};
use crate::ops::reduction::{Reducer, element, missing, same_dims, set_element};
use crate::program::{Decoder, Frame, Operation, Region};
use crate::{Error, Value};
use hloom_dialects::attributes::stablehlo::ScatterDimensionNumbers;
use hloom_dialects::op_view::OpView;

/// A `scatter` operation.
#[derive(Debug)]
pub struct Scatter {
    /// The interpretation of the indices as the positions of windows.
    indices: Indices,
    /// The dimensions of updates that lie within windows.
    window: Vec<usize>,
    /// The dimensions of inputs that windows do not have, which are the inserted and the batching
    /// dimensions.
    inserted: Vec<usize>,
    reducer: Reducer,
}

impl Scatter {
    /// Reads the attributes of a scatter and decodes the body.
    ///
    /// # Errors
    /// Fails if an attribute is invalid, or if the evaluator does not support a type or an
    /// operation.
    pub fn read(op: &OpView, decoder: &mut dyn Decoder) -> Result<Self, Error> {
        let numbers: ScatterDimensionNumbers = op.typed("scatter_dimension_numbers")?;
        let batching = to_sizes(&numbers.input_batching_dims)?;
        let of_indices = to_sizes(&numbers.scatter_indices_batching_dims)?;
        let mut inserted = to_sizes(&numbers.inserted_window_dims)?;
        inserted.extend(&batching);
        Ok(Self {
            indices: Indices {
                vector: to_size(numbers.index_vector_dim)?,
                map: to_sizes(&numbers.scatter_dims_to_operand_dims)?,
                batching: batching.into_iter().zip(of_indices).collect(),
            },
            window: to_sizes(&numbers.update_window_dims)?,
            inserted,
            reducer: Reducer::read(op, decoder)?,
        })
    }
}

impl Operation for Scatter {
    fn evaluate(
        &self,
        mut operands: Vec<Value>,
        frame: &mut dyn Frame,
    ) -> Result<Vec<Value>, Error> {
        let count = self.reducer.takes.len();
        if operands.len() != 2 * count + 1 || count == 0 {
            let operands = operands.len();
            return Err(Error::Internal(format!(
                "the evaluator passed {operands} operands to a scatter with {count} results"
            )));
        }
        let indices = operands.remove(count);
        let indices = indices.tensor()?;
        let [mut results, updates] = self.reducer.halves(operands)?;
        same_dims(&updates)?;
        let (shape, update_shape) = (results[0].shape().clone(), updates[0].shape().clone());
        let outer = self.indices.outer(indices);
        let scattered: Vec<_> =
            (0..update_shape.rank()).filter(|index| !self.window.contains(index)).collect();
        let kept: Vec<_> =
            (0..shape.rank()).filter(|index| !self.inserted.contains(index)).collect();
        let sizes = scattered.iter().map(|index| update_shape.dims[*index]);
        if !sizes.eq(outer) || kept.len() != self.window.len() {
            let (indices, shape) = (indices.shape(), &shape);
            return Err(Error::invalid(format!(
                "expected updates that match the indices and the inputs, found updates \
                 {update_shape}, indices {indices} and inputs {shape}"
            )));
        }
        let mut linear = 0;
        update_shape.try_for_each_index(|index| {
            let from = linear;
            linear += 1;
            let outer: Vec<_> = scattered.iter().map(|dimension| index[*dimension]).collect();
            let mut place =
                self.indices.start(indices, &outer, shape.rank()).ok_or_else(missing)?;
            self.indices.add_batch(&mut place, &outer).ok_or_else(missing)?;
            for (dimension, window) in kept.iter().zip(&self.window) {
                place[*dimension] += index[*window] as i128;
            }
            let place: Option<Vec<_>> =
                place.into_iter().map(|position| usize::try_from(position).ok()).collect();
            let Some(target) = place.and_then(|place| shape.linear(&place)) else {
                return Ok::<(), Error>(());
            };
            let held = results.iter().map(|result| element(result, target));
            let held = held.collect::<Result<_, _>>()?;
            let elements = updates.iter().map(|update| element(update, from));
            let elements = elements.collect::<Result<Vec<_>, _>>()?;
            let values = self.reducer.combine(frame, held, elements)?;
            for (result, value) in results.iter_mut().zip(&values) {
                set_element(result, target, value)?;
            }
            Ok(())
        })?;
        Ok(results.into_iter().map(Value::from).collect())
    }

    fn regions(&self) -> Vec<&Region> {
        vec![&self.reducer.body]
    }
}
