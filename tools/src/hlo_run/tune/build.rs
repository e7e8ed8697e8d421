// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A program compiled with the given tuned schedules, its results and its times.

use super::times::{Times, nests_of};
use hloom_compiler::interface::{
    CompileOptions, Platform, Profile, ScheduleChoice, TunedSchedule, Tuning, TuningFile,
};
use hloom_compiler::{CompiledProgram, Error, Literal, Program};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Total time of a program's runs in a measurement turn, if the number of runs is within [`RUNS`].
const TURN: Duration = Duration::from_millis(60);
/// Minimum and maximum number of runs of a program in a measurement turn.
const RUNS: [usize; 2] = [3, 200];

/// A program compiled with the given tuned schedules.
pub struct Build {
    compiled: CompiledProgram,
    /// The number of runs of the program in a measurement turn.
    count: usize,
    /// The program's results on the inputs of the search.
    pub results: Vec<Literal>,
    /// The times of the program's loop nests in the runs measured so far.
    pub times: Times,
}

impl Build {
    /// Compiles the program with the given schedules, and runs it twice to estimate its run time.
    ///
    /// # Errors
    /// Fails if the program cannot be compiled or run. Returns [`Error::Unsupported`] if the
    /// platform has no profiles.
    pub fn new(
        platform: &dyn Platform,
        program: &Program,
        options: &CompileOptions,
        schedules: Vec<TunedSchedule>,
        inputs: &[Literal],
    ) -> Result<Self, Error> {
        let file = TuningFile { path: PathBuf::new(), schedules };
        let tuning = Tuning { file: Some(Arc::new(file)), choices: true };
        let options = CompileOptions { tuning, warnings: None, ..options.clone() };
        let compiled = CompiledProgram::new(platform, program, &options)?;
        let Some(profile) = compiled.executable().profile() else {
            return Err(Error::unsupported(platform.name(), "tuning"));
        };
        let nests = profile.nests.len();
        // The second run is faster: its memory is there already.
        let (times, results) = compiled.benchmark(inputs, 1, 1)?;
        let time = times.first().copied().unwrap_or_default().max(Duration::from_nanos(1));
        let count = (TURN.as_secs_f64() / time.as_secs_f64()) as usize;
        let count = count.clamp(RUNS[0], RUNS[1]);
        Ok(Self { compiled, count, results, times: Times::new(nests) })
    }

    fn profile(&self) -> Option<Arc<Profile>> {
        self.compiled.executable().profile()
    }

    /// Returns the operations whose schedules may be tuned, with their alternatives.
    pub fn choices(&self) -> Vec<ScheduleChoice> {
        self.profile().map(|profile| profile.choices.clone()).unwrap_or_default()
    }

    /// Returns the indices of the loop nests of which more than half belongs to the given source
    /// operations.
    pub fn nests(&self, sources: &[usize]) -> Vec<usize> {
        self.profile().map(|profile| nests_of(&profile.nests, sources)).unwrap_or_default()
    }

    /// Returns the sum of the minimum times of all loop nests, in seconds.
    pub fn total(&self) -> f64 {
        self.times.of(&(0..self.times.nests).collect::<Vec<_>>())
    }

    /// Returns the order in which each operation sums up elements, with the numbers of the
    /// operation's source operations.
    pub fn orders(&self) -> BTreeSet<(Vec<usize>, String)> {
        let choices = self.choices().into_iter().filter(|choice| !choice.order.is_empty());
        choices.map(|choice| (choice.sources, choice.order)).collect()
    }

    /// Returns true if the program's results are bitwise equal to other results.
    pub fn has_results(&self, others: &[Literal]) -> bool {
        self.results.len() == others.len()
            && self
                .results
                .iter()
                .zip(others)
                .all(|(one, other)| one.shape() == other.shape() && one.bytes() == other.bytes())
    }

    /// Runs the program for one measurement turn, and records the times of its loop nests.
    ///
    /// # Errors
    /// Fails if a run fails.
    pub fn take_turn(&mut self, inputs: &[Literal]) -> Result<(), Error> {
        let Some(profile) = self.profile() else { return Ok(()) };
        profile.recorder.take();
        self.compiled.benchmark(inputs, 0, self.count)?;
        self.times.add(&profile.recorder.take());
        Ok(())
    }

    /// Discards the recorded times.
    pub fn forget(&mut self) {
        self.times = Times::new(self.times.nests);
    }
}

/// Measures two programs in turns. Discards the earlier times of both programs.
///
/// # Errors
/// Fails if a run fails.
pub fn compare(
    one: &mut Build,
    other: &mut Build,
    turns: usize,
    inputs: &[Literal],
) -> Result<(), Error> {
    one.forget();
    other.forget();
    for turn in 0..turns {
        let (first, second) =
            if turn % 2 == 0 { (&mut *one, &mut *other) } else { (&mut *other, &mut *one) };
        first.take_turn(inputs)?;
        second.take_turn(inputs)?;
    }
    Ok(())
}
