// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom`: runs the command-line tools of the shared library `../lib/libhloom.so`.
//!
//! The library contains all tools, so they share one copy of LLVM and MLIR. `hloom opt` runs
//! `hlo-opt`, as does a symbolic link to this program that is called `hlo-opt`.

mod ffi;

use clap::Command;
use clap::error::ErrorKind;
use hloom_launcher::{TOOLS, Tool};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The path of the library, relative to the folder of this program.
const LIBRARY: &str = "../lib/libhloom.so";

/// Returns the command line of the launcher, with a subcommand for each tool. It does not describe
/// the arguments of tools.
fn command_line() -> Command {
    let subcommand = |tool: Tool| {
        Command::new(tool.short_name())
            .alias(tool.name)
            .about(format!("{} ({})", tool.about, tool.name))
            .disable_help_flag(true)
    };
    Command::new("hloom")
        .version(env!("CARGO_PKG_VERSION"))
        .about(
            "Run a tool of hloom. A link to this program that has the name of a tool, such as \
             hlo-opt, runs this tool",
        )
        .disable_help_subcommand(true)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(TOOLS.map(subcommand))
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
    let link = command.first().and_then(|program| Path::new(program).file_name());
    let is_link = |tool: &&Tool| link.is_some_and(|link| link == tool.name);
    if let Some(tool) = TOOLS.iter().find(is_link) {
        return Ok((tool.name, command.into_iter().skip(1).collect()));
    }
    let word = command.get(1).and_then(|word| word.to_str());
    let is_named = |tool: &&Tool| word.is_some_and(|it| it == tool.name || it == tool.short_name());
    if let Some(tool) = TOOLS.iter().find(is_named) {
        // The tool gets all its arguments unchanged. clap would take away a first `--`.
        return Ok((tool.name, command.into_iter().skip(2).collect()));
    }
    // The other command lines ask for help or the version, or are wrong.
    Err(command_line().try_get_matches_from(command).err().unwrap_or_else(no_tool))
}

fn no_tool() -> clap::Error {
    command_line().error(ErrorKind::MissingSubcommand, "expected the name of a tool")
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
        assert_eq!(of(&["hloom", "run"]), ("hlo-run", Vec::new()));
        let expected = ("hlo-lsp-server", vec!["--version".into()]);
        assert_eq!(of(&["hloom", "lsp-server", "--version"]), expected);
        let expected = ("hlo-opt", vec!["--".into(), "-x".into(), "--".into()]);
        assert_eq!(of(&["hlo-opt", "--", "-x", "--"]), expected);
        assert_eq!(of(&["hloom", "opt", "--", "-x", "--"]), expected);
        let error = named(vec!["hloom".into(), "nothing".into()]).expect_err("no tool");
        assert!(error.use_stderr() && error.to_string().contains("'nothing'"), "{error}");
    }

    #[test]
    fn the_command_line_is_consistent() {
        command_line().debug_assert();
        assert!(TOOLS.is_sorted_by_key(|tool| tool.name));
        let help = named(vec!["hloom".into(), "--help".into()]).expect_err("the help text");
        assert!(!help.use_stderr());
        assert!(help.to_string().contains("Run passes on a program (hlo-opt)"), "{help}");
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

    #[test]
    fn another_library_is_named() {
        let library = Path::new("libc.so.6");
        let error = ffi::run(library, Vec::new()).expect_err("no tools");
        assert!(error.starts_with("libc.so.6 has no command-line tools; "), "{error}");
    }
}
