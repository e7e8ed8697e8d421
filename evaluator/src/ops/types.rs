// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Types of the operands and results of an operation.

use crate::{Element, Error, TensorSpec, Type};
use hloom_dialects::op_view::OpView;
use hloom_values::ElementType;

/// Returns the declared type of a tensor result.
///
/// # Errors
/// Fails if the result is not a tensor, or if literals do not support its element type.
pub fn result_tensor(op: &OpView, index: usize) -> Result<TensorSpec, Error> {
    TensorSpec::of(&op.result_tensor(index)?)
}

/// Returns the types of all results.
///
/// # Errors
/// Fails if the evaluator does not support a type.
pub fn result_types(op: &OpView) -> Result<Vec<Type>, Error> {
    op.result_types().into_iter().map(Type::read).collect()
}

/// Returns the types of all operands.
///
/// # Errors
/// Fails if the evaluator does not support a type.
pub fn operand_types(op: &OpView) -> Result<Vec<Type>, Error> {
    op.operand_types().into_iter().map(Type::read).collect()
}

/// Returns the element type of a tensor operand.
///
/// # Errors
/// Fails if the operand is not a tensor, or if literals do not support its element type.
pub fn operand_element(op: &OpView, index: usize) -> Result<Element, Error> {
    Ok(TensorSpec::of(&op.tensor(index)?)?.element)
}

/// Returns the element type of the computation, which is the expressed type for a quantized result.
///
/// # Errors
/// Fails if the operation has no tensor result of a supported element type.
pub fn computed_type(op: &OpView) -> Result<ElementType, Error> {
    let element = Element::read(op.result_tensor(0)?.element())?;
    Ok(element.quantization.map_or(element.storage, |quantization| quantization.expressed))
}
