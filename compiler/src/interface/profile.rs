// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Profiles of runs: the work of each kernel, and the threads and times of its execution.

use super::ScheduleChoice;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// An operation of the user's program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The name of the operation, such as `stablehlo.add`.
    pub op: String,
    /// The type of the operation's first result, such as `tensor<4xf32>`; empty if there is none.
    pub ty: String,
    /// The position `file:line:column`, or the name of the location if it has no position.
    pub location: String,
    /// The name of the location, such as JAX's `jit(f)/dot_general`; empty if there is none.
    pub name: String,
}

/// The estimated work of one execution of a loop nest, copy or runtime call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NestWork {
    /// The name of the kernel in the lowered program; empty for a copy. Equal loop nests share a
    /// kernel.
    pub kernel: String,
    /// The number of arithmetic operations. An elementary function counts as the operations of its
    /// expansion.
    pub flops: f64,
    /// Whether the number of iterations of each loop and the size of each buffer are known. If not,
    /// `flops` and the bytes are lower bounds.
    pub exact: bool,
    /// Number of bytes read from buffers, except for values that the nest itself has written.
    pub bytes_read: f64,
    /// Number of bytes written to buffers.
    pub bytes_written: f64,
    /// The shares of source operations in the work of the nest.
    pub shares: Vec<SourceShare>,
}

/// The share of a source operation in the work of a nest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceShare {
    /// The index of the operation in [`Profile::sources`].
    pub source: usize,
    /// The number of the nest's arithmetic operations that come from the source operation.
    pub flops: f64,
    /// The fraction of the nest's arithmetic and memory accesses that comes from the source
    /// operation. The fractions of a nest add up to 1.
    pub part: f64,
}

/// The profile of an executable, which records all of its runs.
#[derive(Debug)]
pub struct Profile {
    /// The operations of the program.
    pub sources: Vec<Source>,
    /// The loop nests, copies and runtime calls, in program order.
    pub nests: Vec<NestWork>,
    /// The operations whose schedules may be tuned; empty unless the compilation requested them.
    pub choices: Vec<ScheduleChoice>,
    /// The recorder of the runs.
    pub recorder: Recorder,
}

/// The activity of a thread in a time interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The number of the run, counted from 0 since the recorder was created.
    pub run: usize,
    /// The activity of the thread.
    pub activity: Activity,
    /// The index of the thread in [`Trace::threads`].
    pub thread: usize,
    /// The start of the interval, as the time since the recorder was created.
    pub start: Duration,
    /// The length of the interval.
    pub duration: Duration,
}

/// The kinds of activities that are recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// A whole run, on the thread that started it.
    Run,
    /// The execution of the nest with this index in [`Profile::nests`], on the thread that started
    /// it, until all its tasks are complete.
    Nest(usize),
    /// Some tasks of the nest with this index in [`Profile::nests`], on any thread.
    Tasks(usize),
}

/// The recorded activities of the threads during runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The names of the threads.
    pub threads: Vec<String>,
    /// The activities, in the order in which they ended.
    pub spans: Vec<Span>,
}

/// Records the activities of runs. Several threads may record at once.
#[derive(Debug)]
pub struct Recorder {
    origin: Instant,
    runs: AtomicUsize,
    recorded: Mutex<Recorded>,
}

#[derive(Debug, Default)]
struct Recorded {
    ids: Vec<ThreadId>,
    trace: Trace,
}

impl Default for Recorder {
    fn default() -> Self {
        Self {
            origin: Instant::now(),
            runs: AtomicUsize::new(0),
            recorded: Mutex::new(Recorded::default()),
        }
    }
}

impl Recorder {
    /// Removes and returns the activities recorded since the last call.
    pub fn take(&self) -> Trace {
        let mut recorded = self.recorded.lock().unwrap_or_else(PoisonError::into_inner);
        recorded.ids.clear();
        std::mem::take(&mut recorded.trace)
    }

    /// Begins to record a run on this thread.
    pub fn begin(&self) -> RunRecorder<'_> {
        let run = self.runs.fetch_add(1, Ordering::Relaxed);
        let current = Mutex::new(None);
        RunRecorder { recorder: self, run, start: Instant::now(), current }
    }

    fn record(&self, run: usize, activity: Activity, start: Instant) {
        let duration = start.elapsed();
        let start = start.saturating_duration_since(self.origin);
        let current = thread::current();
        let mut recorded = self.recorded.lock().unwrap_or_else(PoisonError::into_inner);
        let known = recorded.ids.iter().position(|id| *id == current.id());
        let thread = known.unwrap_or_else(|| {
            recorded.ids.push(current.id());
            let number = recorded.ids.len();
            let name = current.name().map_or_else(|| format!("thread {number}"), str::to_owned);
            recorded.trace.threads.push(name);
            number - 1
        });
        recorded.trace.spans.push(Span { run, activity, thread, start, duration });
    }
}

/// Records one run. Ends the run when it is dropped.
#[derive(Debug)]
pub struct RunRecorder<'a> {
    recorder: &'a Recorder,
    run: usize,
    start: Instant,
    /// The index of the loop nest that the run is executing, and the time at which it began.
    current: Mutex<Option<(usize, Instant)>>,
}

impl RunRecorder<'_> {
    /// Ends the current nest, and begins nest number `nest` if it is given.
    pub fn mark(&self, nest: Option<usize>) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = current.take();
        if let Some((nest, start)) = ended {
            self.recorder.record(self.run, Activity::Nest(nest), start);
        }
        *current = nest.map(|nest| (nest, Instant::now()));
    }

    /// Runs some tasks of the current nest, and records them if there is a current nest.
    pub fn tasks(&self, run: impl FnOnce()) {
        let start = Instant::now();
        run();
        let nest = *self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((nest, _)) = nest {
            self.recorder.record(self.run, Activity::Tasks(nest), start);
        }
    }
}

impl Drop for RunRecorder<'_> {
    fn drop(&mut self) {
        // A failed runtime call ends a run within a nest.
        self.mark(None);
        self.recorder.record(self.run, Activity::Run, self.start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_nest_in_runs() {
        let recorder = Recorder::default();
        {
            let run = recorder.begin();
            run.mark(Some(3));
            thread::scope(|scope| {
                thread::Builder::new()
                    .name("worker".to_owned())
                    .spawn_scoped(scope, || run.tasks(|| {}))
                    .expect("a thread");
            });
            run.mark(None);
            run.tasks(|| {});
            run.mark(Some(4));
        }
        let trace = recorder.take();
        let activities: Vec<_> =
            trace.spans.iter().map(|span| (span.activity, span.thread)).collect();
        let expected = [
            (Activity::Tasks(3), 0),
            (Activity::Nest(3), 1),
            (Activity::Nest(4), 1),
            (Activity::Run, 1),
        ];
        assert_eq!(activities, expected);
        assert_eq!(trace.threads[0], "worker");
        let (nest, run) = (trace.spans[1], trace.spans[3]);
        assert!(run.start <= nest.start && nest.duration <= run.duration);
        assert_eq!(recorder.take(), Trace::default());
    }
}
