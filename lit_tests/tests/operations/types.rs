// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The element types, by what operations allow.

/// Element types in MLIR's spelling.
pub type Types = &'static [&'static str];

pub const BOOLEAN: Types = &["i1"];
pub const SIGNED: Types = &["i2", "i4", "i8", "i16", "i32", "i64"];
pub const UNSIGNED: Types = &["ui2", "ui4", "ui8", "ui16", "ui32", "ui64"];
/// Floats with a sign that are computed with as wider ones.
pub const SMALL: Types = &[
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "f8E3M4",
    "f8E4M3",
    "f8E4M3FN",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f8E5M2",
    "f8E5M2FNUZ",
];
/// Powers of two: neither zero nor anything below.
pub const SCALE: Types = &["f8E8M0FNU"];
pub const WIDE: Types = &["bf16", "f16", "f32", "f64"];
pub const SINGLE_OR_DOUBLE: Types = &["f32", "f64"];
pub const COMPLEX: Types = &["complex<f32>", "complex<f64>"];
/// One scale and zero point a tensor.
pub const QUANTIZED: Types = &[
    "!quant.uniform<i4:f32, 5.0e-01>",
    "!quant.uniform<i8:f32, 2.5e-01:3>",
    "!quant.uniform<u8:f32, 1.0e-01:128>",
    "!quant.uniform<i16:f32, 3.0e-02:-40>",
];

/// What most families put together.
pub const FLOATS: &[Types] = &[SMALL, SCALE, WIDE];
pub const INTEGERS: &[Types] = &[SIGNED, UNSIGNED];
pub const NUMBERS: &[Types] = &[SIGNED, UNSIGNED, SMALL, SCALE, WIDE, COMPLEX, QUANTIZED];
pub const PLAIN: &[Types] = &[BOOLEAN, SIGNED, UNSIGNED, SMALL, SCALE, WIDE, COMPLEX];
pub const ALL: &[Types] = &[BOOLEAN, SIGNED, UNSIGNED, SMALL, SCALE, WIDE, COMPLEX, QUANTIZED];
/// All with an order.
pub const ORDERED: &[Types] = &[BOOLEAN, SIGNED, UNSIGNED, SMALL, SCALE, WIDE, QUANTIZED];

/// Whether a type is an integer's with a scale.
pub fn is_quantized(ty: &str) -> bool {
    ty.starts_with("!quant")
}

/// The type of the parts of complex numbers, and of what quantized ones stand for.
pub fn real(ty: &str) -> &str {
    match ty {
        "complex<f32>" => "f32",
        "complex<f64>" => "f64",
        _ if is_quantized(ty) => "f32",
        _ => ty,
    }
}
