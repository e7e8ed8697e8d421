// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The backend `skeleton` as a plugin: a shared library that hloom's tools load.

pub mod backend;

hloom_plugin::declare_plugin!(backend::register);
