// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Bindings to the C++ glue in `glue/`: MLIR's language server and plugin loader.

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

/// Runs MLIR's language server on standard input and output until the client ends it.
///
/// `arguments` start with the program's name. Returns true if the server ends successfully.
pub fn lsp_main(arguments: &[String], registry: &DialectRegistry) -> bool {
    let owned: Vec<_> = arguments
        .iter()
        .map(|argument| CString::new(argument.replace('\0', "?")).unwrap_or_default())
        .collect();
    let pointers: Vec<_> = owned.iter().map(|argument| argument.as_ptr()).collect();
    // SAFETY: `owned` holds the NUL-terminated strings and `registry` is borrowed, so both
    // outlive the call. `hloomLspMain` only reads them.
    unsafe { hloomLspMain(pointers.len() as c_int, pointers.as_ptr(), registry.to_raw()) }
}

/// Loads a shared library and registers its passes with MLIR.
///
/// # Errors
/// Fails with MLIR's message if the file is not a pass plugin.
pub fn load_pass_plugin(path: &Path) -> Result<(), String> {
    load(path, hloomLoadPassPlugin)
}

/// Loads a shared library of dialects. [`register_plugin_dialects`] later registers the dialects.
///
/// # Errors
/// Fails with MLIR's message if the file is not a dialect plugin.
pub fn load_dialect_plugin(path: &Path) -> Result<(), String> {
    load(path, hloomLoadDialectPlugin)
}

/// Registers the dialects of all loaded dialect plugins.
///
/// # Safety
/// `registry` must be a valid dialect registry that outlives the call.
pub unsafe extern "C" fn register_plugin_dialects(registry: MlirDialectRegistry) {
    // SAFETY: the caller guarantees a valid `registry`, as `# Safety` above requires.
    // `hloom_dialects::registry`, here and in loaded plugins, calls this function with the
    // registry that it creates.
    unsafe { hloomRegisterPluginDialects(registry) }
}

fn load(path: &Path, with: Load) -> Result<(), String> {
    unsafe extern "C" fn report(message: MlirStringRef, data: *mut c_void) {
        // SAFETY: `load` below passes a pointer to its local `message` as `data`, and holds no
        // other reference to it during the call. MLIR keeps the message text alive until the
        // callback returns.
        let (text, bytes) = unsafe {
            let bytes = std::slice::from_raw_parts(message.data.cast::<u8>(), message.length);
            (&mut *data.cast::<String>(), bytes)
        };
        *text = String::from_utf8_lossy(bytes).into_owned();
    }
    let path = path.to_string_lossy();
    let name = MlirStringRef { data: path.as_ptr().cast(), length: path.len() };
    let mut message = String::new();
    // SAFETY: `path` and `message` are locals that outlive the call, and `report` casts `data`
    // to the type of `message`. Loading a library runs its static initializers, which the user
    // accepts by naming the file.
    let is_loaded = unsafe { with(name, report, (&raw mut message).cast()) };
    if is_loaded { Ok(()) } else { Err(message) }
}
