// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What the tools call in C++.

use melior::dialect::DialectRegistry;
use mlir_sys::MlirDialectRegistry;
use std::ffi::{CString, c_char, c_int};

unsafe extern "C" {
    fn hloomLspMain(argc: c_int, argv: *const *const c_char, registry: MlirDialectRegistry)
    -> bool;
}

/// Runs MLIR's language server on the standard input and output, with `arguments` (the
/// program's name first), until the client ends it. Whether all went well.
pub fn lsp_main(arguments: &[String], registry: &DialectRegistry) -> bool {
    let owned: Vec<_> = arguments
        .iter()
        .map(|argument| CString::new(argument.replace('\0', "?")).unwrap_or_default())
        .collect();
    let pointers: Vec<_> = owned.iter().map(|argument| argument.as_ptr()).collect();
    // SAFETY: the arguments and the registry outlive the call, which only reads them.
    unsafe { hloomLspMain(pointers.len() as c_int, pointers.as_ptr(), registry.to_raw()) }
}
