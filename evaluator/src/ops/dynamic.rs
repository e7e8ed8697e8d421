// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations whose sizes are operands (specification, sections "dynamic_broadcast_in_dim",
//! "dynamic_iota", "dynamic_pad", "dynamic_reshape"). Older programs also contain
//! "real_dynamic_slice", "compute_reshape_shape" and "cstr_reshapable".

use super::attributes::{size, sizes, to_sizes};
use super::on_tensors::{on_tensors, one};
use super::shape::{Padding, broadcast_in_dim, iota, pad, reshape, slice};
use super::types::result_tensor;
use crate::program::{Frame, Operation};
use crate::{Error, Value};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_values::{Literal, Scalar};

/// Decodes an operation of dynamic size.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    Ok(match op.op() {
        Op::StablehloDynamicBroadcastInDim => {
            let dimensions = sizes(op, "broadcast_dimensions")?;
            on_tensors(move |operands| {
                let dims = to_sizes(&integers(operands[1])?)?;
                one(broadcast_in_dim(operands[0], &dims, &dimensions))
            })
        }
        Op::StablehloDynamicIota => {
            let element_type = result_tensor(op, 0)?.element.storage;
            let dimension = size(op, "iota_dimension")?;
            on_tensors(move |operands| {
                let dims = to_sizes(&integers(operands[0])?)?;
                if dimension >= dims.len() {
                    let message = format!("the shape {dims:?} has no dimension {dimension}");
                    return Err(Error::invalid(message));
                }
                one(iota(element_type, &dims, dimension))
            })
        }
        Op::StablehloDynamicPad => on_tensors(|operands| {
            let lists = lists(&operands[2..], operands[0].shape().rank())?;
            let [low, high, interior] = &lists;
            one(pad(operands[0], operands[1], &Padding { low, high, interior }))
        }),
        Op::StablehloDynamicReshape => on_tensors(|operands| {
            let dims = to_sizes(&integers(operands[1])?)?;
            one(reshape(operands[0], &dims))
        }),
        Op::StablehloRealDynamicSlice => on_tensors(|operands| {
            let lists = lists(&operands[1..], operands[0].shape().rank())?;
            let [starts, limits, strides] = &lists;
            let (starts, limits) = (to_sizes(starts)?, to_sizes(limits)?);
            one(slice(operands[0], &starts, &limits, &to_sizes(strides)?))
        }),
        Op::StablehloComputeReshapeShape => {
            on_tensors(|operands| one(compute_reshape_shape(number(operands[0])?, operands[1])))
        }
        Op::StablehloCstrReshapable => Box::new(CstrReshapable),
        other => {
            return Err(Error::Internal(format!(
                "the evaluator passed `{other}` to the decoder of dynamic operations"
            )));
        }
    })
}

/// Returns the elements of a tensor of integers.
///
/// # Errors
/// Fails if an element does not fit `i64`.
pub fn integers(tensor: &Literal) -> Result<Vec<i64>, Error> {
    let integer = |scalar: Scalar| {
        let number = scalar.to_integer();
        i64::try_from(number).map_err(|_| {
            Error::invalid(format!("expected an integer that fits `i64`, found {number}"))
        })
    };
    tensor.iter().map(integer).collect()
}

/// Returns the elements of three integer tensors, each of which has one element for each of `rank`
/// dimensions.
fn lists(tensors: &[&Literal], rank: usize) -> Result<[Vec<i64>; 3], Error> {
    let lists = tensors.iter().map(|tensor| integers(tensor)).collect::<Result<Vec<_>, _>>()?;
    match <[_; 3]>::try_from(lists) {
        Ok(lists) if lists.iter().all(|list| list.len() == rank) => Ok(lists),
        _ => Err(Error::invalid(format!(
            "expected three operands of {rank} numbers, one for each dimension"
        ))),
    }
}

/// Returns the value of a scalar operand, which is a number of elements.
fn number(tensor: &Literal) -> Result<i128, Error> {
    let number = tensor.get(0).map(Scalar::to_integer);
    number.ok_or_else(|| {
        Error::Internal("the scalar operand with the number of elements is empty".to_owned())
    })
}

/// Returns the size that replaces the -1 of a shape, so that the shape has `count` elements.
/// Returns 1 if there is no -1, and `None` if no size results in `count` elements.
fn free_size(count: i128, shape: &[i64]) -> Option<i128> {
    let free = shape.iter().filter(|size| **size == -1).count();
    let known = shape.iter().filter(|size| **size != -1);
    let product = known
        .map(|size| i128::from(*size))
        .try_fold(1_i128, |product, size| product.checked_mul(size).filter(|_| size >= 0))?;
    match free {
        0 => (product == count).then_some(1),
        1 if product > 0 && count >= 0 && count % product == 0 => Some(count / product),
        _ => None,
    }
}

/// Returns the shape with its -1 replaced, so that it has `count` elements.
fn compute_reshape_shape(count: i128, shape: &Literal) -> Result<Literal, Error> {
    let sizes = integers(shape)?;
    let free = free_size(count, &sizes).ok_or_else(|| not_reshapable(count, &sizes))?;
    let free = i64::try_from(free).map_err(|_| not_reshapable(count, &sizes))?;
    Literal::generate(shape.shape().clone(), |index| {
        let size = sizes[index[0]];
        Ok(Scalar::Signed(if size == -1 { free } else { size }))
    })
}

fn not_reshapable(count: i128, shape: &[i64]) -> Error {
    Error::invalid(format!("{count} elements cannot have the shape {shape:?}"))
}

/// A `cstr_reshapable` operation, which fails unless the shape can have the given number of
/// elements.
#[derive(Debug)]
struct CstrReshapable;

impl Operation for CstrReshapable {
    fn evaluate(&self, operands: Vec<Value>, _: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let [count, shape] = operands.as_slice() else {
            return Err(Error::Internal(
                "the evaluator did not pass two operands to `cstr_reshapable`".to_owned(),
            ));
        };
        let (count, shape) = (number(count.tensor()?)?, integers(shape.tensor()?)?);
        free_size(count, &shape).ok_or_else(|| not_reshapable(count, &shape))?;
        Ok(vec![Value::Token])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_sizes() {
        assert_eq!(free_size(12, &[3, -1]), Some(4));
        assert_eq!(free_size(12, &[3, 4]), Some(1));
        assert_eq!(free_size(0, &[3, -1]), Some(0));
        assert_eq!(free_size(1, &[]), Some(1));
        for (count, shape) in [
            (12, vec![3, 5]),
            (12, vec![5, -1]),
            (12, vec![-1, -1]),
            (0, vec![0, -1]),
            (12, vec![-2, -6]),
            (12, vec![i64::MAX, i64::MAX, i64::MAX]),
        ] {
            assert_eq!(free_size(count, &shape), None, "{shape:?}");
        }
        let shape = Literal::from_slice(&[2_i32, -1], [2]).expect("two");
        let computed = compute_reshape_shape(6, &shape);
        assert_eq!(computed, Ok(Literal::from_slice(&[2_i32, 3], [2]).expect("two")));
    }

    #[test]
    fn lists_have_a_number_a_dimension() {
        let list = Literal::from_slice(&[1_i64, 2], [2]).expect("two");
        assert!(lists(&[&list, &list, &list], 2).is_ok());
        assert!(lists(&[&list, &list, &list], 1).is_err());
        assert!(lists(&[&list, &list], 2).is_err());
    }
}
