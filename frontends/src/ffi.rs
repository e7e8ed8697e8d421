// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What MLIR's C interface has and melior has not.

use melior::Context;
use melior::ir::operation::OperationRefMut;
use melior::ir::{
    Attribute, AttributeLike, Location, OperationRef, Type, TypeLike, Value, ValueLike,
};
use mlir_sys::{
    MlirAttribute, MlirStringRef, mlirAttributeIsAString, mlirDenseBoolArrayGet,
    mlirLocationFusedGet, mlirLocationFusedGetMetadata, mlirRankedTensorTypeGetChecked,
    mlirStringAttrGet, mlirStringAttrGetValue,
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

/// The bytes of a string; none of another attribute.
pub fn string_bytes<'c>(attribute: Attribute<'c>) -> &'c [u8] {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is asked for a text only if it is a string, which lives as long as
    // the context, which outlives `'c`.
    unsafe {
        if !mlirAttributeIsAString(raw) {
            return &[];
        }
        let text = mlirStringAttrGetValue(raw);
        match text.length {
            0 => &[],
            length => std::slice::from_raw_parts(text.data.cast(), length),
        }
    }
}

/// Several locations as one, with an attribute that says of what kind it is, if there is one.
pub fn fused_location<'c>(
    context: &'c Context,
    locations: &[Location<'c>],
    metadata: Option<Attribute<'c>>,
) -> Location<'c> {
    let locations: Vec<_> = locations.iter().map(|location| location.to_raw()).collect();
    let none = MlirAttribute { ptr: std::ptr::null() };
    let metadata = metadata.map_or(none, |metadata| metadata.to_raw());
    // SAFETY: all are valid and of one context; an attribute that is null is none; MLIR copies the
    // list.
    unsafe {
        let count = locations.len() as isize;
        let list = locations.as_ptr();
        Location::from_raw(mlirLocationFusedGet(context.to_raw(), count, list, metadata))
    }
}

/// A handle through which an operation can be changed.
pub fn mutable<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> OperationRefMut<'c, 'a> {
    // SAFETY: the operation is alive for `'a`; handles alias as MLIR's do, and this crate changes
    // an operation only through one of them at a time.
    unsafe { OperationRefMut::from_raw(operation.to_raw()) }
}

/// The attribute of several locations as one, if there is one.
pub fn fused_metadata<'c>(location: Location<'c>) -> Option<Attribute<'c>> {
    // SAFETY: the location is asked only if it is of several.
    unsafe {
        if !location.is_fused() {
            return None;
        }
        Attribute::from_option_raw(mlirLocationFusedGetMetadata(location.to_raw()))
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
