// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The times of the fastest recorded run of a program, by loop nest.

use hloom_compiler::interface::{Activity, Profile, SourceShare, Trace};
use serde::Serialize;

/// The measured limits of the machine, with which a page compares the rates of kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Limits {
    /// Maximum number of floating-point operations per second.
    pub flops: f64,
    /// Maximum number of bytes read and written per second.
    pub bytes: f64,
}

/// The times of the fastest recorded run of a program.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// The duration of the run in seconds.
    pub seconds: f64,
    /// The number of recorded runs, of which this one is the fastest.
    pub runs: usize,
    /// The number of threads of the run.
    pub threads: usize,
    /// The measured limits of the machine.
    pub limits: Limits,
    /// A remark on the reliability of the times; empty if there is none.
    pub note: String,
    /// The times of the loop nests, copies and runtime calls, in program order.
    pub nests: Vec<Nest>,
}

/// The time and work of a loop nest, copy or runtime call in a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Nest {
    /// The name of the kernel or of the runtime call; empty for a copy.
    pub kernel: String,
    /// The total duration, in seconds, of all executions in the run.
    pub seconds: f64,
    /// The number of executions of the loop nest in the run.
    pub executions: usize,
    /// The number of arithmetic operations of all executions in the run.
    pub flops: f64,
    /// The number of bytes that all executions in the run read and write.
    pub bytes: f64,
    /// Whether the numbers of operations and bytes are exact. Otherwise, they are lower bounds.
    pub exact: bool,
    /// The numbers of the source operations, each with its share of the time. The shares add up to
    /// 1.
    pub shares: Vec<(usize, f64)>,
}

impl Times {
    /// Sums up the times of the fastest run in `trace`, by loop nest.
    pub fn of(profile: &Profile, trace: &Trace, limits: Limits, threads: usize) -> Self {
        let runs: Vec<_> = trace.spans.iter().filter(|it| it.activity == Activity::Run).collect();
        let fastest = runs.iter().min_by_key(|span| span.duration);
        let number = fastest.map(|span| span.run);
        let share = |it: &SourceShare| (it.source, it.part);
        let mut nests: Vec<_> = profile
            .nests
            .iter()
            .map(|it| Nest {
                kernel: it.kernel.clone(),
                exact: it.exact,
                shares: it.shares.iter().map(share).collect(),
                ..Nest::default()
            })
            .collect();
        for span in trace.spans.iter().filter(|span| Some(span.run) == number) {
            let Activity::Nest(index) = span.activity else { continue };
            let (Some(nest), Some(work)) = (nests.get_mut(index), profile.nests.get(index)) else {
                continue;
            };
            nest.seconds += span.duration.as_secs_f64();
            nest.executions += 1;
            nest.flops += work.flops;
            nest.bytes += work.bytes_read + work.bytes_written;
        }
        let seconds = fastest.map_or(0.0, |span| span.duration.as_secs_f64());
        Self { seconds, runs: runs.len(), threads, limits, note: String::new(), nests }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_compiler::interface::{NestWork, Span};
    use std::time::Duration;

    #[test]
    fn the_fastest_run_counts() {
        let nest =
            |flops| NestWork { flops, bytes_read: 1.0, bytes_written: 2.0, ..NestWork::default() };
        let profile = Profile {
            sources: Vec::new(),
            nests: vec![nest(5.0), nest(7.0)],
            choices: Vec::new(),
            recorder: hloom_compiler::interface::Recorder::default(),
        };
        let span = |run, activity, milliseconds| Span {
            run,
            activity,
            thread: 0,
            start: Duration::ZERO,
            duration: Duration::from_millis(milliseconds),
        };
        let spans = vec![
            span(1, Activity::Nest(1), 9),
            span(1, Activity::Run, 10),
            span(2, Activity::Nest(1), 2),
            span(2, Activity::Nest(1), 3),
            span(2, Activity::Run, 8),
        ];
        let trace = Trace { threads: vec!["main".to_owned()], spans };
        let times = Times::of(&profile, &trace, Limits::default(), 2);
        assert_eq!((times.seconds, times.runs, times.threads), (0.008, 2, 2));
        assert_eq!((times.nests[0].executions, times.nests[1].executions), (0, 2));
        assert_eq!(
            (times.nests[1].seconds, times.nests[1].flops, times.nests[1].bytes),
            (0.005, 14.0, 6.0)
        );
    }
}
