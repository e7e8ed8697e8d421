// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The state of reading a module: the computations and instructions read so far, with their names.
//! The reader resolves names to IDs immediately, because HLO text defines everything before its
//! use.

use super::cursor::{Cursor, Result};
use super::defaults;
use super::unique::UniqueNames;
use crate::opcode::Opcode;
use crate::proto::{HloComputationProto, HloInstructionProto};
use std::collections::HashMap;

/// Name of the default execution thread. Messages represent it by an empty name.
const MAIN_THREAD: &str = "main";

/// The state of reading a module from HLO text.
pub struct Reader<'t> {
    /// Current position in the text.
    pub cursor: Cursor<'t>,
    /// Computations read so far, with callees before their callers.
    pub computations: Vec<HloComputationProto>,
    /// The attribute `mode` of the instruction that is being read, with its position.
    pub group_mode: Option<(&'t str, usize)>,
    /// IDs of computations, indexed by their names in the text.
    computation_ids: HashMap<&'t str, i64>,
    computation_names: UniqueNames,
    /// Names of instructions in a module. They are unique in the whole module, although names in
    /// the text are unique only within a computation.
    instruction_names: UniqueNames,
    /// Computations that are being read. Each of them is nested in the previous computation.
    scopes: Vec<Scope<'t>>,
    /// Number of computations begun so far, which is the next ID.
    begun: i64,
}

/// A computation that is being read.
struct Scope<'t> {
    computation: i64,
    instructions: Vec<HloInstructionProto>,
    /// Positions of instructions, indexed by their names in the text.
    positions: HashMap<&'t str, usize>,
    /// Positions of the `get-tuple-element` instructions created for operands such as `t#0`,
    /// indexed by the ID of the tuple and the element index.
    elements: HashMap<(i64, i64), usize>,
}

impl<'t> Reader<'t> {
    /// Creates a reader at the beginning of a text.
    pub fn new(text: &'t str) -> Self {
        Self {
            cursor: Cursor::new(text),
            computations: Vec::new(),
            group_mode: None,
            computation_ids: HashMap::new(),
            computation_names: UniqueNames::default(),
            instruction_names: UniqueNames::default(),
            scopes: Vec::new(),
            begun: 0,
        }
    }

    /// Begins a computation and returns its ID.
    pub fn begin_computation(&mut self) -> i64 {
        let computation = self.begun;
        self.begun += 1;
        self.scopes.push(Scope {
            computation,
            instructions: Vec::new(),
            positions: HashMap::new(),
            elements: HashMap::new(),
        });
        computation
    }

    /// Ends the innermost computation and returns its instructions.
    pub fn end_computation(&mut self) -> Vec<HloInstructionProto> {
        self.scopes.pop().map(|scope| scope.instructions).unwrap_or_default()
    }

    /// Returns a unique name for a computation: the given name, with a number appended if it is
    /// taken.
    pub fn computation_name(&mut self, name: &str) -> String {
        self.computation_names.unique(name)
    }

    /// Makes a computation available to calls under its name.
    ///
    /// # Errors
    /// Fails if another computation has the same name.
    pub fn define_computation(&mut self, name: &'t str, position: usize, id: i64) -> Result<()> {
        match self.computation_ids.insert(name, id) {
            None => Ok(()),
            Some(_) => {
                let message = format!("computation `{name}` is defined twice");
                Err(self.cursor.error_at(position, message))
            }
        }
    }

    /// Reads the name of a computation, or the body of an inline computation, and returns the
    /// computation's ID.
    pub fn computation_reference(&mut self) -> Result<i64> {
        if self.cursor.is_at("{") {
            self.cursor.enter()?;
            let id = self.nameless_computation();
            self.cursor.leave();
            return id;
        }
        let position = self.cursor.here();
        let name = self.cursor.name("the name of a computation")?;
        match self.computation_ids.get(name) {
            Some(id) => Ok(*id),
            None => {
                let message = format!("computation `{name}` is not defined before this use");
                Err(self.cursor.error_at(position, message))
            }
        }
    }

    /// Reads the name of an execution thread. The main thread becomes the empty name.
    pub fn execution_thread(&mut self) -> Result<String> {
        let name = self.cursor.utf8()?;
        Ok(if name == MAIN_THREAD { String::new() } else { name })
    }

    /// Returns the ID of the instruction with the given name in the current computation, or an
    /// error if there is none yet.
    pub fn instruction_id(&mut self, name: &str, position: usize) -> Result<i64> {
        match self.scopes.last().and_then(|scope| scope.positions.get(name).copied()) {
            Some(index) => Ok(self.instruction_at(index).id),
            None => {
                let message = format!("instruction `{name}` is not defined before this use");
                Err(self.cursor.error_at(position, message))
            }
        }
    }

    fn instruction_at(&self, index: usize) -> &HloInstructionProto {
        &self.scopes[self.scopes.len() - 1].instructions[index]
    }

    /// Returns the instruction of the current computation with the given ID, or `None` if there is
    /// none.
    pub fn instruction(&self, id: i64) -> Option<&HloInstructionProto> {
        self.scopes.last()?.instructions.get(usize::try_from(id & LOCAL).ok()?)
    }

    /// Adds an instruction to the current computation and returns its new ID. `name` is its name in
    /// the text with the position of the name, or `None` if the text does not name it.
    pub fn add_instruction(
        &mut self,
        mut instruction: Box<HloInstructionProto>,
        name: Option<(&'t str, usize)>,
    ) -> Result<i64> {
        instruction.name = self.instruction_names.unique(match name {
            Some((name, _)) => name,
            None => &instruction.name,
        });
        let Some(scope) = self.scopes.last_mut() else {
            return Err(self
                .cursor
                .error("expected an instruction inside a computation, found one outside"));
        };
        let index = scope.instructions.len();
        instruction.id = scope.computation << LOCAL_BITS | index as i64;
        let id = instruction.id;
        scope.instructions.push(*instruction);
        if let Some((name, position)) = name
            && scope.positions.insert(name, index).is_some()
        {
            let message = format!("instruction `{name}` is defined twice");
            return Err(self.cursor.error_at(position, message));
        }
        Ok(id)
    }

    /// Returns the ID of the `get-tuple-element` for an operand such as `t#0`. Creates the
    /// instruction at the first use.
    pub fn tuple_element(&mut self, tuple: i64, index: i64, position: usize) -> Result<i64> {
        let known = self.scopes.last().and_then(|scope| scope.elements.get(&(tuple, index)));
        if let Some(known) = known.copied() {
            return Ok(self.instruction_at(known).id);
        }
        let operand = self.instruction(tuple);
        let element = operand.and_then(|operand| {
            let element = operand.shape.as_ref()?.tuple_shapes.get(usize::try_from(index).ok()?)?;
            Some((format!("{}_{index}", operand.name), element.clone()))
        });
        let Some((name, shape)) = element else {
            return Err(self
                .cursor
                .error_at(position, format!("the operand has no element {index}")));
        };
        let mut instruction = defaults::before(Opcode::GetTupleElement);
        instruction.name = name;
        instruction.shape = Some(shape);
        instruction.operand_ids = vec![tuple];
        instruction.tuple_index = index;
        let id = self.add_instruction(instruction, None)?;
        if let Some(scope) = self.scopes.last_mut() {
            scope.elements.insert((tuple, index), scope.instructions.len() - 1);
        }
        Ok(id)
    }
}

/// Number of low bits of an instruction ID, as in XLA. The low bits are the number of the
/// instruction within its computation, and the upper bits are the ID of the computation.
const LOCAL_BITS: u32 = 32;
const LOCAL: i64 = (1 << LOCAL_BITS) - 1;
