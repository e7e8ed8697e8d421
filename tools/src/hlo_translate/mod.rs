// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-translate`: converts programs between StableHLO, portable artifacts and HLO.

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

/// Expands CHLO, which artifacts cannot represent. Functions become composites.
const FOR_ARTIFACTS: &str = "builtin.module(hlo-expand-chlo{functions=composites})";
/// Expands CHLO for artifact versions without composites.
const WITHOUT_COMPOSITES: &str = "builtin.module(hlo-expand-chlo{functions=inline})";
/// Prepares a program for HLO: expands CHLO without an HLO equivalent and imports shardings.
///
/// Functions that XLA's CPU backend cannot compile are expanded, too, although HLO has them.
const FOR_HLO: &str = "builtin.module(hlo-expand-chlo{functions=composites \
                       keep=atan,erf,is_inf,tan},hlo-import-shardy)";

/// Runs the tool.
///
/// Returns failure if the command line is invalid, if the program is rejected, or if a file
/// cannot be read or written.
pub fn main(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> ExitCode {
    command::main(arguments, run)
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.plugins.load()?;
    // Clap does not enforce `requires` if the required argument conflicts with a given one.
    if arguments.target.is_some() && !arguments.serialize {
        return Err(Error::invalid("--target requires --serialize").into());
    }
    if arguments.emit.is_some() && !arguments.stablehlo_to_hlo {
        return Err(Error::invalid("--emit requires --stablehlo-to-hlo").into());
    }
    let (bytes, name) = read_bytes(&arguments.program)?;
    if arguments.deserialize && !portable::is_artifact(&bytes) {
        return Err(Error::file(&arguments.program, "is not a portable artifact").into());
    }
    if arguments.hlo_to_stablehlo && hloom_hlo::encoding(&bytes).is_none() {
        return Err(Error::file(&arguments.program, "is not HLO in any of its encodings").into());
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
