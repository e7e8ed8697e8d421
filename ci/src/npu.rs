// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs `examples/npu`, an example of a backend in a plugin.

use crate::process;
use crate::project::Project;
use anyhow::Result;

/// Runs the digits demo on the npu with the built tools and the built plugin. The tests of the
/// example are part of the workspace's tests.
///
/// # Errors
///
/// Fails if the demo fails.
pub fn demo(project: &Project) -> Result<()> {
    let mut demo = project.command(project.tool("debug", "hlo-run"));
    demo.arg("examples/digits/classifier.mlir").args(["--platform", "npu", "--input"]);
    demo.arg("examples/digits/images.npy").env("NPU_REPORT", "1");
    process::run(demo.env("HLOOM_PLUGINS", project.tool("debug", "libhloom_npu.so")))
}
