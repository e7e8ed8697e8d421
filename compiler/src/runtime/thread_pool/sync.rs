// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The synchronization primitives of the workers. `tests/workers.rs` replaces them by the
//! primitives of a model checker.

pub use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
pub use std::sync::{Arc, Mutex, MutexGuard};
pub use std::thread::{Thread, current, park};
