// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-bisect`: which pass makes a program wrong.

mod arguments;
mod judge;
mod leave_out;
mod run;
mod workshop;

use crate::command::Failure;
use crate::plugins::Plugins;
use crate::{command, hlo_opt, hlo_run};
use arguments::Arguments;
use clap::Parser;
use hloom_compiler::interface::Registry;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What there is to say of the pass that makes a program wrong, if one does: the program
/// and its inputs are files. The process must start with [`as_other_tool`].
///
/// # Errors
/// If the program cannot be taken through passes.
pub(crate) fn name_pass(
    program: &Path,
    inputs: &[PathBuf],
    platform: &str,
    plugins: &Plugins,
    registry: &Registry,
) -> Result<String, hloom_compiler::Error> {
    let mut words = vec![OsString::from("hlo-bisect"), program.into()];
    words.extend(["--platform".into(), platform.into()]);
    words.extend(plugins.arguments());
    for input in inputs {
        words.extend(["--input".into(), input.into()]);
    }
    let arguments = Arguments::try_parse_from(words)
        .map_err(|error| hloom_compiler::Error::invalid(error.to_string()))?;
    let mut said = Vec::new();
    match run::run(&arguments, registry, &mut said) {
        Ok(()) | Err(Failure::Reported) => {}
        Err(Failure::Error(error)) => return Err(error),
        Err(Failure::Output(error)) => {
            return Err(hloom_compiler::Error::Internal(error.to_string()));
        }
    }
    // Without the list of passes, which are numbered.
    let said = String::from_utf8_lossy(&said).into_owned();
    let verdict = said.lines().skip_while(|line| line.starts_with(' '));
    let name = format!("{}: ", program.display());
    Ok(verdict.map(|line| line.replace(&name, "")).collect::<Vec<_>>().join("\n"))
}

/// The other tool that the process was started as, by what looks for passes.
pub fn as_other_tool(arguments: &mut Vec<OsString>, registry: &Registry) -> Option<ExitCode> {
    match arguments.get(1)?.to_str()? {
        workshop::OPT => {
            arguments.remove(1);
            Some(hlo_opt::main(arguments.clone()))
        }
        workshop::RUN => {
            arguments.remove(1);
            Some(hlo_run::main(arguments.clone(), registry))
        }
        _ => None,
    }
}

/// Runs the tool with the platforms of a registry. What is found goes to the standard
/// output, everything else to the standard error.
///
/// It starts itself as `hlo-opt` and `hlo-run`, which the first argument says then.
///
/// Returns failure if a pass makes the program wrong, as for a wrong command line.
pub fn main(arguments: impl IntoIterator<Item = OsString>, registry: &Registry) -> ExitCode {
    let mut arguments: Vec<_> = arguments.into_iter().collect();
    as_other_tool(&mut arguments, registry).unwrap_or_else(|| {
        command::main(arguments, |arguments: &Arguments| {
            run::run(arguments, registry, &mut io::stdout())
        })
    })
}
