// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The driver of `hlo-opt`: upstream's `mlir-opt`, with pipelines and backends added.

mod ffi;

pub use ffi::{ReadProgram, opt_main};
