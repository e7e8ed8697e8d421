// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion between portable artifacts and StableHLO modules.
//!
//! The crate `hloom-portable` reads and writes the bytes of an artifact. This module converts the
//! VHLO program in an artifact to a StableHLO module, and vice versa.
//!
//! StableHLO's ODS records and the definitions of VHLO determine most of the conversion. Operation
//! names are equal except for versions, and attributes are converted to the storage type that the
//! ODS record states. Tables list the remaining cases for both directions:
//!
//! - [`names`]: operations, and types without parameters;
//! - [`enums`], [`structs`]: attributes with the same parameters in both dialects;
//! - [`groups`]: StableHLO attributes that correspond to several attributes in VHLO;
//! - [`default_values`]: attributes that VHLO always stores and StableHLO omits if they have their
//!   default value.

mod default_values;
mod enums;
mod export;
mod groups;
mod import;
mod names;
mod structs;

pub use export::export;
pub use hloom_portable::is_artifact;
pub use import::import;
