// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! All direct calls of MLIR's C API in this crate.

use melior::ir::{Value, ValueLike};
use mlir_sys::{
    MlirStringRef, mlirAsmStateCreateForValue, mlirAsmStateDestroy, mlirOpPrintingFlagsCreate,
    mlirOpPrintingFlagsDestroy, mlirValuePrintAsOperand,
};
use std::ffi::c_void;

/// Returns the address of a value's MLIR object, which is unique among live values.
pub fn identity(value: Value) -> usize {
    value.to_raw().ptr as usize
}

/// Returns the name that MLIR prints for a value, such as `%0`.
pub fn name_of_value(value: Value) -> String {
    unsafe extern "C" fn append(part: MlirStringRef, text: *mut c_void) {
        // SAFETY: `text` is the pointer that `name_of_value` passes to `mlirValuePrintAsOperand`
        // below. It points to a live `String` that nothing else uses during that call.
        let text = unsafe { &mut *text.cast::<String>() };
        if part.length > 0 {
            // SAFETY: MLIR's `MlirStringCallback` guarantees `length` readable bytes at `data`
            // until this function returns. `length` is not zero, so `data` is not null.
            let bytes = unsafe { std::slice::from_raw_parts(part.data.cast(), part.length) };
            text.push_str(&String::from_utf8_lossy(bytes));
        }
    }
    let mut text = String::new();
    let raw = value.to_raw();
    // SAFETY: `value` borrows its operation or block, so `raw` is valid. The flags and the state
    // are destroyed once, after their last use. `append` gets a pointer to `text`, which outlives
    // the call. Nothing in this block modifies the IR.
    unsafe {
        let flags = mlirOpPrintingFlagsCreate();
        let state = mlirAsmStateCreateForValue(raw, flags);
        mlirValuePrintAsOperand(raw, state, Some(append), (&raw mut text).cast());
        mlirAsmStateDestroy(state);
        mlirOpPrintingFlagsDestroy(flags);
    }
    text
}
