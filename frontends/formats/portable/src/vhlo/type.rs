// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Types of VHLO.

use crate::encoding::{Present, encodings};
use crate::model::{AttributeId, Bits, TypeId};
use crate::version::{V0_9, V0_10, V0_11, V0_18, V1_2, V1_6, V1_7, V1_8, V1_13, V1_15, Version};
use hloom_values::{ElementClass, ElementType};

encodings! {
    /// A type of VHLO.
    pub enum Type {
        0 BooleanV1,
        1 ComplexV1 { element_type: TypeId },
        2 FloatBF16V1,
        3 FloatF16V1,
        4 FloatF32V1,
        5 FloatF64V1,
        6 FloatF8E4M3FNV1,
        7 FloatF8E5M2V1,
        8 FunctionV1 { inputs: Vec<TypeId>, outputs: Vec<TypeId> },
        9 IndexV1,
        10 IntegerSI4V1,
        11 IntegerSI8V1,
        12 IntegerSI16V1,
        13 IntegerSI32V1,
        14 IntegerSI64V1,
        15 IntegerUI4V1,
        16 IntegerUI8V1,
        17 IntegerUI16V1,
        18 IntegerUI32V1,
        19 IntegerUI64V1,
        /// A ranked tensor type. The size of a dynamic dimension is `i64::MIN`.
        20 | 21 if encoding RankedTensorV1 {
            encoding: Option<AttributeId> as Present,
            shape: Vec<i64>,
            element_type: TypeId,
        },
        22 TokenV1,
        23 TupleV1 { types: Vec<TypeId> },
        /// A per-tensor quantized type. The scale is stored as the bits of a 64-bit float.
        24 UniformQuantizedV1 {
            flags: u64,
            storage_type: TypeId,
            expressed_type: TypeId,
            scale: Bits,
            zero_point: i64,
            storage_type_min: i64,
            storage_type_max: i64,
        },
        25 UnrankedTensorV1 { element_type: TypeId },
        26 WitnessV1,
        27 FloatF8E4M3FNUZV1,
        28 FloatF8E5M2FNUZV1,
        29 FloatF8E4M3B11FNUZV1,
        /// A per-axis quantized type. The scales are stored as the bits of 64-bit floats.
        30 UniformQuantizedPerAxisV1 {
            flags: u64,
            storage_type: TypeId,
            expressed_type: TypeId,
            quantized_dimension: u64,
            storage_type_min: i64,
            storage_type_max: i64,
            scales: Vec<Bits>,
            zero_points: Vec<i64>,
        },
        31 IntegerSI2V1,
        32 IntegerUI2V1,
        33 NoneV1,
        34 FloatTF32V1,
        35 FloatF8E4M3V1,
        36 FloatF8E3M4V1,
        37 FloatF4E2M1FNV1,
        38 FloatF6E2M3FNV1,
        39 FloatF6E3M2FNV1,
        40 FloatF8E8M0FNUV1,
        41 RankedBufferV1 { shape: Vec<i64>, element_type: TypeId },
        42 FutureV1 { types: Vec<TypeId> },
    }
}

impl Type {
    /// Returns the first version that supports the type.
    pub fn since(&self) -> Version {
        match self {
            Self::FloatF8E4M3FNUZV1 | Self::FloatF8E5M2FNUZV1 => V0_10,
            Self::FloatF8E4M3B11FNUZV1 => V0_11,
            Self::UniformQuantizedPerAxisV1 { .. } => V0_18,
            Self::IntegerSI2V1 | Self::IntegerUI2V1 => V1_2,
            Self::FloatTF32V1 | Self::NoneV1 => V1_6,
            Self::FloatF8E3M4V1 | Self::FloatF8E4M3V1 => V1_7,
            Self::FloatF4E2M1FNV1
            | Self::FloatF6E2M3FNV1
            | Self::FloatF6E3M2FNV1
            | Self::FloatF8E8M0FNUV1 => V1_8,
            Self::RankedBufferV1 { .. } => V1_13,
            Self::FutureV1 { .. } => V1_15,
            _ => V0_9,
        }
    }

    /// Returns the element type of literals that corresponds to this type, or `None` if there is
    /// none. Also returns `None` for complex types, because they have a parameter in VHLO.
    pub fn element_type(&self) -> Option<ElementType> {
        ElementType::from_vhlo_code(self.code())
    }

    /// Returns the type of VHLO for an element type of literals, or `None` for complex types, which
    /// have a parameter in VHLO.
    pub fn of_element(element: ElementType) -> Option<Self> {
        let code = element.vhlo_code()?;
        Self::WITHOUT_FIELDS.iter().flatten().find(|ty| ty.code() == code).cloned()
    }

    /// Returns the width in bits of an integer, index or float type, or `None` for other types.
    pub fn width(&self) -> Option<u32> {
        match self {
            Self::BooleanV1 => None,
            Self::FloatTF32V1 => Some(19),
            Self::IndexV1 => Some(64),
            _ => self.element_type().map(ElementType::bit_width),
        }
    }

    /// Returns true if this is a float type.
    pub fn is_float(&self) -> bool {
        let class = self.element_type().map(ElementType::class);
        class == Some(ElementClass::Float) || *self == Self::FloatTF32V1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_type_is_read_back() {
        for element in ElementType::ALL {
            let found = Type::of_element(element).and_then(|ty| ty.element_type());
            let is_complex = element.class() == ElementClass::Complex;
            assert_eq!(found, Some(element).filter(|_| !is_complex), "{element}");
        }
    }

    #[test]
    fn variants_are_named_for_their_element_types() {
        for element in ElementType::ALL {
            let Some(ty) = Type::of_element(element) else { continue };
            let name = element.hlo_name().to_uppercase();
            let expected = match element.class() {
                ElementClass::Boolean => "BooleanV1".to_owned(),
                ElementClass::Float => format!("Float{name}V1"),
                ElementClass::Signed => format!("IntegerSI{}V1", element.bit_width()),
                _ => format!("IntegerUI{}V1", element.bit_width()),
            };
            assert_eq!(ty.kind(), expected);
        }
    }
}
