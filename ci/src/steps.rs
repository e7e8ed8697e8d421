// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Steps that run one after the other, each whether or not the ones before passed.

use crate::project::Project;
use crate::table::{Align, Table};
use anyhow::Result;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What one step does.
pub type Run = Box<dyn Fn(&Project) -> Result<()>>;

/// A named thing to check.
pub struct Step {
    /// Its name in the table and for `--only`.
    pub name: &'static str,
    /// Whether nothing after it makes sense if it fails.
    pub is_needed: bool,
    /// The check.
    pub run: Run,
}

impl Step {
    /// A step that the others do not need.
    pub fn new(name: &'static str, run: impl Fn(&Project) -> Result<()> + 'static) -> Self {
        Self { name, is_needed: false, run: Box::new(run) }
    }

    /// A step without which the others are not run.
    pub fn needed(name: &'static str, run: impl Fn(&Project) -> Result<()> + 'static) -> Self {
        Self { name, is_needed: true, run: Box::new(run) }
    }
}

/// How a step ended.
#[derive(Debug)]
enum Outcome {
    Passed(Duration),
    Failed(Duration, String),
    NotRun,
}

/// Runs steps, prints a table of them and, on a line of its own, how many passed and failed.
/// A step that could not run counts as failed.
pub fn run(project: &Project, steps: &[Step]) -> ExitCode {
    let begun = Instant::now();
    let mut outcomes = Vec::with_capacity(steps.len());
    let mut stopped = false;
    for step in steps {
        let outcome = if stopped { Outcome::NotRun } else { run_one(project, step) };
        stopped |= step.is_needed && !matches!(outcome, Outcome::Passed(_));
        outcomes.push((step.name, outcome));
    }
    println!("\n{}", render(&outcomes, begun.elapsed()));
    let all_passed = outcomes.iter().all(|(_, outcome)| matches!(outcome, Outcome::Passed(_)));
    if all_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run_one(project: &Project, step: &Step) -> Outcome {
    println!("\n==> {}", step.name);
    let begun = Instant::now();
    match (step.run)(project) {
        Ok(()) => Outcome::Passed(begun.elapsed()),
        Err(error) => {
            eprintln!("error: {error:#}");
            // What led to it has just been printed.
            Outcome::Failed(begun.elapsed(), error.to_string())
        }
    }
}

fn render(outcomes: &[(&str, Outcome)], total: Duration) -> String {
    let mut table = Table::new(&[("step", Align::Left), ("time", Align::Right), ("", Align::Left)]);
    let mut errors = String::new();
    let mut passed = 0;
    for (name, outcome) in outcomes {
        let (time, result) = match outcome {
            Outcome::Passed(time) => {
                passed += 1;
                (seconds(*time), "passed")
            }
            Outcome::Failed(time, error) => {
                errors.push_str(&format!("{name}: {error}\n"));
                (seconds(*time), "FAILED")
            }
            Outcome::NotRun => (String::new(), "FAILED (not run)"),
        };
        table.row(vec![(*name).to_owned(), time, result.to_owned()]);
    }
    table.row(vec!["total".to_owned(), seconds(total), String::new()]);
    if !errors.is_empty() {
        errors.insert(0, '\n');
    }
    let failed = outcomes.len() - passed;
    format!("{}{errors}\n{passed} passed, {failed} failed", table.render())
}

fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;
    use std::path::PathBuf;

    #[test]
    fn the_last_line_counts() {
        let outcomes = [
            ("fmt", Outcome::Passed(Duration::from_millis(1240))),
            ("clippy", Outcome::Failed(Duration::from_secs(60), "`cargo clippy` failed".into())),
            ("lit", Outcome::NotRun),
        ];
        let expected = "\
step      time
fmt      1.2 s  passed
clippy  60.0 s  FAILED
lit             FAILED (not run)
total   61.2 s

clippy: `cargo clippy` failed

1 passed, 2 failed";
        assert_eq!(render(&outcomes, Duration::from_millis(61_240)), expected);
    }

    #[test]
    fn a_needed_step_that_fails_is_the_last() {
        let project = Project { root: PathBuf::new(), llvm: PathBuf::new() };
        let unreachable = || Step::new("after", |_| panic!("must not run"));
        let steps = [Step::needed("setup", |_| bail!("no root")), unreachable()];
        assert_eq!(run(&project, &steps), ExitCode::FAILURE);
        let steps = [Step::new("one", |_| bail!("wrong")), Step::new("two", |_| Ok(()))];
        assert_eq!(run(&project, &steps), ExitCode::FAILURE);
        assert_eq!(run(&project, &steps[1..]), ExitCode::SUCCESS);
    }
}
