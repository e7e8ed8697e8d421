// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Ops of the sdy dialect, which distribute tensors over devices.
//!
//! The constraint names are specific to this project.

use super::communication::is_token;
use crate::{ensure, op::Op, op_view::OpView, shape::TensorType, violation::Violation};
use melior::ir::Type;

/// Checks the constraints of an op of the sdy dialect.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    match op.op() {
        Op::SdyShardingConstraint => verify_constraint(op),
        Op::SdyManualComputation => verify_computation(op),
        // A mesh has no types, and a sharding group accepts any. The types of a return are checked
        // with its manual computation.
        _ => Ok(()),
    }
}

fn verify_constraint(op: &OpView) -> Result<(), Violation> {
    let (input, result) = (op.tensor(0)?, op.result_tensor(0)?);
    ensure!(
        input.ty() == result.ty(),
        "sharding_constraint_type",
        "input and result must have the same type, found {input} and {result}"
    );
    Ok(())
}

// The arguments and results of the body are parts of the operands and results of the op. They have
// the same element types and ranks.
fn verify_computation(op: &OpView) -> Result<(), Violation> {
    let body = op.region(0)?;
    ensure!(
        agree(&op.operand_types(), &body.argument_types()),
        "manual_computation_operands",
        "the body's arguments must be parts of the operands, with their element types and ranks"
    );
    ensure!(
        body.returned_types().is_some_and(|returned| agree(&op.result_types(), &returned)),
        "manual_computation_results",
        "the values that the body returns must be parts of the results, with their element \
         types and ranks"
    );
    Ok(())
}

fn agree(whole: &[Type], parts: &[Type]) -> bool {
    whole.len() == parts.len()
        && whole.iter().zip(parts).all(|(whole, part)| {
            match (TensorType::from_type(*whole), TensorType::from_type(*part)) {
                (Some(whole), Some(part)) => {
                    whole.element() == part.element() && whole.dims().len() == part.dims().len()
                }
                // Tokens order effects, and are not divided.
                (None, None) => is_token(*whole) && whole == part,
                _ => false,
            }
        })
}
