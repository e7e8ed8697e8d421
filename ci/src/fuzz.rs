// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci fuzz`: runs random programs on the platforms `cpu` and `interpreter`, and compares the
//! results.

use crate::process;
use crate::project::Project;
use crate::setup;
use anyhow::Result;
use clap::Args;
use std::process::ExitCode;

/// The options of `cargo ci fuzz`.
#[derive(Debug, Args)]
pub struct Options {
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    seconds: u64,

    /// Seed of the first program [default: derived from the time]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Generate operations of this family more often
    #[arg(long, value_name = "NAME")]
    family: Option<String>,
}

/// Runs `cargo ci fuzz`.
///
/// Returns failure if there are findings, which are written to `target/fuzz-findings`.
///
/// # Errors
///
/// Fails if the setup or the build of `hlo-fuzz` fails.
pub fn task(project: &Project, options: &Options) -> Result<ExitCode> {
    setup::run(project)?;
    let tool = ["--package", "hloom-tools", "--bin", "hlo-fuzz"];
    process::run(project.cargo(&["build", "--release"]).args(tool))?;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?;
    // No run makes a million programs, so runs started in different seconds share no seed.
    let seed = options.seed.unwrap_or(now.as_secs() * 1_000_000);
    let mut command = std::process::Command::new(project.tool("release", "hlo-fuzz"));
    command.arg("--seed").arg(seed.to_string());
    command.arg("--seconds").arg(options.seconds.to_string());
    command.arg("--output-dir").arg(project.root.join("target/fuzz-findings"));
    if let Some(family) = &options.family {
        command.arg("--family").arg(family);
    }
    println!("seeds from {seed}");
    let status = command.status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
