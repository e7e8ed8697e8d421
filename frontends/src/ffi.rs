// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Safe wrappers of functions of MLIR's C API that melior does not wrap safely.

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

/// Returns a string attribute of arbitrary bytes, which need not be UTF-8.
pub fn string<'c>(context: &'c Context, bytes: &[u8]) -> Attribute<'c> {
    // SAFETY: `context` is borrowed, hence alive. `text` points into `bytes`, which outlives the
    // call. `mlirStringAttrGet` copies the bytes into the context and never returns null.
    unsafe {
        let text = MlirStringRef { data: bytes.as_ptr().cast::<c_char>(), length: bytes.len() };
        Attribute::from_raw(mlirStringAttrGet(context.to_raw(), text))
    }
}

/// Returns the bytes of a string attribute, or an empty slice for any other attribute.
pub fn string_bytes<'c>(attribute: Attribute<'c>) -> &'c [u8] {
    let raw = attribute.to_raw();
    // SAFETY: `mlirStringAttrGetValue` is called only after the check that the attribute is a
    // string. The context owns the bytes and outlives `'c`. An empty string may have a null
    // pointer, so it never reaches `from_raw_parts`.
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

/// Returns a fused location of several locations with optional metadata.
pub fn fused_location<'c>(
    context: &'c Context,
    locations: &[Location<'c>],
    metadata: Option<Attribute<'c>>,
) -> Location<'c> {
    let locations: Vec<_> = locations.iter().map(|location| location.to_raw()).collect();
    let none = MlirAttribute { ptr: std::ptr::null() };
    let metadata = metadata.map_or(none, |metadata| metadata.to_raw());
    // SAFETY: `context` and `locations` carry the lifetime `'c`, so all handles are alive and
    // belong to one context. A null attribute means no metadata. `list` points to `count` handles
    // that outlive the call, and MLIR copies them.
    unsafe {
        let count = locations.len() as isize;
        let list = locations.as_ptr();
        Location::from_raw(mlirLocationFusedGet(context.to_raw(), count, list, metadata))
    }
}

/// Returns a mutable handle to an operation.
pub fn mutable<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> OperationRefMut<'c, 'a> {
    // SAFETY: `operation` is a live operation for `'a`. melior's handles are plain pointers, so
    // aliasing them is not undefined behavior by itself. The only caller,
    // `hlo::scatter::leave_out_partial_windows`, uses the mutable handle for a single call.
    unsafe { OperationRefMut::from_raw(operation.to_raw()) }
}

/// Returns the metadata of a fused location, or `None` for other locations.
pub fn fused_metadata<'c>(location: Location<'c>) -> Option<Attribute<'c>> {
    // SAFETY: `mlirLocationFusedGetMetadata` is called only after the check that the location is
    // fused. It may return null, which `from_option_raw` turns into `None`.
    unsafe {
        if !location.is_fused() {
            return None;
        }
        Attribute::from_option_raw(mlirLocationFusedGetMetadata(location.to_raw()))
    }
}

/// Returns a dense array attribute of Booleans.
pub fn bool_array<'c>(context: &'c Context, values: &[bool]) -> Attribute<'c> {
    let values: Vec<_> = values.iter().map(|value| c_int::from(*value)).collect();
    // SAFETY: `context` is borrowed, hence alive. `values` has the length passed and outlives the
    // call, and MLIR copies the elements.
    unsafe {
        let array = mlirDenseBoolArrayGet(context.to_raw(), values.len() as isize, values.as_ptr());
        Attribute::from_raw(array)
    }
}

/// Extends the lifetime of a value whose operation or block is not yet in a module.
///
/// The value lives as long as the operation or block that defines it, which callers move into a
/// module of the context.
pub fn detached<'c>(value: Value<'c, '_>) -> Value<'c, 'c> {
    // SAFETY: the importers (`hlo::import::body` and `portable::import::operations`) append the
    // defining operation or block to the module under construction. They erase nothing during the
    // import, and use no value after it ends or fails.
    unsafe { Value::from_raw(value.to_raw()) }
}

/// Returns a ranked tensor type, or `None` if MLIR rejects the shape or the element type.
///
/// MLIR reports the reason to the diagnostics of the context.
pub fn tensor_type<'c>(
    context: &'c Context,
    shape: &[i64],
    element: Type<'c>,
    encoding: Option<Attribute<'c>>,
) -> Option<Type<'c>> {
    let location = Location::unknown(context);
    let none = MlirAttribute { ptr: std::ptr::null() };
    let encoding = encoding.map_or(none, |encoding| encoding.to_raw());
    // SAFETY: `context`, `element` and `encoding` carry the lifetime `'c`, so all handles are
    // alive and belong to one context. `shape` has the length passed, and MLIR copies it. MLIR
    // returns null for an invalid type, which `from_option_raw` turns into `None`.
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
