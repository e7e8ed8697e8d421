// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Writes recorded runs as trace events, which Perfetto and Chrome show.
//!
//! Source: "Trace Event Format" (Google, 2016). Times are in microseconds. Each thread has a track
//! with the runs, the kernels inside the runs, and the tasks of kernels that are distributed over
//! threads.

use super::roofline::Roofline;
use crate::source_names;
use hloom_compiler::Error;
use hloom_compiler::interface::{Activity, NestWork, Profile, Source, SourceShare, Span, Trace};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// The process ID of all tracks in the trace file.
const PROCESS: u32 = 1;

/// Writes the trace of recorded runs to a file in JSON.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn write(
    path: &Path,
    program: &str,
    profile: &Profile,
    trace: &Trace,
    roofline: Roofline,
) -> Result<(), Error> {
    let mut events = vec![metadata("process_name", 0, program)];
    let threads = trace.threads.iter().enumerate();
    events.extend(threads.map(|(thread, name)| metadata("thread_name", thread, name)));
    events.extend(trace.spans.iter().map(|span| event(profile, span, roofline)));
    let limits = json!({ "flops_per_second": roofline.flops, "bytes_per_second": roofline.bytes });
    let text = json!({ "traceEvents": events, "displayTimeUnit": "ns", "otherData": limits });
    std::fs::write(path, text.to_string() + "\n").map_err(|error| Error::file(path, error))
}

fn metadata(kind: &str, thread: usize, name: &str) -> Value {
    json!({
        "ph": "M", "name": kind, "pid": PROCESS, "tid": thread + 1, "args": { "name": name },
    })
}

fn event(profile: &Profile, span: &Span, roofline: Roofline) -> Value {
    let nest = |number: usize| profile.nests.get(number);
    let (name, category, arguments) = match span.activity {
        Activity::Run => (format!("run {}", span.run), "run", json!({})),
        Activity::Tasks(number) => {
            let name = nest(number).map_or_else(String::new, |nest| label(profile, nest));
            (name, "tasks", json!({}))
        }
        Activity::Nest(number) => match nest(number) {
            Some(nest) => (
                label(profile, nest),
                if nest.kernel.is_empty() { "copy" } else { "kernel" },
                work(profile, nest, span.duration, roofline),
            ),
            None => (String::new(), "kernel", json!({})),
        },
    };
    json!({
        "ph": "X", "name": name, "cat": category, "pid": PROCESS, "tid": span.thread + 1,
        "ts": microseconds(span.start), "dur": microseconds(span.duration), "args": arguments,
    })
}

/// Returns the name of the source operation with the largest share of a loop nest's time, or the
/// name of the kernel if no source operation is known.
fn label(profile: &Profile, nest: &NestWork) -> String {
    let most = nest.shares.iter().rev().max_by(|one, other| one.part.total_cmp(&other.part));
    let source = most.and_then(|share| profile.sources.get(share.source));
    source.map_or_else(|| nest.kernel.clone(), source_names::name)
}

fn work(profile: &Profile, nest: &NestWork, time: Duration, roofline: Roofline) -> Value {
    let bytes = nest.bytes_read + nest.bytes_written;
    let least = roofline.least(nest.flops, bytes).0;
    let known = |share: &SourceShare| profile.sources.get(share.source);
    let place = |source: &Source| format!("{} {}", source_names::name(source), source.location);
    json!({
        "kernel": nest.kernel,
        "flops": nest.flops,
        "bytes_read": nest.bytes_read,
        "bytes_written": nest.bytes_written,
        "exact": nest.exact,
        "roofline": least / time.as_secs_f64().max(1e-9),
        "sources": nest.shares.iter().filter_map(known).map(place).collect::<Vec<_>>(),
    })
}

fn microseconds(duration: Duration) -> f64 {
    duration.as_nanos() as f64 / 1e3
}
