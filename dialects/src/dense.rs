// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of dense attributes to and from the bytes of their elements.
//!
//! The bytes have MLIR's layout. Elements are in row-major order, and each takes whole bytes in the
//! host's byte order. An element narrower than its bytes occupies their low bits. The real part of
//! a complex number comes first. Booleans have separate functions, because MLIR stores each boolean
//! in one bit.

mod ffi;

use crate::{element::ElementType, ffi::type_context, shape::TensorType};
use melior::ir::{Attribute, AttributeLike, Type, attribute::BoolAttribute};

/// Returns the dense attribute with these elements, or with one element that is repeated.
///
/// `ty` must be a ranked tensor type with static shape. Returns `None` otherwise, or if the number
/// of bytes is neither the size of all elements nor of one element.
pub fn attribute<'c>(ty: Type<'c>, bytes: &[u8]) -> Option<Attribute<'c>> {
    ffi::dense_from_bytes(ty, bytes)
}

/// Returns the dense attribute with these booleans.
///
/// `ty` must be a ranked tensor type with static shape and `i1` elements. Returns `None` otherwise,
/// or if the number of values differs from the number of elements.
pub fn booleans<'c>(ty: Type<'c>, values: &[bool]) -> Option<Attribute<'c>> {
    ffi::dense_from_booleans(ty, values)
}

/// Returns the dense attribute with these booleans. A single value is repeated for all elements.
///
/// Returns `None` if `ty` is not valid for [`booleans`], or if the number of values is neither one
/// nor the number of elements.
pub fn booleans_or_splat<'c>(ty: Type<'c>, values: &[bool]) -> Option<Attribute<'c>> {
    match *values {
        [all] => splat_boolean(ty, all),
        _ => booleans(ty, values),
    }
}

/// Returns the dense attribute whose booleans all have the same value.
///
/// Returns `None` unless `ty` is a ranked tensor type of static shape with `i1` elements.
pub fn splat_boolean(ty: Type<'_>, value: bool) -> Option<Attribute<'_>> {
    ffi::dense_splat(ty, BoolAttribute::new(type_context(ty), value).into())
}

/// The elements of a dense attribute, and whether it is a splat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elements<T> {
    /// The elements: booleans, or the bytes of numbers.
    pub data: T,
    /// Whether `data` contains a single element that represents all elements.
    pub is_splat: bool,
}

/// Returns the bytes of the elements of a dense attribute of numbers, or `None` for other
/// attributes.
pub fn bytes_of(attribute: Attribute<'_>) -> Option<Elements<&[u8]>> {
    let (data, is_splat) = ffi::dense_bytes(attribute)?;
    Some(Elements { data, is_splat })
}

/// Returns the elements of a dense attribute of booleans, or `None` for other attributes.
pub fn booleans_of(attribute: Attribute<'_>) -> Option<Elements<Vec<bool>>> {
    let (data, is_splat) = ffi::dense_booleans(attribute)?;
    Some(Elements { data, is_splat })
}

/// Returns MLIR's storage bytes of an integer, float or index attribute.
///
/// Returns `None` for booleans and for other attributes.
pub fn bytes_of_number(number: Attribute<'_>) -> Option<Vec<u8>> {
    let ty = number.r#type();
    let is_number = matches!(
        ElementType::from_type(ty),
        ElementType::Signed(_)
            | ElementType::Unsigned(_)
            | ElementType::Float(_)
            | ElementType::Tf32
            | ElementType::Index
    ) && (number.is_integer() || number.is_float());
    let one = is_number.then(|| TensorType::new(ty, &[Some(1)]).ty())?;
    Some(bytes_of(ffi::dense_splat(one, number)?)?.data.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Context;

    #[test]
    fn elements_come_back() {
        let context = Context::new();
        let ty = |text| Type::parse(&context, text).unwrap();
        let pair = attribute(ty("tensor<2xi16>"), &[1, 0, 2, 0]).unwrap();
        assert_eq!(pair.to_string(), "dense<[1, 2]> : tensor<2xi16>");
        let elements = bytes_of(pair).unwrap();
        assert_eq!((elements.data, elements.is_splat), (&[1, 0, 2, 0][..], false));
        let splat = attribute(ty("tensor<2xi16>"), &[7, 0]).unwrap();
        assert!(bytes_of(splat).unwrap().is_splat);
        for (text, bytes) in [("tensor<2xi16>", 3), ("tensor<?xi16>", 2), ("i16", 2)] {
            assert_eq!(attribute(ty(text), &vec![0; bytes]), None, "{text}");
        }
    }

    #[test]
    fn booleans_come_back() {
        let context = Context::new();
        let ty = |text| Type::parse(&context, text).unwrap();
        let three = booleans(ty("tensor<3xi1>"), &[true, false, true]).unwrap();
        assert_eq!(three.to_string(), "dense<[true, false, true]> : tensor<3xi1>");
        assert_eq!(booleans_of(three).unwrap().data, [true, false, true]);
        let all = splat_boolean(ty("tensor<3xi1>"), true).unwrap();
        let Elements { data, is_splat } = booleans_of(all).unwrap();
        assert_eq!((data, is_splat), (vec![true], true));
        assert_eq!(booleans(ty("tensor<3xi1>"), &[true]), None);
        assert_eq!(booleans(ty("tensor<1xi8>"), &[true]), None);
        assert_eq!(splat_boolean(ty("tensor<?xi1>"), true), None);
        assert_eq!(bytes_of(three), None);
    }

    #[test]
    fn numbers_have_bytes() {
        let context = Context::new();
        let bytes = |text| bytes_of_number(Attribute::parse(&context, text).unwrap());
        assert_eq!(bytes("-2 : i16"), Some(vec![0xfe, 0xff]));
        assert_eq!(bytes("0x7FC1 : bf16"), Some(vec![0xc1, 0x7f]));
        assert_eq!(bytes("5 : index"), Some(vec![5, 0, 0, 0, 0, 0, 0, 0]));
        for none in ["true", "\"a\"", "dense<1> : tensor<2xi8>", "unit"] {
            assert_eq!(bytes(none), None, "{none}");
        }
    }
}
