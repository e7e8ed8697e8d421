// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The exported entry point of the plugin's shared library.
#![allow(unsafe_code)]

hloom_plugin::declare_plugin!(crate::register);
