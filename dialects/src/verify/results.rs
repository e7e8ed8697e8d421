// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The check of declared result types against inferred types.

use crate::{
    op_view::{InferView, OpView},
    shape::accepts,
    violation,
    violation::Violation,
};
use melior::ir::Type;

/// Checks the number and the types of the declared results against the inferred results.
///
/// `constraint` is the specification's number, such as `"c5"`, of the constraint that the result
/// types violate.
///
/// # Errors
/// Returns a violation if the numbers of results differ, or for the first result whose type is not
/// compatible.
pub fn check_results(op: &OpView, inferred: &[Type], constraint: &str) -> Result<(), Violation> {
    let declared = op.result_types();
    if declared.len() != inferred.len() {
        return Err(violation!(
            op.constraint(constraint),
            "has {} results, expected {}",
            declared.len(),
            inferred.len()
        ));
    }
    for (index, (declared, inferred)) in declared.iter().zip(inferred).enumerate() {
        if !accepts(*inferred, *declared) {
            let which = if op.result_count() == 1 { String::new() } else { format!(" {index}") };
            return Err(violation!(
                op.constraint(constraint),
                "result{which} has type {declared}, expected {inferred}"
            ));
        }
    }
    Ok(())
}

/// Returns the violation that `infer` reports for an op whose result types the user chooses.
pub fn no_rule(op: &InferView) -> Violation {
    violation!(op.constraint("results"), "requires result types to be given")
}
