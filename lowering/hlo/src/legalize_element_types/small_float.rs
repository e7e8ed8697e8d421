// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of floats of 8 bits and fewer from and to f32 and f64, with bit operations.
//!
//! Results are rounded once, to nearest, ties to even. In the format without a mantissa, ties round
//! up. Most formats are defined by OCP ("8-bit floating point" and "Microscaling formats").

use crate::build::{Hlo, element_of};
use crate::unsigned_tensor::{UnsignedTensor, unsigned_type};
use hloom_dialects::shape::TensorType;
use hloom_ir::integer_type;
use hloom_ir::{self as ir, Context, Type, Value};
use hloom_values::{SmallFloat, Specials};
use melior::ir::ValueLike;

/// A format of small floats, which are stored as bytes.
#[derive(Clone, Copy)]
pub struct SmallFloats {
    format: &'static SmallFloat,
}

/// The width in bits, the mantissa bits and the exponent bias of f32 or f64, the wider format for
/// decoding and encoding.
struct Wide {
    width: u32,
    mantissa: u32,
    bias: i32,
}

const SINGLE: Wide = Wide { width: 32, mantissa: 23, bias: 127 };
const DOUBLE: Wide = Wide { width: 64, mantissa: 52, bias: 1023 };

impl Wide {
    /// Returns the bits of `2^exponent` in this wider format.
    fn power_of_two(&self, exponent: i32) -> u64 {
        u64::from((exponent + self.bias).unsigned_abs()) << self.mantissa
    }

    fn infinity(&self) -> u64 {
        self.power_of_two(self.bias + 1)
    }
}

impl SmallFloats {
    /// Returns the format of a tensor's elements, or `None` if they are not small floats.
    pub fn of(tensor: &TensorType) -> Option<Self> {
        let element = tensor.element_type().value_type()?;
        let format = element.small_float().filter(|format| format.bit_width() <= 8)?;
        Some(Self { format })
    }

    /// Returns the width of an element in bits.
    pub fn width(self) -> u32 {
        self.format.bit_width()
    }

    /// Returns the type of the stored bytes in StableHLO, `ui8`.
    pub fn storage(self, context: &Context) -> Type<'_> {
        integer_type(context, 8, false)
    }

    /// Returns the description of the small float format.
    pub fn format(self) -> &'static SmallFloat {
        self.format
    }

    /// Returns the mask of all bits but the sign.
    pub fn magnitudes(self) -> u64 {
        (1 << (self.format.exponent_bits() + self.format.mantissa_bits())) - 1
    }

    /// Returns the mask of the sign bit, or zero for an unsigned format.
    pub fn sign(self) -> u64 {
        if self.format.is_signed() { self.magnitudes() + 1 } else { 0 }
    }

    /// Returns the bits that represent a positive overflow: infinity, NaN if the format has no
    /// infinity, or the largest number if it has neither.
    pub fn beyond(self) -> u64 {
        match self.format.specials() {
            Specials::Ieee => self.format.infinity().into(),
            Specials::AllOnesNan => self.magnitudes(),
            Specials::NegativeZeroNan => self.sign(),
            Specials::None => self.format.largest().into(),
        }
    }

    /// Decodes bytes to f32, which represents all numbers exactly.
    pub fn decode<'a>(self, hlo: Hlo<'a>, bytes: Value<'a>) -> Value<'a> {
        let (format, wide) = (self.format, &SINGLE);
        let bits = UnsignedTensor::new(hlo, bytes).converted(wide.width);
        let magnitude = bits.and_number(self.magnitudes());
        let offset = wide.power_of_two(-format.bias());
        let scaled = magnitude.shifted_left(wide.mantissa - format.mantissa_bits());
        let normal = scaled.plus_number(offset);
        let small = if format.is_signed() {
            let count = hlo.convert(magnitude.value, ir::f32(hlo.at.context()));
            let unit = 1 - format.bias() - format.mantissa_bits().cast_signed();
            let unit = hlo.float(2_f64.powi(unit), count.r#type());
            UnsignedTensor::new(
                hlo,
                hlo.bitcast(hlo.binary("multiply", count, unit), unsigned_type(hlo, wide.width)),
            )
        } else {
            // The least power of two is below the normal numbers of f32.
            magnitude.splat(1 << (wide.mantissa - 1))
        };
        let is_small = magnitude.is_below(1 << format.mantissa_bits());
        let mut result = small.select_else(is_small, normal);
        let nan = result.splat(wide.infinity() | 1 << (wide.mantissa - 1));
        let infinity = u64::from(format.infinity());
        match format.specials() {
            Specials::Ieee => {
                let is_infinite = magnitude.equals(infinity);
                result = result.splat(wide.infinity()).select_else(is_infinite, result);
                let is_number = magnitude.is_below(infinity + 1);
                result = result.select_else(is_number, nan);
            }
            Specials::AllOnesNan => {
                result = nan.select_else(magnitude.equals(self.magnitudes()), result);
            }
            Specials::NegativeZeroNan => {
                let masked = bits.and_number(self.magnitudes() | self.sign());
                result = nan.select_else(masked.equals(self.sign()), result);
            }
            Specials::None => {}
        }
        if format.is_signed() {
            let sign = bits.and_number(self.sign()).shifted_left(wide.width - self.width());
            result = result.or(sign);
        }
        hlo.bitcast(result.value, ir::f32(hlo.at.context()))
    }

    /// Rounds floats to the nearest numbers of this format, and returns their bytes.
    pub fn encode<'a>(self, hlo: Hlo<'a>, numbers: Value<'a>) -> Value<'a> {
        let (format, context) = (self.format, hlo.at.context());
        let (mut wide, mut numbers) = (&SINGLE, numbers);
        if ir::element_width(element_of(numbers)) == 64 || !format.is_signed() {
            numbers = hlo.convert(numbers, ir::f64(context));
            wide = &DOUBLE;
        }
        let bits = UnsignedTensor::new(hlo, hlo.bitcast(numbers, unsigned_type(hlo, wide.width)));
        let sign_bit = 1_u64 << (wide.width - 1);
        let magnitude = bits.and_number(sign_bit - 1);
        // Normal numbers: carries out of the mantissa increase the exponent.
        let dropped = wide.mantissa - format.mantissa_bits();
        let half = 1 << (dropped - 1);
        let rounded = if format.is_signed() {
            let odd = magnitude.shifted_right(dropped).and_number(1);
            magnitude.plus_number(half - 1).plus(odd)
        } else {
            // Without a mantissa, ties go up.
            magnitude.plus_number(half)
        };
        let offset = u64::from((wide.bias - format.bias()).unsigned_abs());
        let offset = (offset << format.mantissa_bits()).wrapping_neg();
        let mut result = rounded.shifted_right(dropped).plus_number(offset);
        // Subnormal numbers: an addition rounds to multiples of the least of them.
        let least = 1 - format.bias() - i32::from(!format.is_signed());
        let is_small = magnitude.is_below(wide.power_of_two(least));
        let small = if format.is_signed() {
            let unit = least - format.mantissa_bits().cast_signed();
            let float = hlo.bitcast(magnitude.value, element_of(numbers));
            let magic = 2_f64.powi(unit + wide.mantissa.cast_signed());
            let sum = hlo.binary("add", float, hlo.float(magic, float.r#type()));
            let sum = UnsignedTensor::new(hlo, hlo.bitcast(sum, unsigned_type(hlo, wide.width)));
            let zero = wide.power_of_two(unit + wide.mantissa.cast_signed());
            sum.plus_number(zero.wrapping_neg())
        } else {
            result.splat(0)
        };
        result = small.select_else(is_small, result);
        let largest = u64::from(format.largest());
        let beyond = self.beyond();
        let fits = result.is_below(largest + 1);
        result = result.select_else(fits, result.splat(beyond));
        let nan = format.nan().map_or(self.sign(), u64::from);
        result = result.select_else(magnitude.is_below(wide.infinity() + 1), result.splat(nan));
        if format.is_signed() {
            let sign = bits.and_number(sign_bit).shifted_right(wide.width - self.width());
            let signed = result.or(sign);
            result = match format.specials() {
                // The bits of negative zero are the only NaN.
                Specials::NegativeZeroNan => result.select_else(result.equals(0), signed),
                Specials::None => {
                    let is_number = magnitude.is_below(wide.infinity() + 1);
                    signed.select_else(is_number, result)
                }
                Specials::Ieee | Specials::AllOnesNan => signed,
            };
        } else {
            // The format has no zero and no negative numbers, which become NaN.
            let is_positive = magnitude.plus_number(u64::MAX).is_below(sign_bit - 1);
            let is_positive = hlo.binary("and", is_positive, bits.is_below(sign_bit));
            result = result.select_else(is_positive, result.splat(self.magnitudes()));
        }
        result.converted(8).value
    }
}
