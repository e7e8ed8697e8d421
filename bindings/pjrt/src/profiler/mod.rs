// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Recording of compilations, runs and copies for the profilers of frontends.
//!
//! Code whose time is recorded holds an [`Ongoing`] guard, which records a span when it is dropped.
//! A span belongs to a line, such as a device. [`Profiler::stop`] converts the spans to an `XSpace`
//! message, which JAX and TensorBoard read. If no profiler records, a guard costs one atomic load.

mod xplane;

use prost::Message;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use xplane::{Event, EventMetadata, Line, Plane, Space};

/// The name of this profiler's plane in the `XSpace`. Viewers show planes with the prefix
/// `/device:CUSTOM:` as devices.
const PLANE: &str = "/device:CUSTOM:hloom";

/// The number of active recordings. If it is zero, no spans are created.
static RECORDINGS: AtomicUsize = AtomicUsize::new(0);

/// Spans that ended while a recording was active.
static SPANS: Mutex<Vec<Span>> = Mutex::new(Vec::new());

/// A named time interval of a profile, on the line of a device or a thread.
struct Span {
    line: String,
    name: String,
    start: Instant,
    duration: Duration,
}

/// The guard of an activity, which ends when the guard is dropped; empty if no recording is active.
pub struct Ongoing(Option<Span>);

/// Returns the name of the line that shows the activities of a device in a profile.
pub fn device(number: usize) -> String {
    format!("device {number}")
}

/// Begins an activity on a line of the profile. Calls the closures, which return the names of the
/// line and of the activity, only if a recording is active.
pub fn begin(line: impl FnOnce() -> String, name: impl FnOnce() -> String) -> Ongoing {
    let is_recorded = RECORDINGS.load(Ordering::Relaxed) > 0;
    Ongoing(is_recorded.then(|| Span {
        line: line(),
        name: name(),
        start: Instant::now(),
        duration: Duration::ZERO,
    }))
}

impl Drop for Ongoing {
    fn drop(&mut self) {
        if let Some(mut span) = self.0.take() {
            span.duration = span.start.elapsed();
            spans().push(span);
        }
    }
}

fn spans() -> MutexGuard<'static, Vec<Span>> {
    // No code panics while the lock is held.
    SPANS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A profiler, which records from [`Profiler::start`] to [`Profiler::stop`].
#[derive(Debug, Default)]
pub struct Profiler {
    recording: Option<Recording>,
    data: Vec<u8>,
}

#[derive(Debug)]
struct Recording {
    start: Instant,
    /// The time from the Unix epoch to `start`.
    since_1970: Duration,
}

impl Profiler {
    /// Starts a recording. Discards a recording of this profiler that has not ended.
    pub fn start(&mut self) {
        if self.recording.is_none() {
            RECORDINGS.fetch_add(1, Ordering::Relaxed);
        }
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.recording = Some(Recording { start: Instant::now(), since_1970 });
    }

    /// Ends the recording, and stores its data for [`Profiler::data`].
    pub fn stop(&mut self) {
        let Some(recording) = self.recording.take() else { return };
        let mut spans = spans();
        self.data = recording.space(&spans).encode_to_vec();
        if RECORDINGS.fetch_sub(1, Ordering::Relaxed) == 1 {
            spans.clear();
        }
    }

    /// Returns the last completed recording as a serialized `XSpace`; empty if there is none.
    pub fn data(&self) -> &[u8] {
        &self.data
    }
}

impl Drop for Profiler {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Recording {
    fn space(&self, spans: &[Span]) -> Space {
        let mut names: BTreeMap<&str, i64> = BTreeMap::new();
        let mut lines: BTreeMap<&str, Line> = BTreeMap::new();
        for span in spans.iter().filter(|span| span.start >= self.start) {
            let next = names.len() as i64 + 1;
            let metadata_id = *names.entry(&span.name).or_insert(next);
            let next = lines.len() as i64 + 1;
            let line = lines.entry(&span.line).or_insert_with(|| Line {
                id: next,
                name: span.line.clone(),
                timestamp_ns: self.since_1970.as_nanos() as i64,
                events: Vec::new(),
            });
            line.events.push(Event {
                metadata_id,
                offset_ps: picoseconds(span.start - self.start),
                duration_ps: picoseconds(span.duration),
            });
        }
        let metadata = names.into_iter().map(|(name, id)| {
            let name = name.to_owned();
            (id, EventMetadata { id, name })
        });
        let plane = Plane {
            id: 1,
            name: PLANE.to_owned(),
            event_metadata: metadata.collect(),
            lines: lines.into_values().collect(),
        };
        Space { planes: vec![plane] }
    }
}

fn picoseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_nanos().saturating_mul(1000)).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn something() -> Ongoing {
        begin(|| "a device".to_owned(), || "something".to_owned())
    }

    #[test]
    fn what_happens_between_start_and_stop_is_recorded() {
        let mut profiler = Profiler::default();
        profiler.start();
        drop(something());
        let late = something();
        profiler.stop();
        drop(late);
        let space = Space::decode(profiler.data()).expect("a space");
        let plane = &space.planes[0];
        assert_eq!(plane.name, PLANE);
        assert_eq!(plane.event_metadata[&1].name, "something");
        assert_eq!(plane.lines[0].name, "a device");
        assert_eq!(plane.lines[0].events.len(), 1);
        profiler.start();
        profiler.stop();
        let space = Space::decode(profiler.data()).expect("a space");
        assert!(space.planes[0].lines.is_empty());
    }
}
