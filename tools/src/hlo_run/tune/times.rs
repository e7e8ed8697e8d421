// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Times of the loop nests of a program over several measurement turns, and the comparison of the
//! times of two programs.
//!
//! Other processes and the clock of the CPU disturb every measurement. The time of a loop nest is
//! therefore the minimum of many runs, and two programs run in turns, so that a slow phase of the
//! machine affects both. The relative difference between even and odd turns of one program is its
//! *noise*. Gains below the noise do not count.

use hloom_compiler::interface::{Activity, NestWork, Trace};
use std::collections::HashMap;

/// Minimum gain for which a schedule counts as faster, as a fraction of the old time.
const LEAST_GAIN: f64 = 0.03;

/// For each measurement turn, the minimum time of each loop nest of a program, in seconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    /// The number of loop nests of the program.
    pub nests: usize,
    turns: Vec<Vec<f64>>,
}

impl Times {
    /// Creates times without measurements for a program with `nests` loop nests.
    pub fn new(nests: usize) -> Self {
        Self { nests, turns: Vec::new() }
    }

    /// Adds a measurement turn with the minimum time of each loop nest in the recorded runs of
    /// `trace`.
    pub fn add(&mut self, trace: &Trace) {
        let mut runs: HashMap<usize, Vec<f64>> = HashMap::new();
        for span in &trace.spans {
            // A nest in a loop runs several times.
            if let Activity::Nest(nest) = span.activity
                && nest < self.nests
            {
                let run = runs.entry(span.run).or_insert_with(|| vec![0.0; self.nests]);
                run[nest] += span.duration.as_secs_f64();
            }
        }
        let least = |nest: usize| runs.values().map(|run| run[nest]).fold(f64::INFINITY, f64::min);
        if !runs.is_empty() {
            self.turns.push((0..self.nests).map(least).collect());
        }
    }

    /// Returns the sum of the minimum times of the given loop nests over all turns, in seconds.
    pub fn of(&self, nests: &[usize]) -> f64 {
        self.of_turns(nests, |_| true)
    }

    fn of_turns(&self, nests: &[usize], wanted: impl Fn(usize) -> bool) -> f64 {
        let turns = || self.turns.iter().enumerate().filter(|(turn, _)| wanted(*turn));
        let least =
            |nest: &usize| turns().map(|(_, turn)| turn[*nest]).fold(f64::INFINITY, f64::min);
        nests.iter().map(least).sum()
    }

    /// Returns the noise of the given loop nests: the relative difference between their times in
    /// the even and in the odd measurement turns.
    fn noise(&self, nests: &[usize]) -> f64 {
        let [even, odd] = [0, 1].map(|parity| self.of_turns(nests, |turn| turn % 2 == parity));
        if even.is_finite() && odd.is_finite() { (even - odd).abs() / even.min(odd) } else { 0.0 }
    }

    /// Returns the speedup of `self` over `old` for an operation, which `nests` compute in `self`
    /// and `old_nests` in `old`. Returns `None` if the gain is below the noise of both or below
    /// [`LEAST_GAIN`].
    pub fn gain(&self, nests: &[usize], old: &Self, old_nests: &[usize]) -> Option<f64> {
        let (new_time, old_time) = (self.of(nests), old.of(old_nests));
        let noise = self.noise(nests).max(old.noise(old_nests));
        // A nest that did not run says nothing.
        let known = new_time > 0.0 && old_time.is_finite();
        let is_faster = new_time < old_time * (1.0 - LEAST_GAIN.max(noise));
        (known && is_faster).then(|| old_time / new_time)
    }
}

/// Returns the indices of the loop nests of which more than half belongs to the given source
/// operations.
pub fn nests_of(nests: &[NestWork], sources: &[usize]) -> Vec<usize> {
    let part = |nest: &NestWork| -> f64 {
        let shares = nest.shares.iter().filter(|share| sources.contains(&share.source));
        shares.map(|share| share.part).sum()
    };
    let nests = nests.iter().enumerate();
    nests.filter(|(_, nest)| part(nest) > 0.5).map(|(index, _)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_compiler::interface::{SourceShare, Span};
    use std::time::Duration;

    /// The trace of runs whose nests take these microseconds.
    fn trace(runs: &[&[u64]]) -> Trace {
        let span = |run: usize, nest: usize, micros: u64| Span {
            run,
            activity: Activity::Nest(nest),
            thread: 0,
            start: Duration::ZERO,
            duration: Duration::from_micros(micros),
        };
        let spans = runs.iter().enumerate().flat_map(|(run, nests)| {
            nests.iter().enumerate().map(move |(nest, micros)| span(run, nest, *micros))
        });
        Trace { threads: vec![String::new()], spans: spans.collect() }
    }

    fn times(turns: &[&[&[u64]]]) -> Times {
        let mut times = Times::new(2);
        turns.iter().for_each(|runs| times.add(&trace(runs)));
        times
    }

    #[test]
    fn least_times_count() {
        let times = times(&[&[&[10, 90], &[30, 50]], &[&[20, 60]]]);
        assert!((times.of(&[0, 1]) - 60e-6).abs() < 1e-12);
        assert!((times.of(&[1]) - 50e-6).abs() < 1e-12);
    }

    #[test]
    fn executions_in_a_loop_add_up() {
        let mut twice = trace(&[&[10, 20]]);
        twice.spans.extend(trace(&[&[5, 0]]).spans);
        let mut times = Times::new(2);
        times.add(&twice);
        assert!((times.of(&[0]) - 15e-6).abs() < 1e-12);
    }

    #[test]
    fn gains_exceed_the_noise() {
        let old = times(&[&[&[100, 0]], &[&[101, 0]]]);
        let faster = times(&[&[&[80, 0]], &[&[80, 0]]]);
        let gain = faster.gain(&[0], &old, &[0]).expect("faster");
        assert!((gain - 1.25).abs() < 1e-9, "{gain}");
        let same = times(&[&[&[98, 0]], &[&[98, 0]]]);
        assert_eq!(same.gain(&[0], &old, &[0]), None);
        // A difference of 30 % between the turns of one program hides a gain of 20 %.
        let noisy = times(&[&[&[80, 0]], &[&[104, 0]]]);
        assert_eq!(noisy.gain(&[0], &old, &[0]), None);
        assert_eq!(faster.gain(&[1], &old, &[1]), None);
    }

    #[test]
    fn nests_belong_to_most_of_their_work() {
        let share = |source, part| SourceShare { source, flops: 0.0, part };
        let nest = |shares| NestWork { shares, ..NestWork::default() };
        let nests = [
            nest(vec![share(3, 0.9), share(4, 0.1)]),
            nest(vec![share(4, 0.6), share(5, 0.4)]),
            nest(vec![share(3, 0.3), share(5, 0.3), share(6, 0.4)]),
        ];
        assert_eq!(nests_of(&nests, &[3]), [0]);
        assert_eq!(nests_of(&nests, &[3, 5]), [0, 2]);
        assert_eq!(nests_of(&nests, &[4]), [1]);
    }
}
