// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Expansion of `chlo.broadcast_*`.
//!
//! The operands are broadcast to the shape of the result. The operation of the same name
//! without broadcasting then computes the result.

use super::super::build::Hlo;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Op, Shaped, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// Builds the operation without broadcasting for `chlo.broadcast_*`. Returns `None` for other
/// names, and for a result with dynamic shape.
///
/// # Errors
/// Fails if an operand has a higher rank than the result.
pub fn expand<'a>(
    hlo: Hlo<'a>,
    op: Op<'a>,
    name: &str,
) -> Result<Option<Vec<Value<'a>>>, Failure<'a>> {
    let Some(base) = name.strip_prefix("broadcast_") else { return Ok(None) };
    let result = ir::results(op)[0].r#type();
    let Some(operands) = operands(hlo, op)? else { return Ok(None) };

    let in_chlo = matches!(base, "next_after" | "polygamma" | "zeta");
    // A variable, because the builder borrows the name.
    let name = format!("{}.{base}", if in_chlo { "chlo" } else { "stablehlo" });
    let mut builder = hlo.at.op(&name).operands(&operands).result(result);
    for attribute in ["comparison_direction", "compare_type"] {
        if let Ok(value) = op.attribute(attribute) {
            let value = value.to_string().replace("#chlo", "#stablehlo");
            builder = builder.attr(attribute, ir::parse_attribute(hlo.at.context(), &value));
        }
    }
    Ok(Some(ir::results(builder.build())))
}

/// Broadcasts the operands to the shape of the result. An operand of lower rank is aligned
/// according to `broadcast_dimensions`, or at its last dimension if the attribute is absent.
/// Returns `None` for a dynamic shape.
///
/// # Errors
/// Fails if an operand has a higher rank than the result.
pub fn operands<'a>(hlo: Hlo<'a>, op: Op<'a>) -> Result<Option<Vec<Value<'a>>>, Failure<'a>> {
    let result = Shaped::of(ir::results(op)[0].r#type()).filter(Shaped::is_static);
    let Some(shape) = result.map(|shaped| shaped.shape) else { return Ok(None) };
    let explicit = op.attribute("broadcast_dimensions").ok().and_then(ir::i64_array);
    let operands = ir::operands(op).into_iter().map(|operand| {
        let rank = Shaped::of(operand.r#type()).map_or(0, |shaped| shaped.rank());
        let first = shape.len().checked_sub(rank)?;
        let dims = match &explicit {
            Some(dims) if rank < shape.len() && rank == dims.len() => dims.clone(),
            _ => (first..shape.len()).map(|dim| dim as i64).collect(),
        };
        Some(hlo.broadcast(operand, &dims, &shape))
    });
    let refusal = || {
        let name = ir::op_name(op);
        Failure::at(op, format!("`{name}` has an operand of higher rank than its result"))
    };
    operands.collect::<Option<_>>().ok_or_else(refusal).map(Some)
}
