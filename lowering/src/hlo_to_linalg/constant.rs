// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `stablehlo.constant` (specification, section "constant").

use super::{Emitter, empty};
use crate::ffi;
use crate::ir::{self, Builder, Op, Shaped, Value};
use crate::pass::Failure;
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// Lowers a constant to `arith.constant`, its signedness dropped.
pub fn emit<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    _: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let ty = ir::tensor_type(emitter.context(), ir::results(op)[0].r#type());
    if Shaped::of(ty).is_some_and(|shaped| shaped.elements() == 0) {
        // LLVM has no globals without a size.
        return Ok(vec![empty(builder, ty)]);
    }
    let value =
        op.attribute("value").map_err(|_| Failure::at(op, "`stablehlo.constant` has no value"))?;
    let value = ffi::dense_with_type(value, ty).ok_or_else(|| {
        Failure::at(
            op,
            "the elements of `stablehlo.constant` are missing or not as many as its type has",
        )
    })?;
    Ok(vec![builder.constant(value, ty)])
}
