// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What the command line tools are made of; the tools are in `src/bin`.

pub mod bisect;
pub mod fuzz;
pub mod hlo_compile;
pub mod hlo_run;
pub mod reduce;

mod child;
mod command;
mod ffi;

pub use ffi::lsp_main;
