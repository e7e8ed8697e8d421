// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The schedule of an operation, in the form of tuning files.

use serde::{Deserialize, Serialize};

/// A schedule of an operation. The compiler chooses the parameters that are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// The tile sizes of the dimensions that may be tiled. Each divides the size of its dimension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<Vec<i64>>,
    /// Whether producers are fused into the tiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuse: Option<bool>,
    /// The number of rows, and of vectors per row, that the kernel of a contraction keeps in
    /// registers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<[i64; 2]>,
    /// The block size of the reduction in the kernel of a contraction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<i64>,
}

/// The schedule of an operation on one kind of machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TunedSchedule {
    /// LLVM's name of the CPU, such as `znver3`.
    pub cpu: String,
    /// The width of a vector register in bits.
    pub vector_bits: u32,
    /// The number of threads for which the operation is compiled.
    pub threads: usize,
    /// The compiler's description of the operation.
    pub op: String,
    /// The schedule of the operation.
    pub schedule: Schedule,
    /// The measured speedup over the compiler's own choice. The compiler does not use it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speedup: Option<f64>,
}

impl TunedSchedule {
    /// Returns the key of an entry: its machine and operation.
    pub(super) fn key(&self) -> (&str, u32, usize, &str) {
        (&self.cpu, self.vector_bits, self.threads, &self.op)
    }
}
