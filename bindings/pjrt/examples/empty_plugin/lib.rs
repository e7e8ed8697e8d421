// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A PJRT plugin whose runs do nothing, for measurements of the time that a frontend itself needs
//! for a call.
//!
//! `cargo ci bench --dispatch` compares calls through it with calls through hloom.

mod ffi;

pub use ffi::GetPjrtApi;
