// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs of frontends, in all the forms they come in, as modules of StableHLO.
//!
//! - [`parse`]: a program of any form, told by its content.
//! - [`hlo`]: XLA's HLO, before and after its optimization.
//! - [`portable`]: StableHLO's portable artifacts, MLIR bytecode with the versioned dialect VHLO,
//!   read and written.
//! - [`hlo`]: XLA's HLO, written.

pub mod hlo;
pub mod portable;

mod error;
mod ffi;
mod format;

pub use error::Error;
pub use format::{Format, parse};
