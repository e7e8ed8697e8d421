// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! XLA's HLO: its data and encodings are `hloom-hlo`'s; here its modules are made StableHLO.

mod import;

pub use import::import;
