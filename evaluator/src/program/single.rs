// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Evaluation of a single operation, for constant folding.

use super::decode::FunctionDecoder;
use super::function::Program;
use crate::run::{Activation, DeviceMesh, Participant};
use crate::{Error, Literal, Value};
use hloom_dialects::op_view::OpView;
use std::sync::Arc;

/// Evaluates an operation on the given operands, independently of the operations that define
/// them in the program.
///
/// The operands, not the declared types, determine the sizes of results. An elementwise operation
/// on one element thus yields one element.
///
/// # Errors
/// Fails if the operation cannot be evaluated, or if it uses values other than tensors.
pub fn evaluate_operation(op: &OpView, operands: Vec<Literal>) -> Result<Vec<Literal>, Error> {
    let mut decoder = FunctionDecoder::default();
    let operation = decoder.single(op)?;
    let program = Program::default();
    let mesh = DeviceMesh::new(Arc::default(), 1, 1);
    let mut frame = Activation::new(Participant::alone(&program, &mesh), decoder.slots());
    let operands = operands.into_iter().map(Value::from).collect();
    let results = operation.evaluate(operands, &mut frame)?;
    results.into_iter().map(Value::into_tensor).collect()
}
