// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Object files in what linkers and loaders take.

use ar_archive_writer::{
    ArchiveKind, DEFAULT_OBJECT_READER, NewArchiveMember, write_archive_to_stream,
};
use hloom_compiler::Error;
use hloom_compiler::interface::AotCompilationResult;
use object::FileKind;
use std::io::{Cursor, ErrorKind};
use std::path::Path;
use std::process::Command;

/// Bytes of the stack of a WebAssembly module: kernels keep panels of matrices there.
const WASM_STACK: u32 = 1 << 20;

/// The object file in an archive with a symbol table.
///
/// # Errors
/// [`Error::Internal`] if the object file cannot be read.
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
    write_archive_to_stream(&mut archive, &[member], kind, false, None)
        .map_err(|error| Error::Internal(format!("the archive: {error}")))?;
    Ok(archive.into_inner())
}

/// Links the object file to a shared library. What it needs from elsewhere is looked for
/// where it is loaded.
///
/// # Errors
/// If the target has no ELF libraries, and if there is no linker or it fails.
pub fn shared_library(result: &AotCompilationResult, output: &Path) -> Result<(), Error> {
    if !result.code.starts_with(b"\x7fELF") {
        let triple = &result.triple;
        return Err(Error::invalid(format!(
            "no shared library can be made for `{triple}`, only for systems with ELF files"
        )));
    }
    let name = output.file_name().unwrap_or_default().to_string_lossy();
    link("ld.lld", result, output, &["-shared", "-soname", &name])
}

/// Links the object file to a WebAssembly module that exports the function and its memory.
///
/// # Errors
/// If the target is not WebAssembly, and if there is no linker or it fails.
pub fn wasm_module(result: &AotCompilationResult, output: &Path) -> Result<(), Error> {
    if !result.code.starts_with(b"\0asm") {
        let triple = &result.triple;
        return Err(Error::invalid(format!(
            "`{triple}` is not WebAssembly; leave out --target, or say wasm32-unknown-unknown"
        )));
    }
    let export = format!("--export={}", result.entry_name);
    let stack = format!("stack-size={WASM_STACK}");
    let width = if result.triple.starts_with("wasm64") { "-mwasm64" } else { "-mwasm32" };
    let exports = ["--no-entry", &export, "--export=__heap_base", "--allow-undefined"];
    let options = [&exports[..], &["-z", &stack, width]].concat();
    link("wasm-ld", result, output, &options)
}

/// Runs LLVM's linker.
fn link(
    linker: &str,
    result: &AotCompilationResult,
    output: &Path,
    options: &[&str],
) -> Result<(), Error> {
    let folder = tempfile::tempdir().map_err(|error| Error::file(std::env::temp_dir(), error))?;
    let object = folder.path().join("program.o");
    super::write(&object, &result.code)?;
    for name in [format!("{linker}-22"), linker.to_owned()] {
        let mut command = Command::new(&name);
        command.args(options).arg("-o").arg(output).arg(&object);
        match command.output() {
            Ok(done) if done.status.success() => return Ok(()),
            Ok(done) => {
                let said = String::from_utf8_lossy(&done.stderr);
                return Err(Error::file(output, format!("{name} failed: {}", said.trim_end())));
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Error::file(&name, error)),
        }
    }
    Err(Error::invalid(format!(
        "there is no `{linker}`, which this needs; install LLVM's linker lld, or emit an object"
    )))
}
