// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Views and builders of structured operations, for all passes at level `linalg` and later levels.

pub mod code_size;
pub mod combiner;
pub mod destination;
pub mod generic;
pub mod reshape;
pub mod slices;
pub mod structured;

mod ffi;
