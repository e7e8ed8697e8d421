// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The index of a module: positions of its computations and instructions. The verifier builds the
//! index while it checks IDs, and the views of a module use the index to resolve IDs.

use crate::opcode::Opcode;
use std::collections::HashMap;

/// Positions of the computations and instructions of a module, indexed by ID.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// Position of the entry computation in the module's list of computations.
    pub entry: usize,
    /// Positions of computations in the module's list, indexed by computation ID.
    pub computations: HashMap<i64, usize>,
    /// The positions of the instructions of each computation, indexed by the position of the
    /// computation.
    pub contents: Vec<ComputationIndex>,
    /// Positions of computations, with callees before their callers.
    pub callees_first: Vec<usize>,
}

/// Positions of the instructions of a computation.
#[derive(Clone, Debug, Default)]
pub(crate) struct ComputationIndex {
    /// Positions of instructions in the computation's list, indexed by instruction ID.
    pub instructions: HashMap<i64, usize>,
    /// Opcodes of instructions, indexed by position in the computation's list.
    pub opcodes: Vec<Opcode>,
    /// Positions of parameters in the computation's list of instructions, indexed by parameter
    /// number.
    pub parameters: Vec<usize>,
    /// Position of the root instruction in the computation's list of instructions.
    pub root: usize,
}
