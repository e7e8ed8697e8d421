// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The example of a backend outside of this workspace.

use crate::process;
use crate::project::Project;
use anyhow::Result;
use std::path::PathBuf;

/// Where what is outside of this workspace is built, so that what it is built from is built
/// once: as `examples/npu/.cargo/config.toml` has it.
pub fn target(project: &Project) -> PathBuf {
    project.root.join("target/npu")
}

/// Formats, lints and tests it as its author would, and runs the digits demo on it with the
/// tools that were built.
///
/// # Errors
/// If any of it fails.
pub fn check(project: &Project) -> Result<()> {
    let folder = project.root.join("examples/npu");
    let cargo = |arguments: &[&str]| {
        let mut command = project.cargo(arguments);
        command.current_dir(&folder).env_remove("CARGO_TARGET_DIR");
        command
    };
    process::run(&mut cargo(&["fmt", "--all", "--check"]))?;
    process::run(&mut cargo(&["build", "--locked"]))?;
    process::run(&mut cargo(&["test", "--workspace", "--locked"]))?;
    let mut demo = project.command(project.target().join("debug/hlo-run"));
    demo.arg("examples/digits/classifier.mlir").args(["--platform", "npu", "--input"]);
    demo.arg("examples/digits/images.npy").env("NPU_REPORT", "1");
    process::run(demo.env("HLOOM_PLUGINS", target(project).join("debug/libhloom_npu.so")))
}
