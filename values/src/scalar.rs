// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The value of a single tensor element of any type.

use crate::{ElementClass, ElementType};
use std::fmt::{self, Display};

/// The value of one element. It represents every value of every element type exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// A value of `i1`.
    Bool(bool),
    /// A value of a signed integer type.
    Signed(i64),
    /// A value of an unsigned integer type.
    Unsigned(u64),
    /// A value of a floating-point type.
    Float(f64),
    /// A value of a complex type: real and imaginary part.
    Complex(f64, f64),
}

macro_rules! numbers {
    ($($number:ty => $Scalar:ident,)*) => {$(
        impl From<$number> for Scalar {
            fn from(number: $number) -> Self {
                Self::$Scalar(number.into())
            }
        }
    )*};
}

numbers! {
    bool => Bool,
    i8 => Signed,
    i16 => Signed,
    i32 => Signed,
    i64 => Signed,
    u8 => Unsigned,
    u16 => Unsigned,
    u32 => Unsigned,
    u64 => Unsigned,
    f32 => Float,
    f64 => Float,
}

impl Scalar {
    /// Reads an element from its bytes in host order.
    pub(crate) fn read(element_type: ElementType, bytes: &[u8]) -> Self {
        match element_type {
            ElementType::Pred => Self::Bool(bytes[0] != 0),
            ElementType::S2 | ElementType::S4 | ElementType::S8 => {
                Self::Signed(i64::from(bytes[0] as i8))
            }
            ElementType::S16 => Self::Signed(load::<i16>(bytes).into()),
            ElementType::S32 => Self::Signed(load::<i32>(bytes).into()),
            ElementType::S64 => Self::Signed(load(bytes)),
            ElementType::U2 | ElementType::U4 | ElementType::U8 => Self::Unsigned(bytes[0].into()),
            ElementType::U16 => Self::Unsigned(load::<u16>(bytes).into()),
            ElementType::U32 => Self::Unsigned(load::<u32>(bytes).into()),
            ElementType::U64 => Self::Unsigned(load(bytes)),
            ElementType::F32 => Self::Float(load::<f32>(bytes).into()),
            ElementType::F64 => Self::Float(load(bytes)),
            ElementType::C64 => {
                Self::Complex(load::<f32>(&bytes[..4]).into(), load::<f32>(&bytes[4..]).into())
            }
            ElementType::C128 => Self::Complex(load(&bytes[..8]), load(&bytes[8..])),
            small => {
                let bits = if bytes.len() == 1 { bytes[0].into() } else { load::<u16>(bytes) };
                Self::Float(small.small_float().map_or(f64::NAN, |format| format.decode(bits)))
            }
        }
    }

    /// Converts the value to `element_type` and writes it to the bytes of an element.
    ///
    /// Integers saturate; floats round to nearest even.
    pub(crate) fn write(self, element_type: ElementType, bytes: &mut [u8]) {
        match element_type.class() {
            ElementClass::Boolean => bytes[0] = u8::from(self.is_nonzero()),
            ElementClass::Signed | ElementClass::Unsigned => {
                let (low, high) = element_type.integer_range().unwrap_or_default();
                let value = self.to_integer().clamp(low, high);
                let little = value.to_le_bytes();
                for (index, byte) in bytes.iter_mut().enumerate() {
                    let width = element_type.byte_width();
                    *byte = little
                        [if cfg!(target_endian = "little") { index } else { width - 1 - index }];
                }
            }
            ElementClass::Float => write_float(element_type, self.parts().0, bytes),
            ElementClass::Complex => {
                let (real, imaginary) = self.parts();
                let (first, second) = bytes.split_at_mut(element_type.byte_width() / 2);
                write_float(element_type.part(), real, first);
                write_float(element_type.part(), imaginary, second);
            }
        }
    }

    /// Returns the real and the imaginary part as floats; rounds large 64-bit integers.
    pub fn parts(self) -> (f64, f64) {
        match self {
            Self::Bool(value) => (f64::from(u8::from(value)), 0.0),
            Self::Signed(value) => (value as f64, 0.0),
            Self::Unsigned(value) => (value as f64, 0.0),
            Self::Float(value) => (value, 0.0),
            Self::Complex(real, imaginary) => (real, imaginary),
        }
    }

    /// Returns the value as an integer. Floats, and the real part of a complex number, are
    /// truncated.
    pub fn to_integer(self) -> i128 {
        match self {
            Self::Bool(value) => value.into(),
            Self::Signed(value) => value.into(),
            Self::Unsigned(value) => value.into(),
            Self::Float(value) | Self::Complex(value, _) => value as i128,
        }
    }

    /// Wraps the value to `element_type`.
    ///
    /// An integer is reduced modulo 2 to the power of the type's bit width; for `i1` the result
    /// is the lowest bit. Floating-point and complex types keep the value.
    #[must_use]
    pub fn wrapped(self, element_type: ElementType) -> Self {
        let unused = 128 - element_type.bit_width();
        let bits = (self.to_integer() as u128) << unused;
        match element_type.class() {
            ElementClass::Boolean => Self::Bool(bits != 0),
            ElementClass::Signed => Self::Signed((bits as i128 >> unused) as i64),
            ElementClass::Unsigned => Self::Unsigned((bits >> unused) as u64),
            ElementClass::Float => Self::Float(self.parts().0),
            ElementClass::Complex => Self::Complex(self.parts().0, self.parts().1),
        }
    }

    /// Returns true unless the value is false, or a zero of either sign. NaN is nonzero.
    pub fn is_nonzero(self) -> bool {
        match self {
            Self::Bool(value) => value,
            other => other.parts() != (0.0, 0.0),
        }
    }

    /// Formats the value as text.
    ///
    /// Floats are printed with the fewest digits that distinguish them from adjacent values of
    /// `element_type`.
    pub fn display(self, element_type: ElementType) -> impl Display {
        struct Shortest(Scalar, ElementType);
        impl Display for Shortest {
            fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                let part = self.1.part();
                match self.0 {
                    Scalar::Bool(value) => write!(formatter, "{value}"),
                    Scalar::Signed(value) => write!(formatter, "{value}"),
                    Scalar::Unsigned(value) => write!(formatter, "{value}"),
                    Scalar::Float(value) => formatter.write_str(&shortest(part, value)),
                    Scalar::Complex(real, imaginary) => {
                        let (real, imaginary) = (shortest(part, real), shortest(part, imaginary));
                        write!(formatter, "({real},{imaginary})")
                    }
                }
            }
        }
        Shortest(self, element_type)
    }
}

fn load<T: bytemuck::AnyBitPattern>(bytes: &[u8]) -> T {
    bytemuck::pod_read_unaligned(bytes)
}

fn write_float(element_type: ElementType, value: f64, bytes: &mut [u8]) {
    match (element_type, element_type.small_float()) {
        (ElementType::F32, _) => bytes.copy_from_slice(&(value as f32).to_ne_bytes()),
        (_, Some(format)) if bytes.len() == 1 => bytes[0] = format.encode(value) as u8,
        (_, Some(format)) => bytes.copy_from_slice(&format.encode(value).to_ne_bytes()),
        (_, None) => bytes.copy_from_slice(&value.to_ne_bytes()),
    }
}

/// Formats `value` with the fewest digits that distinguish it from adjacent values of
/// `element_type`.
pub(crate) fn shortest(element_type: ElementType, value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf".to_owned() } else { "-inf".to_owned() };
    }
    match (element_type, element_type.small_float()) {
        (ElementType::F32, _) => format!("{:?}", value as f32),
        (_, None) => format!("{value:?}"),
        // Whole numbers are printed exactly: 448 stays 448, although 450 has fewer significant
        // digits and rounds to the same encoding.
        (_, Some(_)) if value.fract() == 0.0 && value.abs() < 1e5 => format!("{value:?}"),
        (_, Some(format)) => {
            let bits = format.encode(value);
            let digits = (0..17).map(|digits| format!("{value:.digits$e}"));
            let found = digits
                .filter_map(|text| text.parse::<f64>().ok())
                .find(|rounded| format.encode(*rounded) == bits);
            format!("{:?}", found.unwrap_or(value))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(element_type: ElementType, value: Scalar) -> Scalar {
        let mut bytes = vec![0; element_type.byte_width()];
        value.write(element_type, &mut bytes);
        Scalar::read(element_type, &bytes)
    }

    #[test]
    fn values_survive() {
        use ElementType as E;
        assert_eq!(round_trip(E::Pred, Scalar::Bool(true)), Scalar::Bool(true));
        assert_eq!(round_trip(E::S4, Scalar::Signed(-8)), Scalar::Signed(-8));
        assert_eq!(round_trip(E::S64, Scalar::Signed(i64::MIN)), Scalar::Signed(i64::MIN));
        assert_eq!(round_trip(E::U64, Scalar::Unsigned(u64::MAX)), Scalar::Unsigned(u64::MAX));
        assert_eq!(round_trip(E::U4, Scalar::Unsigned(99)), Scalar::Unsigned(15));
        assert_eq!(round_trip(E::S16, Scalar::Signed(-2)), Scalar::Signed(-2));
        assert_eq!(round_trip(E::Bf16, Scalar::Float(-1.5)), Scalar::Float(-1.5));
        assert_eq!(round_trip(E::F6E3M2FN, Scalar::Float(28.0)), Scalar::Float(28.0));
        assert_eq!(round_trip(E::C64, Scalar::Complex(1.0, -2.0)), Scalar::Complex(1.0, -2.0));
        assert_eq!(round_trip(E::C128, Scalar::Complex(0.1, 0.2)), Scalar::Complex(0.1, 0.2));
    }

    #[test]
    fn digits() {
        let text = |element_type, value| Scalar::Float(value).display(element_type).to_string();
        assert_eq!(text(ElementType::F32, f64::from(0.1_f32)), "0.1");
        assert_eq!(text(ElementType::F16, half::f16::from_f64(0.1).to_f64()), "0.1");
        assert_eq!(text(ElementType::Bf16, half::bf16::from_f64(2.511).to_f64()), "2.52");
        assert_eq!(text(ElementType::F64, 0.1), "0.1");
        assert_eq!(text(ElementType::F32, f64::NEG_INFINITY), "-inf");
        assert_eq!(Scalar::Complex(1.0, 0.5).display(ElementType::C64).to_string(), "(1.0,0.5)");
    }
}
