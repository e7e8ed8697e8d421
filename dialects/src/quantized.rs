// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Quantized element types, after the specification's section "Types".

use crate::ffi;
use melior::ir::Type;

/// A uniform quantized element type.
///
/// A stored integer represents the number `(stored - zero_point) * scale`.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantized<'c> {
    /// The MLIR type that has these parameters.
    pub ty: Type<'c>,
    /// Whether the stored integers of the quantized type are signed.
    pub signed: bool,
    /// The storage type of the quantized type, an integer type.
    pub storage: Type<'c>,
    /// The smallest integer that an element may store.
    pub storage_min: i64,
    /// The largest integer that an element may store.
    pub storage_max: i64,
    /// The expressed type: the float type of the represented numbers.
    pub expressed: Type<'c>,
    /// The scales: one for a per-tensor type, or one for each index along the quantization
    /// dimension.
    pub scales: Vec<f64>,
    /// The zero points, one for each entry of `scales`.
    pub zero_points: Vec<i64>,
    /// The quantization dimension of a per-axis type, or `None` for a per-tensor type.
    pub axis: Option<i32>,
}

impl<'c> Quantized<'c> {
    /// Returns the quantization parameters of an element type, or `None` if it is not quantized.
    pub fn from_type(ty: Type<'c>) -> Option<Self> {
        let raw = ffi::quantized(ty)?;
        Some(Self {
            ty,
            signed: raw.signed,
            storage: raw.storage,
            storage_min: raw.storage_min,
            storage_max: raw.storage_max,
            expressed: raw.expressed,
            scales: raw.scales,
            zero_points: raw.zero_points,
            axis: raw.axis,
        })
    }

    /// Returns true if the type has a separate scale for each index along the quantization
    /// dimension.
    pub fn is_per_axis(&self) -> bool {
        self.axis.is_some()
    }

    /// Returns true if two quantized types have the same storage type, signedness and storage
    /// range.
    pub fn same_storage(&self, other: &Self) -> bool {
        (self.signed, self.storage, self.storage_min, self.storage_max)
            == (other.signed, other.storage, other.storage_min, other.storage_max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read() {
        let context = crate::Context::new();
        let read = |text| Quantized::from_type(Type::parse(&context, text).unwrap());
        let tensor = read("!quant.uniform<u8<1:200>:f32, 0.5:3>").unwrap();
        assert!(!tensor.signed && !tensor.is_per_axis());
        assert_eq!((tensor.storage_min, tensor.storage_max), (1, 200));
        assert_eq!(
            (tensor.scales.as_slice(), tensor.zero_points.as_slice()),
            (&[0.5][..], &[3][..])
        );
        assert_eq!(tensor.expressed, Type::float32(&context));
        let axis = read("!quant.uniform<i8:f32:1, {0.5:3, 0.25:1}>").unwrap();
        assert_eq!((axis.axis, axis.scales.len()), (Some(1), 2));
        assert!(!tensor.same_storage(&axis));
        assert!(read("f32").is_none());
    }
}
