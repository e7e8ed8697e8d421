// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Steps that run one after the other, even if earlier steps fail.

use crate::project::Project;
use crate::table::{Align, Table};
use anyhow::Result;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The function of a step. It returns a note for the last line of the output, or an empty text.
pub type Run = Box<dyn Fn(&Project) -> Result<String>>;

/// A named check, which is one step of a task.
pub struct Step {
    /// The name of the step in the table and for `--only`.
    pub name: &'static str,
    /// Whether later steps are skipped if this step fails.
    pub is_needed: bool,
    /// The function that runs the check.
    pub run: Run,
}

impl Step {
    /// Creates a step. Later steps run even if this step fails.
    pub fn new(name: &'static str, run: impl Fn(&Project) -> Result<()> + 'static) -> Self {
        Self::noted(name, move |project| run(project).map(|()| String::new()))
    }

    /// Creates a step that returns a note. Later steps run even if this step fails.
    pub fn noted(name: &'static str, run: impl Fn(&Project) -> Result<String> + 'static) -> Self {
        Self { name, is_needed: false, run: Box::new(run) }
    }

    /// Creates a step. Later steps are skipped if this step fails.
    pub fn needed(name: &'static str, run: impl Fn(&Project) -> Result<()> + 'static) -> Self {
        Self { is_needed: true, ..Self::new(name, run) }
    }
}

/// The outcome of a step.
#[derive(Debug)]
enum Outcome {
    Passed(Duration, String),
    Failed(Duration, String),
    NotRun,
}

/// Runs steps, and prints a table of them. The last line contains the numbers of passed and failed
/// steps and the notes. A skipped step counts as failed. Returns failure if a step failed.
pub fn run(project: &Project, steps: &[Step]) -> ExitCode {
    let begun = Instant::now();
    let mut outcomes = Vec::with_capacity(steps.len());
    let mut stopped = false;
    for step in steps {
        let outcome = if stopped { Outcome::NotRun } else { run_one(project, step) };
        stopped |= step.is_needed && !matches!(outcome, Outcome::Passed(..));
        outcomes.push((step.name, outcome));
    }
    println!("\n{}", render(&outcomes, begun.elapsed()));
    let all_passed = outcomes.iter().all(|(_, outcome)| matches!(outcome, Outcome::Passed(..)));
    if all_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run_one(project: &Project, step: &Step) -> Outcome {
    println!("\n==> {}", step.name);
    let begun = Instant::now();
    match (step.run)(project) {
        Ok(note) => Outcome::Passed(begun.elapsed(), note),
        Err(error) => {
            eprintln!("error: {error:#}");
            // The table has only the outermost message; the causes have just been printed.
            Outcome::Failed(begun.elapsed(), error.to_string())
        }
    }
}

fn render(outcomes: &[(&str, Outcome)], total: Duration) -> String {
    let mut table = Table::new(&[("step", Align::Left), ("time", Align::Right), ("", Align::Left)]);
    let mut errors = String::new();
    let mut notes = String::new();
    let mut passed = 0;
    for (name, outcome) in outcomes {
        let (time, result) = match outcome {
            Outcome::Passed(time, note) => {
                passed += 1;
                if !note.is_empty() {
                    notes.push_str(&format!("; {name}: {note}"));
                }
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
    format!("{}{errors}\n{passed} passed, {failed} failed{notes}", table.render())
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
            ("fmt", Outcome::Passed(Duration::from_millis(1240), String::new())),
            ("tidy", Outcome::Passed(Duration::from_millis(960), "0 import cycles".into())),
            ("clippy", Outcome::Failed(Duration::from_secs(60), "`cargo clippy` failed".into())),
            ("lit", Outcome::NotRun),
        ];
        let expected = "\
step      time
fmt      1.2 s  passed
tidy     1.0 s  passed
clippy  60.0 s  FAILED
lit             FAILED (not run)
total   61.2 s

clippy: `cargo clippy` failed

2 passed, 2 failed; tidy: 0 import cycles";
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
