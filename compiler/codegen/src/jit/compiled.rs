// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The serialized form of an executable.

use crate::constants::Constant;
use hloom_compiler::Shape;
use hloom_compiler::interface::Signature;
use hloom_compiler::runtime::CallDescription;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The serialized contents of an executable.
#[derive(Debug, Serialize, Deserialize)]
pub struct Compiled {
    pub signature: Signature,
    /// The values that arguments must have because the code was specialized for them; `None` for
    /// any value.
    pub values: Vec<Option<i64>>,
    /// The runtime calls of the program.
    pub calls: Vec<CallDescription>,
    /// The size in bytes of the arena that a run needs.
    pub arena_bytes: usize,
    /// The number of threads for which work is divided.
    pub threads: usize,
    /// Pairs of indices (result, argument): the result takes the memory of the argument. The entry
    /// expects such an argument in the buffer of the result.
    pub aliases: Vec<(usize, usize)>,
    /// The constants that the object files refer to.
    pub constants: Arc<[Constant]>,
    /// The object files, which are loaded together.
    pub objects: Vec<Vec<u8>>,
}

impl Compiled {
    /// Returns the types of the results that take the memory of arguments.
    pub fn aliased_results(&self) -> impl Iterator<Item = &Shape> {
        self.aliases.iter().map(|(result, _)| &self.signature.results[*result])
    }
}
