// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Measures the time of a call through the PJRT plugin, and of a call of JAX's own CPU client.

use crate::project::Project;
use crate::{process, python};
use anyhow::Result;

/// Runs `ci/bench_dispatch.py`, which measures calls of both clients in one process.
///
/// # Errors
///
/// Fails if the plugin cannot be built, or if the script fails.
pub fn run(project: &Project) -> Result<()> {
    process::run(&mut project.cargo(&["build", "--release", "--package", "hloom-pjrt"]))?;
    let mut command = project.command(python::interpreter(project)?);
    command.arg("ci/bench_dispatch.py").env("JAX_PLATFORMS", "hloom,cpu");
    command.env("PYTHONPATH", project.root.join("bindings/jax"));
    command.env("HLOOM_PJRT_LIBRARY", project.tool("release", "libhloom_pjrt.so"));
    process::run(&mut command)
}
