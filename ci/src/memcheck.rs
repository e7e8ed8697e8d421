// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci memcheck`: runs tests that cross a foreign function interface, and the readers of foreign
//! formats, under valgrind.
//!
//! Valgrind reports reads and writes of memory that is not allocated, and decisions on uninitialized
//! memory, in Rust, in the C++ glue and in LLVM and MLIR. Faults of upstream are named in
//! `ci/valgrind.supp`, with a reason each.

use crate::project::{Project, locked, on_path};
use crate::{process, setup};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fmt::{self, Display};

/// The file with the faults of other projects.
const SUPPRESSIONS: &str = "ci/valgrind.supp";

/// The unit tests that continuous integration checks.
const SAMPLE: &[&str] =
    &["hloom-values", "hloom-dialects", "hloom-ir", "hloom-llvm", "hloom-compiler", "hloom-pjrt"];

/// The packages whose unit tests are checked besides the sample. Their tests of whole programs would
/// take hours.
const LIBRARIES: &[&str] = &["hloom-math", "hloom-codegen", "hloom-plugin", "hloom-tools"];

/// Integration tests, by package.
const INTEGRATION: &[(&str, &str)] = &[
    ("hloom-dialects", "*"),
    ("hloom-hlo", "refusals"),
    ("hloom-portable", "scopes"),
    ("hloom-frontends", "hlo"),
    ("hloom-plugin", "load"),
];

/// An integration test that runs a reader on damaged files.
struct Fuzz {
    package: &'static str,
    test: &'static str,
    /// The environment variable with the number of files.
    variable: &'static str,
    /// The number of files. It is smaller than in the tests: valgrind takes 30 times as long.
    number: usize,
}

/// The fuzz tests: those of the readers of HLO and of portable artifacts.
const FUZZ: [Fuzz; 2] = [
    Fuzz { package: "hloom-hlo", test: "mutations", variable: "HLOOM_HLO_MUTATIONS", number: 500 },
    Fuzz {
        package: "hloom-portable",
        test: "damaged",
        variable: "HLOOM_PORTABLE_MUTATIONS",
        number: 300,
    },
];

/// The end of the line with which a fuzz test prints the number of its inputs.
const INPUTS: &str = " fuzz inputs";

/// The options of `cargo ci memcheck`.
#[derive(Debug, Args)]
pub struct Options {
    /// Check only the sample that continuous integration checks
    #[arg(long)]
    sample: bool,
}

/// The numbers of tests and of fuzz inputs that ran without a fault.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    tests: usize,
    inputs: usize,
}

impl Display for Count {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} tests and {} fuzz inputs without a fault", self.tests, self.inputs)
    }
}

/// Runs `cargo ci memcheck`.
///
/// # Errors
///
/// Fails if valgrind is missing, or reports a fault, or if a test fails.
pub fn task(project: &Project, options: &Options) -> Result<()> {
    println!("memcheck: {}", check(project, options.sample)?);
    Ok(())
}

/// Runs the sample, as a step of `cargo ci test`. Returns the numbers of tests and of fuzz inputs.
///
/// # Errors
///
/// Those of [`task`].
pub fn sample(project: &Project) -> Result<String> {
    Ok(check(project, true)?.to_string())
}

fn check(project: &Project, is_sample: bool) -> Result<Count> {
    setup::for_tests(project)?;
    let runner = runner(project)?;
    let mut all = Count::default();
    let mut run = |arguments: &[&str], environment: &[(&str, String)]| {
        let count = run(project, &runner, arguments, environment)?;
        all.tests += count.tests;
        all.inputs += count.inputs;
        anyhow::Ok(count.inputs)
    };
    run(&unit_tests(SAMPLE), &[])?;
    if !is_sample {
        run(&unit_tests(LIBRARIES), &[])?;
        for (package, test) in INTEGRATION {
            run(&["--package", package, "--test", test], &[])?;
        }
        for Fuzz { package, test, variable, number } in &FUZZ {
            let environment = [(*variable, number.to_string())];
            let inputs = run(&["--package", package, "--test", test], &environment)?;
            if inputs != *number {
                bail!("{package}: expected {number} fuzz inputs of `{test}`, found {inputs}");
            }
        }
    }
    Ok(all)
}

fn unit_tests<'n>(packages: &[&'n str]) -> Vec<&'n str> {
    let packages = packages.iter().flat_map(|name| ["--package", *name]);
    std::iter::once("--lib").chain(packages).collect()
}

/// Returns the variable with which cargo runs tests under valgrind, and its value.
fn runner(project: &Project) -> Result<(String, String)> {
    let Some(valgrind) = on_path("valgrind") else {
        bail!("valgrind is not on the PATH; `apt-get install valgrind` installs it");
    };
    let version = process::output(project.command("rustc").arg("-vV"))?;
    let host = host(&version).context("`rustc -vV`: expected a line `host: TARGET`")?;
    let runner = format!(
        "{} --quiet --error-exitcode=99 --num-callers=25 --trace-children=no --suppressions={}",
        valgrind.display(),
        project.root.join(SUPPRESSIONS).display()
    );
    Ok((format!("CARGO_TARGET_{}_RUNNER", host.to_uppercase().replace(['-', '.'], "_")), runner))
}

/// Returns the target of the host in the output of `rustc -vV`.
fn host(version: &str) -> Option<&str> {
    version.lines().find_map(|line| line.strip_prefix("host: "))
}

/// Runs tests under valgrind, and shows their output.
fn run(
    project: &Project,
    (variable, runner): &(String, String),
    arguments: &[&str],
    environment: &[(&str, String)],
) -> Result<Count> {
    let mut command = locked(project.cargo(&["test"]));
    command.args(arguments).env(variable, runner);
    command.envs(environment.iter().map(|(name, value)| (name, value)));
    // One thread: valgrind runs only one at a time. The output of passed tests has the numbers of
    // fuzz inputs.
    command.args(["--", "--test-threads=1", "--show-output"]);
    let output = process::shown_output(&mut command)?;
    let count = count(&output).context("cannot read the results of the tests")?;
    if count.tests == 0 {
        bail!("expected tests to run, found none");
    }
    Ok(count)
}

/// Returns the numbers of passed tests and of fuzz inputs in the output of `cargo test`.
fn count(output: &str) -> Option<Count> {
    let mut count = Count::default();
    for line in output.lines() {
        if let Some(rest) = line.strip_prefix("test result: ok. ") {
            count.tests += rest.split(' ').next()?.parse::<usize>().ok()?;
        } else if let Some(number) = line.strip_suffix(INPUTS) {
            count.inputs += number.parse::<usize>().ok()?;
        }
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_added() {
        let output = "test a ... ok\n12 fuzz inputs\ntest result: ok. 3 passed; 0 failed\n\n\
                      8 fuzz inputs\ntest result: ok. 4 passed; 0 failed\n";
        let expected = Count { tests: 7, inputs: 20 };
        assert_eq!(count(output).unwrap().to_string(), expected.to_string());
        assert_eq!(expected.to_string(), "7 tests and 20 fuzz inputs without a fault");
        assert_eq!(count("test result: ok. many passed"), None);
    }

    #[test]
    fn the_host_is_the_one_of_rustc() {
        let version = "rustc 1.95.0\nbinary: rustc\nhost: aarch64-unknown-linux-gnu\n";
        assert_eq!(host(version), Some("aarch64-unknown-linux-gnu"));
        assert_eq!(host("rustc 1.95.0"), None);
    }
}
