// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Partition of a program between a device and the host.
//!
//! The partition works on the entry function at the level `hlo`, after the passes that all backends
//! share. A backend provides a predicate for the operations that the device supports, and compiles
//! segments of these operations:
//!
//! 1. [`Graph::of`] reads the operations and values of the entry function, and queries for each
//!    operation whether the device supports it.
//! 2. [`schedule`] groups the operations into segments, alternately for the device and the host, so
//!    that there are few transfers.
//! 3. [`outline()`] creates a module from a segment, for the compiler of the device or of the host.
//! 4. [`divide`] repeats steps 2 and 3 until all segments for the device compile: operations that
//!    the predicate accepts and that the device's compiler refuses move to the host.
//!
//! For example, if the device supports all operations except `sort`:
//!
//! ```text
//! %0 = tanh %a               segment 0, device: takes %a, yields %0
//! %1 = sort %0               segment 1, host:   takes %0, yields %1
//! %2 = multiply %1, %0       segment 2, device: takes %1 and %0, yields %2
//! return %2
//! ```
//!
//! Constants are copied to the segments that use them. Operations with effects keep their order.
//! The code of the segments and the plan by which they run belong to the backend.

mod divide;
mod effects;
mod graph;
mod outline;
mod segments;

pub use divide::{Divided, SegmentCompiler, divide};
pub use effects::has_effect;
pub use graph::{Graph, Node, ValueId};
pub use outline::outline;
pub use segments::{Segment, piece, schedule};
