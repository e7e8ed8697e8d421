// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Calls MLIR's SPIR-V serializer through the C++ glue.

use hloom_lowering::ir::Op;
use mlir_sys::MlirOperation;
use std::ffi::c_void;

unsafe extern "C" {
    fn hloomSerializeSpirv(
        module: MlirOperation,
        push: unsafe extern "C" fn(*mut c_void, *const u32, usize),
        sink: *mut c_void,
    ) -> bool;
}

/// Appends words to the `Vec<u32>` to which `sink` points.
///
/// # Safety
/// `sink` must point to a `Vec<u32>` that nothing else uses, and `words` must point to `count`
/// words.
unsafe extern "C" fn push(sink: *mut c_void, words: *const u32, count: usize) {
    // SAFETY: this function's contract.
    let (sink, words) =
        unsafe { (&mut *sink.cast::<Vec<u32>>(), std::slice::from_raw_parts(words, count)) };
    sink.extend_from_slice(words);
}

/// Returns the words of the binary form of a `spirv.module`. Returns `None` after an error, for
/// which MLIR emits a diagnostic at the operation that causes it.
pub fn words(module: Op) -> Option<Vec<u32>> {
    let mut words: Vec<u32> = Vec::new();
    // SAFETY: the operation is valid. The glue calls `push` with `sink` and its own words only, and
    // before it returns.
    let done = unsafe { hloomSerializeSpirv(module.to_raw(), push, (&raw mut words).cast()) };
    done.then_some(words)
}
