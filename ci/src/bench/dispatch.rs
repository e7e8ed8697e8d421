// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! How long a call takes through the PJRT plugin, beside one of JAX's own CPU client.

use crate::project::Project;
use crate::{process, python};
use anyhow::Result;

/// Times calls of both, in one process.
///
/// # Errors
/// If the plugin cannot be built, or JAX fails.
pub fn run(project: &Project) -> Result<()> {
    process::run(&mut project.cargo(&["build", "--release", "--package", "hloom-pjrt"]))?;
    let mut command = project.command(python::interpreter(project)?);
    command.arg("ci/bench_dispatch.py").env("JAX_PLATFORMS", "hloom,cpu");
    command.env("PYTHONPATH", project.root.join("compiler/python"));
    command.env("HLOOM_PJRT_LIBRARY", project.tool("release", "libhloom_pjrt.so"));
    process::run(&mut command)
}
