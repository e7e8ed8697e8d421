// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Passes on linalg on tensors.

pub mod destination;
pub mod ffi;
pub mod fusion_policy;
pub mod generic;
pub mod length;
pub mod structured;
