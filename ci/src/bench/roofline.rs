// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builds and runs the program that measures the machine's limits, `ci/bench/roofline.rs`.

use super::results::Roofline;
use crate::process;
use crate::project::Project;
use anyhow::{Context, Result};
use std::path::Path;
use std::process::Command;

const SOURCE: &str = "ci/bench/roofline.rs";

/// Measures the limits of the CPUs. `on_cpus` creates a command that runs a program on them.
///
/// # Errors
///
/// Fails if the program cannot be built or run.
pub fn measure(
    project: &Project,
    cpus: &[usize],
    on_cpus: impl Fn(&Path) -> Command,
) -> Result<Roofline> {
    let program = project.scratch()?.join("roofline");
    // `cargo ci` itself is built without optimization.
    let mut rustc = project.command("rustc");
    rustc.args(["--edition", "2024", "-C", "opt-level=3", "-C", "target-cpu=native", SOURCE, "-o"]);
    rustc.arg(&program);
    process::output(&mut rustc)?;
    let mut roofline = run(&program, cpus, &on_cpus)?;
    if cfg!(target_arch = "x86_64") {
        // LLVM prefers 256-bit vectors on some CPUs with longer ones.
        rustc.args(["-C", "target-feature=-prefer-256-bit", "--cap-lints", "allow"]);
        process::output(&mut rustc)?;
        roofline = roofline.max(run(&program, cpus, &on_cpus)?);
    }
    Ok(roofline)
}

fn run(program: &Path, cpus: &[usize], on_cpus: impl Fn(&Path) -> Command) -> Result<Roofline> {
    let text = process::output(on_cpus(program).arg(cpus.len().to_string()))?;
    serde_json::from_str(&text)
        .with_context(|| format!("the program of {SOURCE}: expected JSON output"))
}

impl Roofline {
    /// Returns the higher of the two measurements of each limit.
    pub fn max(self, other: Self) -> Self {
        Self {
            flops_per_second: self.flops_per_second.max(other.flops_per_second),
            copy_bytes_per_second: self.copy_bytes_per_second.max(other.copy_bytes_per_second),
        }
    }
}
