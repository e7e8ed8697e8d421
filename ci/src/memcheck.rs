// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci memcheck`: runs tests that cross a foreign function interface, and the readers of foreign
//! formats, under valgrind.
//!
//! Valgrind reports reads and writes of memory that is not allocated, and decisions on uninitialized
//! memory, in Rust, in the C++ glue and in LLVM and MLIR. Faults of upstream are named in
//! `ci/valgrind.supp`, with a reason each.

use crate::project::{Project, on_path};
use crate::{process, setup};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::process::Command;

/// The file with the faults of other projects.
const SUPPRESSIONS: &str = "ci/valgrind.supp";

/// The unit tests that continuous integration checks.
const SAMPLE: &[&str] =
    &["hloom-values", "hloom-dialects", "hloom-ir", "hloom-llvm", "hloom-compiler", "hloom-pjrt"];

/// The packages whose unit tests are checked besides the sample. Their tests of whole programs would
/// take hours.
const LIBRARIES: &[&str] = &["hloom-math", "hloom-codegen", "hloom-plugin", "hloom-tools"];

/// Integration tests, by package. The readers of HLO and of portable artifacts run on damaged files.
const INTEGRATION: &[(&str, &str)] = &[
    ("hloom-dialects", "*"),
    ("hloom-hlo", "mutations"),
    ("hloom-hlo", "refusals"),
    ("hloom-portable", "damaged"),
    ("hloom-portable", "scopes"),
    ("hloom-frontends", "hlo"),
    ("hloom-plugin", "load"),
];

/// The numbers of damaged files, which are smaller than in the tests: valgrind takes 30 times as long.
const DAMAGED: [(&str, &str); 2] =
    [("HLOOM_HLO_MUTATIONS", "500"), ("HLOOM_PORTABLE_MUTATIONS", "300")];

/// The options of `cargo ci memcheck`.
#[derive(Debug, Args)]
pub struct Options {
    /// Check only the sample that continuous integration checks
    #[arg(long)]
    sample: bool,
}

/// Runs `cargo ci memcheck`.
///
/// # Errors
///
/// Fails if valgrind is missing, or reports a fault, or if a test fails.
pub fn task(project: &Project, options: &Options) -> Result<()> {
    setup::for_tests(project)?;
    let mut tests = unit_tests(project, SAMPLE)?;
    if !options.sample {
        tests += unit_tests(project, LIBRARIES)?;
        for (package, test) in INTEGRATION {
            tests += run(project.cargo(&["test", "--package", package, "--test", test]), project)?;
        }
    }
    println!("memcheck: {tests} tests without a fault");
    Ok(())
}

/// Runs the sample, as a step of `cargo ci test`.
///
/// # Errors
///
/// Those of [`task`].
pub fn sample(project: &Project) -> Result<()> {
    task(project, &Options { sample: true })
}

fn unit_tests(project: &Project, packages: &[&str]) -> Result<usize> {
    let mut command = project.cargo(&["test", "--lib"]);
    command.args(packages.iter().flat_map(|name| ["--package", *name]));
    run(command, project)
}

/// Runs a command of cargo with its tests under valgrind. Returns the number of tests.
fn run(mut command: Command, project: &Project) -> Result<usize> {
    let Some(valgrind) = on_path("valgrind") else {
        bail!("valgrind is not on the PATH; `apt-get install valgrind` installs it");
    };
    let suppressions = project.root.join(SUPPRESSIONS);
    let runner = format!(
        "{} --quiet --error-exitcode=99 --num-callers=25 --trace-children=no --suppressions={}",
        valgrind.display(),
        suppressions.display()
    );
    let target = "x86_64-unknown-linux-gnu";
    let variable = format!("CARGO_TARGET_{}_RUNNER", target.to_uppercase().replace('-', "_"));
    command.env(variable, runner).envs(DAMAGED);
    // One thread: valgrind runs only one at a time.
    command.args(["--", "--test-threads=1"]);
    let output = process::output(&mut command)?;
    let count = passed(&output).context("cannot read the results of the tests")?;
    if count == 0 {
        bail!("no test ran");
    }
    Ok(count)
}

/// Returns the number of passed tests in the output of `cargo test`.
fn passed(output: &str) -> Option<usize> {
    let results = output.lines().filter_map(|line| line.strip_prefix("test result: ok. "));
    results.map(|rest| rest.split(' ').next()?.parse::<usize>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_added() {
        let output = "test a ... ok\ntest result: ok. 3 passed; 0 failed\n\n\
                      test result: ok. 4 passed; 0 failed\n";
        assert_eq!(passed(output), Some(7));
        assert_eq!(passed("test result: ok. many passed"), None);
    }
}
