// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Vulkan's validation layer, for tests. The messages of the layer become errors of the program.

mod ffi;

pub use ffi::{check, messenger};

use std::ffi::CStr;

/// The environment variable that enables the validation layer.
pub const VARIABLE: &str = "HLOOM_VULKAN_VALIDATION";

/// The name of the validation layer.
pub const LAYER: &CStr = c"VK_LAYER_KHRONOS_validation";
