// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Division of a program between the device and the host.

mod classify;
mod graph;
mod outline;
mod schedule;

pub use graph::{Graph, ValueId};
pub use outline::outline;
pub use schedule::{Segment, piece, schedule};
