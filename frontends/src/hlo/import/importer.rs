// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The state of an import, to which the files of this folder add methods.

use super::error::ImportError;
use crate::Error;
use hloom_hlo::{Computation, HloModule, Instruction, PrimitiveType};
use melior::Context;
use melior::ir::Type;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet, VecDeque};

/// Maximum number of operations of a program converted from HLO. HLO computations that become MLIR
/// regions are copied into each of their callers, so a small program can grow exponentially.
const MOST_OPERATIONS: usize = 1 << 22;

/// The state of importing an HLO module.
pub struct Importer<'c, 'm> {
    /// MLIR context in which the operations are created.
    pub context: &'c Context,
    /// HLO module that is imported.
    pub module: &'m HloModule,
    /// Cache of the MLIR types of element types.
    pub element_types: RefCell<HashMap<PrimitiveType, Type<'c>>>,
    /// Number of devices listed so far in replica groups and meshes.
    pub listed_devices: Cell<usize>,
    name: &'m str,
    functions: RefCell<Functions>,
    operations: Cell<usize>,
}

/// The computations that become functions, and the names of these functions.
#[derive(Default)]
struct Functions {
    /// Names of the functions that computations become, indexed by computation ID.
    symbols: HashMap<i64, String>,
    /// All function names in use, which new names must not equal.
    taken: HashSet<String>,
    /// IDs of the computations that are yet to be converted.
    waiting: VecDeque<i64>,
}

impl<'c, 'm> Importer<'c, 'm> {
    /// Creates an importer of a module with the given name for messages.
    pub fn new(context: &'c Context, module: &'m HloModule, name: &'m str) -> Self {
        let element_types = RefCell::default();
        let (functions, operations) = (RefCell::default(), Cell::default());
        let listed_devices = Cell::default();
        Self { context, module, element_types, listed_devices, name, functions, operations }
    }

    /// Returns an error with the location of an instruction.
    pub fn error(&self, instruction: Instruction, error: ImportError) -> Error {
        match error {
            ImportError::Other(error) => error,
            ImportError::ThisInstruction(message) => {
                let computation = instruction.computation().name();
                let (opcode, name) = (instruction.opcode(), instruction.name());
                let location = format!("{}: {computation}%{name}", self.name);
                Error::Program { location, message: format!("`{opcode}`: {message}") }
            }
        }
    }

    /// Returns an error about the module as a whole.
    pub fn module_error(&self, message: String) -> Error {
        Error::Program { location: self.name.to_owned(), message }
    }

    /// Counts an operation or an instruction. Instructions for which no operation is created are
    /// also counted.
    ///
    /// # Errors
    /// Fails if the program becomes too large.
    pub fn count(&self) -> Result<(), String> {
        self.operations.set(self.operations.get() + 1);
        match self.operations.get() <= MOST_OPERATIONS {
            true => Ok(()),
            false => Err(format!("the program expands to more than {MOST_OPERATIONS} operations")),
        }
    }

    /// Returns the name of a computation's function, and schedules the computation for conversion.
    pub fn symbol(&self, computation: Computation) -> String {
        let functions = &mut *self.functions.borrow_mut();
        if let Some(known) = functions.symbols.get(&computation.id()) {
            return known.clone();
        }
        let wanted = if computation.is_entry() { "main" } else { computation.name() };
        let mut symbol = wanted.to_owned();
        let mut number = 0;
        // `main` is reserved for the entry, which may be named later.
        while functions.taken.contains(&symbol) || (symbol == "main" && !computation.is_entry()) {
            number += 1;
            symbol = format!("{wanted}.{number}");
        }
        functions.taken.insert(symbol.clone());
        functions.symbols.insert(computation.id(), symbol.clone());
        functions.waiting.push_back(computation.id());
        symbol
    }

    /// Removes and returns the next computation that is yet to be converted to a function, or
    /// returns `None` if there is none.
    pub fn next_function(&self) -> Option<Computation<'m>> {
        let next = self.functions.borrow_mut().waiting.pop_front();
        next.and_then(|id| self.module.computation(id))
    }
}
