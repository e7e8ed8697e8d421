// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The default number of threads for which programs are compiled for the host.

/// Returns the number of threads that the host runs in parallel.
pub fn host_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
