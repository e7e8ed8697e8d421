// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The name of the platform, by which programs and messages call it.

/// Name of the platform.
pub const NAME: &str = "npu";
