// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci docs`: builds the documentation site, checks its links and runs its commands.
//!
//! The site is an mdBook of `docs/` with two additions: the reference of the dialects, which
//! `mlir-tblgen` writes from the ODS files, and rustdoc of all crates in the folder `api`. The
//! pages are staged in the target folder first, because links to sources of the checkout become
//! links to rustdoc's source view or to copies ([`stage`]).

mod commands;
mod dialects;
mod folder;
mod site;
mod stage;

use crate::project::{Project, locked, on_path};
use crate::{process, python, setup};
use anyhow::Result;
use clap::Args;
use std::fs;
use std::path::PathBuf;

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
/// Fails if a page does not build, a link of the site leads nowhere, or a command fails.
pub fn task(project: &Project, options: &Options) -> Result<()> {
    setup::run(project)?;
    process::run(&mut locked(project.cargo(&["doc", "--no-deps", "--workspace"])))?;
    let staged = project.scratch()?.join("book");
    folder::recreate(&staged)?;
    stage::run(project, &staged.join("src"))?;
    dialects::write(project, &staged.join("src"))?;
    fs::copy(project.root.join("docs/book.toml"), staged.join("book.toml"))?;
    let site = project.target().join("site");
    folder::recreate(&site)?;
    let mut build = project.command(mdbook(project)?);
    process::run(build.args(["build", "--dest-dir"]).arg(&site).arg(&staged))?;
    folder::copy(&project.target().join("doc"), &site.join("api"))?;
    site::check(&site)?;
    if !options.no_run {
        commands::run(project)?;
    }
    println!("the site is in {}", site.display());
    Ok(())
}

/// Returns mdBook: the one on the PATH, or one in a Python environment of the target folder.
fn mdbook(project: &Project) -> Result<PathBuf> {
    if let Some(found) = on_path("mdbook") {
        return Ok(found);
    }
    let python = python::environment(project, "target/docs-venv", REQUIREMENTS)?;
    Ok(python.with_file_name("mdbook"))
}
