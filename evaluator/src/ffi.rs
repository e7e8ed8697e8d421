// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Everything in this crate that talks to MLIR's C API directly.

use melior::ir::{Attribute, AttributeLike, Type, TypeLike, Value, ValueLike};
use mlir_sys::{
    MlirStringRef, mlirAsmStateCreateForValue, mlirAsmStateDestroy, mlirAttributeIsADenseElements,
    mlirDenseElementsAttrBoolGet, mlirDenseElementsAttrGetBoolValue,
    mlirDenseElementsAttrGetRawData, mlirDenseElementsAttrIsSplat,
    mlirDenseElementsAttrRawBufferGet, mlirElementsAttrGetNumElements, mlirOpPrintingFlagsCreate,
    mlirOpPrintingFlagsDestroy, mlirShapedTypeGetDimSize, mlirShapedTypeGetRank,
    mlirShapedTypeHasStaticShape, mlirTypeIsARankedTensor, mlirValuePrintAsOperand,
};
use std::ffi::{c_int, c_void};

/// What tells a value from every other.
pub fn identity(value: Value) -> usize {
    value.to_raw().ptr as usize
}

/// The name that MLIR prints for a value: `%0`.
pub fn name_of_value(value: Value) -> String {
    unsafe extern "C" fn append(part: MlirStringRef, text: *mut c_void) {
        // SAFETY: MLIR hands on the pointer it was given below, to a `String` that
        // nothing else uses meanwhile.
        let text = unsafe { &mut *text.cast::<String>() };
        if part.length > 0 {
            // SAFETY: MLIR lends `length` bytes at `data` for the time of this call.
            let bytes = unsafe { std::slice::from_raw_parts(part.data.cast(), part.length) };
            text.push_str(&String::from_utf8_lossy(bytes));
        }
    }
    let mut text = String::new();
    let raw = value.to_raw();
    // SAFETY: the value is valid; the flags and the state are destroyed once, after
    // their last use, and the program does not change meanwhile.
    unsafe {
        let flags = mlirOpPrintingFlagsCreate();
        let state = mlirAsmStateCreateForValue(raw, flags);
        mlirValuePrintAsOperand(raw, state, Some(append), (&raw mut text).cast());
        mlirAsmStateDestroy(state);
        mlirOpPrintingFlagsDestroy(flags);
    }
    text
}

/// The elements that a dense attribute stores: their bytes in the host's
/// order, one element if all are the same.
pub struct DenseElements<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// Whether it is one element for all.
    pub splat: bool,
}

/// The elements of a dense attribute of a ranked tensor type whose elements
/// take `width` bytes each, as MLIR stores them; nothing for other attributes,
/// or elements that are strings.
pub fn dense_elements<'c>(attribute: Attribute<'c>, width: usize) -> Option<DenseElements<'c>> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is valid and asked for data only if it is dense.
    // MLIR stores `width` bytes for each element, or for the one of a splat;
    // attributes live as long as the context, which outlives `'c`.
    unsafe {
        if !mlirAttributeIsADenseElements(raw) {
            return None;
        }
        let splat = mlirDenseElementsAttrIsSplat(raw);
        let count =
            if splat { 1 } else { usize::try_from(mlirElementsAttrGetNumElements(raw)).ok()? };
        let data = mlirDenseElementsAttrGetRawData(raw).cast::<u8>();
        let bytes = match count {
            0 => &[][..],
            _ if data.is_null() => return None,
            _ => std::slice::from_raw_parts(data, count.checked_mul(width)?),
        };
        Some(DenseElements { bytes, splat })
    }
}

/// The elements of a dense attribute of booleans, which MLIR packs into bits;
/// nothing for other attributes. `count` is that of the attribute's type.
pub fn dense_bools(attribute: Attribute, count: usize) -> Option<Vec<u8>> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is valid, and asked for values only if it is dense
    // and within the number of elements it has.
    unsafe {
        if !mlirAttributeIsADenseElements(raw)
            || usize::try_from(mlirElementsAttrGetNumElements(raw)) != Ok(count)
        {
            return None;
        }
        if count > 0 && mlirDenseElementsAttrIsSplat(raw) {
            return Some(vec![u8::from(mlirDenseElementsAttrGetBoolValue(raw, 0)); count]);
        }
        let values = 0..count as isize;
        Some(values.map(|index| u8::from(mlirDenseElementsAttrGetBoolValue(raw, index))).collect())
    }
}

/// A dense attribute of a ranked tensor type from the bytes MLIR would store;
/// nothing if they do not fit the type.
pub fn dense_attribute<'c>(tensor_type: Type<'c>, bytes: &[u8]) -> Option<Attribute<'c>> {
    // SAFETY: the type is valid and a ranked tensor's; MLIR copies the bytes,
    // and returns null where they do not fit.
    unsafe {
        if !mlirTypeIsARankedTensor(tensor_type.to_raw()) {
            return None;
        }
        let raw = mlirDenseElementsAttrRawBufferGet(
            tensor_type.to_raw(),
            bytes.len(),
            bytes.as_ptr().cast(),
        );
        Attribute::from_option_raw(raw)
    }
}

/// A dense attribute of a ranked static tensor type of booleans, one element
/// of `values` each; nothing if they are not as many as the type has.
pub fn dense_bool_attribute<'c>(tensor_type: Type<'c>, values: &[u8]) -> Option<Attribute<'c>> {
    let values: Vec<_> = values.iter().copied().map(c_int::from).collect();
    let raw = tensor_type.to_raw();
    // SAFETY: the type is valid and a ranked tensor's with as many elements as
    // are given; MLIR copies them.
    unsafe {
        if !mlirTypeIsARankedTensor(raw) || !mlirShapedTypeHasStaticShape(raw) {
            return None;
        }
        let rank = mlirShapedTypeGetRank(raw) as isize;
        let count: i64 = (0..rank).map(|dim| mlirShapedTypeGetDimSize(raw, dim)).product();
        if usize::try_from(count) != Ok(values.len()) {
            return None;
        }
        let raw = mlirDenseElementsAttrBoolGet(raw, values.len() as isize, values.as_ptr());
        Attribute::from_option_raw(raw)
    }
}
