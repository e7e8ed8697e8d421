// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What the tools call in C++.

use melior::dialect::DialectRegistry;
use mlir_sys::{MlirDialectRegistry, MlirStringRef};
use std::ffi::{CString, c_char, c_int, c_void};
use std::path::Path;

unsafe extern "C" {
    fn hloomLspMain(argc: c_int, argv: *const *const c_char, registry: MlirDialectRegistry)
    -> bool;
    fn hloomLoadPassPlugin(path: MlirStringRef, report: Report, data: *mut c_void) -> bool;
    fn hloomLoadDialectPlugin(path: MlirStringRef, report: Report, data: *mut c_void) -> bool;
    fn hloomRegisterPluginDialects(registry: MlirDialectRegistry);
}

type Report = unsafe extern "C" fn(MlirStringRef, *mut c_void);
type Load = unsafe extern "C" fn(MlirStringRef, Report, *mut c_void) -> bool;

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

/// Registers the passes of a shared library with MLIR.
///
/// # Errors
/// What MLIR says if it is no such library.
pub fn load_pass_plugin(path: &Path) -> Result<(), String> {
    load(path, hloomLoadPassPlugin)
}

/// Loads a shared library of dialects, which [`register_plugin_dialects`] then registers.
///
/// # Errors
/// What MLIR says if it is no such library.
pub fn load_dialect_plugin(path: &Path) -> Result<(), String> {
    load(path, hloomLoadDialectPlugin)
}

/// Registers the dialects of all libraries that were loaded, with a valid registry.
pub unsafe extern "C" fn register_plugin_dialects(registry: MlirDialectRegistry) {
    // SAFETY: by the contract.
    unsafe { hloomRegisterPluginDialects(registry) }
}

fn load(path: &Path, with: Load) -> Result<(), String> {
    unsafe extern "C" fn report(message: MlirStringRef, data: *mut c_void) {
        // SAFETY: `data` is the string below, and the message is alive for this call.
        let (text, bytes) = unsafe {
            let bytes = std::slice::from_raw_parts(message.data.cast::<u8>(), message.length);
            (&mut *data.cast::<String>(), bytes)
        };
        *text = String::from_utf8_lossy(bytes).into_owned();
    }
    let path = path.to_string_lossy();
    let name = MlirStringRef { data: path.as_ptr().cast(), length: path.len() };
    let mut message = String::new();
    // SAFETY: the path and the message outlive the call; what a library does when it is
    // loaded is the business of whoever names it.
    let is_loaded = unsafe { with(name, report, (&raw mut message).cast()) };
    if is_loaded { Ok(()) } else { Err(message) }
}
