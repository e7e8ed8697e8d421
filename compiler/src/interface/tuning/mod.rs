// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tuned schedules: tuning files, and the choices that a compiler offers for tuning.
//!
//! A *tuning file* is a TOML file with schedules that were measured to be faster on a CPU than the
//! compiler's own choice. A compiler uses the schedules for its CPU and number of threads.
//! Operations are identified by a description, which depends on shapes and element types, so that a
//! file applies to all programs with the same operations.

mod file;
mod schedule;

pub use file::TuningFile;
pub use schedule::{Schedule, TunedSchedule};

use std::sync::Arc;

/// Tuned schedules for a compilation, and whether the compilation reports choices for tuning.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tuning {
    /// The tuned schedules, which may include schedules for other machines.
    pub file: Option<Arc<TuningFile>>,
    /// Whether the compilation fills [`Profile::choices`](super::Profile::choices). This requires a
    /// profile.
    pub choices: bool,
}

impl Tuning {
    /// Returns the tuned schedules for a machine, and a remark if the file has schedules only for
    /// other machines.
    pub fn of_machine(
        &self,
        cpu: &str,
        vector_bits: u32,
        threads: usize,
    ) -> (Vec<&TunedSchedule>, Option<String>) {
        let Some(file) = &self.file else { return (Vec::new(), None) };
        let fits = |entry: &&TunedSchedule| {
            (&*entry.cpu, entry.vector_bits, entry.threads) == (cpu, vector_bits, threads)
        };
        let found: Vec<_> = file.schedules.iter().filter(fits).collect();
        let ignored = found.is_empty().then(|| file.schedules.first()).flatten();
        let remark = ignored.map(|first| {
            let other = machine(&first.cpu, first.vector_bits, first.threads);
            let (path, own) = (file.path.display(), machine(cpu, vector_bits, threads));
            format!("{path}: remark: no schedule is for {own}; the first is for {other}")
        });
        (found, remark)
    }
}

fn machine(cpu: &str, vector_bits: u32, threads: usize) -> String {
    let plural = if threads == 1 { "" } else { "s" };
    format!("`{cpu}` with vectors of {vector_bits} bits and {threads} thread{plural}")
}

/// An operation whose schedule may be tuned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduleChoice {
    /// The compiler's description of the operation.
    pub op: String,
    /// The schedule of the operation in this compilation.
    pub schedule: Schedule,
    /// Other schedules of the operation that may be faster.
    pub alternatives: Vec<Schedule>,
    /// A description of the order in which the operation adds the terms of its sums; empty if the
    /// schedule does not affect sums.
    pub order: String,
    /// The indices of its source operations in [`Profile::sources`](super::Profile::sources).
    pub sources: Vec<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    const TEXT: &str = r#"version = 1

[[op]]
cpu = "znver3"
vector_bits = 256
threads = 2
op = "a"
schedule = { tile = [64, 384] }

[[op]]
cpu = "znver3"
vector_bits = 256
threads = 1
op = "b"
schedule = { kernel = [6, 2] }
"#;

    #[test]
    fn schedules_are_for_one_machine() {
        let file = TuningFile::parse(PathBuf::from("a.toml"), TEXT).expect("valid");
        let tuning = Tuning { file: Some(Arc::new(file)), choices: false };
        let (found, remark) = tuning.of_machine("znver3", 256, 1);
        assert_eq!((found.len(), remark), (1, None));
        let (found, remark) = tuning.of_machine("skylake", 256, 1);
        assert!(found.is_empty());
        let expected = "a.toml: remark: no schedule is for `skylake` with vectors of 256 bits and 1 \
                        thread; the first is for `znver3` with vectors of 256 bits and 2 threads";
        assert_eq!(remark.as_deref(), Some(expected));
        assert_eq!(Tuning::default().of_machine("znver3", 256, 1), (Vec::new(), None));
    }
}
