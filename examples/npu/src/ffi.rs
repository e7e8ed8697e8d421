// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a shared library is entered by.
#![allow(unsafe_code)]

hloom_plugin::declare_plugin!(crate::register);
