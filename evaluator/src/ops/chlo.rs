// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! CHLO: special functions, implicit broadcasts, and other composites of StableHLO operations.
//!
//! CHLO has no specification. Each operation follows its summary in the dialect. If the summary
//! does not determine the result, the operation follows XLA.

mod broadcast;
mod elementwise;
mod gamma;
mod next_after;
mod ragged_dot;
mod scan;
mod special;
mod top_k;
mod zeta;

pub use elementwise::{binary, unary};
pub use top_k::top_k;

use super::attributes::size;
use super::on_tensors::{on_tensors, one};
use crate::Error;
use crate::attribute::literal_of_attribute;
use crate::program::{Decoder, Operation};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_values::{ElementType, Literal, Scalar, Shape};
use melior::ir::{Attribute, AttributeLike};
use std::sync::Arc;

/// Decodes the operations of CHLO.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView, decoder: &mut dyn Decoder) -> Result<Box<dyn Operation>, Error> {
    let name = op.op();
    Ok(match name {
        Op::ChloConstant => {
            let value = Arc::new(literal_of_attribute(op.required("value")?)?);
            on_tensors(move |_| Ok(vec![Literal::clone(&value)]))
        }
        Op::ChloConstantLike => {
            let (ty, value) = element_of_attribute(op)?;
            on_tensors(move |operands| {
                let dims = &*operands[0].shape().dims;
                one(Ok(Literal::splat(Shape::new(ty, dims), value)?))
            })
        }
        Op::ChloRaggedDot => ragged_dot::decode(op)?,
        Op::ChloScan => scan::decode(op, decoder)?,
        Op::ChloTopK => {
            let k = size(op, "k")?;
            on_tensors(move |operands| top_k(operands[0], k))
        }
        other if other.mnemonic().starts_with("broadcast_") => broadcast::decode(op)?,
        _ if op.operand_count() == 1 => on_tensors(move |operands| one(unary(name, operands[0]))),
        _ => on_tensors(move |operands| one(binary(name, operands[0], operands[1]))),
    })
}

/// Decodes the `value` attribute of one element: `1.5 : f32`, `2 : i8`, `true` or
/// `#complex.number<:f32 1.0, 2.0>`.
fn element_of_attribute(op: &OpView) -> Result<(ElementType, Scalar), Error> {
    let attribute = op.required("value")?;
    let (text, ty) = (attribute.to_string(), attribute.r#type());
    let value = match text.split_once("<:") {
        Some((_, parts)) => {
            let parts = parts.split('>').next().unwrap_or_default();
            format!("({})", parts.split_once(' ').map_or(parts, |(_, parts)| parts))
        }
        None => text.split(" : ").next().unwrap_or_default().to_owned(),
    };
    let dense = Attribute::parse(op.context(), &format!("dense<{value}> : tensor<{ty}>"));
    let dense = dense.ok_or_else(|| {
        Error::invalid(format!("`chlo.constant`: expected one number as the value, found `{text}`"))
    })?;
    let literal = literal_of_attribute(dense)?;
    let missing = || Error::Internal("the value of `chlo.constant` has no element".to_owned());
    Ok((literal.shape().element_type, literal.get(0).ok_or_else(missing)?))
}
