// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations whose results are bits of small floats rather than numbers rounded to them:
//! a wider float would not do.

use super::next_after::next_after;
use super::reduce_precision::reduce_precision;
use super::scheme::{Scheme, cast};
use super::small_float::{SmallFloats, reinterpreted};
use crate::ffi;
use crate::hlo::build::Hlo;
use crate::hlo::expand_chlo::broadcast;
use crate::hlo::words::Words;
use crate::ir::{self, Op, Value};
use crate::pass::Failure;
use hloom_dialects::op::Op as Kind;
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The results of an operation that goes by bits; nothing for another one.
pub fn results<'a>(
    hlo: Hlo<'a>,
    kind: Kind,
    op: Op<'a>,
) -> Result<Option<Vec<Value<'a>>>, Failure<'a>> {
    let (operands, results) = (ir::operands(op), ir::results(op));
    let Some(result) = results.last().copied() else { return Ok(None) };
    let small = match Scheme::of(result.r#type()) {
        Some(Scheme::SmallFloat(floats)) => Some(floats),
        _ => None,
    };
    let unsized_ =
        || Failure::at(op, format!("`{}` has a size only the run knows", result.r#type()));
    let value = match (kind, small) {
        (Kind::StablehloBitcastConvert, _) => {
            reinterpreted(hlo, operands[0], result).ok_or_else(|| {
                Failure::at(op, "`stablehlo.bitcast_convert` packs floats of less than 8 bits")
            })?
        }
        // The value is of the type that the operand is about to lose.
        (Kind::ChloConstantLike, Some(_)) => {
            let splat = op
                .attribute("value")
                .map(|value| ffi::splat_attribute(result.r#type(), value))
                .map_err(|_| Failure::at(op, "`chlo.constant_like` has no value"))?;
            hlo.constant(splat, result.r#type())
        }
        (Kind::ChloNextAfter, _) => {
            next_after(hlo, operands[0], operands[1]).ok_or_else(unsized_)?
        }
        (Kind::ChloBroadcastNextAfter, Some(_)) => {
            let operands = broadcast::operands(hlo, op)?.ok_or_else(unsized_)?;
            next_after(hlo, operands[0], operands[1]).ok_or_else(unsized_)?
        }
        (Kind::StablehloReducePrecision, Some(floats)) => {
            reduce_precision(hlo, op, floats).ok_or_else(unsized_)?
        }
        (Kind::StablehloRngBitGenerator, Some(floats)) => {
            return Ok(Some(random_bits(hlo, op, floats)));
        }
        _ => return Ok(None),
    };
    Ok(Some(vec![value]))
}

/// The state, and elements of any bits.
fn random_bits<'a>(hlo: Hlo<'a>, op: Op<'a>, floats: SmallFloats) -> Vec<Value<'a>> {
    let (operands, results) = (ir::operands(op), ir::results(op));
    let bytes = Scheme::storage(hlo.at.context(), results[1].r#type());
    let random = hlo.at.op(ir::op_name(op)).operands(&operands).attrs_of(op, &[]);
    let random = ir::results(random.results(&[results[0].r#type(), bytes]).build());
    let bits = Words::new(hlo, random[1]).and_number(floats.magnitudes() | floats.sign());
    vec![random[0], cast(hlo, bits.value, results[1].r#type())]
}
