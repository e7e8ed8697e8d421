// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes the elements of literals: numbers of every element type.

use super::cursor::{Cursor, Result};
use crate::proto::PrimitiveType;
use hloom_values::ElementClass;
use std::fmt::{self, Display, LowerExp, Write as _};

/// Reads an element of a literal and appends its bytes, in little-endian order, to `bytes`.
pub fn read(cursor: &mut Cursor, element: PrimitiveType, bytes: &mut Vec<u8>) -> Result<()> {
    match element.class() {
        Some(ElementClass::Boolean) if cursor.peek_word().is_empty() => {
            bytes.push(u8::from(cursor.integer::<i128>()? != 0));
        }
        Some(ElementClass::Boolean) => bytes.push(cursor.boolean()?.into()),
        Some(ElementClass::Signed | ElementClass::Unsigned) => {
            read_integer(cursor, element, bytes)?
        }
        Some(ElementClass::Float) => read_float(cursor, element, bytes)?,
        Some(ElementClass::Complex) => {
            let part = part(element);
            cursor.expect("(")?;
            read_float(cursor, part, bytes)?;
            cursor.expect(",")?;
            read_float(cursor, part, bytes)?;
            cursor.expect(")")?;
        }
        None => {
            let name = element.hlo_name().unwrap_or_default();
            return Err(cursor.error(format!("the type of a literal cannot be `{name}`")));
        }
    }
    Ok(())
}

/// Returns the element type of the real and imaginary parts of a complex number.
fn part(element: PrimitiveType) -> PrimitiveType {
    match element {
        PrimitiveType::C64 => PrimitiveType::F32,
        _ => PrimitiveType::F64,
    }
}

fn read_integer(cursor: &mut Cursor, element: PrimitiveType, bytes: &mut Vec<u8>) -> Result<()> {
    let position = cursor.here();
    let value: i128 = cursor.integer()?;
    let bits = element.bit_width().unwrap_or(64);
    let (least, greatest) = match element.class() {
        Some(ElementClass::Signed) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        _ => (0, (1 << bits) - 1),
    };
    if value < least || value > greatest {
        let name = element.hlo_name().unwrap_or_default();
        let message =
            format!("expected an element of type {name} from {least} to {greatest}, found {value}");
        return Err(cursor.error_at(position, message));
    }
    // An element narrower than a byte is padded with zero bits.
    let bits = value & ((1 << bits) - 1);
    bytes.extend_from_slice(&bits.to_le_bytes()[..element.byte_width().unwrap_or(8)]);
    Ok(())
}

fn read_float(cursor: &mut Cursor, element: PrimitiveType, bytes: &mut Vec<u8>) -> Result<()> {
    let position = cursor.here();
    let value = cursor.float()?;
    let encoded = match value.is_nan() {
        true => nan(element, value.is_sign_negative(), read_payload(cursor)?),
        false => encode(element, value),
    };
    let Some(bits) = encoded else {
        let name = element.hlo_name().unwrap_or_default();
        let value = Float(value);
        return Err(cursor.error_at(position, format!("{value} is not representable as {name}")));
    };
    bytes.extend_from_slice(&bits.to_le_bytes()[..element.byte_width().unwrap_or(8)]);
    Ok(())
}

/// Reads the payload of a NaN, such as `(0x1)`, if it is next.
fn read_payload(cursor: &mut Cursor) -> Result<Option<u64>> {
    if !cursor.eat_next("(0x") {
        return Ok(None);
    }
    let position = cursor.here();
    let digits = cursor.pattern("hexadecimal digits", |byte| byte.is_ascii_hexdigit())?;
    cursor.expect(")")?;
    match u64::from_str_radix(digits, 16) {
        Ok(payload) => Ok(Some(payload)),
        Err(_) => Err(cursor.error_at(position, "the payload of the NaN is out of range")),
    }
}

fn encode(element: PrimitiveType, value: f64) -> Option<u64> {
    match element.small_float() {
        Some(format) => format.encode_in_range(value).map(u64::from),
        None if element == PrimitiveType::F64 => Some(value.to_bits()),
        None => {
            let narrow = value as f32;
            (narrow.is_finite() || value.is_infinite()).then(|| narrow.to_bits().into())
        }
    }
}

/// Returns the bits of the NaN with the given sign and payload, or of the quiet NaN if there is no
/// payload. Returns `None` if the type has no such NaN.
fn nan(element: PrimitiveType, negative: bool, payload: Option<u64>) -> Option<u64> {
    if let Some(format) = element.small_float() {
        return format.nan_with_payload(negative, payload).map(u64::from);
    }
    let (mantissa, exponents, sign) = match element {
        PrimitiveType::F64 => (52, 0x7ff_u64 << 52, 63),
        _ => (23, 0xff << 23, 31),
    };
    let payload = payload.unwrap_or(1 << (mantissa - 1));
    let fits = payload > 0 && payload < 1 << mantissa;
    fits.then_some(u64::from(negative) << sign | exponents | payload)
}

/// Writes an element of a literal, given its bytes in little-endian order.
pub fn write(out: &mut String, element: PrimitiveType, bytes: &[u8]) {
    let mut wide = [0; 8];
    let length = bytes.len().min(8);
    wide[..length].copy_from_slice(&bytes[..length]);
    // The upper bits of an element narrower than a byte are unspecified, so they are dropped.
    let unused = 64 - element.bit_width().unwrap_or(64).min(64);
    let bits = u64::from_le_bytes(wide) << unused >> unused;
    let _ = match element.class() {
        Some(ElementClass::Boolean) => write!(out, "{}", bits != 0),
        Some(ElementClass::Signed) => {
            write!(out, "{}", (bits << unused).cast_signed() >> unused)
        }
        Some(ElementClass::Unsigned) => write!(out, "{bits}"),
        Some(ElementClass::Float) => {
            write_float(out, element, bits);
            Ok(())
        }
        Some(ElementClass::Complex) => {
            let (real, imaginary) = bytes.split_at(bytes.len() / 2);
            out.push('(');
            write(out, part(element), real);
            out.push_str(", ");
            write(out, part(element), imaginary);
            out.push(')');
            Ok(())
        }
        None => Ok(()),
    };
}

fn write_float(out: &mut String, element: PrimitiveType, bits: u64) {
    let _ = if let Some(format) = element.small_float() {
        let bits = bits as u16;
        match format.is_nan(bits) {
            true => {
                let payload = format.nan_payload(bits).map(u64::from);
                write_nan(out, format.is_negative(bits), payload);
                Ok(())
            }
            false => write!(out, "{}", Float(format.decode(bits))),
        }
    } else if element == PrimitiveType::F64 {
        let value = f64::from_bits(bits);
        let payload = bits & ((1 << 52) - 1);
        match value.is_nan() {
            true => {
                write_nan(out, value.is_sign_negative(), (payload != 1 << 51).then_some(payload));
                Ok(())
            }
            false => write!(out, "{}", Float(value)),
        }
    } else {
        let value = f32::from_bits(bits as u32);
        let payload = bits & ((1 << 23) - 1);
        match value.is_nan() {
            true => {
                write_nan(out, value.is_sign_negative(), (payload != 1 << 22).then_some(payload));
                Ok(())
            }
            false => write!(out, "{}", Float(value)),
        }
    };
}

fn write_nan(out: &mut String, negative: bool, payload: Option<u64>) {
    out.push_str(if negative { "-nan" } else { "nan" });
    if let Some(payload) = payload {
        let _ = write!(out, "(0x{payload:x})");
    }
}

/// Displays a number with the smallest number of digits from which the same number can be read.
/// Uses an exponent if it saves more than two characters, or if XLA could not read the number
/// without an exponent. Every NaN becomes `nan`.
pub struct Float<T>(pub T);

impl<T: Display + LowerExp> Display for Float<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let (plain, exponent) = (self.0.to_string(), format!("{:e}", self.0));
        let is_short = plain.len() <= exponent.len() + 2;
        // XLA reads a number without a point as an integer, which has at most 64 bits.
        let is_read = plain.contains('.') || plain.parse::<i64>().is_ok();
        formatter.write_str(match plain.as_str() {
            "NaN" => "nan",
            // XLA reads `-0` as an integer, which loses the sign.
            "-0" => "-0.0",
            plain if is_short && is_read => plain,
            _ => &exponent,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PrimitiveType as Type;

    #[track_caller]
    fn comes_back(element: Type, text: &str) {
        let mut bytes = Vec::new();
        let mut cursor = Cursor::new(text);
        if let Err(error) = read(&mut cursor, element, &mut bytes) {
            panic!("{text}: {error}");
        }
        assert!(cursor.is_at_end(), "{text}");
        assert_eq!(Some(bytes.len()), element.byte_width());
        let mut out = String::new();
        write(&mut out, element, &bytes);
        assert_eq!(out, text);
    }

    fn refusal(element: Type, text: &str) -> String {
        read(&mut Cursor::new(text), element, &mut Vec::new()).expect_err("wrong").message
    }

    #[test]
    fn numbers_come_back() {
        comes_back(Type::Pred, "true");
        comes_back(Type::S1, "-1");
        comes_back(Type::S4, "-8");
        comes_back(Type::U4, "15");
        comes_back(Type::S64, "-9223372036854775808");
        comes_back(Type::U64, "18446744073709551615");
        for float in ["0", "-0.0", "1.5", "inf", "-inf", "nan", "-nan", "nan(0x1)", "1e-7"] {
            for element in [Type::F32, Type::F64] {
                comes_back(element, float);
            }
        }
        comes_back(Type::F32, "3.4028235e38");
        comes_back(Type::F64, "9007199254740993000");
        comes_back(Type::F64, "1.8014398509481984e19");
        comes_back(Type::F64, "-7.077012639166629e22");
        comes_back(Type::F16, "nan(0x3)");
        comes_back(Type::Bf16, "-0.0");
        comes_back(Type::F8e5m2, "-nan(0x1)");
        comes_back(Type::F8e4m3fn, "448");
        comes_back(Type::C64, "(1, -nan)");
        comes_back(Type::C128, "(-0.0, 1e300)");
    }

    #[test]
    fn ties_of_powers_of_two_go_up_as_in_xla() {
        let mut bytes = Vec::new();
        read(&mut Cursor::new("3"), Type::F8e8m0fnu, &mut bytes).expect("a number");
        assert_eq!(bytes, [129], "3 is halfway between 2 and 4");
    }

    #[test]
    fn what_no_type_has() {
        assert_eq!(
            refusal(Type::U8, "256"),
            "expected an element of type u8 from 0 to 255, found 256"
        );
        assert_eq!(refusal(Type::S4, "8"), "expected an element of type s4 from -8 to 7, found 8");
        assert_eq!(refusal(Type::F32, "1e39"), "1e39 is not representable as f32");
        assert_eq!(refusal(Type::F8e4m3fn, "inf"), "inf is not representable as f8e4m3fn");
        assert_eq!(refusal(Type::F16, "nan(0x400)"), "nan is not representable as f16");
        assert_eq!(refusal(Type::Token, "1"), "the type of a literal cannot be `token`");
    }
}
