// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a comparison compares its elements as (specification, section "compare").

use crate::attributes::{chlo, stablehlo};
use crate::element::ElementType;
use crate::ensure;
use crate::op_view::OpView;
use crate::violation::Violation;

/// Checks that the `compare_type` of a comparison is one of its elements, if it is given.
///
/// A program with another one is valid: StableHLO's own verifier takes it, and portable
/// artifacts have it. But nothing says what it computes.
///
/// # Errors
/// The type that the elements need.
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
        ElementType::Float(_) => &["FLOAT", "TOTALORDER"],
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
