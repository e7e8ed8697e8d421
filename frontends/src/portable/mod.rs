// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Portable artifacts: their bytes are `hloom-portable`'s; here the programs in them are made
//! modules of StableHLO, and modules artifacts.
//!
//! What VHLO's operations are in StableHLO is nearly all said by StableHLO's own ODS records and
//! the definitions of VHLO: the names are the same but for versions, and an attribute is what the
//! operation stores. The rest is said once, for both directions:
//!
//! - [`names`]: operations and types;
//! - [`enums`], [`structs`]: attributes;
//! - [`groups`]: attributes of StableHLO that are several of VHLO;
//! - [`neutral`]: attributes that StableHLO leaves out where they say nothing.

mod enums;
mod export;
mod groups;
mod import;
mod names;
mod neutral;
mod structs;

pub use export::export;
pub use hloom_portable::is_artifact;
pub use import::import;
