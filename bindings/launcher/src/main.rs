// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom`: runs the command-line tools of the shared library `../lib/libhloom.so`.
//!
//! The library contains all tools, so they share one copy of LLVM and MLIR. `hloom opt` runs
//! `hlo-opt`, as does a symbolic link to this program that is called `hlo-opt`.

mod ffi;

use clap::{Parser, Subcommand};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The path of the library, relative to the folder of this program.
const LIBRARY: &str = "../lib/libhloom.so";

/// Run a tool of hloom. A link to this program that has the name of a tool, such as hlo-opt, runs
/// this tool.
#[derive(Debug, Parser)]
#[command(name = "hloom", version, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

/// The arguments of a tool.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
struct OfTool {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    arguments: Vec<OsString>,
}

#[derive(Debug, Subcommand)]
enum Tool {
    /// Find the pass that makes a program compute a wrong result (hlo-bisect)
    #[command(alias = "hlo-bisect")]
    Bisect(OfTool),
    /// Compile a program ahead of time (hlo-compile)
    #[command(alias = "hlo-compile")]
    Compile(OfTool),
    /// Compare platforms on random programs (hlo-fuzz)
    #[command(alias = "hlo-fuzz")]
    Fuzz(OfTool),
    /// Run passes on a program (hlo-opt)
    #[command(alias = "hlo-opt")]
    Opt(OfTool),
    /// Make a failing program smaller (hlo-reduce)
    #[command(alias = "hlo-reduce")]
    Reduce(OfTool),
    /// Compile and run a program (hlo-run)
    #[command(alias = "hlo-run")]
    Run(OfTool),
    /// Convert between forms of programs (hlo-translate)
    #[command(alias = "hlo-translate")]
    Translate(OfTool),
}

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode, String> {
    let (tool, arguments) = match named(env::args_os().collect()) {
        Ok(named) => named,
        Err(error) => {
            // If the output is closed, there is nowhere to report it.
            let _ = error.print();
            return Ok(if error.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS });
        }
    };
    let program = env::current_exe()
        .map_err(|error| format!("cannot find the file of this program: {error}"))?;
    let library = library(&program);
    let mut all = vec![program.into_os_string(), tool.into()];
    all.extend(arguments);
    ffi::run(&library, all)
}

/// Returns the name of the tool and its arguments.
///
/// # Errors
/// Returns a help text, or the error of a command line that names no tool.
fn named(command: Vec<OsString>) -> Result<(&'static str, Vec<OsString>), clap::Error> {
    const TOOLS: [&str; 7] = [
        "hlo-bisect",
        "hlo-compile",
        "hlo-fuzz",
        "hlo-opt",
        "hlo-reduce",
        "hlo-run",
        "hlo-translate",
    ];
    let link = command.first().and_then(|program| Path::new(program).file_name());
    if let Some(tool) = TOOLS.into_iter().find(|tool| link.is_some_and(|link| link == *tool)) {
        return Ok((tool, command.into_iter().skip(1).collect()));
    }
    Ok(match Arguments::try_parse_from(command)?.tool {
        Tool::Bisect(of) => ("hlo-bisect", of.arguments),
        Tool::Compile(of) => ("hlo-compile", of.arguments),
        Tool::Fuzz(of) => ("hlo-fuzz", of.arguments),
        Tool::Opt(of) => ("hlo-opt", of.arguments),
        Tool::Reduce(of) => ("hlo-reduce", of.arguments),
        Tool::Run(of) => ("hlo-run", of.arguments),
        Tool::Translate(of) => ("hlo-translate", of.arguments),
    })
}

fn library(program: &Path) -> PathBuf {
    program.parent().unwrap_or(Path::new(".")).join(LIBRARY)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(command: &[&str]) -> (&'static str, Vec<OsString>) {
        named(command.iter().map(OsString::from).collect()).expect("a tool")
    }

    #[test]
    fn tools_are_named_by_a_link_or_by_the_first_argument() {
        let expected = ("hlo-opt", vec!["--help".into(), "x.mlir".into()]);
        assert_eq!(of(&["/usr/bin/hlo-opt", "--help", "x.mlir"]), expected);
        assert_eq!(of(&["/usr/bin/hloom", "opt", "--help", "x.mlir"]), expected);
        assert_eq!(of(&["hloom", "hlo-opt", "--help", "x.mlir"]), expected);
        assert_eq!(of(&["hlo-run"]), ("hlo-run", Vec::new()));
        let error = named(vec!["hloom".into(), "nothing".into()]).expect_err("no tool");
        assert!(error.use_stderr() && error.to_string().contains("'nothing'"), "{error}");
    }

    #[test]
    fn the_library_is_beside_the_folder_of_the_program() {
        assert_eq!(
            library(Path::new("hloom/bin/hloom")),
            Path::new("hloom/bin/../lib/libhloom.so")
        );
    }

    #[test]
    fn a_missing_library_is_named() {
        let library = Path::new("nowhere/libhloom.so");
        let error = ffi::run(library, Vec::new()).expect_err("no library");
        assert!(error.starts_with("cannot load nowhere/libhloom.so: "), "{error}");
    }
}
