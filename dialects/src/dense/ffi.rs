// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The calls to MLIR's C API that create and read dense attributes.

use crate::{element::ElementType, ffi::shaped_element};
use melior::ir::{Attribute, AttributeLike, Type, TypeLike};
use std::ffi::c_int;

/// Creates a dense attribute from the bytes in which MLIR stores its elements.
///
/// `ty` must be a ranked tensor type of static shape. Returns `None` if the bytes do not fit it.
pub fn dense_from_bytes<'c>(ty: Type<'c>, bytes: &[u8]) -> Option<Attribute<'c>> {
    // SAFETY: `dense::attribute`, the only caller, has checked that `ty` is a ranked tensor type of
    // static shape. MLIR copies the bytes, and returns null if their number does not fit the type.
    unsafe {
        let data = bytes.as_ptr().cast();
        let raw = mlir_sys::mlirDenseElementsAttrRawBufferGet(ty.to_raw(), bytes.len(), data);
        Attribute::from_option_raw(raw)
    }
}

/// Creates a dense attribute of booleans.
///
/// `ty` must be a ranked tensor type of static shape with as many `i1` elements as there are
/// values.
pub fn dense_from_booleans<'c>(ty: Type<'c>, values: &[bool]) -> Option<Attribute<'c>> {
    let values: Vec<_> = values.iter().map(|value| c_int::from(*value)).collect();
    // SAFETY: `dense::booleans`, the only caller, has checked the type and the number of values.
    // MLIR copies the values.
    unsafe {
        let count = values.len() as isize;
        let raw = mlir_sys::mlirDenseElementsAttrBoolGet(ty.to_raw(), count, values.as_ptr());
        Attribute::from_option_raw(raw)
    }
}

/// Creates a dense attribute whose elements all are `number`.
///
/// `ty` must be a ranked tensor type of static shape, and `number` an attribute of its element
/// type.
pub fn dense_splat<'c>(ty: Type<'c>, number: Attribute<'c>) -> Option<Attribute<'c>> {
    // SAFETY: the callers in `dense`, `splat_boolean` and `bytes_of_number`, pass a ranked tensor
    // type of static shape and an attribute of its element type, both of one context.
    unsafe {
        let raw = mlir_sys::mlirDenseElementsAttrSplatGet(ty.to_raw(), number.to_raw());
        Attribute::from_option_raw(raw)
    }
}

/// Returns the bytes of a dense attribute of numbers, and whether they are those of a splat.
///
/// The bytes of a splat are those of one element. Returns `None` for other attributes.
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
/// A splat has a single value in the list. The element type must be `i1`. Returns `None` if the
/// attribute is not dense.
pub fn dense_booleans(attribute: Attribute) -> Option<(Vec<bool>, bool)> {
    let raw = attribute.to_raw();
    // SAFETY: `dense::booleans_of`, the only caller, has checked that the elements are booleans.
    // Values are read only after `mlirAttributeIsADenseElements`, at indices below the number of
    // elements.
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
