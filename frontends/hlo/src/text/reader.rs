// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What is known while a module is read: the computations and instructions so far.

use super::cursor::{Cursor, Result};
use super::defaults;
use super::unique::UniqueNames;
use crate::opcode::Opcode;
use crate::proto::{HloComputationProto, HloInstructionProto};
use std::collections::HashMap;

/// The thread on which everything runs that names no other; it is not held.
const MAIN_THREAD: &str = "main";

/// The state of reading a module.
pub struct Reader<'t> {
    /// The place in the text.
    pub cursor: Cursor<'t>,
    /// The computations that were read, those that are called before those that call them.
    pub computations: Vec<HloComputationProto>,
    /// The `mode` of the collective that is being read, and its place.
    pub group_mode: Option<(&'t str, usize)>,
    /// The ids of computations by the names that the text has for them.
    computation_ids: HashMap<&'t str, i64>,
    computation_names: UniqueNames,
    /// The instructions' names are unique in a module, though in its text only within a
    /// computation.
    instruction_names: UniqueNames,
    /// The computations that are being read, each within the one before.
    scopes: Vec<Scope<'t>>,
    /// The number of computations that were begun.
    begun: i64,
}

/// A computation that is being read.
struct Scope<'t> {
    computation: i64,
    instructions: Vec<HloInstructionProto>,
    /// Where the instructions are, by the names that the text has for them.
    positions: HashMap<&'t str, usize>,
    /// Where the elements of tuples are that the text has no instructions for, by tuple and
    /// index.
    elements: HashMap<(i64, i64), usize>,
}

impl<'t> Reader<'t> {
    /// At the beginning of a text.
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

    /// Begins a computation, and gives it an id.
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

    /// Ends the computation that was begun last: its instructions.
    pub fn end_computation(&mut self) -> Vec<HloInstructionProto> {
        self.scopes.pop().map(|scope| scope.instructions).unwrap_or_default()
    }

    /// A name for a computation that no other has.
    pub fn computation_name(&mut self, name: &str) -> String {
        self.computation_names.unique(name)
    }

    /// Lets a computation be called.
    pub fn define_computation(&mut self, name: &'t str, position: usize, id: i64) -> Result<()> {
        match self.computation_ids.insert(name, id) {
            None => Ok(()),
            Some(_) => {
                let message = format!("there is a computation `{name}` already");
                Err(self.cursor.error_at(position, message))
            }
        }
    }

    /// Reads the name of a computation, or all of one that has none, and gives its id.
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
                let message = format!("there is no computation `{name}` before this");
                Err(self.cursor.error_at(position, message))
            }
        }
    }

    /// Reads a thread's name.
    pub fn execution_thread(&mut self) -> Result<String> {
        let name = self.cursor.utf8()?;
        Ok(if name == MAIN_THREAD { String::new() } else { name })
    }

    /// The id of the instruction of a name in this computation.
    pub fn instruction_id(&mut self, name: &str, position: usize) -> Result<i64> {
        match self.scopes.last().and_then(|scope| scope.positions.get(name).copied()) {
            Some(index) => Ok(self.instruction_at(index).id),
            None => {
                let message = format!("there is no instruction `{name}` before this");
                Err(self.cursor.error_at(position, message))
            }
        }
    }

    fn instruction_at(&self, index: usize) -> &HloInstructionProto {
        &self.scopes[self.scopes.len() - 1].instructions[index]
    }

    /// The instruction of this computation that has an id.
    pub fn instruction(&self, id: i64) -> Option<&HloInstructionProto> {
        self.scopes.last()?.instructions.get(usize::try_from(id & LOCAL).ok()?)
    }

    /// Adds an instruction to this computation, and gives it its id. A name is that of the
    /// text, at a position.
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
            return Err(self.cursor.error("an instruction is outside of a computation"));
        };
        let index = scope.instructions.len();
        instruction.id = scope.computation << LOCAL_BITS | index as i64;
        let id = instruction.id;
        scope.instructions.push(*instruction);
        if let Some((name, position)) = name
            && scope.positions.insert(name, index).is_some()
        {
            let message = format!("there is an instruction `{name}` already");
            return Err(self.cursor.error_at(position, message));
        }
        Ok(id)
    }

    /// The instruction that takes an element of a tuple, made where there is none yet: `#0`
    /// after the name of an operand.
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

/// The bits of an instruction's id that number it within its computation, as in XLA.
const LOCAL_BITS: u32 = 32;
const LOCAL: i64 = (1 << LOCAL_BITS) - 1;
