// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Requests that use memory of the caller.

mod ffi;

pub use ffi::{Scope, scope};
