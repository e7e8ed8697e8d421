// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A pool that keeps the memory of freed buffers for new buffers of the same size.
//!
//! A program that runs repeatedly allocates results of the same sizes. Fresh memory causes a page
//! fault for every 4 KiB, and memory that the allocator reuses would be filled with zeros again.
//! The pool avoids both costs, because a program overwrites the buffer anyway.

use hloom_values::AlignedBytes;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// Size in bytes of the smallest buffer that is kept. For smaller buffers, the allocator is equally
/// fast.
const LEAST_BYTES: usize = 16 * 1024;
/// The maximum total size of kept buffers in bytes. The buffer that was freed first is released
/// first.
const MOST_BYTES: usize = 256 << 20;

/// Freed buffers, which keep the contents of their last use.
#[derive(Debug, Default)]
pub struct MemoryPool {
    freed: Mutex<Freed>,
}

#[derive(Debug, Default)]
struct Freed {
    /// The buffers in the order in which they were freed.
    buffers: VecDeque<AlignedBytes>,
    bytes: usize,
}

impl MemoryPool {
    /// Returns a buffer of `size` bytes with unspecified content, or `None` if the allocation
    /// fails.
    pub fn allocate(&self, size: usize) -> Option<AlignedBytes> {
        self.take(size).or_else(|| AlignedBytes::try_zeroed(size))
    }

    fn take(&self, size: usize) -> Option<AlignedBytes> {
        let mut freed = self.freed.lock().unwrap_or_else(PoisonError::into_inner);
        // The buffer freed last is the most likely one to be in a cache.
        let position = freed.buffers.iter().rposition(|buffer| buffer.len() == size)?;
        freed.bytes -= size;
        freed.buffers.remove(position)
    }

    /// Keeps the memory of a buffer that is no longer used. Releases the memory if it is smaller
    /// than `LEAST_BYTES` or larger than `MOST_BYTES`.
    pub fn free(&self, buffer: AlignedBytes) {
        let size = buffer.len();
        if !(LEAST_BYTES..=MOST_BYTES).contains(&size) {
            return;
        }
        let mut released = Vec::new();
        let mut freed = self.freed.lock().unwrap_or_else(PoisonError::into_inner);
        freed.bytes += size;
        freed.buffers.push_back(buffer);
        while freed.bytes > MOST_BYTES {
            let Some(oldest) = freed.buffers.pop_front() else { break };
            freed.bytes -= oldest.len();
            released.push(oldest);
        }
        // The system call that releases memory may take long.
        drop(freed);
        drop(released);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(pool: &MemoryPool, size: usize) -> AlignedBytes {
        let mut buffer = pool.allocate(size).expect("enough memory");
        buffer.fill(7);
        buffer
    }

    #[test]
    fn buffers_of_the_same_size_are_reused() {
        let pool = MemoryPool::default();
        let buffer = filled(&pool, LEAST_BYTES);
        let address = buffer.as_ptr();
        pool.free(buffer);
        assert!(pool.take(LEAST_BYTES + 1).is_none());
        let again = pool.allocate(LEAST_BYTES).expect("enough memory");
        assert_eq!((again.as_ptr(), again[0]), (address, 7));
        assert!(pool.take(LEAST_BYTES).is_none());
    }

    #[test]
    fn small_buffers_and_excess_are_released() {
        let pool = MemoryPool::default();
        pool.free(filled(&pool, LEAST_BYTES - 1));
        assert!(pool.take(LEAST_BYTES - 1).is_none());
        let half = MOST_BYTES / 2;
        for size in [half, half - 1, half - 2] {
            pool.free(AlignedBytes::try_zeroed(size).expect("enough memory"));
        }
        assert!(pool.take(half).is_none());
        assert!(pool.take(half - 1).is_some() && pool.take(half - 2).is_some());
    }
}
