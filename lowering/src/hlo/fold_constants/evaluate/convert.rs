// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Changes of element type (specification, sections "convert", "bitcast_convert"
//! and "reduce_precision").

use crate::hlo::elements::{Elements, Format, Number};
use crate::ir::{self, Op, Shaped};

/// The result of a conversion.
pub fn evaluate<'a>(
    name: &str,
    op: Op<'a>,
    operand: &Elements<'a>,
    result: &Shaped<'a>,
) -> Option<Elements<'a>> {
    let to = Format::of(result.element)?;
    match name {
        "bitcast_convert" => bitcast(operand, result),
        _ if name == "convert" && operand.element == result.element => Some(operand.clone()),
        "convert" => each(operand, result, |bytes, data| {
            let number = convert(operand.format.decode(bytes), to)?;
            to.encode(number, data);
            Some(())
        }),
        _ => {
            let bits = |name: &str| u32::try_from(ir::integer(op, name)?).ok();
            let (exponent, mantissa) = (bits("exponent_bits")?, bits("mantissa_bits")?);
            each(operand, result, |bytes, data| {
                let bits = reduce_precision(to, to.bits(bytes), exponent, mantissa)?;
                data.extend_from_slice(&bits.to_le_bytes()[..to.size()]);
                Some(())
            })
        }
    }
}

fn each<'a>(
    operand: &Elements<'a>,
    result: &Shaped<'a>,
    mut function: impl FnMut(&[u8], &mut Vec<u8>) -> Option<()>,
) -> Option<Elements<'a>> {
    let mut data = Vec::new();
    for bytes in operand.data().chunks(operand.format.size()) {
        function(bytes, &mut data)?;
    }
    Elements::new(&result.shape, result.element, data)
}

/// The number to encode in `to`: a float out of an integer's range saturates, and
/// NaN becomes zero; an integer wraps; what is not zero is true.
fn convert(number: Number, to: Format) -> Option<Number> {
    let complex = matches!(to, Format::ComplexF32 | Format::ComplexF64);
    Some(match number {
        Number::Unknown => return None,
        _ if to == Format::Byte => return None,
        Number::Complex(..) if complex => number,
        Number::Complex(re, _) => convert(Number::Float(re), to)?,
        _ if to == Format::Bool => Number::Int((!number.is_zero()).into()),
        Number::Int(_) if to.is_integer() => number,
        Number::Int(value) => {
            let float = float_of_int(value, to);
            if complex { Number::Complex(float, 0.0) } else { Number::Float(float) }
        }
        Number::Float(value) if complex => Number::Complex(value, 0.0),
        Number::Float(_) if to.is_float() => number,
        Number::Float(value) => {
            let (width, signed) = to.integer()?;
            let (low, high) = if signed {
                (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
            } else {
                (0, (1i128 << width) - 1)
            };
            Number::Int((value as i128).clamp(low, high))
        }
    })
}

/// The integer as a float that is then rounded to `to`: to the 16-bit formats by
/// way of f32, as backends and XLA go.
fn float_of_int(value: i128, to: Format) -> f64 {
    match to {
        Format::F64 | Format::ComplexF64 => value as f64,
        _ => f64::from(value as f32),
    }
}

/// The same bytes; elements of a whole number of bytes only.
fn bitcast<'a>(operand: &Elements<'a>, result: &Shaped<'a>) -> Option<Elements<'a>> {
    let whole = |element| ir::element_width(element).is_multiple_of(8);
    let same = ir::element_width(operand.element) == ir::element_width(result.element);
    let bytes = whole(operand.element) && whole(result.element);
    // One element for all is several different ones in another width.
    if !bytes || operand.is_splat() && !same {
        return None;
    }
    Elements::new(&result.shape, result.element, operand.data().to_vec())
}

/// Rounds the bits of a float to fewer exponent and mantissa bits.
fn reduce_precision(format: Format, bits: u64, exponent: u32, mantissa: u32) -> Option<u64> {
    let (own_exponent, own_mantissa) = format.layout()?;
    let field = ((1u64 << own_exponent) - 1) << own_mantissa;
    let sign = bits & 1 << (own_exponent + own_mantissa);
    let mut magnitude = bits ^ sign;
    if magnitude > field {
        // Without mantissa bits there is no NaN: it becomes an infinity.
        return Some(if mantissa == 0 { sign | field } else { bits });
    }
    let shift = own_mantissa - mantissa.min(own_mantissa);
    if shift > 0 {
        let odd = magnitude >> shift & 1;
        magnitude += odd + (1 << (shift - 1)) - 1;
        magnitude &= !((1 << shift) - 1);
    }
    if exponent < own_exponent {
        let bias = (1u64 << (own_exponent - 1)) - 1;
        let reduced = (1u64 << (exponent.checked_sub(1)?)) - 1;
        let power = magnitude & field;
        if power > (bias + reduced) << own_mantissa {
            magnitude = field;
        } else if power <= (bias - reduced) << own_mantissa {
            magnitude = 0;
        }
    }
    Some(sign | magnitude)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn floats_saturate() {
        let to = |value, format| convert(Number::Float(value), format);
        assert_eq!(to(300.0, Format::Signed(8)), Some(Number::Int(127)));
        assert_eq!(to(-300.0, Format::Signed(8)), Some(Number::Int(-128)));
        assert_eq!(to(-1.5, Format::Unsigned(8)), Some(Number::Int(0)));
        assert_eq!(to(f64::NAN, Format::Signed(32)), Some(Number::Int(0)));
        assert_eq!(to(f64::INFINITY, Format::Unsigned(64)), Some(Number::Int(u64::MAX.into())));
        assert_eq!(to(-1.9, Format::Signed(8)), Some(Number::Int(-1)));
        assert_eq!(to(f64::NAN, Format::Bool), Some(Number::Int(1)));
        assert_eq!(to(-0.0, Format::Bool), Some(Number::Int(0)));
    }

    #[test]
    fn integers_become_bf16_by_way_of_f32() {
        let bf16 = |value| {
            let mut bytes = Vec::new();
            Format::Bf16.encode(Number::Float(float_of_int(value, Format::Bf16)), &mut bytes);
            bytes
        };
        // Halfway between two bf16s but for the last bit, which f32 has not.
        assert_eq!(bf16((1 << 24) + (1 << 16) + 1), [0x80, 0x4b]);
        assert_eq!(bf16((1 << 24) + (1 << 16) + 2), [0x81, 0x4b]);
        assert_eq!(float_of_int(16_777_217, Format::F32), 16_777_216.0);
        assert_eq!(float_of_int(16_777_217, Format::F64), 16_777_217.0);
    }

    #[test]
    fn imaginary_parts_do_not_count() {
        let bool = |re, im| convert(Number::Complex(re, im), Format::Bool);
        assert_eq!(bool(0.0, 1.5), Some(Number::Int(0)));
        assert_eq!(bool(-2.0, 0.0), Some(Number::Int(1)));
    }

    #[test]
    fn precision_is_reduced() {
        let reduce = |value: f32, exponent, mantissa| {
            let bits = reduce_precision(Format::F32, value.to_bits().into(), exponent, mantissa);
            bits.map(|bits| f32::from_bits(bits as u32))
        };
        assert_eq!(reduce(1.0 + 2f32.powi(-8), 8, 7), Some(1.0));
        assert_eq!(reduce(1.0 + 3.0 * 2f32.powi(-8), 8, 7), Some(1.0 + 2f32.powi(-6)));
        assert_eq!(reduce(65520.0, 5, 10), Some(f32::INFINITY));
        assert_eq!(reduce(1e-8, 5, 10), Some(0.0));
        assert!(reduce(f32::NAN, 5, 10).is_some_and(f32::is_nan));
    }
}
