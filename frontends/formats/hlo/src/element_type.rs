// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Names and properties of HLO's element types, and conversions from and to [`ElementType`], which
//! contains only the element types of StableHLO tensors.

use crate::proto::PrimitiveType;
use hloom_values::{ElementClass, ElementType, SmallFloat};

/// The named types of HLO that are not element types of StableHLO tensors, with their names and the
/// classes of their values. The integers have one bit. Tokens and opaque values have no class,
/// because they are not elements of arrays.
const OTHERS: [(PrimitiveType, &str, Option<ElementClass>); 4] = [
    (PrimitiveType::S1, "s1", Some(ElementClass::Signed)),
    (PrimitiveType::U1, "u1", Some(ElementClass::Unsigned)),
    (PrimitiveType::Token, "token", None),
    (PrimitiveType::OpaqueType, "opaque", None),
];

impl From<ElementType> for PrimitiveType {
    fn from(element: ElementType) -> Self {
        Self::try_from(element.xla_number()).unwrap_or_default()
    }
}

impl PrimitiveType {
    /// Returns the element type of StableHLO tensors that corresponds to this type, or `None` if
    /// there is none.
    pub fn element_type(self) -> Option<ElementType> {
        ElementType::from_xla_number(self.into())
    }

    /// Returns the name of the type in HLO text, such as `f32`, `pred` or `token`, or `None` for
    /// types without a name, such as tuples and buffers.
    pub fn hlo_name(self) -> Option<&'static str> {
        let other = || OTHERS.iter().find(|row| row.0 == self).map(|row| row.1);
        self.element_type().map(ElementType::hlo_name).or_else(other)
    }

    /// Returns the type that has the given name in HLO text, or `None` for other names.
    pub fn from_hlo_name(name: &str) -> Option<Self> {
        let element = ElementType::ALL.into_iter().find(|element| element.hlo_name() == name);
        let other = || OTHERS.iter().find(|row| row.1 == name).map(|row| row.0);
        element.map(Self::from).or_else(other)
    }

    /// Returns the class of the values of this element type, such as signed integers, or `None` if
    /// arrays cannot have this element type.
    pub fn class(self) -> Option<ElementClass> {
        let other = || OTHERS.iter().find(|row| row.0 == self).and_then(|row| row.2);
        self.element_type().map(ElementType::class).or_else(other)
    }

    /// Returns the number of bits that represent the value of an element, or `None` if arrays
    /// cannot have this element type.
    pub fn bit_width(self) -> Option<u32> {
        let other = || self.class().map(|_| 1);
        self.element_type().map(ElementType::bit_width).or_else(other)
    }

    /// Returns the number of bytes of an element in a literal, or `None` if arrays cannot have this
    /// element type. An element narrower than a byte occupies a whole byte.
    pub fn byte_width(self) -> Option<usize> {
        Some((self.bit_width()? as usize).div_ceil(8))
    }

    /// Returns the format of a floating-point type of at most 16 bits, or `None` for other types.
    pub(crate) fn small_float(self) -> Option<&'static SmallFloat> {
        self.element_type()?.small_float()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn element_types_are_those_of_the_protocol_buffers() {
        for element in ElementType::ALL {
            let primitive = PrimitiveType::from(element);
            assert_eq!(primitive.as_str_name().to_lowercase(), element.hlo_name());
            assert_eq!(i32::from(primitive), element.xla_number());
            assert_eq!(primitive.element_type(), Some(element));
        }
        assert_eq!(PrimitiveType::S1.element_type(), None);
        assert_eq!(PrimitiveType::Token.element_type(), None);
    }

    #[test]
    fn names_are_read_back() {
        let elements = ElementType::ALL.map(PrimitiveType::from);
        for primitive in elements.into_iter().chain(OTHERS.map(|row| row.0)) {
            let name = primitive.hlo_name().expect("it has a name");
            assert_eq!(PrimitiveType::from_hlo_name(name), Some(primitive));
        }
        assert_eq!(PrimitiveType::from_hlo_name("i32"), None);
        assert_eq!(PrimitiveType::Tuple.hlo_name(), None);
    }

    #[test]
    fn widths() {
        assert_eq!(PrimitiveType::S4.byte_width(), Some(1));
        assert_eq!(PrimitiveType::U1.bit_width(), Some(1));
        assert_eq!(PrimitiveType::C128.byte_width(), Some(16));
        assert_eq!(PrimitiveType::Token.byte_width(), None);
        assert_eq!(PrimitiveType::Bf16.class(), Some(ElementClass::Float));
    }
}
