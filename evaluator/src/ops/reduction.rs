// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reductions (specification, sections "map", "reduce", and the sections named in the files of this
//! folder).
//!
//! Every reduction starts with the initial values and visits elements in row-major order:
//! `body(result so far..., elements...)`.

mod batch_norm;
mod elements;
mod reducer;
mod scatter;
mod window;

pub use elements::{element, missing, same_dims, set_element};
pub use reducer::Reducer;
pub use window::{Window, reduce_window};

use super::attributes::sizes;
use super::types::{operand_element, result_tensor};
use crate::program::{Decoder, Frame, Operation, Region};
use crate::{Error, Value};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_values::{ElementType, Literal, Shape};

/// Decodes a reduction, a batch normalization or another operation of the family `Reduction`.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView, decoder: &mut dyn Decoder) -> Result<Box<dyn Operation>, Error> {
    Ok(match op.op() {
        Op::StablehloMap => {
            let body = decoder.region(&op.region(0)?)?;
            Box::new(Map { body, result: result_tensor(op, 0)?.element.storage })
        }
        Op::StablehloReduce => {
            let dimensions = sizes(op, "dimensions")?;
            Box::new(Reduce { dimensions, reducer: Reducer::read(op, decoder)? })
        }
        Op::StablehloReduceWindow => {
            let window = Window::read(op)?;
            Box::new(window::ReduceWindow { window, reducer: Reducer::read(op, decoder)? })
        }
        Op::StablehloSelectAndScatter => Box::new(scatter::SelectAndScatter {
            window: Window::read(op)?,
            select: decoder.region(&op.region(0)?)?,
            scatter: decoder.region(&op.region(1)?)?,
            source: operand_element(op, 1)?,
            init: operand_element(op, 2)?,
            result: result_tensor(op, 0)?.element,
        }),
        _ => return batch_norm::decode(op),
    })
}

#[derive(Debug)]
struct Map {
    body: Region,
    result: ElementType,
}

impl Operation for Map {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let inputs = operands.into_iter().map(Value::into_tensor).collect::<Result<Vec<_>, _>>()?;
        same_dims(&inputs)?;
        let first = inputs.first().ok_or_else(missing)?;
        let mut result = Literal::zeros(Shape::new(self.result, first.shape().dims.clone()))?;
        for linear in 0..first.element_count() {
            let arguments = inputs.iter().map(|input| element(input, linear));
            let values = frame.run(&self.body, arguments.collect::<Result<_, _>>()?)?;
            set_element(&mut result, linear, values.first().ok_or_else(missing)?)?;
        }
        Ok(vec![Value::from(result)])
    }

    fn regions(&self) -> Vec<&Region> {
        vec![&self.body]
    }
}

#[derive(Debug)]
struct Reduce {
    dimensions: Vec<usize>,
    reducer: Reducer,
}

impl Operation for Reduce {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let (inputs, inits) = self.reducer.inputs_and_inits(operands)?;
        let shape = inputs[0].shape();
        let kept: Vec<_> =
            (0..shape.rank()).filter(|index| !self.dimensions.contains(index)).collect();
        let dims: Vec<_> = kept.iter().map(|index| shape.dims[*index]).collect();
        let types = self.reducer.takes.iter().map(|element| &element.storage);
        let mut results = types
            .map(|element_type| Literal::zeros(Shape::new(*element_type, dims.clone())))
            .collect::<Result<Vec<_>, _>>()?;
        let of = |dimensions: &[usize]| {
            Shape::new(
                ElementType::Pred,
                dimensions.iter().map(|it| shape.dims[*it]).collect::<Vec<_>>(),
            )
        };
        // Visits dimensions in the order of the operand, not of the attribute.
        let mut dimensions = self.dimensions.clone();
        dimensions.sort_unstable();
        let (outer, inner) = (of(&kept), of(&dimensions));
        let mut place = vec![0; shape.rank()];
        let mut target = 0;
        outer.try_for_each_index(|index| {
            for (dimension, position) in kept.iter().zip(index) {
                place[*dimension] = *position;
            }
            let mut so_far = inits.clone();
            inner.try_for_each_index(|index| {
                for (dimension, position) in dimensions.iter().zip(index) {
                    place[*dimension] = *position;
                }
                let linear = shape.linear(&place).ok_or_else(missing)?;
                let elements = inputs.iter().map(|input| element(input, linear));
                let elements = elements.collect::<Result<Vec<_>, _>>()?;
                so_far = self.reducer.combine(frame, std::mem::take(&mut so_far), elements)?;
                Ok::<(), Error>(())
            })?;
            for (result, value) in results.iter_mut().zip(&so_far) {
                set_element(result, target, value)?;
            }
            target += 1;
            Ok::<(), Error>(())
        })?;
        Ok(results.into_iter().map(Value::from).collect())
    }

    fn regions(&self) -> Vec<&Region> {
        vec![&self.reducer.body]
    }
}
