// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Everything in this crate that talks to MLIR's C API directly.

use melior::ir::{Value, ValueLike};
use mlir_sys::{
    MlirStringRef, mlirAsmStateCreateForValue, mlirAsmStateDestroy, mlirOpPrintingFlagsCreate,
    mlirOpPrintingFlagsDestroy, mlirValuePrintAsOperand,
};
use std::ffi::c_void;

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
