// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Products of matrices and of tensors (specification, section "dot_general").
//!
//! "dot" and "einsum", which the specification no longer contains, follow XLA. Each operation is a
//! sum of products over dimensions with labels. Dimensions with the same label are paired, and
//! labels that are missing in the result are summed over. `precision_config` and `algorithm` permit
//! a lower precision than the evaluator uses.

mod einsum;
mod labels;

use super::attributes::to_sizes;
use super::on_tensors::{on_tensors, one};
use super::types::computed_type;
use crate::Error;
use crate::program::Operation;
use einsum::Equation;
use hloom_dialects::attributes::stablehlo::DotDimensionNumbers;
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_values::{ElementType, Literal, Scalar, Shape};
use labels::{Labels, contract};

/// Decodes a contraction.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    let element_type = computed_type(op)?;
    Ok(match op.op() {
        Op::StablehloDot => {
            on_tensors(move |operands| one(dot(operands[0], operands[1], element_type)))
        }
        Op::StablehloDotGeneral => {
            let numbers = Numbers::read(&op.typed("dot_dimension_numbers")?)?;
            on_tensors(move |operands| {
                one(dot_general(operands[0], operands[1], &numbers, element_type))
            })
        }
        Op::StablehloEinsum => {
            let equation = Equation::parse(op.string("einsum_config")?)?;
            on_tensors(move |operands| {
                one(equation.evaluate(operands[0], operands[1], element_type))
            })
        }
        Op::StablehloUnaryEinsum => {
            let equation = Equation::parse(op.string("einsum_config")?)?;
            on_tensors(move |operands| {
                let unit = Shape::scalar(operands[0].shape().element_type);
                let unit = Literal::splat(unit, Scalar::Signed(1))?;
                one(equation.evaluate(operands[0], &unit, element_type))
            })
        }
        other => {
            return Err(Error::Internal(format!(
                "the evaluator passed `{other}` to the decoder of contractions"
            )));
        }
    })
}

/// The pairs of dimensions of a `dot_general`.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// The batching dimensions of the left and the right operand.
    pub batching: [Vec<usize>; 2],
    /// The contracting dimensions of the left and the right operand.
    pub contracting: [Vec<usize>; 2],
}

impl Numbers {
    fn read(numbers: &DotDimensionNumbers) -> Result<Self, Error> {
        Ok(Self {
            batching: [
                to_sizes(&numbers.lhs_batching_dimensions)?,
                to_sizes(&numbers.rhs_batching_dimensions)?,
            ],
            contracting: [
                to_sizes(&numbers.lhs_contracting_dimensions)?,
                to_sizes(&numbers.rhs_contracting_dimensions)?,
            ],
        })
    }
}

/// Contracts the last dimension of the left operand with the first dimension of the right operand.
///
/// # Errors
/// Fails under the same conditions as [`contract`].
pub fn dot(lhs: &Literal, rhs: &Literal, element_type: ElementType) -> Result<Literal, Error> {
    let last = lhs.shape().rank().saturating_sub(1);
    let numbers = Numbers { batching: [vec![], vec![]], contracting: [vec![last], vec![0]] };
    dot_general(lhs, rhs, &numbers, element_type)
}

/// Computes a `dot_general`. The result has the batching dimensions, followed by the free
/// dimensions of the left operand and the free dimensions of the right operand.
///
/// # Errors
/// Fails under the same conditions as [`contract`].
pub fn dot_general(
    lhs: &Literal,
    rhs: &Literal,
    numbers: &Numbers,
    element_type: ElementType,
) -> Result<Literal, Error> {
    let batches = numbers.batching[0].len();
    let summed = numbers.contracting[0].len();
    let mut result: Vec<usize> = (0..batches).collect();
    let mut next = batches + summed;
    let mut labels = [lhs, rhs].into_iter().enumerate().map(|(side, operand)| {
        let label = |dimension: usize| {
            let batch = numbers.batching[side].iter().position(|it| *it == dimension);
            let sum = numbers.contracting[side].iter().position(|it| *it == dimension);
            batch.or(sum.map(|sum| batches + sum)).unwrap_or_else(|| {
                result.push(next);
                next += 1;
                next - 1
            })
        };
        (0..operand.shape().rank()).map(label).collect::<Vec<_>>()
    });
    let lhs_labels = labels.next().unwrap_or_default();
    let rhs_labels = labels.next().unwrap_or_default();
    drop(labels);
    let labels = Labels { lhs: lhs_labels, rhs: rhs_labels, result };
    contract(lhs, rhs, &labels, element_type)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_complex::Complex;

    fn floats(elements: &[f32], dims: &[usize]) -> Literal {
        Literal::from_slice(elements, dims).expect("as many")
    }

    #[test]
    fn batches_come_first() {
        // The specification's example.
        let lhs = Literal::from_slice(&[1_i64, 2, 3, 4, 5, 6, 7, 8], [2, 2, 2]).expect("eight");
        let rhs = Literal::from_slice(&[1_i64, 0, 0, 1, 1, 0, 0, 1], [2, 2, 2]).expect("eight");
        let numbers = Numbers { batching: [vec![0], vec![0]], contracting: [vec![2], vec![1]] };
        let result = dot_general(&lhs, &rhs, &numbers, ElementType::S64).expect("fits");
        assert_eq!(result, lhs);
    }

    #[test]
    fn every_kind_of_number() {
        let product = |lhs: &Literal, rhs: &Literal, element_type| {
            dot(lhs, rhs, element_type).expect("fits").get(0).expect("one")
        };
        let bytes = Literal::from_slice(&[100_i8, 100], [2]).expect("two");
        assert_eq!(product(&bytes, &bytes, ElementType::S8), Scalar::Signed(32));
        assert_eq!(product(&bytes, &bytes, ElementType::S32), Scalar::Signed(20_000));
        let flags = Literal::from_bools(&[true, true], [2]).expect("two");
        assert_eq!(product(&flags, &flags, ElementType::Pred), Scalar::Bool(true));
        assert_eq!(product(&flags, &flags, ElementType::S8), Scalar::Signed(2));
        let large = Literal::from_slice(&[u64::MAX], [1]).expect("one");
        assert_eq!(product(&large, &large, ElementType::U64), Scalar::Unsigned(1));
        let i = Literal::from_slice(&[Complex::new(0.0_f32, 1.0)], [1]).expect("one");
        assert_eq!(product(&i, &i, ElementType::C64), Scalar::Complex(-1.0, 0.0));
        // To f32 each product is rounded, to f64 none is.
        let near = floats(&[1.0 + f32::EPSILON, -1.0], &[2]);
        let other = floats(&[1.0 - f32::EPSILON, 1.0], &[2]);
        let exact = -f64::from(f32::EPSILON).powi(2);
        assert_eq!(product(&near, &other, ElementType::F32), Scalar::Float(0.0));
        assert_eq!(product(&near, &other, ElementType::F64), Scalar::Float(exact));
    }

    #[test]
    fn sums_of_nothing_are_zero() {
        let (lhs, rhs) = (floats(&[], &[2, 0]), floats(&[], &[0, 2]));
        let result = dot(&lhs, &rhs, ElementType::F32).expect("fits");
        assert_eq!(result, floats(&[0.0; 4], &[2, 2]));
        // Sizes that no tensor with elements could have.
        let huge = floats(&[], &[1 << 40, 0, 1 << 40]);
        let numbers = Numbers { batching: [vec![], vec![]], contracting: [vec![0, 2], vec![0, 2]] };
        let result = dot_general(&huge, &huge, &numbers, ElementType::F32).expect("fits");
        assert_eq!(result, floats(&[], &[0, 0]));
    }

    #[test]
    fn sizes_have_to_agree() {
        let (lhs, rhs) = (floats(&[1.0; 2], &[2]), floats(&[1.0; 3], &[3]));
        let refusal = dot(&lhs, &rhs, ElementType::F32).expect_err("two and three");
        assert_eq!(
            refusal.to_string(),
            "paired dimensions of a tensor<2xf32> and a tensor<3xf32> differ in size"
        );
    }
}
