// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-compile`: compiles a program ahead of time to a file that other programs link.

mod arguments;
mod package;
mod rust_module;

use crate::command::{self, Failure, read_program, warning_handler};
use arguments::{Arguments, Emit, Relocation};
use hloom_compiler::interface::{AotCompilationOptions, KnownArgument, Registry};
use hloom_compiler::{Error, mlir};
use rust_module::rust_module;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs `hlo-compile` with the platforms of a registry.
///
/// Returns failure if the command line is invalid, if the program or the target is rejected, or
/// if a file cannot be written.
pub fn main(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    registry: &Registry,
) -> ExitCode {
    command::main(arguments, |arguments: &Arguments| run(arguments, registry))
}

fn run(arguments: &Arguments, registry: &Registry) -> Result<(), Failure> {
    arguments.plugins.load()?;
    let platform = hloom_pjrt_client::platform(registry, &arguments.platform)?;
    check_files(arguments)?;
    let program = read_program(&arguments.program)?;
    let program = match &arguments.entry {
        Some(entry) => program.with_entry(entry),
        None => program,
    };
    let wasm = arguments.emit == Emit::Wasm;
    let default = if wasm { "wasm32-unknown-unknown" } else { "" };
    let known = |dims: &Vec<usize>| KnownArgument { dims: dims.clone(), value: None };
    let options = AotCompilationOptions {
        triple: arguments.target.clone().unwrap_or_else(|| default.to_owned()),
        cpu: arguments.cpu.clone(),
        features: arguments.features.clone(),
        relocation_model: arguments.relocation_model.into(),
        entry_name: arguments.name.clone(),
        format: arguments.emit.format(),
        arguments: arguments.sizes.iter().map(|sizes| sizes.0.as_ref().map(known)).collect(),
        partitions: arguments.partitions.map(|count| count as usize),
        replicas: arguments.replicas.map(|count| count as usize),
        memory_budget: arguments.memory_budget,
        device_only: arguments.host_fallback.is_off(),
        reproducible: arguments.reproducible,
        dump_dir: arguments.dump_dir.clone(),
        pipeline: arguments.changes.read()?,
        tuning: arguments.tuning.read()?,
        warnings: Some(warning_handler()),
    };
    if arguments.emit == Emit::SharedLib && arguments.relocation_model == Relocation::Static {
        let why = "a shared library cannot have fixed addresses (--relocation-model static)";
        return Err(Error::invalid(why).into());
    }
    let result = platform.compiler().compile_ahead_of_time(&program, &options);
    let result =
        result.map_err(|error| mlir::noting_sizes(error, "pass the sizes with `--sizes`"))?;
    if result.header.is_empty() && arguments.header.is_some() {
        let why = "`--header` describes the function of an object file or a library; expected \
                   --emit object, static-lib or shared-lib";
        return Err(Error::invalid(why).into());
    }
    if result.on_device && arguments.rust.is_some() {
        let why = "`--rust` describes a function on the memory of the host; pass --header for GPUs";
        return Err(Error::invalid(why).into());
    }
    if arguments.rust.is_some() && result.batch.is_some() {
        let why = "`--rust` needs static shapes; give sizes with `--sizes`";
        return Err(Error::invalid(why).into());
    }
    if result.ranks.is_some() && (arguments.rust.is_some() || wasm) {
        let option = if wasm { "--emit wasm" } else { "--rust" };
        return Err(Error::invalid(format!(
            "`{option}` does not support programs that communicate, which take a callback in C; \
             expected --emit object, static-lib or shared-lib with --header"
        ))
        .into());
    }
    let default = || PathBuf::from(arguments.emit.file(&result.entry_name));
    let output = arguments.output.clone().unwrap_or_else(default);
    match arguments.emit {
        Emit::Object | Emit::Asm | Emit::LlvmIr | Emit::Executable | Emit::Image => {
            write(&output, &result.code)?;
        }
        Emit::StaticLib => write(&output, &package::static_library(&result)?)?,
        Emit::SharedLib => package::shared_library(&result, &output)?,
        Emit::Wasm => package::wasm_module(&result, &output)?,
    }
    if let Some(header) = &arguments.header {
        write(header, result.header.as_bytes())?;
    }
    if let Some(module) = &arguments.rust {
        write(module, rust_module(&result, &arguments.program).as_bytes())?;
    }
    Ok(())
}

/// Rejects output files that would overwrite each other or the program.
///
/// # Errors
/// Fails if two outputs, or an output and the program, are the same file, or if a linker would have
/// to write to standard output.
fn check_files(arguments: &Arguments) -> Result<(), Error> {
    let Arguments { program, output, header, rust, .. } = arguments;
    let same = |one: &Path, other: &Path| {
        let found = |path: &Path| fs::canonicalize(path).ok();
        one == other || found(one).is_some_and(|one| found(other) == Some(one))
    };
    // Standard output cannot overwrite another file.
    let written =
        [output, header, rust].into_iter().flatten().filter(|path| *path != Path::new("-"));
    if let Some(path) = written.clone().find(|path| same(path, program)) {
        return Err(Error::file(path, "the output file would overwrite the program"));
    }
    let is_linked = matches!(arguments.emit, Emit::SharedLib | Emit::Wasm);
    if is_linked && output.as_deref() == Some(Path::new("-")) {
        return Err(Error::invalid(
            "`--emit shared-lib` and `--emit wasm` need an output file, found `-`",
        ));
    }
    for (one, other, why) in [
        (output, header, "is the output file of both the code and the header"),
        (output, rust, "is the output file of both the code and the Rust module"),
        (header, rust, "is the output file of both the header and the Rust module"),
    ] {
        if let (Some(one), Some(other)) = (one, other)
            && same(one, other)
        {
            return Err(Error::file(other, why));
        }
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    if path == Path::new("-") {
        return io::stdout().write_all(bytes).map_err(|error| Error::file("<stdout>", error));
    }
    fs::write(path, bytes).map_err(|error| Error::file(path, error))
}
