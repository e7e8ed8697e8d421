// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The simulated threads of a GPU thread block, which synchronize at barriers.

mod ffi;

pub use ffi::{Threads, barrier, now, pause, run};

/// The execution position of a simulated thread, relative to its barriers.
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
    /// Returns true if two accesses at these positions can race: they belong to different threads,
    /// and no barrier separates them. `is_shared` is true for accesses to shared memory. These
    /// never race between blocks, because each block has its own shared memory.
    pub fn conflicts(self, other: Self, is_shared: bool) -> bool {
        if self.block != other.block {
            return !is_shared;
        }
        self.thread != other.thread && self.barriers == other.barriers
    }
}
