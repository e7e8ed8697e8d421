// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers `bitcast_convert` (StableHLO specification, section "bitcast_convert").

use super::Emitter;
use super::scalar::bitcast::{self, from_bits, to_bits};
use hloom_ir::linalg::generic::{
    Generic, empty, identity_map, linalg_index, map_of_dims, splat_tensor,
};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Op, Shaped, Value};
use melior::ir::ValueLike;

/// Lowers `bitcast_convert` to `arith.bitcast` of each element.
///
/// If the element widths differ, the last dimension of the narrower type contains the parts of a
/// wide element, low bits first. Shifts and truncations then extract or join the parts.
///
/// # Errors
/// Fails if the operand or the result is not a tensor.
pub fn emit<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let context = emitter.context();
    let operand = operands[0];
    let ty = ir::tensor_type(context, ir::results(op)[0].r#type());
    let (Some(from), Some(to)) = (Shaped::of(operand.r#type()), Shaped::of(ty)) else {
        return Err(Failure::at(
            op,
            "`stablehlo.bitcast_convert`: expected ranked tensors, found another type",
        ));
    };
    if operand.r#type() == ty {
        return Ok(vec![operand]);
    }
    let (old, new) = (ir::element_width(from.element), ir::element_width(to.element));
    let (narrow, wide) = (ir::int(context, old.min(new)), ir::int(context, old.max(new)));
    let rank = from.rank().max(to.rank());
    let last = rank as i64 - 1;
    let outer: Vec<_> = (0..rank.saturating_sub(1)).collect();
    let shift = |builder: Builder<'a>, dim: i64| {
        let width = builder.int(i64::from(old.min(new)), wide);
        let position = builder.simple("arith.index_cast", &[linalg_index(builder, dim)], wide);
        builder.binary("arith.muli", position, width)
    };
    match old.cmp(&new) {
        std::cmp::Ordering::Equal => {
            let map = identity_map(context, rank);
            Ok(Generic::new(builder, &vec![true; rank])
                .input(operand, map)
                .output(empty(builder, ty), map)
                .build(|builder, arguments| vec![bitcast::emit(builder, arguments[0], to.element)]))
        }
        std::cmp::Ordering::Greater => Ok(Generic::new(builder, &vec![true; rank])
            .input(operand, map_of_dims(context, rank, &outer))
            .output(empty(builder, ty), identity_map(context, rank))
            .build(|builder, arguments| {
                let whole = to_bits(builder, arguments[0]);
                let part = builder.binary("arith.shrui", whole, shift(builder, last));
                let part = builder.simple("arith.trunci", &[part], narrow);
                vec![from_bits(builder, part, to.element)]
            })),
        std::cmp::Ordering::Less => {
            let whole_ty = ir::tensor(&to.shape, wide);
            let zeros = splat_tensor(builder, builder.int(0, wide), whole_ty);
            let mut parallel = vec![true; rank];
            parallel[rank - 1] = false;
            let whole = Generic::new(builder, &parallel)
                .input(operand, identity_map(context, rank))
                .output(zeros, map_of_dims(context, rank, &outer))
                .build(|builder, arguments| {
                    let part = to_bits(builder, arguments[0]);
                    let part = builder.simple("arith.extui", &[part], wide);
                    let part = builder.binary("arith.shli", part, shift(builder, last));
                    vec![builder.binary("arith.ori", arguments[1], part)]
                })[0];
            if wide == to.element {
                return Ok(vec![whole]);
            }
            let map = identity_map(context, rank - 1);
            Ok(Generic::new(builder, &vec![true; rank - 1])
                .input(whole, map)
                .output(empty(builder, ty), map)
                .build(|builder, arguments| {
                    vec![from_bits(builder, to_bits(builder, arguments[0]), to.element)]
                }))
        }
    }
}
