// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Packs an object file into an archive, a shared library or a WebAssembly module.
//!
//! Archives are written in this process. Shared libraries and WebAssembly modules need LLVM's
//! linker.

use ar_archive_writer::{
    ArchiveKind, DEFAULT_OBJECT_READER, NewArchiveMember, write_archive_to_stream,
};
use hloom_codegen::file_tool::{FileTool, LINKER};
use hloom_compiler::Error;
use hloom_compiler::interface::AotCompilationResult;
use object::FileKind;
use std::io::Cursor;
use std::path::Path;

/// Stack size of a WebAssembly module in bytes. Kernels store packed matrix panels on the stack.
const WASM_STACK: u32 = 1 << 20;

/// LLVM's linker for WebAssembly.
const WASM_LINKER: FileTool = FileTool { names: &["wasm-ld-22", "wasm-ld"], ..LINKER };

/// Packs the object file into an archive with a symbol table.
///
/// # Errors
/// Returns [`Error::Internal`] if the archive writer cannot read the object file.
pub fn static_library(result: &AotCompilationResult) -> Result<Vec<u8>, Error> {
    let kind = match object::FileKind::parse(&*result.code) {
        Ok(FileKind::MachO32 | FileKind::MachO64) => ArchiveKind::Darwin64,
        Ok(FileKind::Coff | FileKind::CoffBig) => ArchiveKind::Coff,
        Ok(FileKind::Xcoff32 | FileKind::Xcoff64) => ArchiveKind::AixBig,
        _ => ArchiveKind::Gnu,
    };
    let member = NewArchiveMember {
        buf: Box::new(result.code.as_slice()),
        object_reader: &DEFAULT_OBJECT_READER,
        member_name: format!("{}.o", result.entry_name),
        mtime: 0,
        uid: 0,
        gid: 0,
        perms: 0o644,
    };
    let mut archive = Cursor::new(Vec::new());
    write_archive_to_stream(&mut archive, &[member], kind, false, None).map_err(|error| {
        Error::Internal(format!("cannot build the archive of the static library: {error}"))
    })?;
    Ok(archive.into_inner())
}

/// Links the object file to a shared library. The undefined symbols of the library are resolved
/// when the library is loaded.
///
/// # Errors
/// Fails if the target does not use ELF, if the linker is not installed, or if the linker fails.
pub fn shared_library(result: &AotCompilationResult, output: &Path) -> Result<(), Error> {
    if !result.code.starts_with(b"\x7fELF") {
        let triple = &result.triple;
        return Err(Error::invalid(format!(
            "cannot link a shared library for `{triple}`; expected a target with ELF files"
        )));
    }
    let name = output.file_name().unwrap_or_default().to_string_lossy();
    LINKER.run(&result.code, &["-shared", "-soname", &name], output)
}

/// Links the object file to a WebAssembly module that exports the compiled function and the
/// module's memory.
///
/// # Errors
/// Fails if the target is not WebAssembly, if the linker is not installed, or if the linker fails.
pub fn wasm_module(result: &AotCompilationResult, output: &Path) -> Result<(), Error> {
    if !result.code.starts_with(b"\0asm") {
        let triple = &result.triple;
        return Err(Error::invalid(format!(
            "expected a WebAssembly target, found `{triple}`; omit --target or pass wasm32-unknown-unknown"
        )));
    }
    let export = format!("--export={}", result.entry_name);
    let stack = format!("stack-size={WASM_STACK}");
    let width = if result.triple.starts_with("wasm64") { "-mwasm64" } else { "-mwasm32" };
    let exports = ["--no-entry", &export, "--export=__heap_base", "--allow-undefined"];
    let options = [&exports[..], &["-z", &stack, width]].concat();
    WASM_LINKER.run(&result.code, &options, output)
}
