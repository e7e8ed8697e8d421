// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Export of StableHLO to VHLO (source: `StablehloLegalizeToVhlo.cpp`).
//!
//! Shardy operations remain in their dialect. Casts between VHLO types and builtin types surround
//! them, and Shardy attributes are stored as assembly text. An artifact cannot store operations of
//! other dialects, so CHLO must be legalized to StableHLO first.

mod attributes;
mod locations;
mod operations;
mod types;

use crate::Error;
use hloom_portable::vhlo::Attribute as Vhlo;
use hloom_portable::{AttributeId, TypeId, Value, Version};
use melior::ir::Module;
use std::collections::HashMap;

/// Writes a program as a portable artifact of `version`.
///
/// # Errors
/// Fails if the version does not exist, or if an artifact of this version cannot store part of the
/// program. The error contains the location of this part.
pub fn export(module: &Module<'_>, version: Version) -> Result<Vec<u8>, Error> {
    version.bytecode_format().map_err(Error::of_artifact)?;
    let mut exporter = Exporter::default();
    exporter.program(module)?;
    hloom_portable::write(&exporter.module, version).map_err(Error::of_artifact)
}

/// The state of an export: the artifact, to which each attribute, type and location is added once.
#[derive(Default)]
pub struct Exporter {
    /// The part of the artifact that has been built so far.
    pub module: hloom_portable::Module,
    /// VHLO attributes, indexed by the address of the corresponding MLIR attribute.
    attributes: HashMap<usize, AttributeId>,
    /// Builtin attributes, including locations, indexed by the address of the MLIR attribute or
    /// location.
    builtin: HashMap<usize, AttributeId>,
    types: HashMap<usize, TypeId>,
    builtin_types: HashMap<usize, TypeId>,
    values: HashMap<usize, Value>,
}

impl Exporter {
    /// Adds a VHLO attribute to the artifact.
    pub fn add(&mut self, attribute: Vhlo) -> AttributeId {
        self.module.context.add_attribute(attribute)
    }
}
