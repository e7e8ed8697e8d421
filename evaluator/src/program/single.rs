// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! One operation by itself.

use super::{Decoder, Program};
use crate::run::{Frame, Grid, Process};
use crate::{Error, Literal, Value};
use hloom_dialects::op_view::OpView;
use std::sync::Arc;

/// The results of an operation on tensors, whatever computes its operands.
///
/// Sizes are those of the operands: an elementwise operation gives one element of one,
/// whatever the program declares.
///
/// # Errors
/// If the operation cannot be evaluated, or is not on tensors alone.
pub fn evaluate_operation(op: &OpView, operands: Vec<Literal>) -> Result<Vec<Literal>, Error> {
    let mut decoder = Decoder::default();
    let operation = decoder.single(op)?;
    let program = Program::default();
    let grid = Grid::new(Arc::default(), 1, 1);
    let mut frame = Frame::new(Process::alone(&program, &grid), decoder.slots());
    let operands = operands.into_iter().map(Value::from).collect();
    let results = operation.evaluate(operands, &mut frame)?;
    results.into_iter().map(Value::into_tensor).collect()
}
