// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `reduce_precision` of small floats (specification, section "reduce_precision").
//!
//! The bits of the small floats are rounded to a format with fewer bits. Numbers below the exponent
//! range of this format become zero. Numbers above the range become infinity, or NaN or the largest
//! number if the small floats have no infinity.

use super::scheme::{cast, stored};
use super::small_float::SmallFloats;
use crate::build::Hlo;
use crate::unsigned_tensor::UnsignedTensor;
use hloom_dialects::shape::TensorType;
use hloom_ir::{self as ir, Op, Value};
use hloom_values::Specials;
use melior::ir::ValueLike;

/// Expands a `reduce_precision` and returns its result, or `None` if the shape of the result is
/// dynamic.
pub fn reduce_precision<'a>(hlo: Hlo<'a>, op: Op<'a>, floats: SmallFloats) -> Option<Value<'a>> {
    let operand = *ir::operands(op).first()?;
    TensorType::from_type(operand.r#type())?.static_dims()?;
    let exponent = u32::try_from(ir::integer(op, "exponent_bits")?).ok()?;
    let mantissa = u32::try_from(ir::integer(op, "mantissa_bits")?).ok()?;
    let bits = UnsignedTensor::new(hlo, stored(hlo, operand)).converted(32);
    let reduced = reduced_bits(floats, bits, exponent, mantissa);
    Some(cast(hlo, reduced.converted(8).value, operand.r#type()))
}

fn reduced_bits(
    floats: SmallFloats,
    bits: UnsignedTensor,
    exponent: u32,
    mantissa: u32,
) -> UnsignedTensor {
    let format = floats.format();
    let magnitude = bits.and_number(floats.magnitudes());
    let mut result = magnitude;
    if let Some(dropped) = format.mantissa_bits().checked_sub(mantissa).filter(|it| *it > 0) {
        // Without a mantissa, the last bit that is kept belongs to the exponent.
        let odd = magnitude.shifted_right(dropped).and_number(1);
        let rounded = magnitude.plus_number((1 << (dropped - 1)) - 1).plus(odd);
        result = rounded.shifted_right(dropped).shifted_left(dropped);
    }
    let beyond = result.splat(floats.beyond());
    let mut above = u64::from(format.largest()) + 1;
    let mut below = 0;
    if exponent < format.exponent_bits() {
        let largest = (1 << (exponent.max(1) - 1)) - 1;
        above = above.min(first_from(floats, largest + 1));
        below = first_from(floats, 1 - largest);
    }
    let fits = result.is_below(above);
    if below > 0 {
        let zero = result.splat(if format.is_signed() { 0 } else { floats.magnitudes() });
        result = zero.select_else(result.is_below(below), result);
    }
    result = result.select_else(fits, beyond);
    let sign = bits.and_number(floats.sign());
    let signed = result.or(sign);
    let kept = bits.and_number(floats.magnitudes() | floats.sign());
    match format.specials() {
        Specials::None => signed,
        Specials::Ieee => {
            let infinity = u64::from(format.infinity());
            // Without a mantissa there is no NaN: its exponent is that of infinity.
            let special = if mantissa > 0 { kept } else { beyond.or(sign) };
            signed.select_else(magnitude.is_below(infinity), special)
        }
        Specials::AllOnesNan => kept.select_else(magnitude.equals(floats.magnitudes()), signed),
        Specials::NegativeZeroNan => {
            let number = result.select_else(result.equals(0), signed);
            kept.select_else(kept.equals(floats.sign()), number)
        }
    }
}

/// Returns the bits of the smallest number that is at least `2^exponent`. If there is no such
/// number, returns the bit pattern after the largest number.
fn first_from(floats: SmallFloats, exponent: i32) -> u64 {
    let format = floats.format();
    let numbers = 0..=format.largest();
    let first = numbers.clone().find(|bits| format.decode(*bits) >= 2_f64.powi(exponent));
    first.map_or_else(|| u64::from(format.largest()) + 1, u64::from)
}
