// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiled programs and their execution.

mod fingerprint;
mod host;
mod plan;
mod report;
mod run;

pub use fingerprint::fingerprint;
pub use plan::{Code, Part, Placement, Plan};
pub use run::{KERNEL, NpuExecutable};
