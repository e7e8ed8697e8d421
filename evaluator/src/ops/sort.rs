// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sorting (specification, section "sort"), which is always stable.

mod merge_sort;

pub use merge_sort::merge_sort;

use crate::ops::reduction::{element, missing, same_dims};
use crate::program::{Decoder, Frame, Operation, Region};
use crate::{Error, Value};
use hloom_dialects::op_view::OpView;
use hloom_values::{Literal, Scalar, Shape};

/// Decodes `stablehlo.sort`.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView, decoder: &mut dyn Decoder) -> Result<Box<dyn Operation>, Error> {
    let dimension = op.optional_integer("dimension").unwrap_or(-1);
    Ok(Box::new(Sort { dimension, comparator: decoder.region(&op.region(0)?)? }))
}

#[derive(Debug)]
struct Sort {
    /// The dimension that is sorted. A negative number counts from the end.
    dimension: i64,
    comparator: Region,
}

impl Operation for Sort {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let inputs = operands.into_iter().map(Value::into_tensor).collect::<Result<Vec<_>, _>>()?;
        same_dims(&inputs)?;
        let shape = inputs.first().ok_or_else(missing)?.shape().clone();
        let rank = shape.rank() as i64;
        let dimension = if self.dimension < 0 { self.dimension + rank } else { self.dimension };
        let dimension = usize::try_from(dimension).ok().filter(|it| *it < shape.rank());
        let dimension = dimension.ok_or_else(|| {
            Error::invalid(format!("a {shape} has no dimension {}", self.dimension))
        })?;
        if inputs[0].element_count() == 0 {
            return Ok(inputs.into_iter().map(Value::from).collect());
        }
        let mut results = inputs.clone();
        let count = shape.dims[dimension];
        let stride: usize = shape.dims[dimension + 1..].iter().product();
        let mut starts = shape.dims.clone();
        starts[dimension] = count.min(1);
        Shape::new(shape.element_type, starts).try_for_each_index(|index| {
            let first = shape.linear(index).ok_or_else(missing)?;
            self.sort_slice(&inputs, &mut results, (first, stride, count), frame)
        })?;
        Ok(results.into_iter().map(Value::from).collect())
    }

    fn regions(&self) -> Vec<&Region> {
        vec![&self.comparator]
    }
}

impl Sort {
    /// Sorts `count` elements of each input together, which are every `stride`-th element from
    /// `first` on.
    fn sort_slice(
        &self,
        inputs: &[Literal],
        results: &mut [Literal],
        (first, stride, count): (usize, usize, usize),
        frame: &mut dyn Frame,
    ) -> Result<(), Error> {
        let columns = (0..count).map(|position| {
            let together = inputs.iter().map(|input| element(input, first + position * stride));
            together.collect::<Result<Vec<_>, _>>()
        });
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let order = merge_sort(count, |one, other| {
            let pairs = columns[one].iter().zip(&columns[other]);
            let arguments = pairs.flat_map(|(one, other)| [one.clone(), other.clone()]).collect();
            let values = frame.run(&self.comparator, arguments)?;
            let before = values.first().ok_or_else(missing)?.tensor()?.get(0);
            Ok(before == Some(Scalar::Bool(true)))
        })?;
        for (input, result) in inputs.iter().zip(results) {
            let width = input.shape().element_type.byte_width();
            for (to, from) in order.iter().enumerate() {
                let from = (first + from * stride) * width;
                let to = (first + to * stride) * width;
                result.bytes_mut()[to..to + width]
                    .copy_from_slice(&input.bytes()[from..from + width]);
            }
        }
        Ok(())
    }
}
