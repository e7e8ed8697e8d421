// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The main job on real input: handwritten digits, recognized by a program from JAX.

use crate::project::Project;
use crate::{process, setup};
use anyhow::{Context, Result};

/// What is built: the tools, and the program that does it.
const PACKAGES: [&str; 2] = ["hloom-tools", "hloom-examples"];
const PROGRAM: &str = "digits";

/// `cargo ci demo`: from a bare machine to recognized digits.
///
/// # Errors
/// If setting up or building fails, or the demo does.
pub fn task(project: &Project) -> Result<()> {
    setup::run(project)?;
    println!("building the compiler and its tools (a few minutes the first time)");
    let mut build = project.cargo(&["build", "--release", "--bins"]);
    build.args(PACKAGES.iter().flat_map(|name| ["--package", *name]));
    process::run(&mut build).context("the build failed")?;
    process::run(&mut project.command(project.tool("release", PROGRAM)))
}
