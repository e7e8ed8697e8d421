// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci conformance`: runs StableHLO's own test programs on this project's platforms.
//!
//! The programs are part of a checkout of StableHLO, which is not part of this project.
//! `docs/conformance.md` lists the programs that are known to fail, with reasons. The task fails if
//! this list is not exact.

mod exceptions;
mod rates;
pub mod suite;

use crate::parallel;
use crate::process;
use crate::project::Project;
use crate::setup;
use crate::table::{Align, Table};
use anyhow::{Result, bail};
use clap::Args;
use exceptions::Exceptions;
use rates::Rates;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use suite::Case;

/// The document that lists the programs that are known to fail, with reasons.
const EXCEPTIONS: &str = "docs/conformance.md";

/// The options of `cargo ci conformance`.
#[derive(Debug, Args)]
pub struct Options {
    /// Checkout of StableHLO, or a folder of programs that check their own results
    #[arg(long, value_name = "DIR")]
    suite: PathBuf,

    /// Platform to run on, such as pjrt:FILE for a PJRT plugin; may be repeated [default: cpu and
    /// interpreter]
    #[arg(long, value_name = "NAME")]
    platform: Vec<String>,

    /// Run only programs whose paths contain this text; may be repeated
    #[arg(long, value_name = "TEXT")]
    filter: Vec<String>,

    /// Print pass rates by operation and by element type
    #[arg(long)]
    rates: bool,

    /// Time limit of each program in seconds
    #[arg(long, value_name = "SECONDS", default_value = "120")]
    timeout: u32,
}

/// The outcome of a program on a platform.
enum Outcome {
    Passed,
    /// The program does not apply to the platform.
    Skipped,
    /// The first line of the error message.
    Failed(String),
}

/// Runs `cargo ci conformance`.
///
/// Returns failure if a program that is not an exception fails, or if an exception passes.
///
/// # Errors
///
/// Fails if there are no programs, if the exceptions cannot be read, or if the build fails.
pub fn task(project: &Project, options: &Options) -> Result<ExitCode> {
    setup::run(project)?;
    let mut cases = suite::find(&options.suite)?;
    cases.retain(|case| {
        options.filter.is_empty() || options.filter.iter().any(|text| case.name.contains(text))
    });
    if cases.is_empty() {
        bail!(
            "--suite {}: expected programs that match --filter, found none",
            options.suite.display()
        );
    }
    let exceptions = Exceptions::read(&project.root.join(EXCEPTIONS))?;
    let tool = ["--package", "hloom-tools", "--bin", "hlo-run"];
    process::run(project.cargo(&["build", "--release"]).args(tool))?;
    let platforms = match &options.platform[..] {
        [] => vec!["interpreter".to_owned(), "cpu".to_owned()],
        some => some.to_vec(),
    };
    let mut table = Table::new(&[
        ("platform", Align::Left),
        ("passed", Align::Right),
        ("failed", Align::Right),
        ("excepted", Align::Right),
        ("skipped", Align::Right),
        ("rate", Align::Right),
    ]);
    let (mut surprises, mut rates) = (Vec::new(), Vec::new());
    for platform in &platforms {
        let outcomes = run_all(project, options, platform, &cases);
        let (mut passed, mut failed, mut excepted, mut skipped) = (0, 0, 0, 0);
        let mut by_name = Rates::default();
        for (case, outcome) in cases.iter().zip(outcomes) {
            if !matches!(outcome, Outcome::Skipped) {
                by_name.add(&case.name, matches!(outcome, Outcome::Passed));
            }
            let known = exceptions.reason(platform, &case.name);
            match (outcome, known) {
                (Outcome::Passed, None) => passed += 1,
                (Outcome::Passed, Some(_)) => {
                    passed += 1;
                    let place = format!("{platform}: {}", case.name);
                    surprises.push(format!("{place}: passes; remove it from {EXCEPTIONS}"));
                }
                (Outcome::Skipped, _) => skipped += 1,
                (Outcome::Failed(_), Some(_)) => excepted += 1,
                (Outcome::Failed(reason), None) => {
                    failed += 1;
                    surprises.push(format!("{platform}: {}: {reason}", case.name));
                }
            }
        }
        rates.push(by_name);
        let rate = 100.0 * f64::from(passed) / f64::from(passed + failed + excepted);
        let counts = [passed, failed, excepted, skipped].map(|count| count.to_string());
        let mut row = vec![platform.clone()];
        row.extend(counts);
        row.push(format!("{rate:.2}%"));
        table.row(row);
    }
    for surprise in &surprises {
        println!("{surprise}");
    }
    if options.rates {
        for (platform, rates) in platforms.iter().zip(&rates) {
            println!("\n{platform}\n{}", rates.render());
        }
    }
    println!("\n{}", table.render());
    Ok(if surprises.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs every program on a platform, with one thread per core.
fn run_all(project: &Project, options: &Options, platform: &str, cases: &[Case]) -> Vec<Outcome> {
    let title = format!("running {} programs on {platform}", cases.len());
    let run = |case: &Case| run_one(project, options, platform, case);
    let outcomes = parallel::run_all(title, cases, |case| &case.name, run);
    let lost = || Outcome::Failed("internal error: no thread ran the program".to_owned());
    let known = |outcome: Option<_>| outcome.unwrap_or_else(lost);
    outcomes.into_iter().map(known).collect()
}

fn run_one(project: &Project, options: &Options, platform: &str, case: &Case) -> Outcome {
    if platform != "interpreter" && case.needs_participants {
        return Outcome::Skipped;
    }
    let mut command = Command::new(project.tool("release", "hlo-run"));
    command.args(["--threads", "1", "--split-input-file", "--platform", platform]);
    command.arg("--timeout").arg(options.timeout.to_string());
    match &case.inputs {
        // The program checks its own results.
        None => drop(command.arg("--check")),
        // The program has no expected results, so the interpreter computes them.
        Some(inputs) => {
            if platform != "interpreter" {
                command.args(["--compare-with", "interpreter"]);
            }
            for input in inputs {
                command.arg("--input").arg(input);
            }
        }
    }
    command.arg(&case.path).stdin(Stdio::null());
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => return Outcome::Failed(format!("cannot start hlo-run: {error}")),
    };
    if output.status.success() {
        return Outcome::Passed;
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let first = text.lines().find(|line| line.contains("error")).or(text.lines().next());
    let first = first.map_or_else(|| output.status.to_string(), str::to_owned);
    Outcome::Failed(first.chars().take(200).collect())
}
