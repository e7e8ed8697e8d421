// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci fmt`: formats Rust with rustfmt and C++ with clang-format.

use crate::project::{LLVM_MAJOR, Project, on_path};
use crate::steps::{self, Step};
use crate::{process, setup};
use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The error message if a source file is not formatted.
const ADVICE: &str = "a file is not formatted; run `cargo ci fmt`";

/// The options of `cargo ci fmt`.
#[derive(Debug, Args)]
pub struct Options {
    /// Do not change files; fail if a file is not formatted
    #[arg(long)]
    check: bool,
}

/// Runs `cargo ci fmt`.
///
/// Returns failure if a check finds a file that is not formatted.
///
/// # Errors
///
/// Fails if a formatter is missing or fails.
pub fn task(project: &Project, options: &Options) -> Result<ExitCode> {
    if options.check {
        return Ok(steps::run(project, &checks()));
    }
    setup::rust_components(project)?;
    process::run(&mut project.cargo(&["fmt", "--all"]))?;
    process::run(&mut backends(project, &[])?)?;
    clang_format(project, &["-i"])?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the format checks of Rust and of C++.
pub fn checks() -> Vec<Step> {
    vec![
        Step::new("rustfmt", |project| {
            setup::rust_components(project)?;
            process::run(&mut project.cargo(&["fmt", "--all", "--check"])).context(ADVICE)?;
            process::run(&mut backends(project, &["--check"])?).context(ADVICE)
        }),
        Step::new("clang-format", |project| {
            clang_format(project, &["--dry-run", "-Werror"]).context(ADVICE)
        }),
    ]
}

/// Returns the rustfmt command for the backends. `cargo fmt` does not find their modules, because a
/// build script declares them.
fn backends(project: &Project, arguments: &[&str]) -> Result<Command> {
    let mut modules = project.files()?;
    modules.retain(|file| {
        file.strip_prefix(&project.root).unwrap_or(file).starts_with("compiler/backends")
            && file.ends_with("mod.rs")
    });
    let mut command = project.command("rustfmt");
    command.args(["--edition", "2024"]).args(arguments).args(modules);
    Ok(command)
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
