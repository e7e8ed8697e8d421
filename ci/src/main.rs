// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci <task>`: everything that is automated about this project.
//!
//! Compiled first on a bare machine, so it depends on nothing it installs.

mod apt;
mod backends;
mod bench;
mod conformance;
mod coverage;
mod demo;
mod format;
mod fuzz;
mod jax_tests;
mod mlir_c;
mod new_backend;
mod npu;
mod npy;
mod process;
mod progress;
mod project;
mod python;
mod rust_text;
mod setup;
mod steps;
mod table;
mod test;
mod tidy;
mod wheel;

use anyhow::Result;
use clap::{Parser, Subcommand};
use project::Project;
use std::process::ExitCode;

/// The project's automation.
#[derive(Debug, Parser)]
#[command(name = "cargo ci", bin_name = "cargo ci")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Install the Debian packages needed and make what Debian lacks
    Setup(setup::Options),
    /// Set up, build, and recognize handwritten digits with a program from JAX
    Demo,
    /// Set up and check everything
    Test(test::Options),
    /// Compare compile and run times with JAX's XLA CPU
    Bench(bench::Options),
    /// Run StableHLO's own test programs, from a checkout of it
    Conformance(conformance::Options),
    /// Run the tests and write the table of what they cover
    Coverage,
    /// Run random programs on the cpu and on the interpreter, and compare
    Fuzz(fuzz::Options),
    /// Format the Rust and C++ sources
    Fmt(format::Options),
    /// Run the checks that need no test to run: tidy, formats, clippy
    Lint,
    /// Export the golden programs from JAX again
    Goldens(python::GoldensOptions),
    /// Run JAX's own tests on the plugin, from a checkout of it, and compare with its CPU
    JaxTests(jax_tests::Options),
    /// Write the skeleton of a backend
    NewBackend(new_backend::Options),
    /// Run the tests and accept every snapshot that changed
    Snapshots(test::SnapshotOptions),
    /// Build the wheel by which JAX finds hloom, install it, and try it
    Wheel(wheel::Options),
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode> {
    let project = Project::find()?;
    match &arguments.task {
        Task::Setup(options) => setup::task(&project, options)?,
        Task::Demo => demo::task(&project)?,
        Task::Test(options) => return test::task(&project, options),
        Task::Bench(options) => return bench::task(&project, options),
        Task::Conformance(options) => return conformance::task(&project, options),
        Task::Coverage => test::coverage(&project)?,
        Task::Fuzz(options) => return fuzz::task(&project, options),
        Task::Fmt(options) => return format::task(&project, options),
        Task::Lint => return test::lint(&project),
        Task::Goldens(options) => python::goldens(&project, options)?,
        Task::JaxTests(options) => return jax_tests::task(&project, options),
        Task::NewBackend(options) => new_backend::task(&project, options)?,
        Task::Snapshots(options) => test::snapshots(&project, options)?,
        Task::Wheel(options) => wheel::task(&project, options)?,
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn command_line_is_consistent() {
        super::Arguments::command().debug_assert();
    }
}
