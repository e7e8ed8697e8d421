// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The forms into which a program is converted: assembly, portable artifacts and plain data.

use crate::error::Result;
use crate::program::Program;
use crate::signature::Function;
use crate::text;
use hloom_portable::{Module, Version};
use std::fmt;

impl Program {
    /// Returns the program as StableHLO assembly, which `hlo-opt` and other tools based on MLIR
    /// read.
    pub fn to_text(&self) -> String {
        self.with(|state| text::print(&state.module))
    }

    /// Returns the program as a portable artifact, which StableHLO can read from release `version`
    /// on. The artifact contains the positions in the Rust program that built it.
    ///
    /// # Errors
    /// Fails if the version is unknown, or if this version lacks an operation or a type of the
    /// program.
    pub fn to_bytes(&self, version: Version) -> Result<Vec<u8>> {
        Ok(self.with(|state| hloom_portable::write(&state.module, version))?)
    }

    /// Returns the program as plain data, in VHLO, the versioned form of StableHLO.
    pub fn to_module(&self) -> Module {
        self.with(|state| state.module.clone())
    }
}

impl fmt::Display for Program {
    /// Displays the program as StableHLO assembly.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.to_text())
    }
}

impl Function {
    /// Returns the signature of a function of a program in the current version of VHLO. Returns
    /// `None` if the program has no function of the name, or if an argument or result is neither a
    /// tensor of static shape nor a token.
    pub fn of_module(module: &Module, name: &str) -> Option<Self> {
        text::functions(module).find(|function| function.name == name)
    }
}
