// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sums of products over dimensions with labels.

use crate::Error;
use crate::ops::arithmetic::{Bilinear, Ring, in_ring, strides, try_with_capacity};
use hloom_values::{ElementType, Literal, Shape};

/// The labels of the dimensions of operands and result, as small numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    /// The labels of the dimensions of the left operand.
    pub lhs: Vec<usize>,
    /// The labels of the dimensions of the right operand.
    pub rhs: Vec<usize>,
    /// The labels of the dimensions of the result, which are distinct.
    pub result: Vec<usize>,
}

/// Computes the sums of products of two tensors.
///
/// # Errors
/// Fails if dimensions with the same label differ in size, or if there is no memory for the result.
pub fn contract(
    lhs: &Literal,
    rhs: &Literal,
    labels: &Labels,
    element_type: ElementType,
) -> Result<Literal, Error> {
    let all = labels.lhs.iter().chain(&labels.rhs).chain(&labels.result);
    let count = all.max().map_or(0, |label| label + 1);
    let mut sizes = vec![None; count];
    let sides = [(lhs, &labels.lhs), (rhs, &labels.rhs)];
    let mut steps = [vec![0_usize; count], vec![0; count]];
    for ((operand, labels), steps) in sides.into_iter().zip(&mut steps) {
        let dims = &operand.shape().dims;
        for ((label, dim), stride) in labels.iter().zip(dims).zip(strides(dims)) {
            if *sizes[*label].get_or_insert(*dim) != *dim {
                let (lhs, rhs) = (lhs.shape(), rhs.shape());
                let message = format!("paired dimensions of a {lhs} and a {rhs} differ in size");
                return Err(Error::invalid(message));
            }
            steps[*label] = steps[*label].saturating_add(stride);
        }
    }
    let size = |label: usize| sizes[label].unwrap_or(1);
    let dims: Vec<_> = labels.result.iter().map(|label| size(*label)).collect();
    let shape = Shape::new(element_type, dims);
    if [lhs, rhs].iter().any(|operand| operand.element_count() == 0) {
        return Ok(Literal::zeros(shape)?);
    }
    let summed: Vec<_> = (0..count)
        .filter(|label| sizes[*label].is_some() && !labels.result.contains(label))
        .collect();
    let summed_shape: Vec<_> = summed.iter().map(|label| size(*label)).collect();
    let summed_shape = Shape::new(ElementType::Pred, summed_shape);
    let terms = summed_shape.element_count().unwrap_or(usize::MAX);
    let mut offsets = try_with_capacity(terms, "terms of a product")?;
    let offset = |steps: &[usize], labels: &[usize], index: &[usize]| -> usize {
        labels.iter().zip(index).map(|(label, position)| steps[*label] * position).sum()
    };
    summed_shape.try_for_each_index(|index| {
        offsets.push([offset(&steps[0], &summed, index), offset(&steps[1], &summed, index)]);
        Ok::<(), Error>(())
    })?;
    in_ring(lhs, rhs, element_type, &Sums { shape, result: &labels.result, steps, offsets })
}

/// A contraction whose result shape and operand offsets are already computed.
struct Sums<'a> {
    shape: Shape,
    /// The labels of the result's dimensions.
    result: &'a [usize],
    /// For each operand, the stride of each label; 0 for a label that the operand does not have.
    steps: [Vec<usize>; 2],
    /// For each term of the sum, the offsets of its two factors in the operands, relative to the
    /// factors of the first term.
    offsets: Vec<[usize; 2]>,
}

impl Bilinear for Sums<'_> {
    fn compute<R: Ring>(&self, lhs: &[R], rhs: &[R]) -> Result<Literal, Error> {
        let start = |side: usize, index: &[usize]| -> usize {
            let places = self.result.iter().zip(index);
            places.map(|(label, position)| self.steps[side][*label] * position).sum()
        };
        Literal::generate(self.shape.clone(), |index| {
            let (one, other) = (start(0, index), start(1, index));
            let terms = self.offsets.iter();
            let sum = terms
                .fold(R::ZERO, |sum, [left, right]| sum.plus(lhs[one + left], rhs[other + right]));
            Ok(sum.element(self.shape.element_type))
        })
    }
}
