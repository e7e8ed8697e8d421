// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiled programs and how they run.

mod host;
mod plan;
mod report;
mod run;

pub use plan::{Code, Part, Placement, Plan};
pub use run::{KERNEL, NpuExecutable};
