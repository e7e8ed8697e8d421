// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The element types of StableHLO tensors.

use crate::SmallFloat;
use std::fmt::{self, Display};
use std::str::FromStr;

/// Generates [`ElementType`] and its descriptions from one table, so that no type lacks a row.
macro_rules! element_types {
    ($($(#[$about:meta])* $Variant:ident: $name:literal $hlo_name:literal $class:ident
        $bit_width:literal $xla:literal $pjrt:tt $ffi:tt $vhlo:tt
        $numpy:literal $raw_numpy:tt $small_float:tt;)*) => {
        /// The type of a tensor's elements (StableHLO specification, section "Types").
        ///
        /// The variants have XLA's names; [`Display`] and [`FromStr`] use MLIR's spelling.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize,
            serde::Deserialize,
        )]
        pub enum ElementType {
            $($(#[$about])* $Variant),*
        }

        impl ElementType {
            /// All element types.
            pub const ALL: [Self; [$($xla),*].len()] = [$(Self::$Variant),*];

            const DESCRIPTIONS: &'static [Description] = &[$(Description {
                name: $name,
                hlo_name: $hlo_name,
                class: ElementClass::$class,
                bit_width: $bit_width,
                xla_number: $xla,
                pjrt_number: optional!($pjrt),
                xla_ffi_number: optional!($ffi),
                vhlo_code: optional!($vhlo),
                numpy_descr: $numpy,
                raw_numpy_descr: optional!($raw_numpy),
                small_float: small_float!($small_float),
            }),*];
        }
    };
}

/// Expands to an optional column of the table; `-` stands for no value.
macro_rules! optional {
    (-) => {
        None
    };
    ($value:tt) => {
        Some($value)
    };
}

/// Expands to the format of a floating-point type of at most 16 bits; `-` stands for no format.
macro_rules! small_float {
    (-) => {
        None
    };
    ($format:ident) => {
        Some(&SmallFloat::$format)
    };
}

/// A row of the table of element types. The documentation of [`ElementType`]'s accessors describes
/// the columns.
struct Description {
    name: &'static str,
    hlo_name: &'static str,
    class: ElementClass,
    bit_width: u32,
    xla_number: i32,
    pjrt_number: Option<i32>,
    xla_ffi_number: Option<i32>,
    vhlo_code: Option<u64>,
    numpy_descr: &'static str,
    raw_numpy_descr: Option<&'static str>,
    small_float: Option<&'static SmallFloat>,
}

element_types! {
    // variant: MLIR name, HLO name, class, bits; numbers in XLA, PJRT, XLA's FFI and VHLO; NumPy
    // descriptor, descriptor of raw bytes; format of a small float.
    /// The boolean type `i1`.
    Pred: "i1" "pred" Boolean 1  1 1 1 0  "b1" - -;
    /// Signed 2-bit integer: `i2` in MLIR, `s2` in HLO.
    S2: "i2" "s2" Signed 2  26 24 26 31  "i1" "V1" -;
    /// Signed 4-bit integer: `i4` in MLIR, `s4` in HLO.
    S4: "i4" "s4" Signed 4  21 21 21 10  "i1" "V1" -;
    /// Signed 8-bit integer: `i8` in MLIR, `s8` in HLO.
    S8: "i8" "s8" Signed 8  2 2 2 11  "i1" - -;
    /// Signed 16-bit integer: `i16` in MLIR, `s16` in HLO.
    S16: "i16" "s16" Signed 16  3 3 3 12  "i2" - -;
    /// Signed 32-bit integer: `i32` in MLIR, `s32` in HLO.
    S32: "i32" "s32" Signed 32  4 4 4 13  "i4" - -;
    /// Signed 64-bit integer: `i64` in MLIR, `s64` in HLO.
    S64: "i64" "s64" Signed 64  5 5 5 14  "i8" - -;
    /// Unsigned 2-bit integer: `ui2` in MLIR, `u2` in HLO.
    U2: "ui2" "u2" Unsigned 2  27 25 27 32  "u1" "V1" -;
    /// Unsigned 4-bit integer: `ui4` in MLIR, `u4` in HLO.
    U4: "ui4" "u4" Unsigned 4  22 22 22 15  "u1" "V1" -;
    /// Unsigned 8-bit integer: `ui8` in MLIR, `u8` in HLO.
    U8: "ui8" "u8" Unsigned 8  6 6 6 16  "u1" - -;
    /// Unsigned 16-bit integer: `ui16` in MLIR, `u16` in HLO.
    U16: "ui16" "u16" Unsigned 16  7 7 7 17  "u2" - -;
    /// Unsigned 32-bit integer: `ui32` in MLIR, `u32` in HLO.
    U32: "ui32" "u32" Unsigned 32  8 8 8 18  "u4" - -;
    /// Unsigned 64-bit integer: `ui64` in MLIR, `u64` in HLO.
    U64: "ui64" "u64" Unsigned 64  9 9 9 19  "u8" - -;
    /// The floating-point type `f4E2M1FN`.
    F4E2M1FN: "f4E2M1FN" "f4e2m1fn" Float 4  32 29 32 37  "u1" "V1" F4E2M1FN;
    /// The floating-point type `f6E2M3FN`.
    F6E2M3FN: "f6E2M3FN" "f6e2m3fn" Float 6  36 - - 38  "u1" "V1" F6E2M3FN;
    /// The floating-point type `f6E3M2FN`.
    F6E3M2FN: "f6E3M2FN" "f6e3m2fn" Float 6  35 - - 39  "u1" "V1" F6E3M2FN;
    /// The floating-point type `f8E3M4`.
    F8E3M4: "f8E3M4" "f8e3m4" Float 8  29 27 29 36  "u1" "V1" F8E3M4;
    /// The floating-point type `f8E4M3`.
    F8E4M3: "f8E4M3" "f8e4m3" Float 8  28 26 28 35  "u1" "V1" F8E4M3;
    /// The floating-point type `f8E4M3FN`.
    F8E4M3FN: "f8E4M3FN" "f8e4m3fn" Float 8  20 17 20 6  "u1" "V1" F8E4M3FN;
    /// The floating-point type `f8E4M3FNUZ`.
    F8E4M3FNUZ: "f8E4M3FNUZ" "f8e4m3fnuz" Float 8  25 20 25 27  "u1" "V1" F8E4M3FNUZ;
    /// The floating-point type `f8E4M3B11FNUZ`.
    F8E4M3B11FNUZ: "f8E4M3B11FNUZ" "f8e4m3b11fnuz" Float 8  23 18 23 29  "u1" "V1" F8E4M3B11FNUZ;
    /// The floating-point type `f8E5M2`.
    F8E5M2: "f8E5M2" "f8e5m2" Float 8  19 16 19 7  "u1" "V1" F8E5M2;
    /// The floating-point type `f8E5M2FNUZ`.
    F8E5M2FNUZ: "f8E5M2FNUZ" "f8e5m2fnuz" Float 8  24 19 24 28  "u1" "V1" F8E5M2FNUZ;
    /// The floating-point type `f8E8M0FNU`, which consists only of an exponent.
    F8E8M0FNU: "f8E8M0FNU" "f8e8m0fnu" Float 8  33 28 33 40  "u1" "V1" F8E8M0FNU;
    /// The floating-point type `bf16`.
    Bf16: "bf16" "bf16" Float 16  16 13 16 2  "u2" "V2" BF16;
    /// The floating-point type `f16`.
    F16: "f16" "f16" Float 16  10 10 10 3  "f2" - F16;
    /// The floating-point type `f32`.
    F32: "f32" "f32" Float 32  11 11 11 4  "f4" - -;
    /// The floating-point type `f64`.
    F64: "f64" "f64" Float 64  12 12 12 5  "f8" - -;
    /// The complex type `complex<f32>`.
    C64: "complex<f32>" "c64" Complex 64  15 14 15 -  "c8" - -;
    /// The complex type `complex<f64>`.
    C128: "complex<f64>" "c128" Complex 128  18 15 18 -  "c16" - -;
}

/// The kind of values that an element type has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementClass {
    /// Booleans: false and true.
    Boolean,
    /// Signed integers in two's complement.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// Floating-point numbers of at most 64 bits.
    Float,
    /// Complex numbers: pairs of floating-point numbers.
    Complex,
}

impl ElementType {
    const fn description(self) -> &'static Description {
        &Self::DESCRIPTIONS[self as usize]
    }

    /// Returns MLIR's spelling of the element type, such as `f32`.
    pub const fn name(self) -> &'static str {
        self.description().name
    }

    /// Returns the name in HLO text, such as `f32` or `pred`.
    pub const fn hlo_name(self) -> &'static str {
        self.description().hlo_name
    }

    /// Returns the number of the type in XLA's protocol buffers (`PrimitiveType` in
    /// `xla_data.proto`).
    pub const fn xla_number(self) -> i32 {
        self.description().xla_number
    }

    /// Returns the element type with the given number in XLA's protocol buffers, or `None` for
    /// other numbers, such as those of tokens, tuples and types that StableHLO lacks.
    pub fn from_xla_number(number: i32) -> Option<Self> {
        Self::find(|ty| ty.xla_number() == number)
    }

    /// Returns the number of the type in PJRT (`PJRT_Buffer_Type` in `pjrt_c_api.h`), or `None` if
    /// PJRT has no buffers of the type.
    pub const fn pjrt_number(self) -> Option<i32> {
        self.description().pjrt_number
    }

    /// Returns the element type with the given number in PJRT, or `None` for other numbers.
    pub fn from_pjrt_number(number: i32) -> Option<Self> {
        Self::find(|ty| ty.pjrt_number() == Some(number))
    }

    /// Returns the number of the type in XLA's foreign function interface (`XLA_FFI_DataType` in
    /// `xla/ffi/api/c_api.h`), or `None` if the interface has no buffers of the type.
    pub const fn xla_ffi_number(self) -> Option<i32> {
        self.description().xla_ffi_number
    }

    /// Returns the code of the type in the bytecode of VHLO, or `None` for complex types, which
    /// VHLO represents as a complex type with a float element type.
    pub const fn vhlo_code(self) -> Option<u64> {
        self.description().vhlo_code
    }

    /// Returns the element type with the given code in VHLO, or `None` for codes of other types.
    pub fn from_vhlo_code(code: u64) -> Option<Self> {
        Self::find(|ty| ty.vhlo_code() == Some(code))
    }

    /// Returns the integer or boolean type of the given class and width in bits, if it exists.
    pub fn integer(class: ElementClass, bit_width: u32) -> Option<Self> {
        Self::find(|ty| {
            ty.integer_range().is_some() && ty.class() == class && ty.bit_width() == bit_width
        })
    }

    /// Returns the complex type whose real and imaginary parts have the type `part`, if it exists.
    pub fn complex(part: Self) -> Option<Self> {
        Self::find(|ty| ty.class() == ElementClass::Complex && ty.part() == part)
    }

    fn find(matches: impl Fn(Self) -> bool) -> Option<Self> {
        Self::ALL.into_iter().find(|ty| matches(*ty))
    }

    /// Returns the kind of values that the type has.
    pub const fn class(self) -> ElementClass {
        self.description().class
    }

    /// Returns the number of bits that carry the value of an element.
    pub const fn bit_width(self) -> u32 {
        self.description().bit_width
    }

    /// Returns the number of bytes of one element in a literal and in device memory.
    ///
    /// An element narrower than a byte takes one byte. Booleans are 0 or 1, signed integers are
    /// sign-extended, and all other types are zero-extended.
    pub const fn byte_width(self) -> usize {
        (self.bit_width() as usize).div_ceil(8)
    }

    /// Returns true if the bit width is a multiple of 8, so that an element has no unused bits.
    pub const fn fills_bytes(self) -> bool {
        self.bit_width().is_multiple_of(8)
    }

    /// Normalizes elements whose unused bits have arbitrary values to the form that literals
    /// require (see [`Self::byte_width`]).
    ///
    /// A boolean becomes true if any bit of its byte is set.
    pub fn clear_unused_bits(self, elements: &mut [u8]) {
        if self.fills_bytes() {
            return;
        }
        let unused = 8 - self.bit_width();
        for element in elements {
            *element = match self.class() {
                ElementClass::Boolean => u8::from(*element != 0),
                ElementClass::Signed => (((*element << unused) as i8) >> unused) as u8,
                _ => (*element << unused) >> unused,
            };
        }
    }

    /// Returns the type of the real and imaginary parts of a complex type, or the type itself if it
    /// is not complex.
    pub const fn part(self) -> Self {
        match self {
            Self::C64 => Self::F32,
            Self::C128 => Self::F64,
            other => other,
        }
    }

    /// Returns the format of a floating-point type of at most 16 bits, or `None` for other
    /// types.
    pub const fn small_float(self) -> Option<&'static SmallFloat> {
        self.description().small_float
    }

    /// Returns the numbers of exponent and mantissa bits of a floating-point type, or `None` for
    /// other types.
    pub const fn float_layout(self) -> Option<(u32, u32)> {
        match self {
            Self::F32 => Some((8, 23)),
            Self::F64 => Some((11, 52)),
            _ => match self.small_float() {
                Some(format) => Some((format.exponent_bits(), format.mantissa_bits())),
                None => None,
            },
        }
    }

    /// Returns the smallest and the largest value of an integer type or of `i1`, or `None` for
    /// other types.
    pub const fn integer_range(self) -> Option<(i128, i128)> {
        let bits = self.bit_width();
        match self.class() {
            ElementClass::Boolean => Some((0, 1)),
            ElementClass::Signed => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
            ElementClass::Unsigned => Some((0, (1 << bits) - 1)),
            ElementClass::Float | ElementClass::Complex => None,
        }
    }

    /// Returns the kind and size of the type in NumPy's array interface, without the byte order:
    /// `f4` for `<f4`.
    ///
    /// A floating-point type that NumPy lacks is stored as its bits, in unsigned integers of
    /// the same byte width. Integers narrower than a byte are stored as 8-bit integers.
    pub const fn numpy_descr(self) -> &'static str {
        self.description().numpy_descr
    }

    /// Returns the element type that a NumPy kind and size (`f4`, `b1`, `u2`...) denotes by
    /// default, if no program expects another type.
    pub fn from_numpy_descr(descr: &str) -> Option<Self> {
        // A type that NumPy lacks uses the descriptor of another type.
        Self::find(|ty| {
            let is_native = ty.fills_bytes() || ty == Self::Pred;
            let is_bits = descr.starts_with('u') && ty.class() == ElementClass::Float;
            ty.numpy_descr() == descr && is_native && !is_bits
        })
    }

    /// Returns true if a NumPy array of kind and size `descr` can hold elements of this type.
    ///
    /// Accepts [`Self::numpy_descr`], and also raw bytes (`V1` or `V2`) for types that NumPy
    /// lacks.
    pub fn accepts_numpy_descr(self, descr: &str) -> bool {
        descr == self.numpy_descr() || self.description().raw_numpy_descr == Some(descr)
    }
}

impl Display for ElementType {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The error for a string that is not the name of an element type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an element type of StableHLO tensors")]
pub struct ParseElementTypeError(pub String);

impl FromStr for ElementType {
    type Err = ParseElementTypeError;

    /// Parses MLIR's spelling; accepts `si<N>` as `i<N>`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.strip_prefix('s').filter(|rest| rest.starts_with('i')).unwrap_or(text);
        Self::find(|known| known.name() == name)
            .ok_or_else(|| ParseElementTypeError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for element in ElementType::ALL {
            assert_eq!(element.name().parse(), Ok(element));
        }
        assert_eq!("si8".parse(), Ok(ElementType::S8));
        let error = "index".parse::<ElementType>().expect_err("not a tensor element");
        assert_eq!(error.to_string(), "`index` is not an element type of StableHLO tensors");
    }

    #[test]
    fn every_number_and_name_leads_back() {
        for element in ElementType::ALL {
            assert_eq!(ElementType::from_xla_number(element.xla_number()), Some(element));
            for (back, number) in [
                (element.pjrt_number().and_then(ElementType::from_pjrt_number), "PJRT"),
                (element.vhlo_code().and_then(ElementType::from_vhlo_code), "VHLO"),
            ] {
                assert!(back.is_none_or(|back| back == element), "{number} of {element}");
            }
            let same_name = |other: &&ElementType| other.hlo_name() == element.hlo_name();
            assert_eq!(ElementType::ALL.iter().filter(same_name).count(), 1, "{element}");
            // XLA asserts that its interface for foreign functions has the numbers of its protocol
            // buffers.
            let ffi = element.xla_ffi_number();
            assert!(ffi.is_none_or(|number| number == element.xla_number()), "{element}");
            assert_eq!(ffi.is_some(), element.pjrt_number().is_some(), "{element}");
        }
        assert_eq!(ElementType::from_xla_number(13), None);
        assert_eq!(ElementType::from_pjrt_number(23), None);
        assert_eq!(ElementType::from_vhlo_code(34), None);
    }

    #[test]
    fn classes_agree_with_widths_and_formats() {
        for element in ElementType::ALL {
            let (class, bits) = (element.class(), element.bit_width());
            let is_small = class == ElementClass::Float && bits <= 16;
            assert_eq!(element.small_float().is_some(), is_small, "{element}");
            if let Some(format) = element.small_float() {
                assert_eq!(format.bit_width(), bits, "{element}");
            }
            match class {
                ElementClass::Boolean | ElementClass::Signed | ElementClass::Unsigned => {
                    assert_eq!(ElementType::integer(class, bits), Some(element));
                }
                ElementClass::Complex => {
                    assert_eq!(ElementType::complex(element.part()), Some(element));
                    assert_eq!(element.part().bit_width() * 2, bits);
                }
                ElementClass::Float => assert_eq!(ElementType::integer(class, bits), None),
            }
            let layout = element.float_layout();
            assert_eq!(layout.is_some(), class == ElementClass::Float, "{element}");
        }
        assert_eq!(ElementType::integer(ElementClass::Signed, 3), None);
        assert_eq!(ElementType::complex(ElementType::F16), None);
    }

    #[test]
    fn unused_bits_are_cleared() {
        let cleared = |ty: ElementType, byte| {
            let mut bytes = [byte];
            ty.clear_unused_bits(&mut bytes);
            bytes[0]
        };
        assert_eq!(cleared(ElementType::S4, 0x7f), 0xff);
        assert_eq!(cleared(ElementType::S4, 0xf7), 0x07);
        assert_eq!(cleared(ElementType::U4, 0xf7), 0x07);
        assert_eq!(cleared(ElementType::F6E2M3FN, 0xff), 0x3f);
        assert_eq!(cleared(ElementType::Pred, 0x80), 1);
        assert_eq!(cleared(ElementType::S8, 0x80), 0x80);
    }

    #[test]
    fn widths() {
        assert_eq!(ElementType::Pred.byte_width(), 1);
        assert_eq!(ElementType::S4.byte_width(), 1);
        assert_eq!(ElementType::Bf16.byte_width(), 2);
        assert_eq!(ElementType::C128.byte_width(), 16);
        assert_eq!(ElementType::S2.integer_range(), Some((-2, 1)));
        assert_eq!(ElementType::U64.integer_range(), Some((0, i128::from(u64::MAX))));
        assert_eq!(ElementType::F32.integer_range(), None);
    }

    #[test]
    fn numpy_kinds() {
        for element in ElementType::ALL {
            assert!(element.accepts_numpy_descr(element.numpy_descr()));
        }
        for (descr, element) in [
            ("b1", ElementType::Pred),
            ("i1", ElementType::S8),
            ("i2", ElementType::S16),
            ("i4", ElementType::S32),
            ("i8", ElementType::S64),
            ("u1", ElementType::U8),
            ("u2", ElementType::U16),
            ("u4", ElementType::U32),
            ("u8", ElementType::U64),
            ("f2", ElementType::F16),
            ("f4", ElementType::F32),
            ("f8", ElementType::F64),
            ("c8", ElementType::C64),
            ("c16", ElementType::C128),
        ] {
            assert_eq!(ElementType::from_numpy_descr(descr), Some(element), "{descr}");
        }
        assert_eq!(ElementType::from_numpy_descr("V1"), None);
        assert!(ElementType::Bf16.accepts_numpy_descr("V2"));
        assert!(ElementType::F8E5M2.accepts_numpy_descr("V1"));
        assert!(!ElementType::F32.accepts_numpy_descr("f8"));
        assert!(!ElementType::U8.accepts_numpy_descr("V1"));
    }
}
