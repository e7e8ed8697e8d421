// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Formatting: rustfmt for Rust, clang-format for C++.

use crate::project::{LLVM_MAJOR, Project, on_path};
use crate::steps::{self, Step};
use crate::{process, setup};
use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

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
    process::run(&mut backends(project, &[])?)?;
    clang_format(project, &["-i"])?;
    Ok(ExitCode::SUCCESS)
}

/// The checks of both languages.
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

/// rustfmt for the backends, which a build script finds and `cargo fmt` does not.
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
