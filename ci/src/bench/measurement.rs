// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Measurements of both sides, and their summary over several turns.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The output of `hlo-run --json`. Times are in milliseconds, sizes in bytes.
#[derive(Clone, Debug, Deserialize)]
pub struct Ours {
    pub compile_ms: f64,
    pub run_ms_min: f64,
    pub run_ms_median: f64,
    pub arena_bytes: u64,
}

/// The peer's measurement of one program. Times are in milliseconds, sizes in bytes.
#[derive(Clone, Debug, Deserialize)]
pub struct Peer {
    pub compile_ms: f64,
    pub run_ms_min: f64,
    pub run_ms_median: f64,
    pub temp_bytes: u64,
}

/// The peer's output.
#[derive(Debug, Deserialize)]
pub struct PeerReport {
    pub cpus: Vec<usize>,
    pub programs: BTreeMap<String, Peer>,
}

/// The numbers of one side: the fastest run of all turns, the medians over turns of the other
/// times, and the largest size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Side {
    pub run_ms_min: f64,
    pub run_ms_median: f64,
    /// The median over turns of the median of five compilations in one process.
    pub compile_ms: f64,
    /// The size of our arena, or of the peer's temporary memory.
    pub temporary_bytes: u64,
}

/// The numbers of both sides for one program.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    pub program: String,
    pub ours: Side,
    pub xla: Side,
    /// The first difference between the results, if any.
    pub difference: Option<String>,
}

impl Comparison {
    /// Summarizes the measurements of several turns.
    pub fn new(program: &str, ours: &[Ours], peers: &[Peer], difference: Option<String>) -> Self {
        Self {
            program: program.to_owned(),
            ours: Side {
                run_ms_min: minimum(ours.iter().map(|turn| turn.run_ms_min)),
                run_ms_median: median(ours.iter().map(|turn| turn.run_ms_median)),
                compile_ms: median(ours.iter().map(|turn| turn.compile_ms)),
                temporary_bytes: ours.iter().map(|turn| turn.arena_bytes).max().unwrap_or(0),
            },
            xla: Side {
                run_ms_min: minimum(peers.iter().map(|turn| turn.run_ms_min)),
                run_ms_median: median(peers.iter().map(|turn| turn.run_ms_median)),
                compile_ms: median(peers.iter().map(|turn| turn.compile_ms)),
                temporary_bytes: peers.iter().map(|turn| turn.temp_bytes).max().unwrap_or(0),
            },
            difference,
        }
    }

    /// Returns the ratio of our run time to XLA's.
    pub fn run_ratio(&self) -> f64 {
        self.ours.run_ms_min / self.xla.run_ms_min
    }

    /// Returns the ratio of our compile time to XLA's.
    pub fn compile_ratio(&self) -> f64 {
        self.ours.compile_ms / self.xla.compile_ms
    }
}

fn minimum(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<_> = values.collect();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => sorted[odd / 2],
        even => f64::midpoint(sorted[even / 2 - 1], sorted[even / 2]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_summed_up() {
        let ours: Vec<Ours> = serde_json::from_str(
            r#"[{"compile_ms": 30, "run_ms_min": 2, "run_ms_median": 4, "arena_bytes": 64},
                {"compile_ms": 10, "run_ms_min": 3, "run_ms_median": 5, "arena_bytes": 64},
                {"compile_ms": 20, "run_ms_min": 9, "run_ms_median": 9, "arena_bytes": 64}]"#,
        )
        .unwrap();
        let peer: PeerReport = serde_json::from_str(
            r#"{"jax": "0", "cpus": [0, 1], "programs": {"x": {"lower_ms": 1, "compile_ms": 5,
                "run_ms_min": 1, "run_ms_median": 2, "runs": 20, "temp_bytes": 128}}}"#,
        )
        .unwrap();
        let peers: Vec<_> = peer.programs.into_values().collect();
        let comparison = Comparison::new("x", &ours, &peers, None);
        let ours =
            Side { run_ms_min: 2.0, run_ms_median: 5.0, compile_ms: 20.0, temporary_bytes: 64 };
        assert_eq!(comparison.ours, ours);
        assert_eq!((comparison.run_ratio(), comparison.compile_ratio()), (2.0, 4.0));
        assert_eq!(comparison.xla.temporary_bytes, 128);
    }

    #[test]
    fn medians() {
        assert_eq!(median([4.0, 1.0, 2.0, 3.0].into_iter()), 2.5);
        assert!(median([].into_iter()).is_nan());
    }
}
