// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The forms of programs, told by content.

use crate::{Error, hlo, portable};
use hloom_dialects::Context;
use melior::ir::Module;

/// How MLIR's bytecode begins.
const BYTECODE: &[u8] = b"ML\xefR";

/// What a program is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// MLIR's text, or its bytecode without VHLO.
    Mlir,
    /// A portable artifact of StableHLO.
    Portable,
    /// XLA's HLO: text, a protocol buffer, or the text of one.
    Hlo,
}

impl Format {
    /// The form of some content; text if it is nothing else.
    pub fn of(content: &[u8]) -> Self {
        if portable::is_artifact(content) {
            return Self::Portable;
        }
        let is_hlo = !content.starts_with(BYTECODE) && hloom_hlo::encoding(content).is_some();
        if is_hlo { Self::Hlo } else { Self::Mlir }
    }
}

/// Reads and verifies a program of any form. `name` is what locations and messages call it.
///
/// # Errors
/// What is wrong with it, with locations.
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
