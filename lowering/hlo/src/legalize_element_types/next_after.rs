// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `next_after` of small floats. The step is taken in the bits of the small floats, not in the bits
//! of the wider floats that represent them in other computations.

use super::scheme::{Scheme, cast, decoded, stored};
use super::small_float::SmallFloats;
use crate::build::Hlo;
use crate::unsigned_tensor::UnsignedTensor;
use hloom_dialects::shape::TensorType;
use hloom_ir::Value;
use hloom_values::Specials;
use melior::ir::ValueLike;

/// Returns the values next to `x` towards `y`. Returns `None` unless the operands are static
/// tensors of small floats.
pub fn next_after<'a>(hlo: Hlo<'a>, x: Value<'a>, y: Value<'a>) -> Option<Value<'a>> {
    TensorType::from_type(x.r#type())?.static_dims()?;
    let Some(Scheme::SmallFloat(floats)) = Scheme::of(x.r#type()) else { return None };
    let bits = |value| UnsignedTensor::new(hlo, stored(hlo, value)).converted(32);
    let next = next_bits(floats, hlo, [bits(x), bits(y)], [decoded(hlo, x), decoded(hlo, y)]);
    Some(cast(hlo, next.converted(8).value, x.r#type()))
}

fn next_bits<'a>(
    floats: SmallFloats,
    hlo: Hlo<'a>,
    [x_bits, y_bits]: [UnsignedTensor<'a>; 2],
    [x, y]: [Value<'a>; 2],
) -> UnsignedTensor<'a> {
    let format = floats.format();
    let zero = hlo.float(0.0, x.r#type());
    let magnitude = x_bits.and_number(floats.magnitudes());
    let upwards = hlo.compare("GT", y, x, false);
    let positive = hlo.compare("GT", x, zero, false);
    let inwards = hlo.binary("xor", upwards, positive);
    let next = magnitude.plus_number(u64::MAX);
    let mut next = next.select_else(inwards, magnitude.plus_number(1));
    if format.is_signed() {
        let signed = next.or(x_bits.and_number(floats.sign()));
        next = match format.specials() {
            // The bits of negative zero are NaN in this format.
            Specials::NegativeZeroNan => next.select_else(next.equals(0), signed),
            Specials::Ieee | Specials::AllOnesNan | Specials::None => signed,
        };
        let least = y_bits.and_number(floats.sign()).or(next.splat(1));
        next = least.select_else(hlo.compare("EQ", x, zero, false), next);
    }
    next = y_bits.select_else(hlo.compare("EQ", x, y, false), next);
    let Some(nan) = format.nan() else { return next };
    let is_nan = |value| hlo.compare("NE", value, value, false);
    let either = hlo.binary("or", is_nan(x), is_nan(y));
    next.splat(nan.into()).select_else(either, next)
}
