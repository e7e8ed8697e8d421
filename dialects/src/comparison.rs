// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The constraint on the `compare_type` of comparisons (specification, `compare`, C3).
//!
//! The verifiers do not check this constraint, because StableHLO's verifier does not check it and
//! portable artifacts violate it. Code that evaluates or lowers a comparison calls this check.

use crate::attributes::{chlo, stablehlo};
use crate::element::ElementType;
use crate::ensure;
use crate::op_view::OpView;
use crate::violation::Violation;

/// Checks that the `compare_type` of a comparison, if present, matches the element type.
///
/// A program with another `compare_type` passes the verifier, but the specification does not define
/// its result. `NOTYPE` matches every element type.
///
/// # Errors
/// Returns a violation of `compare_c3` that names the valid comparison types for the elements.
pub fn check_compare_type(op: &OpView) -> Result<(), Violation> {
    let kind =
        op.optional_typed("compare_type").map(|kind: stablehlo::ComparisonType| kind.as_str());
    let of_chlo =
        || op.optional_typed("compare_type").map(|kind: chlo::ComparisonType| kind.as_str());
    let Some(kind) = kind.or_else(of_chlo) else { return Ok(()) };
    let operand = op.tensor(0)?;
    if operand.quantized().is_some() {
        return Ok(());
    }
    let allowed: &[&str] = match operand.element_type() {
        ElementType::Boolean | ElementType::Unsigned(_) => &["UNSIGNED"],
        ElementType::Signed(_) => &["SIGNED"],
        ElementType::Float(_) | ElementType::Tf32 => &["FLOAT", "TOTALORDER"],
        ElementType::Complex(_) => &["FLOAT"],
        _ => return Ok(()),
    };
    ensure!(
        kind == "NOTYPE" || allowed.contains(&kind),
        "compare_c3",
        "compare_type must be {} for {operand}, found {kind}",
        allowed.join(" or ")
    );
    Ok(())
}
