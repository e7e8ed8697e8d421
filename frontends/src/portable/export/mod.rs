// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From StableHLO to VHLO (source: `StablehloLegalizeToVhlo.cpp`).
//!
//! Shardy's operations stay what they are, with casts between VHLO's types and MLIR's around them,
//! and its attributes are written as assembly. No other dialect has a place in an artifact: CHLO
//! is made StableHLO before.

mod attributes;
mod locations;
mod operations;
mod types;

use crate::Error;
use hloom_portable::vhlo::Attribute as Vhlo;
use hloom_portable::{AttributeId, TypeId, Value, Version};
use melior::ir::Module;
use std::collections::HashMap;

/// Writes a program as an artifact of a version.
///
/// # Errors
/// What of the program has no place in an artifact, or not in one of that version, and where it
/// is; or that there is no such version.
pub fn export(module: &Module<'_>, version: Version) -> Result<Vec<u8>, Error> {
    version.bytecode_format().map_err(Error::of_artifact)?;
    let mut exporter = Exporter::default();
    exporter.program(module)?;
    hloom_portable::write(&exporter.module, version).map_err(Error::of_artifact)
}

/// Makes a program of VHLO, each of its attributes, types and locations once.
#[derive(Default)]
pub struct Exporter {
    /// What there is of it so far.
    pub module: hloom_portable::Module,
    /// Attributes of VHLO, by where MLIR has what they are made of.
    attributes: HashMap<usize, AttributeId>,
    /// Attributes of MLIR's own dialect, of which locations are some, likewise.
    builtin: HashMap<usize, AttributeId>,
    types: HashMap<usize, TypeId>,
    builtin_types: HashMap<usize, TypeId>,
    values: HashMap<usize, Value>,
}

impl Exporter {
    /// Adds an attribute of VHLO.
    pub fn add(&mut self, attribute: Vhlo) -> AttributeId {
        self.module.context.add_attribute(attribute)
    }
}
