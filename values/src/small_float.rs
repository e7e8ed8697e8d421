// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Floating-point formats of at most 16 bits, described by parameters.
//!
//! A format consists of its field widths, its exponent bias and the meaning of its extreme
//! encodings. One decoder and one correctly rounding encoder serve all formats. `f64`
//! represents every value of every format exactly.

/// The way in which a format encodes infinities and NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Specials {
    /// As in IEEE 754: encodings with the largest exponent are infinities if the mantissa is zero,
    /// and NaNs otherwise.
    Ieee,
    /// There is no infinity; only encodings whose magnitude bits are all ones are NaN.
    AllOnesNan,
    /// There is no infinity and no negative zero; the encoding of negative zero is NaN.
    NegativeZeroNan,
    /// Every encoding is a finite number.
    None,
}

/// A floating-point format of at most 16 bits.
#[derive(Debug, PartialEq, Eq)]
pub struct SmallFloat {
    exponent_bits: u32,
    mantissa_bits: u32,
    bias: i32,
    specials: Specials,
    /// Whether the format has a sign bit. Formats without a sign bit also have no zero.
    signed: bool,
}

impl SmallFloat {
    /// FP4 (E2M1) of the OCP Microscaling specification.
    pub const F4E2M1FN: Self = Self::new(2, 1, 1, Specials::None);
    /// FP6 (E2M3) of the OCP Microscaling specification: two exponent bits.
    pub const F6E2M3FN: Self = Self::new(2, 3, 1, Specials::None);
    /// FP6 (E3M2) of the OCP Microscaling specification: three exponent bits.
    pub const F6E3M2FN: Self = Self::new(3, 2, 3, Specials::None);
    /// 8-bit format in the style of IEEE 754, with three exponent bits.
    pub const F8E3M4: Self = Self::new(3, 4, 3, Specials::Ieee);
    /// 8-bit format in the style of IEEE 754, with four exponent bits.
    pub const F8E4M3: Self = Self::new(4, 3, 7, Specials::Ieee);
    /// OCP FP8 (E4M3) with four exponent bits and without infinities.
    pub const F8E4M3FN: Self = Self::new(4, 3, 7, Specials::AllOnesNan);
    /// 8-bit format with four exponent bits, no infinities and a single zero.
    pub const F8E4M3FNUZ: Self = Self::new(4, 3, 8, Specials::NegativeZeroNan);
    /// 8-bit format with four exponent bits, bias 11, no infinities and a single zero.
    pub const F8E4M3B11FNUZ: Self = Self::new(4, 3, 11, Specials::NegativeZeroNan);
    /// OCP FP8 (E5M2) with five exponent bits, in the style of IEEE 754.
    pub const F8E5M2: Self = Self::new(5, 2, 15, Specials::Ieee);
    /// 8-bit format with five exponent bits, no infinities and a single zero.
    pub const F8E5M2FNUZ: Self = Self::new(5, 2, 16, Specials::NegativeZeroNan);
    /// Scale (E8M0) of the OCP Microscaling specification: a power of two without sign or zero.
    pub const F8E8M0FNU: Self = Self {
        exponent_bits: 8,
        mantissa_bits: 0,
        bias: 127,
        specials: Specials::AllOnesNan,
        signed: false,
    };
    /// The format bfloat16.
    pub const BF16: Self = Self::new(8, 7, 127, Specials::Ieee);
    /// The format binary16 of IEEE 754.
    pub const F16: Self = Self::new(5, 10, 15, Specials::Ieee);

    const fn new(exponent_bits: u32, mantissa_bits: u32, bias: i32, specials: Specials) -> Self {
        Self { exponent_bits, mantissa_bits, bias, specials, signed: true }
    }

    /// Returns the number of bits of an encoding in the format.
    pub const fn bit_width(&self) -> u32 {
        self.signed as u32 + self.magnitude_bits()
    }

    /// Returns the number of exponent bits of the format.
    pub const fn exponent_bits(&self) -> u32 {
        self.exponent_bits
    }

    /// Returns the number of mantissa bits of the format.
    pub const fn mantissa_bits(&self) -> u32 {
        self.mantissa_bits
    }

    /// Returns the exponent bias of the format, which is the exponent field of numbers in [1, 2).
    pub const fn bias(&self) -> i32 {
        self.bias
    }

    /// Returns true if the format has a sign bit. A format without a sign bit also has no zero.
    pub const fn is_signed(&self) -> bool {
        self.signed
    }

    /// Returns the way in which the format encodes infinities and NaN.
    pub const fn specials(&self) -> Specials {
        self.specials
    }

    const fn magnitude_bits(&self) -> u32 {
        self.exponent_bits + self.mantissa_bits
    }

    const fn magnitude_mask(&self) -> u16 {
        ((1_u32 << self.magnitude_bits()) - 1) as u16
    }

    const fn sign_mask(&self) -> u16 {
        if self.signed { 1 << self.magnitude_bits() } else { 0 }
    }

    /// Returns the value of an encoding. Bits above the bit width are ignored.
    pub fn decode(&self, bits: u16) -> f64 {
        let magnitude = bits & self.magnitude_mask();
        let negative = bits & self.sign_mask() != 0;
        let sign = if negative { -1.0 } else { 1.0 };
        if self.is_nan(bits) {
            return f64::NAN.copysign(sign);
        }
        if self.specials == Specials::Ieee && magnitude == self.infinity() {
            return f64::INFINITY * sign;
        }
        let exponent = i32::from(magnitude >> self.mantissa_bits);
        let fraction = f64::from(magnitude & ((1 << self.mantissa_bits) - 1));
        let one = f64::from(1_u32 << self.mantissa_bits);
        let value = if exponent == 0 && self.signed {
            fraction / one * power_of_two(1 - self.bias)
        } else {
            (1.0 + fraction / one) * power_of_two(exponent - self.bias)
        };
        value * sign
    }

    /// Returns true if an encoding is NaN.
    pub fn is_nan(&self, bits: u16) -> bool {
        let magnitude = bits & self.magnitude_mask();
        match self.specials {
            Specials::Ieee => magnitude > self.infinity(),
            Specials::AllOnesNan => magnitude == self.magnitude_mask(),
            Specials::NegativeZeroNan => magnitude == 0 && bits & self.sign_mask() != 0,
            Specials::None => false,
        }
    }

    /// Returns the magnitude bits of infinity in IEEE-like formats.
    pub const fn infinity(&self) -> u16 {
        ((1 << self.exponent_bits) - 1) << self.mantissa_bits
    }

    /// Returns the magnitude bits of the largest finite value.
    pub const fn largest(&self) -> u16 {
        match self.specials {
            Specials::Ieee => self.infinity() - 1,
            Specials::AllOnesNan => self.magnitude_mask() - 1,
            Specials::NegativeZeroNan | Specials::None => self.magnitude_mask(),
        }
    }

    /// Returns the canonical NaN, or `None` in a format without NaN.
    pub const fn nan(&self) -> Option<u16> {
        match self.specials {
            Specials::Ieee => Some(self.infinity() | (1 << (self.mantissa_bits - 1))),
            Specials::AllOnesNan => Some(self.magnitude_mask()),
            Specials::NegativeZeroNan => Some(self.sign_mask()),
            Specials::None => None,
        }
    }

    /// Returns the encoding of the value nearest to `value`; ties round to the even encoding.
    ///
    /// Special cases follow StableHLO's `convert`:
    ///
    /// - Values that round past the largest finite value become infinity in IEEE-like formats.
    ///   They become NaN in formats with NaN but without infinity, and the largest finite value
    ///   in formats with neither.
    /// - NaN becomes negative zero in a format without NaN.
    /// - Negative values and zero become NaN in a format without a sign.
    /// - Ties round up in `f8E8M0FNU`, which has no mantissa.
    pub fn encode(&self, value: f64) -> u16 {
        let negative = value.is_sign_negative();
        let sign = if negative { self.sign_mask() } else { 0 };
        if value.is_nan() {
            return match (self.nan(), self.specials) {
                (Some(nan), Specials::Ieee | Specials::AllOnesNan) => nan | sign,
                (Some(nan), _) => nan,
                (None, _) => self.sign_mask(),
            };
        }
        if !self.signed && (negative || value == 0.0) {
            return self.magnitude_mask();
        }
        self.encode_in_range(value).unwrap_or_else(|| match self.specials {
            Specials::Ieee => self.infinity() | sign,
            Specials::AllOnesNan => self.magnitude_mask() | sign,
            Specials::NegativeZeroNan => self.sign_mask(),
            Specials::None => self.largest() | sign,
        })
    }

    /// Returns the encoding of the value nearest to `value`, rounded as by [`Self::encode`].
    ///
    /// Returns `None` for the values that the format cannot represent: NaN, numbers that round past
    /// the largest finite value, infinities in a format without infinities, and negative numbers or
    /// zero in a format without a sign.
    pub fn encode_in_range(&self, value: f64) -> Option<u16> {
        let sign = if value.is_sign_negative() { self.sign_mask() } else { 0 };
        if value.is_infinite() {
            return (self.specials == Specials::Ieee).then(|| self.infinity() | sign);
        }
        if value.is_nan() || (!self.signed && value <= 0.0) {
            return None;
        }
        let magnitude = self.round(value.abs());
        if magnitude == 0 && self.specials == Specials::NegativeZeroNan {
            return Some(0);
        }
        (magnitude <= u32::from(self.largest())).then_some(magnitude as u16 | sign)
    }

    /// Returns true if the sign bit of an encoding is set.
    pub const fn is_negative(&self, bits: u16) -> bool {
        bits & self.sign_mask() != 0
    }

    /// Returns the NaN with the given sign and payload, or `None` if the format has no such NaN. If
    /// `payload` is `None`, returns the [canonical](Self::nan) NaN with the sign. Formats without a
    /// sign, or with a single NaN, ignore the sign.
    pub fn nan_with_payload(&self, negative: bool, payload: Option<u64>) -> Option<u16> {
        let sign = if negative { self.sign_mask() } else { 0 };
        match payload {
            None => self.nan().map(|nan| nan | sign),
            Some(payload) if self.specials == Specials::Ieee => {
                let payload = u16::try_from(payload).ok()?;
                let fits = payload != 0 && payload < 1 << self.mantissa_bits;
                fits.then(|| sign | self.infinity() | payload)
            }
            Some(_) => None,
        }
    }

    /// Returns the payload of a NaN, or `None` for the canonical NaN and for formats whose NaN
    /// has no payload.
    pub fn nan_payload(&self, bits: u16) -> Option<u16> {
        let payload = bits & ((1 << self.mantissa_bits) - 1);
        let has_payload = self.specials == Specials::Ieee;
        (has_payload && payload != 1 << (self.mantissa_bits - 1)).then_some(payload)
    }

    /// Returns the magnitude bits nearest to `value` as if the exponent were unbounded.
    ///
    /// The result may exceed every magnitude of the format; the caller checks for overflow.
    fn round(&self, value: f64) -> u32 {
        let limit = power_of_two((1 << self.exponent_bits) - self.bias + 1);
        let value = value.min(limit);
        let smallest_exponent = if self.signed { 1 - self.bias } else { -self.bias };
        let exponent = exponent_of(value).max(smallest_exponent);
        // The value in units in the last place. It is exact, since only the exponent changes.
        let ulps = value * power_of_two(self.mantissa_bits as i32) * power_of_two(-exponent);
        let rounded = ulps.round_ties_even() as u32;
        // A carry out of the mantissa increments the exponent, which is the correct result.
        let biased = (exponent - smallest_exponent) as u32;
        if self.signed {
            (biased << self.mantissa_bits) + rounded
        } else {
            self.round_exponent(value, biased)
        }
    }

    /// Rounds to the nearest power of two, for formats without mantissa bits.
    fn round_exponent(&self, value: f64, biased: u32) -> u32 {
        let below = power_of_two(biased as i32 - self.bias);
        // Ties go up, as in LLVM's and ml_dtypes' formats.
        if value >= below * 1.5 { biased + 1 } else { biased }
    }
}

/// Returns the exponent of the largest power of two that does not exceed a positive finite
/// number.
fn exponent_of(value: f64) -> i32 {
    let raw = (value.to_bits() >> 52) as i32 & 0x7ff;
    // Subnormal numbers of `f64` are below the range of every small format.
    if raw == 0 { -1022 } else { raw - 1023 }
}

/// Returns 2 to the power of `exponent`; exact for the exponents used here.
fn power_of_two(exponent: i32) -> f64 {
    2.0_f64.powi(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ElementType;

    fn all() -> impl Iterator<Item = &'static SmallFloat> {
        ElementType::ALL.into_iter().filter_map(ElementType::small_float)
    }

    #[test]
    fn every_encoding_is_read_back() {
        for format in all() {
            for bits in 0..=((1_u32 << format.bit_width()) - 1) as u16 {
                let value = format.decode(bits);
                if format.is_nan(bits) {
                    assert!(value.is_nan());
                    assert!(format.is_nan(format.encode(value)), "{format:?} {bits:#x}");
                } else {
                    assert_eq!(format.encode(value), bits, "{format:?} {bits:#x} {value}");
                }
            }
        }
    }

    #[test]
    fn sixteen_bit_formats_agree_with_half() {
        for bits in 0..=u16::MAX {
            let (f16, bf16) = (half::f16::from_bits(bits), half::bf16::from_bits(bits));
            assert!(SmallFloat::F16.decode(bits) == f16.to_f64() || f16.is_nan());
            assert!(SmallFloat::BF16.decode(bits) == bf16.to_f64() || bf16.is_nan());
        }
        for step in -200_000..200_000 {
            // Convert from `f32`: `half`'s conversion from `f64` drops bits that decide ties.
            let value = step as f32 * 0.371_234_57;
            assert_eq!(SmallFloat::F16.encode(value.into()), half::f16::from_f32(value).to_bits());
            let bits = half::bf16::from_f32(value).to_bits();
            assert_eq!(SmallFloat::BF16.encode(value.into()), bits);
        }
    }

    #[test]
    fn known_extremes() {
        let largest = |format: &SmallFloat| format.decode(format.largest());
        assert_eq!(largest(&SmallFloat::F4E2M1FN), 6.0);
        assert_eq!(largest(&SmallFloat::F6E2M3FN), 7.5);
        assert_eq!(largest(&SmallFloat::F6E3M2FN), 28.0);
        assert_eq!(largest(&SmallFloat::F8E3M4), 15.5);
        assert_eq!(largest(&SmallFloat::F8E4M3), 240.0);
        assert_eq!(largest(&SmallFloat::F8E4M3FN), 448.0);
        assert_eq!(largest(&SmallFloat::F8E4M3FNUZ), 240.0);
        assert_eq!(largest(&SmallFloat::F8E4M3B11FNUZ), 30.0);
        assert_eq!(largest(&SmallFloat::F8E5M2), 57344.0);
        assert_eq!(largest(&SmallFloat::F8E5M2FNUZ), 57344.0);
        assert_eq!(SmallFloat::F8E8M0FNU.decode(127), 1.0);
        assert_eq!(SmallFloat::F8E8M0FNU.decode(0), 2.0_f64.powi(-127));
    }

    #[test]
    fn rounding_is_to_nearest_even() {
        // Between two neighbors of every format, the nearer one is chosen. Ties go to even, or
        // up in the format without a mantissa.
        for format in all() {
            for bits in 0..format.largest() {
                let (low, high) = (format.decode(bits), format.decode(bits + 1));
                let middle = low + (high - low) / 2.0;
                let even = if bits % 2 == 0 && format.is_signed() { bits } else { bits + 1 };
                assert_eq!(format.encode(middle), even, "{format:?} {bits:#x}");
                assert_eq!(format.encode(low + (high - low) * 0.375), bits);
                assert_eq!(format.encode(low + (high - low) * 0.625), bits + 1);
            }
        }
    }

    #[test]
    fn every_nan_is_read_back() {
        for format in all() {
            for bits in 0..=((1_u32 << format.bit_width()) - 1) as u16 {
                if format.is_nan(bits) {
                    let payload = format.nan_payload(bits).map(u64::from);
                    let nan = format.nan_with_payload(format.is_negative(bits), payload);
                    assert_eq!(nan, Some(bits), "{format:?} {bits:#x}");
                } else {
                    assert_eq!(format.encode_in_range(format.decode(bits)), Some(bits));
                }
            }
        }
        assert_eq!(SmallFloat::F16.nan_with_payload(false, Some(0x400)), None);
        assert_eq!(SmallFloat::F8E4M3FN.nan_with_payload(false, Some(1)), None);
        assert_eq!(SmallFloat::F4E2M1FN.nan_with_payload(false, None), None);
    }

    #[test]
    fn values_out_of_range_have_no_encoding() {
        let encode = |format: &SmallFloat, value| format.encode_in_range(value);
        assert_eq!(encode(&SmallFloat::F16, 65519.0), Some(0x7bff));
        assert_eq!(encode(&SmallFloat::F16, 65520.0), None);
        assert_eq!(encode(&SmallFloat::F16, f64::INFINITY), Some(0x7c00));
        assert_eq!(encode(&SmallFloat::F8E4M3FN, 448.0), Some(0x7e));
        assert_eq!(encode(&SmallFloat::F8E4M3FN, 500.0), None);
        assert_eq!(encode(&SmallFloat::F8E4M3FN, f64::INFINITY), None);
        assert_eq!(encode(&SmallFloat::F4E2M1FN, 100.0), None);
        assert_eq!(encode(&SmallFloat::F8E8M0FNU, 0.0), None);
        assert_eq!(encode(&SmallFloat::F8E8M0FNU, -1.0), None);
        assert_eq!(encode(&SmallFloat::F8E8M0FNU, 3.0), Some(129));
        assert_eq!(encode(&SmallFloat::F8E4M3FNUZ, -1e-9), Some(0));
    }

    #[test]
    fn overflow() {
        assert_eq!(SmallFloat::F8E5M2.decode(SmallFloat::F8E5M2.encode(1e30)), f64::INFINITY);
        assert!(SmallFloat::F8E4M3FN.decode(SmallFloat::F8E4M3FN.encode(1e30)).is_nan());
        assert!(SmallFloat::F8E4M3FNUZ.decode(SmallFloat::F8E4M3FNUZ.encode(-1e30)).is_nan());
        assert_eq!(
            SmallFloat::F4E2M1FN.decode(SmallFloat::F4E2M1FN.encode(f64::NEG_INFINITY)),
            -6.0
        );
        assert!(SmallFloat::F8E8M0FNU.decode(SmallFloat::F8E8M0FNU.encode(0.0)).is_nan());
    }
}
