// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Element types, grouped as operations accept them.

/// Element types as MLIR text.
pub type Types = &'static [&'static str];

pub const BOOLEAN: Types = &["i1"];
pub const SIGNED: Types = &["i2", "i4", "i8", "i16", "i32", "i64"];
pub const UNSIGNED: Types = &["ui2", "ui4", "ui8", "ui16", "ui32", "ui64"];
/// Signed floats that are computed in a wider type.
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
/// Powers of two, without zero and negative numbers.
pub const SCALE: Types = &["f8E8M0FNU"];
pub const WIDE: Types = &["bf16", "f16", "f32", "f64"];
pub const SINGLE_OR_DOUBLE: Types = &["f32", "f64"];
pub const COMPLEX: Types = &["complex<f32>", "complex<f64>"];
/// Quantized types with one scale and zero point for the whole tensor.
pub const QUANTIZED: Types = &[
    "!quant.uniform<i4:f32, 5.0e-01>",
    "!quant.uniform<i8:f32, 2.5e-01:3>",
    "!quant.uniform<u8:f32, 1.0e-01:128>",
    "!quant.uniform<i16:f32, 3.0e-02:-40>",
];

/// Groups that many families of operations accept.
pub const FLOATS: &[Types] = &[SMALL, SCALE, WIDE];
pub const INTEGERS: &[Types] = &[SIGNED, UNSIGNED];
pub const NUMBERS: &[Types] = &[SIGNED, UNSIGNED, SMALL, SCALE, WIDE, COMPLEX, QUANTIZED];
pub const PLAIN: &[Types] = &[BOOLEAN, SIGNED, UNSIGNED, SMALL, SCALE, WIDE, COMPLEX];
pub const ALL: &[Types] = &[BOOLEAN, SIGNED, UNSIGNED, SMALL, SCALE, WIDE, COMPLEX, QUANTIZED];
/// All types with an order, which excludes complex types.
pub const ORDERED: &[Types] = &[BOOLEAN, SIGNED, UNSIGNED, SMALL, SCALE, WIDE, QUANTIZED];

/// Returns true for quantized types.
pub fn is_quantized(ty: &str) -> bool {
    ty.starts_with("!quant")
}

/// Returns the type of the parts of a complex type, or the expressed type of a quantized type.
pub fn real(ty: &str) -> &str {
    match ty {
        "complex<f32>" => "f32",
        "complex<f64>" => "f64",
        _ if is_quantized(ty) => "f32",
        _ => ty,
    }
}
