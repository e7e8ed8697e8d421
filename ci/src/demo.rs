// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci demo`: recognizes handwritten digits with a program exported from JAX.

use crate::project::Project;
use crate::{process, setup};
use anyhow::{Context, Result};

/// The packages to build: the tools and the example.
const PACKAGES: [&str; 2] = ["hloom-tools", "hloom-examples"];
/// The name of the example's binary.
const PROGRAM: &str = "digits";

/// Runs `cargo ci demo`, which also works on a machine without any dependency installed.
///
/// # Errors
///
/// Fails if the setup, the build or the example fails.
pub fn task(project: &Project) -> Result<()> {
    setup::run(project)?;
    println!("building the compiler and its tools (a few minutes the first time)");
    // Without optimization: it builds in half the time, and `cargo ci test` uses the same build.
    let mut build = project.cargo(&["build", "--bins"]);
    build.args(PACKAGES.iter().flat_map(|name| ["--package", *name]));
    process::run(&mut build).context("the build failed")?;
    process::run(&mut project.command(project.tool("debug", PROGRAM)))
}
