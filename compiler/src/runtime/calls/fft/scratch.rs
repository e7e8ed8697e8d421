// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Scratch buffers, which are reused by later runs.

use num_complex::Complex;
use num_traits::Zero;
use rustfft::FftNum;
use std::sync::{Mutex, PoisonError};

/// A pool of buffers.
///
/// A buffer that is in use while other buffers are requested must come from a separate pool. With a
/// common pool, a thread could occupy a large buffer for a small use while another thread allocates
/// a second large buffer. The pool would then exceed the footprint.
pub struct Scratch<T>(Mutex<Vec<Vec<Complex<T>>>>);

impl<T: FftNum> Scratch<T> {
    /// Creates an empty pool of scratch buffers.
    pub fn new() -> Self {
        Self(Mutex::default())
    }

    /// Calls `work` with a buffer of `size` elements with unspecified values.
    ///
    /// If all free buffers are smaller, the largest of them is replaced, so that the number of
    /// buffers does not exceed the number that were in use at the same time (see
    /// [`Footprint`](super::footprint::Footprint)).
    pub fn with<R>(&self, size: usize, work: impl FnOnce(&mut [Complex<T>]) -> R) -> R {
        let mut buffer = {
            let mut pool = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            // Prefer a buffer that is large enough, and keep large ones for large uses.
            let sizes = || pool.iter().map(Vec::len).enumerate();
            let enough = sizes().filter(|(_, it)| *it >= size).min_by_key(|(_, it)| *it);
            let found = enough.or_else(|| sizes().max_by_key(|(_, it)| *it));
            found.map_or_else(Vec::new, |(index, _)| pool.swap_remove(index))
        };
        if buffer.len() < size {
            // Free the old memory before the new one is allocated.
            drop(buffer);
            buffer = vec![Complex::zero(); size];
        }
        let result = work(&mut buffer[..size]);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(buffer);
        result
    }

    /// Returns the number of elements of all free buffers.
    #[cfg(test)]
    pub fn elements(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().map(Vec::len).sum()
    }
}
