// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-translate`: converts programs between StableHLO, portable artifacts and HLO, and interprets
//! them. It accepts the flags of stablehlo-translate.

mod arguments;
mod interpret;

use crate::command::{self, Failure, read_bytes};
use arguments::{Arguments, Emit};
use hloom_codegen::lower::run_passes;
use hloom_compiler::{Error, Program};
use hloom_dialects::Context;
use hloom_frontends::{hlo, portable};
use hloom_portable::Version;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Pipeline that expands CHLO operations, which portable artifacts cannot represent. Mathematical
/// functions of CHLO become composites.
const FOR_ARTIFACTS: &str = "builtin.module(hlo-expand-chlo{functions=composites})";
/// Pipeline that expands CHLO operations for versions of portable artifacts without composites.
const WITHOUT_COMPOSITES: &str = "builtin.module(hlo-expand-chlo{functions=inline})";
/// Pipeline that prepares a program for HLO: expands CHLO operations without an equivalent in HLO,
/// and imports shardings.
///
/// Also expands CHLO operations with an equivalent in HLO that XLA's CPU backend cannot compile.
const FOR_HLO: &str = "builtin.module(hlo-expand-chlo{functions=composites \
                       keep=atan,erf,is_inf,tan},hlo-import-shardy)";

/// Runs `hlo-translate`.
///
/// Returns failure if the command line is invalid, if the program is rejected, or if a file
/// cannot be read or written.
pub fn main(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> ExitCode {
    command::main(arguments.into_iter().map(|it| long_flag(it.into())), run)
}

/// Adds a second dash to a long flag with one dash, which LLVM's tools accept but `clap` does not.
/// Returns other arguments unchanged.
fn long_flag(argument: OsString) -> OsString {
    let text = argument.to_string_lossy();
    let is_long = text.strip_prefix('-').is_some_and(|rest| {
        rest.len() > 1 && !rest.starts_with(['-', 'o']) && rest.starts_with(char::is_alphabetic)
    });
    if is_long { format!("-{text}").into() } else { argument }
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
    let Arguments { args, interpreter_print_dense, probe_output_dir, .. } = arguments;
    let has_interpreter_option =
        args.is_some() || *interpreter_print_dense || probe_output_dir.is_some();
    if has_interpreter_option && !arguments.interpret {
        let message =
            "--args, --interpreter-print-dense and --probe-output-dir require --interpret";
        return Err(Error::invalid(message).into());
    }
    if arguments.strip_debuginfo && !arguments.serialize {
        return Err(Error::invalid("--strip-debuginfo requires --serialize").into());
    }
    if arguments.print_stablehlo_version && !arguments.deserialize {
        return Err(Error::invalid("--print-stablehlo-version requires --deserialize").into());
    }
    let (bytes, name) = read_bytes(&arguments.program)?;
    let program = Program::from_bytes(name, bytes)?;
    let parts = if arguments.split_input_file { program.split() } else { vec![program] };
    let mut written = Vec::new();
    for part in &parts {
        written.extend(translate(arguments, part)?);
    }
    write(&arguments.output, &written)
}

fn translate(arguments: &Arguments, program: &Program) -> Result<Vec<u8>, Error> {
    let (bytes, name) = (program.source(), program.name());
    if arguments.deserialize && !portable::is_artifact(bytes) {
        return Err(Error::file(
            &arguments.program,
            "expected a portable artifact, found another format",
        ));
    }
    if arguments.hlo_to_stablehlo && hloom_hlo::encoding(bytes).is_none() {
        return Err(Error::file(
            &arguments.program,
            "expected HLO in any of its encodings, found another format",
        ));
    }
    let context = Context::new();
    context.set_allow_unregistered_dialects(arguments.allow_unregistered_dialect);
    let mut module = hloom_frontends::parse(&context, bytes, name).map_err(refused)?;
    if arguments.interpret {
        return interpret::interpret(arguments, program, &module);
    }
    if arguments.serialize {
        if arguments.strip_debuginfo {
            run_passes(&context, &mut module, "builtin.module(strip-debuginfo)")?;
        }
        let version = arguments.target.map_or(Version::CURRENT, |target| target.0);
        let has_composites = version >= Version::new(0, 19, 0);
        let passes = if has_composites { FOR_ARTIFACTS } else { WITHOUT_COMPOSITES };
        run_passes(&context, &mut module, passes)?;
        return portable::export(&module, version).map_err(refused);
    }
    if arguments.stablehlo_to_hlo {
        run_passes(&context, &mut module, FOR_HLO)?;
        let module = hlo::export(&module).map_err(refused)?;
        return Ok(match arguments.emit.unwrap_or(Emit::Text) {
            Emit::Text => hloom_hlo::text::print(&module).into_bytes(),
            Emit::Proto => hloom_hlo::binary::encode(&module),
            Emit::ProtoText => hloom_hlo::text_format::print(&module)
                .map_err(|error| Error::invalid(format!("{name}: {error}")))?
                .into_bytes(),
        });
    }
    let mut text = String::new();
    if arguments.print_stablehlo_version {
        let version = hloom_portable::artifact_version(bytes)
            .map_err(|error| Error::invalid(format!("{name}: {error}")))?;
        let version = version.map_or_else(|| "unknown".to_owned(), |version| version.to_string());
        text = format!("// Reading portable artifact with StableHLO version: {version}\n");
    }
    text += &module.as_operation().to_string();
    Ok(text.into_bytes())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_dash_is_enough_for_a_long_flag() {
        let of = |text: &str| long_flag(text.into()).to_string_lossy().into_owned();
        assert_eq!(of("-deserialize"), "--deserialize");
        assert_eq!(of("--deserialize"), "--deserialize");
        for other in ["-", "-o", "-oout.bc", "a.mlir", "-1"] {
            assert_eq!(of(other), other);
        }
    }
}
