// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The name of the platform, which programs and messages use.

/// Name of the platform.
pub const NAME: &str = "npu";
