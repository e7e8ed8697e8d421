// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-translate`: programs from one form to another.

mod arguments;

use crate::command::{self, Failure, read_bytes};
use arguments::{Arguments, Emit};
use hloom_codegen::lower::run_passes;
use hloom_compiler::Error;
use hloom_dialects::Context;
use hloom_frontends::{hlo, portable};
use hloom_portable::Version;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// What has no place in artifacts becomes StableHLO before.
const FOR_ARTIFACTS: &str = "builtin.module(hlo-expand-chlo{functions=composites})";
/// The same for artifacts of before there were composites.
const WITHOUT_COMPOSITES: &str = "builtin.module(hlo-expand-chlo{functions=inline})";
/// What HLO has no operation for becomes StableHLO before, and functions that XLA's CPU has
/// no code for, though HLO has them. Shardings are said in HLO's way.
const FOR_HLO: &str = "builtin.module(hlo-expand-chlo{functions=composites \
                       keep=atan,erf,is_inf,tan},hlo-import-shardy)";

/// Runs the tool.
///
/// Returns failure for a wrong command line, a program that is refused, and a file that cannot be
/// read or written.
pub fn main(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> ExitCode {
    command::main(arguments, run)
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.plugins.load()?;
    // Clap asks for nothing that another direction rules out.
    if arguments.target.is_some() && !arguments.serialize {
        return Err(Error::invalid("--target is a version for --serialize").into());
    }
    if arguments.emit.is_some() && !arguments.stablehlo_to_hlo {
        return Err(Error::invalid("--emit is an encoding for --stablehlo-to-hlo").into());
    }
    let (bytes, name) = read_bytes(&arguments.program)?;
    if arguments.deserialize && !portable::is_artifact(&bytes) {
        return Err(Error::file(&arguments.program, "is no portable artifact").into());
    }
    if arguments.hlo_to_stablehlo && hloom_hlo::encoding(&bytes).is_none() {
        return Err(Error::file(&arguments.program, "is no HLO").into());
    }
    let context = Context::new();
    let mut module = hloom_frontends::parse(&context, &bytes, &name).map_err(refused)?;
    let written = if arguments.serialize {
        let version = arguments.target.map_or(Version::CURRENT, |target| target.0);
        let has_composites = version >= Version::new(0, 19, 0);
        let passes = if has_composites { FOR_ARTIFACTS } else { WITHOUT_COMPOSITES };
        run_passes(&context, &mut module, passes)?;
        portable::export(&module, version).map_err(refused)?
    } else if arguments.stablehlo_to_hlo {
        run_passes(&context, &mut module, FOR_HLO)?;
        let module = hlo::export(&module).map_err(refused)?;
        match arguments.emit.unwrap_or(Emit::Text) {
            Emit::Text => hloom_hlo::text::print(&module).into_bytes(),
            Emit::Proto => hloom_hlo::binary::encode(&module),
            Emit::ProtoText => hloom_hlo::text_format::print(&module)
                .map_err(|error| Error::invalid(format!("{name}: {error}")))?
                .into_bytes(),
        }
    } else {
        module.as_operation().to_string().into_bytes()
    };
    write(&arguments.output, &written)
}

fn refused(error: hloom_frontends::Error) -> Error {
    match error {
        hloom_frontends::Error::Version(_) => Error::invalid(error.to_string()),
        error => Error::Program(error.to_string()),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(io::stdout().write_all(bytes)?);
    }
    Ok(fs::write(path, bytes).map_err(|error| Error::file(path, error))?)
}
