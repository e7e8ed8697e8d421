// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The calls to MLIR's C API that create and read dense attributes.

use crate::{element::ElementType, ffi::shaped_element, shape::TensorType};
use melior::ir::{Attribute, AttributeLike, Type, TypeLike};
use std::ffi::c_int;

/// Creates a dense attribute from its elements in MLIR's storage format.
///
/// Returns `None` unless `ty` is a ranked tensor type with static shape, whose elements have a
/// fixed size that matches the number of bytes.
pub fn dense_from_bytes<'c>(ty: Type<'c>, bytes: &[u8]) -> Option<Attribute<'c>> {
    let (element, _) = element_and_count(ty)?;
    if !element.is_boolean() && element.stored_bytes().is_none() {
        return None;
    }
    // SAFETY: the checks above show that `ty` is a ranked tensor type of static shape whose
    // elements have a fixed size. MLIR copies the bytes, and returns null if their number does not
    // fit the type.
    unsafe {
        let data = bytes.as_ptr().cast();
        let raw = mlir_sys::mlirDenseElementsAttrRawBufferGet(ty.to_raw(), bytes.len(), data);
        Attribute::from_option_raw(raw)
    }
}

/// Creates a dense attribute of booleans.
///
/// Returns `None` unless `ty` is a ranked tensor type with static shape and `i1` elements, and the
/// number of values equals the number of elements.
pub fn dense_from_booleans<'c>(ty: Type<'c>, values: &[bool]) -> Option<Attribute<'c>> {
    let (element, count) = element_and_count(ty)?;
    if !element.is_boolean() || usize::try_from(count) != Ok(values.len()) {
        return None;
    }
    let values: Vec<_> = values.iter().map(|value| c_int::from(*value)).collect();
    // SAFETY: the type and the number of values are checked above. MLIR copies the values.
    unsafe {
        let count = values.len() as isize;
        let raw = mlir_sys::mlirDenseElementsAttrBoolGet(ty.to_raw(), count, values.as_ptr());
        Attribute::from_option_raw(raw)
    }
}

/// Creates a dense attribute whose elements are all equal to `number`.
///
/// Returns `None` unless `ty` is a ranked tensor type of static shape and `number` is an integer or
/// float of its element type.
pub fn dense_splat<'c>(ty: Type<'c>, number: Attribute<'c>) -> Option<Attribute<'c>> {
    element_and_count(ty)?;
    let is_number = number.is_integer() || number.is_float();
    if !is_number || shaped_element(ty) != Some(number.r#type()) {
        return None;
    }
    // SAFETY: the checks above show that `ty` is a ranked tensor type of static shape, and that
    // `number` is an attribute of its element type. Both are of one context.
    unsafe {
        let raw = mlir_sys::mlirDenseElementsAttrSplatGet(ty.to_raw(), number.to_raw());
        Attribute::from_option_raw(raw)
    }
}

/// Returns the bytes of a dense attribute of numbers, and whether it is a splat.
///
/// The bytes of a splat are the bytes of one element. Returns `None` for other attributes.
pub fn dense_bytes(attribute: Attribute<'_>) -> Option<(&[u8], bool)> {
    let width = ElementType::from_type(shaped_element(attribute.r#type())?).stored_bytes()?;
    let raw = attribute.to_raw();
    // SAFETY: the raw data is read only after `mlirAttributeIsADenseElements`. MLIR stores `width`
    // bytes for each element, or for the single element of a splat (`ElementType::stored_bytes`).
    // Attributes live as long as the context, which outlives their lifetime.
    unsafe {
        if !mlir_sys::mlirAttributeIsADenseElements(raw) {
            return None;
        }
        let is_splat = mlir_sys::mlirDenseElementsAttrIsSplat(raw);
        let count = mlir_sys::mlirElementsAttrGetNumElements(raw);
        let count = if is_splat { 1 } else { usize::try_from(count).ok()? };
        let data = mlir_sys::mlirDenseElementsAttrGetRawData(raw).cast::<u8>();
        let bytes = match count {
            0 => &[][..],
            _ if data.is_null() => return None,
            _ => std::slice::from_raw_parts(data, count.checked_mul(width)?),
        };
        Some((bytes, is_splat))
    }
}

/// Returns the elements of a dense attribute of booleans, and whether it is a splat.
///
/// For a splat, the list contains a single value. Returns `None` if the attribute is not dense, or
/// if its elements are not `i1`.
pub fn dense_booleans(attribute: Attribute) -> Option<(Vec<bool>, bool)> {
    if !ElementType::from_type(shaped_element(attribute.r#type())?).is_boolean() {
        return None;
    }
    let raw = attribute.to_raw();
    // SAFETY: the elements are booleans, by the check above. Values are read only after
    // `mlirAttributeIsADenseElements`, at indices below the number of elements.
    unsafe {
        if !mlir_sys::mlirAttributeIsADenseElements(raw) {
            return None;
        }
        let count = isize::try_from(mlir_sys::mlirElementsAttrGetNumElements(raw)).ok()?;
        let is_splat = count > 0 && mlir_sys::mlirDenseElementsAttrIsSplat(raw);
        let read = if is_splat { 1 } else { count };
        let value = |index| mlir_sys::mlirDenseElementsAttrGetBoolValue(raw, index);
        Some(((0..read).map(value).collect(), is_splat))
    }
}

/// Returns the kind and the number of the elements of a ranked tensor type of static shape, or
/// `None` for other types.
fn element_and_count(ty: Type<'_>) -> Option<(ElementType, i64)> {
    let ty = TensorType::from_type(ty)?;
    Some((ty.element_type(), ty.element_count()?))
}
