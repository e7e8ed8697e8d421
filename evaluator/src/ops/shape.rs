// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations that create and move elements (specification, sections "broadcast_in_dim",
//! "concatenate", "iota", "pad", "reshape", "reverse", "slice", "transpose").

mod rearrange;

pub use rearrange::{
    Padding, broadcast_in_dim, concatenate, interleave, iota, pad, reshape, slice,
};

use super::attributes::{size, sizes};
use super::on_tensors::{on_tensors, one};
use super::types::result_tensor;
use crate::attribute::literal_of_attribute;
use crate::program::{Frame, Operation};
use crate::{Error, Value};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_values::Literal;
use rearrange::{get_dimension_size, reverse, set_dimension_size, stored, transpose};
use std::sync::Arc;

/// Decodes a shape operation.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    Ok(match op.op() {
        Op::StablehloConstant => {
            let value = literal_of_attribute(op.required("value")?)?;
            Box::new(Constant(Arc::new(stored(value, result_tensor(op, 0)?.element.storage)?)))
        }
        Op::StablehloIota => {
            let (ty, dimension) = (result_tensor(op, 0)?, size(op, "iota_dimension")?);
            let dims = ty.static_dims()?;
            on_tensors(move |_| one(iota(ty.element.storage, &dims, dimension)))
        }
        Op::StablehloBroadcastInDim => {
            let dimensions = sizes(op, "broadcast_dimensions")?;
            let dims = result_tensor(op, 0)?.static_dims()?;
            on_tensors(move |operands| one(broadcast_in_dim(operands[0], &dims, &dimensions)))
        }
        Op::StablehloBroadcast => {
            let leading = sizes(op, "broadcast_sizes")?;
            on_tensors(move |operands| {
                let shape = operands[0].shape();
                let dims = [&leading[..], &shape.dims].concat();
                let dimensions: Vec<_> = (leading.len()..dims.len()).collect();
                one(broadcast_in_dim(operands[0], &dims, &dimensions))
            })
        }
        Op::StablehloReshape => {
            let dims = result_tensor(op, 0)?.static_dims()?;
            on_tensors(move |operands| one(reshape(operands[0], &dims)))
        }
        Op::StablehloTranspose => {
            let permutation = sizes(op, "permutation")?;
            on_tensors(move |operands| one(transpose(operands[0], &permutation)))
        }
        Op::StablehloReverse => {
            let dimensions = sizes(op, "dimensions")?;
            on_tensors(move |operands| one(reverse(operands[0], &dimensions)))
        }
        Op::StablehloSlice => {
            let starts = sizes(op, "start_indices")?;
            let (limits, strides) = (sizes(op, "limit_indices")?, sizes(op, "strides")?);
            on_tensors(move |operands| one(slice(operands[0], &starts, &limits, &strides)))
        }
        Op::StablehloConcatenate => {
            let dimension = size(op, "dimension")?;
            on_tensors(move |operands| one(concatenate(operands, dimension)))
        }
        Op::StablehloPad => {
            let low = op.integers("edge_padding_low")?;
            let high = op.integers("edge_padding_high")?;
            let interior = op.integers("interior_padding")?;
            on_tensors(move |operands| {
                let padding = Padding { low: &low, high: &high, interior: &interior };
                one(pad(operands[0], operands[1], &padding))
            })
        }
        Op::StablehloGetDimensionSize => {
            let dimension = size(op, "dimension")?;
            on_tensors(move |operands| one(get_dimension_size(operands[0], dimension)))
        }
        Op::StablehloSetDimensionSize => {
            let dimension = size(op, "dimension")?;
            on_tensors(move |operands| one(set_dimension_size(operands, dimension)))
        }
        Op::StablehloTuple => Box::new(Tuple),
        Op::StablehloGetTupleElement => Box::new(TupleElement(size(op, "index")?)),
        other => {
            return Err(Error::Internal(format!(
                "the evaluator passed `{other}` to the decoder of shape operations"
            )));
        }
    })
}

#[derive(Debug)]
struct Constant(Arc<Literal>);

impl Operation for Constant {
    fn evaluate(&self, _: Vec<Value>, _: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        Ok(vec![Value::Tensor(self.0.clone())])
    }
}

#[derive(Debug)]
struct Tuple;

impl Operation for Tuple {
    fn evaluate(&self, operands: Vec<Value>, _: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        Ok(vec![Value::Tuple(operands)])
    }
}

#[derive(Debug)]
struct TupleElement(usize);

impl Operation for TupleElement {
    fn evaluate(&self, operands: Vec<Value>, _: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        match operands.into_iter().next() {
            Some(Value::Tuple(mut elements)) if self.0 < elements.len() => {
                Ok(vec![elements.swap_remove(self.0)])
            }
            _ => Err(Error::Internal(
                "the operand of `get_tuple_element` is not a tuple with an element at its index"
                    .to_owned(),
            )),
        }
    }
}
