// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! XLA's HLO: its data and encodings are `hloom-hlo`'s; here its modules are made StableHLO, and
//! modules of StableHLO are made HLO.

mod export;
mod import;
mod scatter;

pub use export::export;
pub use import::import;
pub use scatter::leave_out_partial_windows;
