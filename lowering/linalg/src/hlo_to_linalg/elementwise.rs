// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers an elementwise operation to one `linalg.generic` with the scalar operation in its body.

use super::{Emitter, scalar};
use hloom_ir::linalg::generic::{Generic, empty, identity_map, map_of_dims};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Op, Shaped, Value};
use melior::ir::ValueLike;

/// Lowers an elementwise operation. Rank-0 operands of `select` and `clamp` are broadcast.
///
/// # Errors
/// Fails if the operation is not defined on its element types.
pub fn emit<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let context = emitter.context();
    let result = ir::results(op)[0].r#type();
    let ty = ir::tensor_type(context, result);
    let rank = Shaped::of(ty).map_or(0, |shaped| shaped.rank());
    let mut generic = Generic::new(builder, &vec![true; rank]);
    for operand in operands {
        let scalar = Shaped::of(operand.r#type()).is_some_and(|shaped| shaped.rank() == 0);
        let map =
            if scalar { map_of_dims(context, rank, &[]) } else { identity_map(context, rank) };
        generic = generic.input(*operand, map);
    }
    let mut outcome = Ok(());
    let results = generic.output(empty(builder, ty), identity_map(context, rank)).build(
        |builder, arguments| match scalar::emit(builder, op, &arguments[..operands.len()]) {
            Ok(value) => vec![value],
            Err(failure) => {
                outcome = Err(failure);
                vec![arguments[operands.len()]]
            }
        },
    );
    outcome.map(|()| results)
}
