// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Encodes and decodes floating-point formats of at most 16 bits. The formats differ in their
//! field widths, their bias and their special values; one table describes them all.

use crate::proto::PrimitiveType;

/// Special values of a format, besides finite numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Specials {
    /// Infinities, and NaN with payloads, as in IEEE 754: all exponent bits are set.
    Ieee,
    /// No infinities. NaN has all bits set except for the sign, which is free.
    Nan,
    /// No infinities. The only NaN is the encoding of negative zero.
    NanAsNegativeZero,
    /// Finite numbers only.
    None,
    /// Powers of two without sign or zero. NaN has all bits set.
    PowersOfTwo,
}

/// Floating-point format. Its fields, from the most significant bit, are sign, exponent,
/// mantissa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallFloat {
    exponent_bits: u32,
    mantissa_bits: u32,
    bias: i32,
    specials: Specials,
}

impl SmallFloat {
    /// Returns the format of an element type, or `None` if it is not a float of at most 16 bits.
    pub fn of(element_type: PrimitiveType) -> Option<Self> {
        use PrimitiveType as Type;
        use Specials::{Ieee, Nan, NanAsNegativeZero, None as Numbers, PowersOfTwo};
        let (exponent_bits, mantissa_bits, bias, specials) = match element_type {
            Type::F16 => (5, 10, 15, Ieee),
            Type::Bf16 => (8, 7, 127, Ieee),
            Type::F8e5m2 => (5, 2, 15, Ieee),
            Type::F8e4m3 => (4, 3, 7, Ieee),
            Type::F8e3m4 => (3, 4, 3, Ieee),
            Type::F8e4m3fn => (4, 3, 7, Nan),
            Type::F8e4m3b11fnuz => (4, 3, 11, NanAsNegativeZero),
            Type::F8e4m3fnuz => (4, 3, 8, NanAsNegativeZero),
            Type::F8e5m2fnuz => (5, 2, 16, NanAsNegativeZero),
            Type::F6e3m2fn => (3, 2, 3, Numbers),
            Type::F6e2m3fn => (2, 3, 1, Numbers),
            Type::F4e2m1fn => (2, 1, 1, Numbers),
            Type::F8e8m0fnu => (8, 0, 127, PowersOfTwo),
            _ => return None,
        };
        Some(Self { exponent_bits, mantissa_bits, bias, specials })
    }

    fn sign_bit(self) -> u16 {
        match self.specials {
            Specials::PowersOfTwo => 0,
            _ => 1 << (self.exponent_bits + self.mantissa_bits),
        }
    }

    fn infinity(self) -> u16 {
        ((1 << self.exponent_bits) - 1) << self.mantissa_bits
    }

    /// Returns the bits of the largest finite magnitude.
    fn largest(self) -> u16 {
        let all_ones = ((1_u32 << (self.exponent_bits + self.mantissa_bits)) - 1) as u16;
        match self.specials {
            Specials::Ieee => self.infinity() - 1,
            Specials::Nan | Specials::PowersOfTwo => all_ones - 1,
            Specials::NanAsNegativeZero | Specials::None => all_ones,
        }
    }

    /// Returns the number that the bits of a magnitude encode, ignoring special values.
    fn magnitude(self, bits: u16) -> f64 {
        let mantissa = f64::from(bits & ((1 << self.mantissa_bits) - 1));
        let exponent = i32::from(bits >> self.mantissa_bits);
        let scale = 2_f64.powi(-(self.mantissa_bits as i32));
        if exponent == 0 && self.specials != Specials::PowersOfTwo {
            mantissa * scale * 2_f64.powi(1 - self.bias)
        } else {
            (1.0 + mantissa * scale) * 2_f64.powi(exponent - self.bias)
        }
    }

    /// Returns the value of some bits. The sign and payload of NaN are lost.
    pub fn decode(self, bits: u16) -> f64 {
        if self.is_nan(bits) {
            return f64::NAN;
        }
        let magnitude = bits & !self.sign_bit();
        let value = match self.specials {
            Specials::Ieee if magnitude == self.infinity() => f64::INFINITY,
            _ => self.magnitude(magnitude),
        };
        if self.is_negative(bits) { -value } else { value }
    }

    /// Returns the bits of the value nearest to a number, with ties to even. Returns `None` if
    /// the number rounds to more than the largest magnitude, or the format cannot represent it:
    /// NaN, infinities in formats without them, and numbers up to zero in powers of two.
    pub fn encode(self, value: f64) -> Option<u16> {
        let sign = if value.is_sign_negative() { self.sign_bit() } else { 0 };
        let magnitude = value.abs();
        if magnitude == f64::INFINITY {
            return (self.specials == Specials::Ieee).then(|| sign | self.infinity());
        }
        if value.is_nan() || self.specials == Specials::PowersOfTwo && value <= 0.0 {
            return None;
        }
        let (mut low, mut high) = (0, self.largest());
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if self.magnitude(middle) <= magnitude {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        let halfway = f64::midpoint(self.magnitude(low), self.magnitude(low + 1));
        let up = magnitude > halfway || magnitude == halfway && low & 1 == 1;
        let bits = low + u16::from(up);
        let zero_has_no_sign = self.specials == Specials::NanAsNegativeZero && bits == 0;
        (bits <= self.largest()).then_some(if zero_has_no_sign { 0 } else { sign | bits })
    }

    /// Returns true if some bits encode NaN.
    pub fn is_nan(self, bits: u16) -> bool {
        let magnitude = bits & !self.sign_bit();
        match self.specials {
            Specials::Ieee => magnitude > self.infinity(),
            Specials::Nan | Specials::PowersOfTwo => magnitude > self.largest(),
            Specials::NanAsNegativeZero => bits == self.sign_bit(),
            Specials::None => false,
        }
    }

    /// Returns true if the sign bit of some bits is set.
    pub fn is_negative(self, bits: u16) -> bool {
        bits & self.sign_bit() != 0
    }

    /// Returns the bits of a NaN with the given sign and payload, or `None` if the format has no
    /// such NaN. Without a payload it is the quiet NaN.
    pub fn nan(self, negative: bool, payload: Option<u64>) -> Option<u16> {
        let sign = if negative { self.sign_bit() } else { 0 };
        match self.specials {
            Specials::Ieee => {
                let quiet = 1 << (self.mantissa_bits - 1);
                let payload = u16::try_from(payload.unwrap_or(quiet)).ok()?;
                let fits = payload != 0 && payload < 1 << self.mantissa_bits;
                fits.then(|| sign | self.infinity() | payload)
            }
            _ if payload.is_some() => None,
            Specials::Nan | Specials::PowersOfTwo => Some(sign | (self.largest() + 1)),
            Specials::NanAsNegativeZero => Some(self.sign_bit()),
            Specials::None => None,
        }
    }

    /// Returns the payload of a NaN. Returns `None` for the payload of the quiet NaN, and for
    /// formats whose NaN has no payload.
    pub fn payload(self, bits: u16) -> Option<u16> {
        let payload = bits & ((1 << self.mantissa_bits) - 1);
        let distinct = self.specials == Specials::Ieee && payload != 1 << (self.mantissa_bits - 1);
        distinct.then_some(payload)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PrimitiveType as Type;

    const FORMATS: [Type; 13] = [
        Type::F16,
        Type::Bf16,
        Type::F8e5m2,
        Type::F8e4m3,
        Type::F8e3m4,
        Type::F8e4m3fn,
        Type::F8e4m3b11fnuz,
        Type::F8e4m3fnuz,
        Type::F8e5m2fnuz,
        Type::F6e3m2fn,
        Type::F6e2m3fn,
        Type::F4e2m1fn,
        Type::F8e8m0fnu,
    ];

    #[test]
    fn every_value_is_its_own_nearest() {
        for element_type in FORMATS {
            let format = SmallFloat::of(element_type).expect("small");
            let count = 1_u32 << element_type.bit_width().expect("a number");
            for bits in (0..count).map(|bits| bits as u16) {
                let back = match format.is_nan(bits) {
                    true => {
                        format.nan(format.is_negative(bits), format.payload(bits).map(u64::from))
                    }
                    false => format.encode(format.decode(bits)),
                };
                assert_eq!(back, Some(bits), "{element_type:?}");
            }
        }
    }

    #[test]
    fn known_values() {
        let format = |element_type| SmallFloat::of(element_type).expect("small");
        assert_eq!(format(Type::F16).encode(1.5), Some(0x3e00));
        assert_eq!(format(Type::Bf16).encode(-2.0), Some(0xc000));
        assert_eq!(format(Type::F8e4m3fn).encode(448.0), Some(0x7e));
        assert_eq!(format(Type::F8e4m3fn).encode(500.0), None);
        assert_eq!(format(Type::F8e4m3fn).encode(f64::INFINITY), None);
        assert_eq!(format(Type::F8e5m2).encode(1e9), None);
        assert_eq!(format(Type::F8e8m0fnu).decode(127), 1.0);
        assert_eq!(format(Type::F4e2m1fn).decode(7), 6.0);
        assert_eq!(format(Type::F16).encode(65519.0), Some(0x7bff));
        assert_eq!(format(Type::F16).encode(65520.0), None);
    }
}
