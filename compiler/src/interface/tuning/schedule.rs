// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The schedule of an operation, as it is written in tuning files.

use serde::{Deserialize, Serialize};

/// A schedule of an operation. What it does not say, the compiler chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// The tile sizes of the dimensions that may be tiled, which divide their extents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<Vec<i64>>,
    /// Whether producers join the tiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuse: Option<bool>,
    /// The number of rows and of vectors of a row that the kernel of a contraction keeps in
    /// registers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<[i64; 2]>,
    /// The iterations of the depth that the kernel of a contraction takes at a time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<i64>,
}

/// The schedule of an operation on one kind of machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TunedSchedule {
    /// LLVM's name of the CPU, such as `znver3`.
    pub cpu: String,
    /// The bits of a vector register.
    pub vector_bits: u32,
    /// The number of threads.
    pub threads: usize,
    /// The compiler's description of the operation.
    pub op: String,
    /// The schedule.
    pub schedule: Schedule,
    /// The measured speed against the compiler's own choice; informative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speedup: Option<f64>,
}

impl TunedSchedule {
    /// Returns the key of an entry: its machine and operation.
    pub(super) fn key(&self) -> (&str, u32, usize, &str) {
        (&self.cpu, self.vector_bits, self.threads, &self.op)
    }
}
