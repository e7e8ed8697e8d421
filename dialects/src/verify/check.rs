// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verifiers for the check dialect, which has no specification with numbered constraints.

use crate::{ensure, op::Op, op_view::OpView, violation::Violation};

/// Checks the constraints of an assertion.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    match op.op() {
        Op::CheckExpectAlmostEq | Op::CheckExpectAlmostEqConst => {
            expect_floats(op)?;
            let tolerance = op.optional_float("tolerance");
            ensure!(
                tolerance.is_none_or(|tolerance| tolerance >= 0.0),
                op.constraint("tolerance"),
                "tolerance must not be negative, found {}",
                tolerance.unwrap_or_default()
            );
            Ok(())
        }
        Op::CheckExpectClose => {
            expect_floats(op)?;
            let bound = |name| op.optional_integer(name).map(|bound| bound as u64);
            let (min, max) = (
                bound("min_ulp_difference").unwrap_or(0),
                bound("max_ulp_difference").unwrap_or(1),
            );
            ensure!(
                min <= max,
                op.constraint("bounds"),
                "min_ulp_difference must not exceed max_ulp_difference, found {min} and {max}"
            );
            Ok(())
        }
        _ => Ok(()),
    }
}

fn expect_floats(op: &OpView) -> Result<(), Violation> {
    let operand = op.tensor(0)?;
    let element = operand.element_type();
    ensure!(
        element.is_float() || element.is_complex(),
        op.constraint("i1"),
        "operands must hold floats or complex numbers, found {operand}"
    );
    Ok(())
}
