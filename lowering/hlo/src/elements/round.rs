// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion between f64 and narrower floats, with a single rounding to nearest, ties to even.

use super::format::Format;

/// Returns the numbers of exponent and mantissa bits of f16 and bf16, which Rust does not have.
/// Returns `None` for other formats.
fn layout(format: Format) -> Option<(u32, u32)> {
    format.layout().filter(|_| matches!(format, Format::F16 | Format::Bf16))
}

/// Returns the bits of the float of `format` that is nearest to `value`. NaN becomes the
/// positive quiet NaN.
pub fn narrow(format: Format, value: f64) -> u64 {
    let Some((exponent_bits, mantissa_bits)) = layout(format) else {
        return match format {
            _ if value.is_nan() && format == Format::F32 => u64::from(f32::NAN.to_bits()),
            _ if value.is_nan() => f64::NAN.to_bits(),
            Format::F32 => u64::from((value as f32).to_bits()),
            _ => value.to_bits(),
        };
    };
    let sign = u64::from(value.is_sign_negative()) << (exponent_bits + mantissa_bits);
    let infinity = ((1u64 << exponent_bits) - 1) << mantissa_bits;
    if value.is_nan() {
        return infinity | 1 << (mantissa_bits - 1);
    }
    let magnitude = value.abs();
    if magnitude.is_infinite() {
        return sign | infinity;
    }
    // The spacing of the format's numbers around the value is 2^(exponent - mantissa bits), and
    // at least that of its subnormals. The division by it is exact, because the quotient is a
    // normal f64 or less than one half.
    let least = 2 - (1i32 << (exponent_bits - 1));
    let exponent = exponent_of(magnitude).max(least);
    let steps = (magnitude * power_of_two(mantissa_bits as i32 - exponent)).round_ties_even();
    // Steps count from zero in the subnormals, and from 2^mantissa bits in each binade above.
    // The addition carries into the next binade, and to infinity.
    let binade = (exponent - least) as u64;
    let bits = (binade << mantissa_bits) + steps as u64;
    sign | bits.min(infinity)
}

/// Converts the float of `format` with the bits `bits` to f64.
pub fn widen(format: Format, bits: u64) -> f64 {
    let Some((exponent_bits, mantissa_bits)) = layout(format) else {
        return if format == Format::F32 {
            f32::from_bits(bits as u32).into()
        } else {
            f64::from_bits(bits)
        };
    };
    let mantissa = (bits & ((1 << mantissa_bits) - 1)) as f64;
    let exponent = (bits >> mantissa_bits & ((1 << exponent_bits) - 1)) as i32;
    let least = 2 - (1i32 << (exponent_bits - 1)) - mantissa_bits as i32;
    let magnitude = match exponent {
        0 => mantissa * power_of_two(least),
        _ if exponent == (1 << exponent_bits) - 1 && mantissa == 0.0 => f64::INFINITY,
        _ if exponent == (1 << exponent_bits) - 1 => f64::NAN,
        _ => (mantissa + power_of_two(mantissa_bits as i32)) * power_of_two(least + exponent - 1),
    };
    let negative = bits >> (exponent_bits + mantissa_bits) & 1 == 1;
    if negative { -magnitude } else { magnitude }
}

/// Returns the unbiased exponent of a nonnegative finite f64. Zero and subnormals have the smallest
/// exponent, -1022.
fn exponent_of(value: f64) -> i32 {
    ((value.to_bits() >> 52) as i32).max(1) - 1023
}

/// Returns `2^exponent`. The exponent must be in the range of normal f64 numbers.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_comes_back() {
        for format in [Format::F16, Format::Bf16] {
            for bits in 0..=0xffff {
                let value = widen(format, bits);
                if !value.is_nan() {
                    assert_eq!(narrow(format, value), bits, "{format:?} {value}");
                }
            }
        }
    }

    #[test]
    fn halfway_goes_to_even() {
        for format in [Format::F16, Format::Bf16] {
            let infinity = if format == Format::F16 { 0x7c00 } else { 0x7f80 };
            for bits in 0..infinity - 1 {
                let (low, high) = (widen(format, bits), widen(format, bits + 1));
                let middle = low + (high - low) / 2.0;
                let even = bits + (bits & 1);
                assert_eq!(narrow(format, middle), even);
                assert_eq!(narrow(format, middle.next_up()), bits + 1);
                assert_eq!(narrow(format, middle.next_down()), bits);
            }
        }
    }

    #[test]
    fn overflow_is_infinite() {
        assert_eq!(narrow(Format::F16, 65519.0), 0x7bff);
        assert_eq!(narrow(Format::F16, 65520.0), 0x7c00);
        assert_eq!(narrow(Format::F16, -1e300), 0xfc00);
        assert_eq!(narrow(Format::Bf16, 1e39), 0x7f80);
        assert_eq!(narrow(Format::F16, -1e-300), 0x8000);
        assert_eq!(narrow(Format::F16, f64::NAN), 0x7e00);
    }
}
