// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sorting (specification, section "sort"), always stable.
//!
//! Merge sort: it asks the comparator whether an element of the second half goes before
//! one of the first, O(n log n) times, and ends whatever the answers are.

use crate::literal::{Literal, Scalar, Shape};
use crate::ops::reduction::{element, missing, same_dims};
use crate::program::{Decoder, Operation, Region};
use crate::run::Frame;
use crate::{Error, Value};
use hloom_dialects::op_view::OpView;

pub fn decode(op: &OpView, decoder: &mut Decoder) -> Result<Box<dyn Operation>, Error> {
    let dimension = op.optional_integer("dimension").unwrap_or(-1);
    Ok(Box::new(Sort { dimension, comparator: decoder.region(&op.region(0)?)? }))
}

#[derive(Debug)]
struct Sort {
    /// Counted from the end if negative.
    dimension: i64,
    comparator: Region,
}

impl Operation for Sort {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut Frame) -> Result<Vec<Value>, Error> {
        let inputs = operands.into_iter().map(Value::into_tensor).collect::<Result<Vec<_>, _>>()?;
        same_dims(&inputs)?;
        let shape = inputs.first().ok_or_else(missing)?.shape().clone();
        let rank = shape.rank() as i64;
        let dimension = if self.dimension < 0 { self.dimension + rank } else { self.dimension };
        let dimension = usize::try_from(dimension).ok().filter(|it| *it < shape.rank());
        let dimension = dimension.ok_or_else(|| {
            Error::invalid(format!("no dimension {} in a {shape}", self.dimension))
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
    /// Sorts `count` elements of each input together, from the `first` on every
    /// `stride`-th.
    fn sort_slice(
        &self,
        inputs: &[Literal],
        results: &mut [Literal],
        (first, stride, count): (usize, usize, usize),
        frame: &mut Frame,
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

/// The numbers below `count` in an order in which no neighbors have the second before
/// the first, if there is one.
///
/// # Errors
/// The first of the function's.
pub fn merge_sort(
    count: usize,
    mut is_before: impl FnMut(usize, usize) -> Result<bool, Error>,
) -> Result<Vec<usize>, Error> {
    let mut order: Vec<_> = (0..count).collect();
    let mut merged = Vec::with_capacity(count);
    let mut width = 1;
    while width < count {
        merged.clear();
        for run in order.chunks(2 * width) {
            let (mut one, mut other) = run.split_at(width.min(run.len()));
            while let (Some(left), Some(right)) = (one.first(), other.first()) {
                if is_before(*right, *left)? {
                    merged.push(*right);
                    other = &other[1..];
                } else {
                    merged.push(*left);
                    one = &one[1..];
                }
            }
            merged.extend_from_slice(one);
            merged.extend_from_slice(other);
        }
        std::mem::swap(&mut order, &mut merged);
        width *= 2;
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(keys: &[f64]) -> Vec<usize> {
        merge_sort(keys.len(), |one, other| Ok(keys[one] < keys[other])).expect("no errors")
    }

    #[test]
    fn equal_elements_stay_in_order() {
        assert_eq!(sorted(&[3.0, 1.0, 3.0, 2.0, 1.0]), [1, 4, 3, 0, 2]);
        assert_eq!(sorted(&[]), []);
        assert_eq!(sorted(&[1.0]), [0]);
        let keys: Vec<_> = (0..1000).map(|key| f64::from(key * 7919 % 1000)).collect();
        assert!(sorted(&keys).windows(2).all(|pair| keys[pair[0]] <= keys[pair[1]]));
    }

    #[test]
    fn senseless_comparators_lose_nothing() {
        let mut all = sorted(&[f64::NAN, 1.0, f64::NAN, 0.0, 2.0]);
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3, 4]);
        assert_eq!(merge_sort(3, |_, _| Ok(true)), Ok(vec![2, 1, 0]));
        let failed = merge_sort(3, |_, _| Err(Error::invalid("no")));
        assert_eq!(failed, Err(Error::invalid("no")));
    }
}
