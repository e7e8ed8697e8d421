// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci docs`: builds the documentation site, checks its links and runs its commands.
//!
//! The site is an mdBook that contains `docs/` with two additions: the reference of the dialects,
//! which `mlir-tblgen` writes from the ODS files, and rustdoc of all crates in the folder `api`.
//! The pages are first staged in the target folder, where links to sources of the checkout become
//! links to rustdoc's source view or to copies ([`stage`]).

mod commands;
mod dialects;
mod folder;
mod site;
mod stage;

use crate::progress::Progress;
use crate::project::{Project, locked, on_path};
use crate::{process, python, setup};
use anyhow::{Result, bail};
use clap::Args;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The requirements of the Python environment that provides mdBook as a package.
const REQUIREMENTS: &str = "ci/src/docs/requirements.txt";

/// The options of `cargo ci docs`.
#[derive(Debug, Args)]
pub struct Options {
    /// Do not run the commands that the pages mark as runnable
    #[arg(long)]
    no_run: bool,
}

/// Runs `cargo ci docs`.
///
/// # Errors
///
/// Fails if a page cannot be built, if a link of the site is broken, or if a command fails.
pub fn task(project: &Project, options: &Options) -> Result<()> {
    setup::run(project)?;
    process::run(&mut rustdoc(project, &["--workspace"]))?;
    let staged = project.scratch()?.join("book");
    folder::recreate(&staged)?;
    stage::run(project, &staged.join("src"))?;
    dialects::write(project, &staged.join("src"))?;
    fs::copy(project.root.join("docs/book.toml"), staged.join("book.toml"))?;
    let site = project.target().join("site");
    folder::recreate(&site)?;
    build(project, &staged, &site)?;
    folder::copy(&project.target().join("doc"), &site.join("api"))?;
    site::check(&site)?;
    if !options.no_run {
        commands::run(project)?;
    }
    println!("the site is in {}", site.display());
    Ok(())
}

/// Returns the command that writes the documentation of crates. Warnings are errors, except for
/// links to private items, which are useful to readers of the source.
pub fn rustdoc(project: &Project, packages: &[impl AsRef<OsStr>]) -> Command {
    let mut command = locked(project.cargo(&["doc", "--no-deps"]));
    command.args(packages);
    command.env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links");
    command
}

/// Builds the site. Fails if mdBook prints a warning, because it warns about text that it
/// interprets as HTML and omits.
fn build(project: &Project, staged: &Path, site: &Path) -> Result<()> {
    let mut command = project.command(mdbook(project)?);
    command.args(["build", "--dest-dir"]).arg(site).arg(staged);
    let log = project.scratch()?.join("mdbook.log");
    let mut progress = Progress::new("building the site");
    process::run_with_progress(&command, &log, &mut progress, |_, _| ())?;
    let output = fs::read_to_string(&log)?;
    let warnings: Vec<_> = output.lines().filter(|line| line.contains("WARN")).collect();
    if !warnings.is_empty() {
        bail!("mdBook warns:\n{}", warnings.join("\n"));
    }
    Ok(())
}

/// Returns the path of mdBook on the PATH or, if it is not on the PATH, in a Python environment in
/// the target folder.
fn mdbook(project: &Project) -> Result<PathBuf> {
    if let Some(found) = on_path("mdbook") {
        return Ok(found);
    }
    let python = python::environment(project, "target/docs-venv", REQUIREMENTS)?;
    Ok(python.with_file_name("mdbook"))
}
