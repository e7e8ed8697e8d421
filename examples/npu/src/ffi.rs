// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Entry point of the shared library.
#![allow(unsafe_code)]

hloom_plugin::declare_plugin!(crate::register);
