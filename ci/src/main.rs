// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci <task>`: the project's automation.
//!
//! It must be possible to build the program before any dependency is installed, so it does not
//! depend on packages that `cargo ci setup` installs.

mod apt;
mod backends;
mod bench;
mod conformance;
mod coverage;
mod demo;
mod dist;
mod docs;
mod embed;
mod format;
mod fuzz;
mod goldens;
mod jax_tests;
mod kernels;
mod memcheck;
mod mlir_c;
mod models;
mod new_backend;
mod npu;
mod pack;
mod parallel;
mod pass_tests;
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
    /// Install the required Debian packages, and link the MLIR library that Debian does not provide
    Setup(setup::Options),
    /// Set up, build, and recognize handwritten digits with a program from JAX
    Demo,
    /// Set up, and run all checks and tests
    Test(test::Options),
    /// Compare run times, compile times and memory with other compilers and inference engines
    Bench(bench::Options),
    /// Run StableHLO's own test programs from a checkout of StableHLO
    Conformance(conformance::Options),
    /// Run StableHLO's own tests of its passes from a checkout
    PassTests(pass_tests::Options),
    /// Run the tests, and write the table of the operations that they cover
    Coverage,
    /// Build the documentation site, check its links and run its commands
    Docs(docs::Options),
    /// Run random programs on the platforms cpu and interpreter, and compare the results
    Fuzz(fuzz::Options),
    /// Format the Rust and C++ sources
    Fmt(format::Options),
    /// Run the static checks: tidy, formatting, clippy
    Lint,
    /// Export the golden programs from JAX again
    Goldens(python::GoldensOptions),
    /// Run JAX's own tests on the plugin and on JAX's CPU, from a checkout of JAX
    JaxTests(jax_tests::Options),
    /// Assemble the GPU kernels of the goldens, and list their registers, shared memory and spills
    Kernels(kernels::Options),
    /// Run tests of foreign function interfaces under valgrind
    Memcheck(memcheck::Options),
    /// Compile programs for a machine with a GPU, and pack them together with scripts that check
    /// and measure them
    Pack(pack::Options),
    /// Run models of PyTorch on hloom and on PyTorch's CPU, and compare the results
    Pytorch(models::Options),
    /// Run models of TensorFlow on hloom and on TensorFlow's CPU, and compare the results
    Tensorflow(models::Options),
    /// Create the skeleton of a backend
    NewBackend(new_backend::Options),
    /// Run the tests, and accept all changed snapshots
    Snapshots(test::SnapshotOptions),
    /// Build the Python wheels hloom and jax-hloom, install them, and try them
    Wheel(wheel::Options),
    /// Build the wheels, an archive and a Debian package of the tools, and checksums, and check them
    Dist(dist::Options),
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
        Task::PassTests(options) => return pass_tests::task(&project, options),
        Task::Coverage => test::coverage(&project)?,
        Task::Docs(options) => docs::task(&project, options)?,
        Task::Fuzz(options) => return fuzz::task(&project, options),
        Task::Fmt(options) => return format::task(&project, options),
        Task::Lint => return test::lint(&project),
        Task::Goldens(options) => python::goldens(&project, options)?,
        Task::JaxTests(options) => return jax_tests::task(&project, options),
        Task::Kernels(options) => return kernels::task(&project, options),
        Task::Memcheck(options) => memcheck::task(&project, options)?,
        Task::Pack(options) => return pack::task(&project, options),
        Task::Pytorch(options) => return models::task(&project, &models::PYTORCH, options),
        Task::Tensorflow(options) => {
            return models::task(&project, &models::TENSORFLOW, options);
        }
        Task::NewBackend(options) => new_backend::task(&project, options)?,
        Task::Snapshots(options) => test::snapshots(&project, options)?,
        Task::Wheel(options) => wheel::task(&project, options)?,
        Task::Dist(options) => dist::task(&project, options)?,
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
