// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion between XLA's HLO and StableHLO.
//!
//! The crate `hloom-hlo` contains the data structures and encodings of HLO. This module converts
//! HLO modules to StableHLO, and StableHLO modules to HLO.

mod export;
mod import;
mod scatter;

pub use export::export;
pub use import::import;
pub use scatter::leave_out_partial_windows;
