// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The search for faster schedules.
//!
//! A round tries the alternatives that the compiler offers for the current schedules: the first
//! alternative of every operation at once, then the second alternative of every operation, and so
//! on. The profile contains the time of each operation, so that one run measures all operations.
//! The fastest alternative of each operation is measured again in comparison with the current
//! program, and is kept if it is still faster. The next round begins with the new schedules.
//!
//! The results must be bitwise equal to the results of the untuned program. An alternative that
//! sums up elements in another order, or whose results differ, is discarded before it is measured.

use super::build::{Build, compare};
use hloom_compiler::interface::{
    CompileOptions, Platform, Schedule, ScheduleChoice, TunedSchedule,
};
use hloom_compiler::{Error, Literal, Program};
use std::collections::{BTreeMap, BTreeSet};

/// Number of measurement turns in the first measurement of an alternative.
const TURNS: usize = 2;
/// Number of measurement turns in the second measurement of the fastest alternatives.
const CONFIRMING_TURNS: usize = 6;
/// Maximum number of search rounds for each kind of schedule.
const ROUNDS: usize = 4;
/// Minimum fraction of the time of all loop nests that an operation must take to be tuned.
const LEAST_PART: f64 = 0.002;

/// The program, the platform and the options of a search for faster schedules.
pub struct Request<'a> {
    /// The platform that compiles the program.
    pub platform: &'a dyn Platform,
    /// The program whose schedules are tuned.
    pub program: &'a Program,
    /// The options with which the program is compiled, which request a profile.
    pub options: &'a CompileOptions,
    /// The inputs of the program in measured runs.
    pub inputs: &'a [Literal],
    /// The machine for which schedules are tuned, as an entry of the tuning file that names no
    /// operation.
    pub machine: TunedSchedule,
}

/// The outcome of a search for faster schedules.
pub struct Found {
    /// The schedules that are faster than the compiler's own schedules.
    pub schedules: Vec<TunedSchedule>,
    /// The number of distinct operations that take enough time to be tuned.
    pub operations: usize,
    /// The time of all loop nests with the compiler's own schedules, in seconds.
    pub before: f64,
    /// The time of all loop nests with the new schedules, in seconds.
    pub after: f64,
}

/// The kinds of schedules. Tiles are tuned before kernels, because the tiles determine which
/// kernels are possible.
#[derive(Clone, Copy)]
enum Kind {
    Tiles,
    Kernels,
}

/// The schedules to try together: for each operation, one schedule and the numbers of the source
/// operations.
type Trial = BTreeMap<String, (Schedule, Vec<usize>)>;

/// Searches for faster schedules of a program.
///
/// `progress` receives a line for each program that is measured.
///
/// # Errors
/// Fails if the program cannot be compiled or run, or if the platform has no profiles.
pub fn search(request: &Request, progress: &mut dyn FnMut(&str)) -> Result<Found, Error> {
    let mut search = Search {
        request,
        untuned: Untuned::new(request)?,
        accepted: BTreeMap::new(),
        tried: BTreeMap::new(),
    };
    for kind in [Kind::Tiles, Kind::Kernels] {
        for round in 1..=ROUNDS {
            if !search.round(kind, round, progress)? {
                break;
            }
        }
    }
    let (mut old, mut new) = (search.build_untuned()?, search.build(&Trial::new())?);
    compare(&mut old, &mut new, CONFIRMING_TURNS, request.inputs)?;
    let (operations, before, after) = (search.tried.len(), old.total(), new.total());
    let schedules = search.entries(&Trial::new());
    Ok(Found { schedules, operations, before, after })
}

/// The results and summation orders of the untuned program, which tuning preserves.
struct Untuned {
    results: Vec<Literal>,
    orders: BTreeSet<(Vec<usize>, String)>,
}

impl Untuned {
    fn new(request: &Request) -> Result<Self, Error> {
        let Request { platform, program, options, inputs, .. } = request;
        let build = Build::new(*platform, program, options, Vec::new(), inputs)?;
        let orders = build.orders();
        Ok(Self { results: build.results, orders })
    }

    /// Returns the numbers of the source operations whose elements `build` sums up in another order
    /// than the untuned program.
    fn changed_sums(&self, build: &Build) -> BTreeSet<usize> {
        let changed =
            self.orders.symmetric_difference(&build.orders()).cloned().collect::<Vec<_>>();
        changed.into_iter().flat_map(|(sources, _)| sources).collect()
    }
}

struct Search<'a> {
    request: &'a Request<'a>,
    untuned: Untuned,
    /// For each operation, the fastest schedule found so far, with its speedup over the compiler's
    /// own schedule.
    accepted: BTreeMap<String, (Schedule, f64)>,
    /// For each operation that takes enough time to be tuned, the schedules that are not tried again:
    /// its schedule at the start of each round, and the alternatives that the compiler offered.
    tried: BTreeMap<String, BTreeSet<Schedule>>,
}

impl Search<'_> {
    /// Tries the alternatives to the current schedules of one kind, and accepts the faster ones.
    /// Returns true if a schedule is accepted.
    fn round(
        &mut self,
        kind: Kind,
        round: usize,
        progress: &mut dyn FnMut(&str),
    ) -> Result<bool, Error> {
        let mut current = self.build(&Trial::new())?;
        let choices = self.worthwhile(&mut current, kind)?;
        let mut pending: BTreeMap<String, Vec<Schedule>> = BTreeMap::new();
        for (op, choice) in &choices {
            let tried = self.tried.entry(op.clone()).or_default();
            tried.insert(choice.schedule.clone());
            let alternatives = choice.alternatives.iter().cloned();
            let new: Vec<_> = alternatives.filter(|it| tried.insert(it.clone())).collect();
            pending.insert(op.clone(), new);
        }
        let most = pending.values().map(Vec::len).max().unwrap_or(0);
        let name = match kind {
            Kind::Tiles => "tiles",
            Kind::Kernels => "kernels",
        };
        let mut best: BTreeMap<String, (Schedule, f64)> = BTreeMap::new();
        for index in 0..most {
            let candidates = pending.iter().filter_map(|(op, schedules)| {
                let sources = choices.get(op)?.sources.clone();
                Some((op.clone(), (schedules.get(index)?.clone(), sources)))
            });
            let trial: Trial = candidates.collect();
            let (number, count) = (index + 1, trial.len());
            progress(&format!(
                "{name}, round {round}: alternative {number} of {most}, operations: {count}"
            ));
            for (trial, mut build) in self.valid(trial)? {
                compare(&mut current, &mut build, TURNS, self.request.inputs)?;
                for (op, (schedule, sources)) in trial {
                    let Some(gain) = gain(&build, &current, &sources) else { continue };
                    if best.get(&op).is_none_or(|(_, known)| gain > *known) {
                        best.insert(op, (schedule, gain));
                    }
                }
            }
        }
        let with_sources = best.into_iter().filter_map(|(op, (schedule, _))| {
            let sources = choices.get(&op)?.sources.clone();
            Some((op, (schedule, sources)))
        });
        let trial: Trial = with_sources.collect();
        if trial.is_empty() {
            return Ok(false);
        }
        progress(&format!("{name}, round {round}: confirming, operations: {}", trial.len()));
        let mut any = false;
        for (trial, mut build) in self.valid(trial)? {
            compare(&mut current, &mut build, CONFIRMING_TURNS, self.request.inputs)?;
            for (op, (schedule, sources)) in trial {
                let Some(gain) = gain(&build, &current, &sources) else { continue };
                let before = self.accepted.get(&op).map_or(1.0, |(_, speed)| *speed);
                self.accepted.insert(op, (schedule, before * gain));
                any = true;
            }
        }
        Ok(any)
    }

    /// Runs the program, and returns the operations that have a schedule of the given kind and take
    /// more than [`LEAST_PART`] of the time of all loop nests, with their schedules and
    /// alternatives.
    fn worthwhile(
        &self,
        current: &mut Build,
        kind: Kind,
    ) -> Result<BTreeMap<String, ScheduleChoice>, Error> {
        let mut choices: BTreeMap<String, ScheduleChoice> = BTreeMap::new();
        for choice in current.choices() {
            let wanted = match kind {
                Kind::Tiles => choice.schedule.tile.is_some(),
                Kind::Kernels => choice.schedule.kernel.is_some(),
            };
            if !wanted {
                continue;
            }
            // Equal operations have the same schedule.
            match choices.get_mut(&choice.op) {
                Some(known) => known.sources.extend(choice.sources),
                None => drop(choices.insert(choice.op.clone(), choice)),
            }
        }
        current.take_turn(self.request.inputs)?;
        let least = current.total() * LEAST_PART;
        choices.retain(|_, choice| current.times.of(&current.nests(&choice.sources)) > least);
        Ok(choices)
    }

    /// Compiles the program with the schedules of a trial. If necessary, splits the trial and omits
    /// operations, so that each returned program computes the same results as the untuned program.
    fn valid(&self, trial: Trial) -> Result<Vec<(Trial, Build)>, Error> {
        if trial.is_empty() {
            return Ok(Vec::new());
        }
        // If the trial does not compile, it is split, until only schedules that compile are left.
        if let Ok(build) = self.build(&trial) {
            let changed = self.untuned.changed_sums(&build);
            if changed.is_empty() && build.has_results(&self.untuned.results) {
                return Ok(vec![(trial, build)]);
            }
            let all = trial.len();
            let same = |sources: &[usize]| sources.iter().all(|source| !changed.contains(source));
            let kept: Trial =
                trial.clone().into_iter().filter(|(_, (_, sources))| same(sources)).collect();
            if kept.len() < all {
                return self.valid(kept);
            }
        }
        if trial.len() == 1 {
            return Ok(Vec::new());
        }
        let half = trial.len() / 2;
        let mut first = trial;
        let middle = first.keys().nth(half).cloned().unwrap_or_default();
        let second = first.split_off(&middle);
        let mut builds = self.valid(first)?;
        builds.extend(self.valid(second)?);
        Ok(builds)
    }

    /// Compiles the program with the accepted schedules and the schedules of a trial.
    fn build(&self, trial: &Trial) -> Result<Build, Error> {
        let Request { platform, program, options, inputs, .. } = self.request;
        Build::new(*platform, program, options, self.entries(trial), inputs)
    }

    fn build_untuned(&self) -> Result<Build, Error> {
        let Request { platform, program, options, inputs, .. } = self.request;
        Build::new(*platform, program, options, Vec::new(), inputs)
    }

    /// Returns the accepted schedules as entries of a tuning file. Schedules of a trial replace the
    /// accepted schedules of the same operations.
    fn entries(&self, trial: &Trial) -> Vec<TunedSchedule> {
        let entry = |op: &String, schedule: &Schedule, speedup: Option<f64>| TunedSchedule {
            op: op.clone(),
            schedule: schedule.clone(),
            speedup,
            ..self.request.machine.clone()
        };
        let accepted = self.accepted.iter().filter(|(op, _)| !trial.contains_key(*op));
        let rounded = |speed: f64| (speed * 100.0).round() / 100.0;
        let accepted =
            accepted.map(|(op, (schedule, speed))| entry(op, schedule, Some(rounded(*speed))));
        accepted.chain(trial.iter().map(|(op, (schedule, _))| entry(op, schedule, None))).collect()
    }
}

/// Returns the speedup of `build` over `current` for the source operations `sources`, or `None` if
/// the gain is below the noise of both or below 3%.
fn gain(build: &Build, current: &Build, sources: &[usize]) -> Option<f64> {
    let (new, old) = (build.nests(sources), current.nests(sources));
    build.times.gain(&new, &current.times, &old)
}
