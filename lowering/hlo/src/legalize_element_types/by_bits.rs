// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations that work on the bits of small floats, rather than on wider floats that are rounded
//! to them.
//!
//! A computation in a wider float would produce other results: for example, the next float of a
//! wider format rounds to the same small float.

use super::bitcast::reinterpreted;
use super::next_after::next_after;
use super::reduce_precision::reduce_precision;
use super::scheme::{Scheme, cast};
use super::small_float::SmallFloats;
use crate::build::Hlo;
use crate::expand_chlo::broadcast;
use crate::unsigned_tensor::UnsignedTensor;
use hloom_dialects::op::Op as Kind;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// Expands an operation that works on the bits of small floats, and returns its results. Returns
/// `None` for any other operation.
///
/// # Errors
/// Fails if a shape is dynamic, if a bitcast packs or unpacks floats of 6 bits, or if a
/// `chlo.constant_like` has no attribute `value`.
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
    let dynamic_shape = || {
        let (name, ty) = (ir::op_name(op), result.r#type());
        Failure::at(op, format!("`{name}`: expected a static shape, found `{ty}`"))
    };
    let value = match (kind, small) {
        (Kind::StablehloBitcastConvert, _) => {
            reinterpreted(hlo, operands[0], result).ok_or_else(|| {
                let (from, to) = (operands[0].r#type(), result.r#type());
                let message = format!(
                    "`stablehlo.bitcast_convert` from `{from}` to `{to}` is not supported; no \
                     integer type has 6 bits"
                );
                Failure::at(op, message)
            })?
        }
        // The constant gets the small float type, which the operand is about to lose.
        (Kind::ChloConstantLike, Some(_)) => {
            let splat = op
                .attribute("value")
                .map(|value| ir::splat_attribute(result.r#type(), value))
                .map_err(|_| {
                    Failure::at(op, "`chlo.constant_like`: expected an attribute `value`")
                })?;
            hlo.constant(splat, result.r#type())
        }
        (Kind::ChloNextAfter, _) => {
            next_after(hlo, operands[0], operands[1]).ok_or_else(dynamic_shape)?
        }
        (Kind::ChloBroadcastNextAfter, Some(_)) => {
            let operands = broadcast::operands(hlo, op)?.ok_or_else(dynamic_shape)?;
            next_after(hlo, operands[0], operands[1]).ok_or_else(dynamic_shape)?
        }
        (Kind::StablehloReducePrecision, Some(floats)) => {
            reduce_precision(hlo, op, floats).ok_or_else(dynamic_shape)?
        }
        (Kind::StablehloRngBitGenerator, Some(floats)) => {
            return Ok(Some(random_bits(hlo, op, floats)));
        }
        _ => return Ok(None),
    };
    Ok(Some(vec![value]))
}

/// Generates random bytes, and masks them to the bits of the format. Returns the new state and the
/// random small floats.
fn random_bits<'a>(hlo: Hlo<'a>, op: Op<'a>, floats: SmallFloats) -> Vec<Value<'a>> {
    let (operands, results) = (ir::operands(op), ir::results(op));
    let bytes = Scheme::storage(hlo.at.context(), results[1].r#type());
    let random = hlo.at.op(ir::op_name(op)).operands(&operands).attrs_of(op, &[]);
    let random = ir::results(random.results(&[results[0].r#type(), bytes]).build());
    let bits = UnsignedTensor::new(hlo, random[1]).and_number(floats.magnitudes() | floats.sign());
    vec![random[0], cast(hlo, bits.value, results[1].r#type())]
}
