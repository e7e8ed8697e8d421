// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-bisect`: finds the pass that miscompiles a program.
//!
//! The passes of a pipeline run one by one in child processes. At level `hlo`, the interpreter
//! evaluates the program after each pass. At lower levels, the program is compiled with subsets of
//! the passes.

mod arguments;
mod leave_out;
mod oracle;
mod run;
mod sandbox;

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

/// Bisects a program and returns the report, which names the pass that miscompiles the program if
/// there is one.
///
/// The program and its inputs are files. The process must call [`as_other_tool`] when it
/// starts.
///
/// # Errors
/// Fails if the passes cannot be run on the program.
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
    // Skips the numbered list of passes.
    let said = String::from_utf8_lossy(&said).into_owned();
    let verdict = said.lines().skip_while(|line| line.starts_with(' '));
    let name = format!("{}: ", program.display());
    Ok(verdict.map(|line| line.replace(&name, "")).collect::<Vec<_>>().join("\n"))
}

/// Runs `hlo-opt` or `hlo-run` in this process if the first argument requests one of these tools.
///
/// A tool that bisects starts its own executable with such an argument. Returns `None` if the first
/// argument requests neither tool.
pub fn as_other_tool(arguments: &mut Vec<OsString>, registry: &Registry) -> Option<ExitCode> {
    match arguments.get(1)?.to_str()? {
        sandbox::OPT => {
            arguments.remove(1);
            Some(hlo_opt::main(arguments.clone()))
        }
        sandbox::RUN => {
            arguments.remove(1);
            Some(hlo_run::main(arguments.clone(), registry))
        }
        _ => None,
    }
}

/// Runs `hlo-bisect` with the platforms of a registry.
///
/// Findings go to standard output and everything else to standard error. The tool starts its own
/// executable as `hlo-opt` and `hlo-run`, which the first argument selects.
///
/// Returns failure if a pass miscompiles the program, if the command line is invalid, or if the
/// bisection fails.
pub fn main(arguments: impl IntoIterator<Item = OsString>, registry: &Registry) -> ExitCode {
    let mut arguments: Vec<_> = arguments.into_iter().collect();
    as_other_tool(&mut arguments, registry).unwrap_or_else(|| {
        command::main(arguments, |arguments: &Arguments| {
            run::run(arguments, registry, &mut io::stdout())
        })
    })
}
