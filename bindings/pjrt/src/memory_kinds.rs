// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The kinds of memories.
//!
//! A device has one physical memory, but a client shows it as three memories of different kinds.
//! JAX programs that move values between device memory and host memory thus find both kinds.

/// The names of the memory kinds. The first is the default kind.
pub const KINDS: [&str; 3] = ["device", "pinned_host", "unpinned_host"];
