// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The simulated threads of a GPU thread block, which wait for each other at barriers.

mod ffi;

pub use ffi::{Threads, barrier, now, pause, run};

/// The position of a simulated thread in its execution: between which of its barriers it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The index of the thread block in the launch.
    pub block: i64,
    /// The index of the thread in its thread block.
    pub thread: i64,
    /// The number of barriers that the thread has passed.
    pub barriers: u32,
}

impl Moment {
    /// Returns true if the two are of different threads that have not waited for each other. Blocks do
    /// not share memory of a block: `is_shared` is true for such memory.
    pub fn conflicts(self, other: Self, is_shared: bool) -> bool {
        if self.block != other.block {
            return !is_shared;
        }
        self.thread != other.thread && self.barriers == other.barriers
    }
}
