// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs many random programs in parallel, and collects the findings, which are the programs that
//! fail.

use super::arguments::Arguments;
use super::case::{Case, Outcome};
use super::child::Workers;
use super::generate;
use super::tally::Tally;
use super::{report, shrink};
use hloom_compiler::Error;
use hloom_compiler::interface::Registry;
use hloom_dialects::panic_message;
use std::any::Any;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// Interval between progress lines on standard error.
const PROGRESS: Duration = Duration::from_secs(10);

/// Number of findings at which the fuzzing run stops.
const MOST_FINDINGS: usize = 200;

/// Prints the program of the seed on the command line, and descriptions of its inputs.
///
/// # Errors
/// Fails if the program cannot be printed as text.
pub fn print(arguments: &Arguments) -> Result<(), Error> {
    let program = generate::program(arguments.seed, arguments.family.as_deref());
    let case = case(arguments.seed, &program)?;
    print!("{}", case.text);
    for (index, (input, bound)) in case.inputs.iter().zip(&case.tolerances).enumerate() {
        println!("// input {index}: {input:?}; {bound:?}");
    }
    Ok(())
}

fn case(seed: u64, program: &super::program::Program) -> Result<Case, Error> {
    Case::new(format!("seed {seed}"), program, 1 + (seed % 3) as usize)
}

/// State of a fuzzing run, shared by its threads.
struct Campaign<'a> {
    registry: &'a Registry,
    arguments: &'a Arguments,
    next: AtomicU64,
    count: u64,
    end: Option<Instant>,
    tally: Mutex<Tally>,
    last_report: Mutex<Instant>,
}

/// Runs the random programs that the command line requests. Returns true if there are no findings.
///
/// # Errors
/// Fails if a worker cannot be started, if a finding cannot be written, or if a thread panics.
pub fn run(arguments: &Arguments, registry: &Registry) -> Result<bool, Error> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.map_or(cores, usize::from);
    let some = if arguments.seconds.is_some() { u64::MAX } else { 1000 };
    let campaign = Campaign {
        arguments,
        registry,
        next: AtomicU64::new(0),
        count: arguments.count.unwrap_or(some),
        end: arguments.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds)),
        tally: Mutex::new(Tally::default()),
        last_report: Mutex::new(Instant::now()),
    };
    run_jobs(jobs, || campaign.work())?;
    let tally = campaign.tally();
    if arguments.rates {
        print!("{}", tally.rates);
    }
    println!("{tally}");
    Ok(tally.findings == 0)
}

/// Calls `work` on each of `jobs` threads, and waits for all of them.
///
/// # Errors
/// Returns the error of the first thread that fails or panics.
fn run_jobs(jobs: usize, work: impl Fn() -> Result<(), Error> + Sync) -> Result<(), Error> {
    thread::scope(|scope| {
        let jobs: Vec<_> = (0..jobs).map(|_| scope.spawn(&work)).collect();
        let outcomes: Vec<_> = jobs.into_iter().map(ScopedJoinHandle::join).collect();
        let panicked = |panic: Box<dyn Any + Send>| Err(internal("a thread", &*panic));
        outcomes.into_iter().try_for_each(|outcome| outcome.unwrap_or_else(panicked))
    })
}

/// Returns an internal error for a panic of `what`, with the panic's message.
fn internal(what: &str, panic: &(dyn Any + Send)) -> Error {
    Error::Internal(format!("{what} panicked: {}", panic_message(panic)))
}

impl Campaign<'_> {
    fn work(&self) -> Result<(), Error> {
        let mut arguments = self.arguments.plugins.arguments();
        arguments.extend(["--platform".into(), (&self.arguments.platform).into()]);
        let mut workers = Workers::new(Duration::from_secs(self.arguments.timeout), arguments);
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let late = self.end.is_some_and(|end| Instant::now() >= end);
            if index >= self.count || late || self.tally().findings >= MOST_FINDINGS {
                return Ok(());
            }
            let seed = self.arguments.seed.wrapping_add(index);
            // The seed reproduces a panic.
            catch_unwind(AssertUnwindSafe(|| self.one(seed, &mut workers)))
                .unwrap_or_else(|panic| Err(internal(&format!("seed {seed}"), &*panic)))?;
            self.report_progress();
        }
    }

    /// Generates and runs the program of a seed, and records the outcome.
    fn one(&self, seed: u64, workers: &mut Workers) -> Result<(), Error> {
        let family = self.arguments.family.as_deref();
        let program = catch_unwind(AssertUnwindSafe(|| generate::program(seed, family)));
        let Ok(program) = program else {
            let mut tally = self.tally();
            tally.findings += 1;
            tally.add_finding(format!("seed {seed}: the generator panicked"));
            return Ok(());
        };
        let case = case(seed, &program)?;
        let outcome = workers.run(&case)?;
        {
            let mut tally = self.tally();
            tally.programs += 1;
            tally.rates.add(program.op_counts().into_keys(), &case.text, &outcome);
            match &outcome {
                Outcome::Same => {
                    tally.same += 1;
                    tally.add_ops(program.op_counts());
                }
                Outcome::Refused(reasons) => {
                    tally.refused += 1;
                    tally.add_refusals(reasons);
                }
                _ => tally.findings += 1,
            }
        }
        if outcome.is_finding() {
            self.found(seed, &program, &case, outcome, workers)?;
        }
        Ok(())
    }

    fn found(
        &self,
        seed: u64,
        program: &super::program::Program,
        case: &Case,
        outcome: Outcome,
        workers: &mut Workers,
    ) -> Result<(), Error> {
        let _ = writeln!(std::io::stderr(), "seed {seed}: {}", outcome.kind());
        let folder = self.arguments.output_dir.join(format!("seed-{seed}"));
        let (case, outcome) = match self.arguments.no_shrink {
            true => (case.clone(), outcome),
            false => shrink::shrink(program, case, outcome, workers)?,
        };
        report::write(&folder, seed, &case, &outcome, self.arguments, self.registry)?;
        let message = outcome.message();
        let first = message.lines().next().unwrap_or_default();
        let line = format!("{}: {}: {first}", folder.display(), outcome.kind());
        let _ = writeln!(std::io::stderr(), "{line}");
        self.tally().add_finding(line);
        Ok(())
    }

    fn report_progress(&self) {
        let mut last_report = self.last_report.lock().unwrap_or_else(PoisonError::into_inner);
        if last_report.elapsed() >= PROGRESS {
            *last_report = Instant::now();
            let _ = writeln!(std::io::stderr(), "{}", self.tally().line());
        }
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_a_thread_is_a_failure() {
        let calls = AtomicU64::new(0);
        let work = || match calls.fetch_add(1, Ordering::Relaxed) {
            1 => panic!("one thread is lost"),
            _ => Ok(()),
        };
        let failure = run_jobs(3, work).expect_err("a thread panicked").to_string();
        assert!(failure.contains("a thread panicked: one thread is lost"), "{failure}");
        assert_eq!(run_jobs(3, || Ok(())), Ok(()));
        assert_eq!(run_jobs(2, || Err(Error::invalid("no"))), Err(Error::invalid("no")));
    }
}
