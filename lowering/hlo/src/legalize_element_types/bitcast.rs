// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `bitcast_convert` from and to floats of less than 8 bits, each of which is stored in a byte.

use super::scheme::{Scheme, cast, stored};
use crate::build::{Hlo, element_of};
use crate::unsigned_tensor::unsigned_type;
use hloom_ir::integer_type;
use hloom_ir::{self as ir, Value};
use melior::ir::ValueLike;

/// Builds a bitcast from or to floats of less than 8 bits. Returns `None` if floats of 6 bits
/// would be packed or unpacked, because no integer type has 6 bits.
pub fn reinterpreted<'a>(hlo: Hlo<'a>, value: Value<'a>, result: Value<'a>) -> Option<Value<'a>> {
    let width = |value: Value<'a>| hloom_dialects::element::storage_width(element_of(value));
    let (from, to) = (width(value)?, width(result)?);
    let context = hlo.at.context();
    let byte = unsigned_type(hlo, 8);
    let is_small = |value: Value<'a>| Scheme::of(value.r#type()).is_some();
    if from == to && is_small(value) && is_small(result) {
        return Some(cast(hlo, stored(hlo, value), result.r#type()));
    }
    if from == 6 || to == 6 {
        return None;
    }
    let (unsigned, own) = (integer_type(context, from, false), integer_type(context, to, false));
    let bits = match Scheme::of(value.r#type()) {
        Some(_) => hlo.convert(stored(hlo, value), unsigned),
        None if element_of(value) == unsigned => value,
        None => hlo.bitcast(value, unsigned),
    };
    let bits = if from == to {
        bits
    } else {
        let ty = ir::tensor(&ir::shape_of(result), own);
        hlo.at.simple("stablehlo.bitcast_convert", &[bits], ty)
    };
    Some(if is_small(result) {
        cast(hlo, hlo.convert(bits, byte), result.r#type())
    } else if own == element_of(result) {
        bits
    } else {
        hlo.bitcast(bits, element_of(result))
    })
}
