// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Limits that the passes of this crate have in common.

/// The maximum number of participants of a program: the partitions of all replicas together.
pub const MAX_PARTICIPANTS: usize = 1 << 16;
