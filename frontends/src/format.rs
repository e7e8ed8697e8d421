// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Detection of a program's format from its content.

use crate::{Error, hlo, portable};
use melior::Context;
use melior::ir::Module;

/// Magic number of MLIR bytecode.
const BYTECODE: &[u8] = b"ML\xefR";

/// Format of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// MLIR assembly, or MLIR bytecode without VHLO.
    Mlir,
    /// Portable artifact of StableHLO.
    Portable,
    /// XLA's HLO: HLO text, a binary protocol buffer, or its text format.
    Hlo,
}

impl Format {
    /// Returns the format of `content`, or [`Format::Mlir`] if no other format matches.
    pub fn of(content: &[u8]) -> Self {
        if portable::is_artifact(content) {
            return Self::Portable;
        }
        let is_hlo = !content.starts_with(BYTECODE) && hloom_hlo::encoding(content).is_some();
        if is_hlo { Self::Hlo } else { Self::Mlir }
    }
}

/// Reads and verifies a program of any format.
///
/// Locations and messages refer to the program by `name`.
///
/// # Errors
/// Fails if the program is malformed or cannot be represented in StableHLO; the error contains
/// locations.
pub fn parse<'c>(context: &'c Context, content: &[u8], name: &str) -> Result<Module<'c>, Error> {
    match Format::of(content) {
        Format::Mlir => Ok(hloom_dialects::parse_module(context, content, name)?),
        Format::Portable => portable::import(context, content, name),
        Format::Hlo => {
            let module = hloom_hlo::read(content).map_err(|error| Error::hlo(name, &error))?;
            hlo::import(context, &module, name)
        }
    }
}
