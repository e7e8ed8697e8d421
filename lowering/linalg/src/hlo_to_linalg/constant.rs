// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers `constant` (StableHLO specification, section "constant").

use super::Emitter;
use hloom_ir::linalg::generic::empty;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Op, Shaped, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// Lowers a constant to `arith.constant` with a signless element type.
///
/// # Errors
/// Fails if the attribute `value` is missing, or if its number of elements differs from that of the
/// result type.
pub fn emit<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    _: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let ty = ir::tensor_type(emitter.context(), ir::results(op)[0].r#type());
    if Shaped::of(ty).is_some_and(|shaped| shaped.elements() == 0) {
        // LLVM has no globals of size zero.
        return Ok(vec![empty(builder, ty)]);
    }
    let value = op.attribute("value").map_err(|_| {
        Failure::at(op, "`stablehlo.constant`: expected an attribute `value`, found none")
    })?;
    let value = ir::dense_with_type(value, ty).ok_or_else(|| {
        Failure::at(
            op,
            "`stablehlo.constant`: elements are missing, or their number differs from that of the type",
        )
    })?;
    Ok(vec![builder.constant(value, ty)])
}
