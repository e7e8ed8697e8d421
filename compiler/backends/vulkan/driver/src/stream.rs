// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Streams: command buffers, which a queue runs in sequence.

mod ffi;

pub use ffi::{TimelineEvent, VulkanStream};
