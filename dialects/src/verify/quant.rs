// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verification and type inference of conversions to and from quantized element types.

use super::results::{check_results, no_rule};
use crate::{
    ensure,
    op::Op,
    op_view::{InferView, OpView},
    quantized::Quantized,
    shape::compatible_dims,
    violation,
    violation::Violation,
};
use melior::ir::Type;

/// Checks the constraints of a conversion to or from quantized types.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    if op.op() == Op::StablehloUniformDequantize {
        return check_results(op, &infer(op)?, "c2");
    }
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    ensure!(
        compatible_dims(operand.dims(), result.dims()),
        "uniform_quantize_c1",
        "operand and result must have the same shape, found {operand} and {result}"
    );
    let expressed = |element| Quantized::from_type(element).map(|quantized| quantized.expressed);
    let source = expressed(operand.element()).unwrap_or(operand.element());
    ensure!(
        expressed(result.element()) == Some(source),
        "uniform_quantize_c2",
        "the expressed type of the result must be {source}, found {operand} and {result}"
    );
    Ok(())
}

/// Infers the result types of a conversion to or from quantized types.
///
/// # Errors
/// Returns the first violated constraint, or a violation if the op has no inference rule.
pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    if op.op() != Op::StablehloUniformDequantize {
        return Err(no_rule(op));
    }
    let operand = op.tensor(0)?;
    let quantized = operand.quantized().ok_or_else(|| {
        violation!("uniform_dequantize_i1", "operand must be quantized, found {operand}")
    })?;
    Ok(vec![operand.with_element(quantized.expressed).ty()])
}
