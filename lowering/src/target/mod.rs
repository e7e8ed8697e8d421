// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From memrefs to kernels and the LLVM dialect.

pub mod emit_entry;
pub mod outline_kernels;
