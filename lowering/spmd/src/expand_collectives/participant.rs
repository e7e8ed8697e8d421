// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The number of the participant that runs the program, and choices that depend on it.

use super::collective::Collective;
use super::contiguous;
use hloom_dialects::shape::TensorType;
use hloom_evaluator::Strategy;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Type, Value};
use melior::ir::ValueLike;
use melior::ir::r#type::IntegerType;

/// Builds the number of the participant among the partitions (`partition_id`) or the replicas
/// (`replica_id`); `name` is one of these two names.
pub fn own_number<'a>(of: &Collective<'a>, name: &str, result: Type<'a>) -> Value<'a> {
    match &of.contiguous {
        Some(form) => contiguous::place(of, form, name, result),
        None => of.call(name, None, result, &[]),
    }
}

/// Builds a boolean that is true on the participants whose number is one of `ids`. As in the
/// groups of the collective, `ids` are numbers of replicas or of partitions.
///
/// # Errors
/// Fails if an attribute of the groups is invalid.
pub fn is_one_of<'a>(of: &Collective<'a>, ids: &[u32]) -> Result<Value<'a>, Failure<'a>> {
    let (hlo, context) = (of.hlo, of.context());
    let truth = ir::tensor(&[], ir::int(context, 1));
    if ids.is_empty() {
        return Ok(hlo.int(0, truth));
    }
    let name = match of.groups()?.strategy() {
        Strategy::CrossPartition => "partition_id",
        _ => "replica_id",
    };
    let element: Type = IntegerType::unsigned(context, 32).into();
    let own = own_number(of, name, ir::tensor(&[], element));
    let count = ids.len() as i64;
    let all = ir::tensor(&[count], element);
    let ids = ir::parse_attribute(context, &format!("dense<{ids:?}> : {all}"));
    let own = hlo.broadcast(own, &[], &[count]);
    let equal = hlo.compare("EQ", own, hlo.constant(ids, all), false);
    Ok(hlo.reduce(equal, hlo.int(0, truth), &[0], "or"))
}

/// Returns `received` on the participants whose number is one of `recipients`, and zeros on the
/// others. They have bytes of zeros, which represent another number if the zero point of a
/// quantized tensor is not zero.
///
/// # Errors
/// Fails if an attribute of the groups is invalid.
pub fn or_zeros<'a>(
    of: &Collective<'a>,
    received: Value<'a>,
    recipients: &[u32],
) -> Result<Value<'a>, Failure<'a>> {
    let (hlo, ty) = (of.hlo, received.r#type());
    let quantized = TensorType::from_type(ty).and_then(|tensor| tensor.quantized());
    match quantized {
        Some(quantized) if quantized.zero_points.iter().any(|zero| *zero != 0) => {
            let zeros = hlo.zeros(ty);
            Ok(hlo.select(is_one_of(of, recipients)?, received, zeros))
        }
        _ => Ok(received),
    }
}
