// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A PJRT plugin that executes only the first run of each executable. It serves to measure the time
//! that a frontend itself needs for a call.
//!
//! `cargo ci bench --dispatch` compares calls through this plugin with calls through hloom.

mod ffi;

pub use ffi::GetPjrtApi;
