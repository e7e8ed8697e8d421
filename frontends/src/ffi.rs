// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What MLIR's C interface has and melior has not.

use melior::Context;
use melior::ir::{Attribute, AttributeLike, Location, Type, TypeLike, Value, ValueLike};
use mlir_sys::{
    MlirAttribute, MlirStringRef, mlirDenseBoolArrayGet, mlirDenseElementsAttrBoolGet,
    mlirDenseElementsAttrBoolSplatGet, mlirDenseElementsAttrRawBufferGet,
    mlirLocationFromAttribute, mlirLocationGetAttribute, mlirRankedTensorTypeGetChecked,
    mlirShapedTypeGetDimSize, mlirShapedTypeGetRank, mlirShapedTypeHasStaticShape,
    mlirStringAttrGet, mlirTypeIsARankedTensor,
};
use std::ffi::{c_char, c_int};

/// A string, which may be any bytes.
pub fn string<'c>(context: &'c Context, bytes: &[u8]) -> Attribute<'c> {
    // SAFETY: the context is valid; MLIR copies the bytes.
    unsafe {
        let text = MlirStringRef { data: bytes.as_ptr().cast::<c_char>(), length: bytes.len() };
        Attribute::from_raw(mlirStringAttrGet(context.to_raw(), text))
    }
}

/// A list of truth values.
pub fn bool_array<'c>(context: &'c Context, values: &[bool]) -> Attribute<'c> {
    let values: Vec<_> = values.iter().map(|value| c_int::from(*value)).collect();
    // SAFETY: the context is valid; MLIR copies the values.
    unsafe {
        let array = mlirDenseBoolArrayGet(context.to_raw(), values.len() as isize, values.as_ptr());
        Attribute::from_raw(array)
    }
}

/// The number of elements of a ranked tensor type of static shape.
fn count(ty: Type<'_>) -> Option<i64> {
    // SAFETY: the type is valid, and each question is asked only of types it is for.
    unsafe {
        let raw = ty.to_raw();
        if !mlirTypeIsARankedTensor(raw) || !mlirShapedTypeHasStaticShape(raw) {
            return None;
        }
        let dims = 0..mlirShapedTypeGetRank(raw) as isize;
        dims.map(|dim| mlirShapedTypeGetDimSize(raw, dim)).try_fold(1, i64::checked_mul)
    }
}

/// A constant of a tensor type from the bytes MLIR would store; nothing if they do not fit.
pub fn dense<'c>(ty: Type<'c>, bytes: &[u8]) -> Option<Attribute<'c>> {
    count(ty)?;
    // SAFETY: it is a ranked tensor's type of static shape; MLIR copies the bytes, and returns
    // null where they do not fit.
    unsafe {
        let data = bytes.as_ptr().cast();
        let raw = mlirDenseElementsAttrRawBufferGet(ty.to_raw(), bytes.len(), data);
        Attribute::from_option_raw(raw)
    }
}

/// A constant of a tensor type of booleans: each of them, or one for all.
pub fn dense_bools<'c>(ty: Type<'c>, values: &[bool]) -> Option<Attribute<'c>> {
    let count = count(ty)?;
    // SAFETY: it is a ranked tensor's type of as many elements as are given; MLIR copies them.
    let raw = unsafe {
        match values {
            [all] => mlirDenseElementsAttrBoolSplatGet(ty.to_raw(), *all),
            _ if i64::try_from(values.len()) == Ok(count) => {
                let values: Vec<_> = values.iter().map(|value| c_int::from(*value)).collect();
                mlirDenseElementsAttrBoolGet(ty.to_raw(), values.len() as isize, values.as_ptr())
            }
            _ => return None,
        }
    };
    // SAFETY: it is an attribute or null.
    unsafe { Attribute::from_option_raw(raw) }
}

/// A location as an attribute.
pub fn attribute_of_location<'c>(location: Location<'c>) -> Attribute<'c> {
    // SAFETY: the location is valid.
    unsafe { Attribute::from_raw(mlirLocationGetAttribute(location.to_raw())) }
}

/// The location that [`attribute_of_location`] was given.
pub fn location_of_attribute<'c>(attribute: Attribute<'c>) -> Location<'c> {
    // SAFETY: it is a location's attribute.
    unsafe { Location::from_raw(mlirLocationFromAttribute(attribute.to_raw())) }
}

/// A value whose operation or block is still to find its place: it lives as long as that, which
/// is given to a module of the context.
pub fn detached<'c>(value: Value<'c, '_>) -> Value<'c, 'c> {
    // SAFETY: what defines the value goes into the module that is being made, and is not erased
    // before that is done.
    unsafe { Value::from_raw(value.to_raw()) }
}

/// A tensor type; nothing if MLIR has none of these sizes and elements. What it says of that
/// goes to the diagnostics of the context.
pub fn tensor_type<'c>(
    context: &'c Context,
    shape: &[i64],
    element: Type<'c>,
    encoding: Option<Attribute<'c>>,
) -> Option<Type<'c>> {
    let location = Location::unknown(context);
    let none = MlirAttribute { ptr: std::ptr::null() };
    let encoding = encoding.map_or(none, |encoding| encoding.to_raw());
    // SAFETY: all are valid and of one context; MLIR copies the sizes, and returns null for
    // what is no type.
    unsafe {
        Type::from_option_raw(mlirRankedTensorTypeGetChecked(
            location.to_raw(),
            shape.len() as isize,
            shape.as_ptr(),
            element.to_raw(),
            encoding,
        ))
    }
}
