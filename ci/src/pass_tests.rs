// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci pass-tests`: runs StableHLO's own tests of its passes with this project's tools.
//!
//! The tests are part of a checkout of StableHLO, which is not part of this project. They call
//! `stablehlo-opt` and `stablehlo-translate`, which the task replaces by `hlo-opt` and
//! `hlo-translate`. A file contains many tests, separated by `// -----`; each test counts
//! separately. `docs/conformance.md` lists the number of failing tests in each file. The task fails
//! if this list is not exact.

mod case;
mod expected;

use crate::parallel;
use crate::process;
use crate::project::Project;
use crate::setup;
use crate::table::{Align, Table};
use anyhow::{Context, Result, bail};
use case::Case;
use clap::Args;
use expected::Expected;
use std::collections::BTreeMap;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The document that lists the files with failing tests and the number of these tests.
const EXPECTED: &str = "docs/conformance.md";

/// The options of `cargo ci pass-tests`.
#[derive(Debug, Args)]
pub struct Options {
    /// Checkout of StableHLO
    #[arg(long, value_name = "DIR")]
    suite: PathBuf,

    /// Run only files whose paths contain this text; may be repeated
    #[arg(long, value_name = "TEXT")]
    filter: Vec<String>,

    /// Print the tests that fail, with the first lines of their messages
    #[arg(long)]
    verbose: bool,

    /// Use the existing tools in this profile's folder instead of building them
    #[arg(long, value_name = "PROFILE")]
    built: Option<String>,

    /// Time limit of each command in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    timeout: u32,
}

/// Runs `cargo ci pass-tests`.
///
/// Returns failure if the number of failing tests in a file differs from the list.
///
/// # Errors
///
/// Fails if there are no tests, if the list cannot be read, or if the build fails.
pub fn task(project: &Project, options: &Options) -> Result<ExitCode> {
    if options.built.is_none() {
        setup::run(project)?;
        let tools = ["--package", "hloom-tools", "--bin", "hlo-opt", "--bin", "hlo-translate"];
        process::run(project.cargo(&["build"]).args(tools))?;
    }
    let profile = options.built.as_deref().unwrap_or("debug");
    let scratch = tempfile::tempdir().context("cannot create a temporary folder")?;
    for (theirs, ours) in [("stablehlo-opt", "hlo-opt"), ("stablehlo-translate", "hlo-translate")] {
        symlink(project.tool(profile, ours), scratch.path().join(theirs))?;
    }
    let mut cases = case::find(&options.suite, scratch.path())?;
    cases.retain(|case| {
        options.filter.is_empty() || options.filter.iter().any(|text| case.file.contains(text))
    });
    if cases.is_empty() {
        bail!(
            "--suite {}: expected tests that match --filter, found none",
            options.suite.display()
        );
    }
    let expected = Expected::read(&project.root.join(EXPECTED))?;
    let title = format!("running {} tests", cases.len());
    let run = |case: &Case| run_one(project, options, scratch.path(), case);
    let failures = parallel::run_all(title, &cases, |case| &case.file, run);
    let mut files: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (case, failure) in cases.iter().zip(failures) {
        let failure =
            failure.unwrap_or_else(|| Some("internal error: no thread ran the test".to_owned()));
        let (all, failed) = files.entry(&case.file).or_default();
        *all += 1;
        *failed += usize::from(failure.is_some());
        if let (Some(message), true) = (&failure, options.verbose) {
            println!("{}:{}: {message}\n", case.file, case.line);
        }
    }
    Ok(report(&files, &expected))
}

/// Prints the counts of tests by folder, and the files whose number of failing tests differs from
/// the documented number. Returns failure if there are such files.
fn report(files: &BTreeMap<&str, (usize, usize)>, expected: &Expected) -> ExitCode {
    let columns = [("tests", Align::Left), ("passed", Align::Right), ("of", Align::Right)];
    let mut table = Table::new(&[&columns[..], &[("rate", Align::Right)]].concat());
    let mut folders: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut surprises = Vec::new();
    for (file, (all, failed)) in files {
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        for name in [folder, "all"] {
            let (sum, sum_failed) = folders.entry(name).or_default();
            *sum += all;
            *sum_failed += failed;
        }
        let known = expected.failures(file);
        if *failed != known {
            surprises
                .push(format!("{file}: {failed} of {all} tests fail; {EXPECTED} expects {known}"));
        }
    }
    for (folder, (all, failed)) in folders {
        let passed = all - failed;
        let rate = 100.0 * passed as f64 / all as f64;
        let numbers = [passed.to_string(), all.to_string(), format!("{rate:.1}%")];
        table.row([&[folder.to_owned()][..], &numbers].concat());
    }
    surprises.iter().for_each(|surprise| println!("{surprise}"));
    println!("\n{}", table.render());
    if surprises.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs the commands of a test in order. If a command fails, returns its status, the command and
/// the first lines of its message. Returns `None` if all commands succeed.
fn run_one(project: &Project, options: &Options, tools: &Path, case: &Case) -> Option<String> {
    let llvm = project.llvm_tool("FileCheck");
    let llvm = llvm.parent().unwrap_or(Path::new(""));
    let inherited = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{}:{inherited}", tools.display(), llvm.display());
    for command in &case.commands {
        let output = Command::new("timeout")
            .arg(options.timeout.to_string())
            .args(["bash", "-o", "pipefail", "-c", command])
            .env("PATH", &path)
            .env("FILECHECK_OPTS", "-enable-var-scope")
            .stdin(Stdio::null())
            .output();
        let output = match output {
            Ok(output) => output,
            Err(error) => return Some(format!("cannot start a shell: {error}")),
        };
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            let end: Vec<_> = text.lines().take(12).collect();
            return Some(format!("{}: {command}\n{}", output.status, end.join("\n")));
        }
    }
    None
}
