// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Measures the time of a call through three clients: hloom's PJRT plugin, JAX's own CPU client,
//! and a PJRT plugin whose executions compute nothing.

use crate::project::Project;
use crate::{process, python};
use anyhow::Result;

/// Runs `ci/bench_dispatch.py`, which measures calls of the three clients in one process.
///
/// # Errors
///
/// Fails if a plugin cannot be built, or if the script fails.
pub fn run(project: &Project) -> Result<()> {
    let build = ["build", "--release", "--package", "hloom-pjrt", "--lib", "--examples"];
    process::run(&mut project.cargo(&build))?;
    let mut command = project.command(python::interpreter(project)?);
    command.arg("ci/bench_dispatch.py").env("JAX_PLATFORMS", "hloom,cpu,empty");
    command.env("PYTHONPATH", project.root.join("bindings/jax"));
    command.env("HLOOM_PJRT_LIBRARY", project.tool("release", "libhloom_pjrt.so"));
    let empty = project.tool("release", "examples/libempty_plugin.so");
    command.env("HLOOM_EMPTY_PJRT_LIBRARY", empty);
    process::run(&mut command)
}
