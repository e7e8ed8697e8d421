// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The forms in which a program leaves the builder: assembly, portable artifacts and plain data.

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

    /// Returns the program as a portable artifact, which every release of StableHLO from `version`
    /// on reads. The artifact contains the positions in the Rust program that built it.
    ///
    /// # Errors
    /// Fails if the version is unknown, or if it lacks an operation or a type of the program.
    pub fn to_bytes(&self, version: Version) -> Result<Vec<u8>> {
        Ok(self.with(|state| hloom_portable::write(&state.module, version))?)
    }

    /// Returns the program as plain data, in the versioned form of StableHLO.
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
    /// Returns a function of a program of the current version. Returns `None` if the program has no
    /// function of the name, or if a type in its signature is not a
    /// [`Type`](crate::Type).
    pub fn of_module(module: &Module, name: &str) -> Option<Self> {
        text::functions(module).find(|function| function.name == name)
    }
}
