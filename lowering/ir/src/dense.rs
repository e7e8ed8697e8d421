// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Elements of dense attributes, and uses of values.

mod ffi;

pub use ffi::*;
