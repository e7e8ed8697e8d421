// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The sizes of messages and of the parts of their payloads.

use hloom_evaluator::PIECE_BYTES;

/// The maximum size in bytes of a message that is sent together with its header.
pub const INLINE: usize = 8 << 10;

/// The size of the parts of a payload in bytes. All but the last part have exactly this size.
pub const PART_BYTES: usize = 4 * PIECE_BYTES;

/// The maximum number of parts of one payload that are sent or received at the same time.
pub const WINDOW: usize = 4;
