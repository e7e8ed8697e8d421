// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Importers and exporters of the program formats that frontends emit.
//!
//! - [`parse`] reads a program of any format and returns a StableHLO module. It detects the
//!   format from the content.
//! - [`hlo`] reads and writes XLA's HLO. It can read modules before and after XLA's optimization.
//! - [`portable`] reads and writes StableHLO's portable artifacts, which are MLIR bytecode with
//!   the versioned dialect VHLO.

pub mod hlo;
pub mod portable;

mod error;
mod ffi;
mod format;

pub use error::Error;
pub use format::{Format, parse};
