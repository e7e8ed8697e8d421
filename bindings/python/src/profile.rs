// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The times of an executable's runs, divided between the operations of the program.

use hloom_compiler::interface::{Activity, Profile};
use std::collections::HashMap;
use std::time::Duration;

/// The times of all runs so far: the number of runs, their total duration in seconds, and a row for
/// each operation. A row contains the operation's name, type, location, the name of the location,
/// and its duration in seconds.
pub type Times = (usize, f64, Vec<(String, String, String, String, f64)>);

/// The accumulated times of recorded runs.
#[derive(Debug, Default)]
pub struct Recorded {
    runs: usize,
    total: Duration,
    /// The total duration of each loop nest, by the index of the nest in the profile.
    nests: HashMap<usize, Duration>,
}

impl Recorded {
    /// Adds the runs that the profile has recorded since the last call, and returns the times of all
    /// runs.
    ///
    /// The duration of a loop nest is divided between the operations that it computes, in
    /// proportion to their estimated work. Operations without a duration are left out.
    pub fn add(&mut self, profile: &Profile) -> Times {
        for span in profile.recorder.take().spans {
            match span.activity {
                Activity::Run => {
                    self.runs += 1;
                    self.total += span.duration;
                }
                Activity::Nest(nest) => *self.nests.entry(nest).or_default() += span.duration,
                Activity::Tasks(_) => {}
            }
        }
        let mut seconds = vec![0.0; profile.sources.len()];
        for (nest, duration) in &self.nests {
            let shares = profile.nests.get(*nest).map_or(&[][..], |nest| &nest.shares);
            for share in shares {
                if let Some(sum) = seconds.get_mut(share.source) {
                    *sum += share.part * duration.as_secs_f64();
                }
            }
        }
        let rows = profile.sources.iter().zip(seconds).filter(|(_, seconds)| *seconds > 0.0);
        let rows = rows.map(|(source, seconds)| {
            let source = source.clone();
            (source.op, source.ty, source.location, source.name, seconds)
        });
        (self.runs, self.total.as_secs_f64(), rows.collect())
    }
}
