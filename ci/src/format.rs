// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Formatting: rustfmt for Rust, clang-format for C++.

use crate::project::{LLVM_MAJOR, Project, on_path};
use crate::steps::{self, Step};
use crate::{process, setup};
use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// What a failed check says.
const ADVICE: &str = "`cargo ci fmt` would format this differently";

/// The options of `cargo ci fmt`.
#[derive(Debug, Args)]
pub struct Options {
    /// Change nothing; fail if something would change
    #[arg(long)]
    check: bool,
}

/// `cargo ci fmt`.
///
/// # Errors
/// If a formatter is missing or fails.
pub fn task(project: &Project, options: &Options) -> Result<ExitCode> {
    if options.check {
        return Ok(steps::run(project, &checks()));
    }
    setup::rust_components(project)?;
    process::run(&mut project.cargo(&["fmt", "--all"]))?;
    clang_format(project, &["-i"])?;
    Ok(ExitCode::SUCCESS)
}

/// The checks of both languages.
pub fn checks() -> Vec<Step> {
    vec![
        Step::new("rustfmt", |project| {
            setup::rust_components(project)?;
            process::run(&mut project.cargo(&["fmt", "--all", "--check"])).context(ADVICE)
        }),
        Step::new("clang-format", |project| {
            clang_format(project, &["--dry-run", "-Werror"]).context(ADVICE)
        }),
    ]
}

fn clang_format(project: &Project, arguments: &[&str]) -> Result<()> {
    let sources: Vec<_> = project
        .files()?
        .into_iter()
        .filter(|file| file.extension().is_some_and(|kind| kind == "cpp" || kind == "h"))
        .collect();
    if sources.is_empty() {
        return Ok(());
    }
    let mut command = project.command(program(project)?);
    process::run(command.args(arguments).arg("--style=file").args(sources))
}

fn program(project: &Project) -> Result<PathBuf> {
    let ours = project.llvm_tool("clang-format");
    if ours.exists() {
        return Ok(ours);
    }
    on_path(&format!("clang-format-{LLVM_MAJOR}"))
        .with_context(|| format!("clang-format {LLVM_MAJOR} is missing; run `cargo ci setup`"))
}
