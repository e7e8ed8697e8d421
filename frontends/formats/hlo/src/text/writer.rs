// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The state of writing a module: the text so far, and the names of computations and
//! instructions.

use super::unique::{UniqueNames, sanitized};
use crate::module::HloModule;
use crate::proto::{HloInstructionProto, ShapeProto};
use std::collections::HashMap;

/// The state of writing a module as HLO text.
pub struct Writer<'m> {
    /// Text written so far.
    pub out: String,
    module: &'m HloModule,
    computations: HashMap<i64, String>,
    /// Names of the instructions of the computation that is being written, indexed by ID.
    instructions: HashMap<i64, String>,
    shapes: HashMap<i64, &'m ShapeProto>,
}

impl<'m> Writer<'m> {
    /// Creates a writer with unique, valid names for the computations of a module.
    pub fn new(module: &'m HloModule) -> Self {
        let mut names = UniqueNames::default();
        let computations = module
            .computations()
            .map(|computation| (computation.id(), names.unique(&sanitized(computation.name()))));
        let computations = computations.collect();
        let (instructions, shapes) = (HashMap::new(), HashMap::new());
        Self { out: String::new(), module, computations, instructions, shapes }
    }

    /// Appends a string to the text.
    pub fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes all computations, with callees before their callers.
    pub fn write_computations(&mut self) {
        for computation in self.module.computations_callees_first() {
            let mut names = UniqueNames::default();
            self.instructions.clear();
            self.shapes.clear();
            for instruction in computation.instructions() {
                let name = names.unique(&sanitized(instruction.name()));
                self.instructions.insert(instruction.id(), name);
                self.shapes.insert(instruction.id(), instruction.shape());
            }
            self.push("\n");
            self.write_computation(computation);
        }
    }

    /// Returns the name of a computation with the prefix `%`.
    pub fn computation(&self, id: i64) -> String {
        format!("%{}", self.computations.get(&id).map_or("_", String::as_str))
    }

    /// Returns the name, with the prefix `%`, of an instruction of the current computation.
    pub fn instruction(&self, id: i64) -> String {
        format!("%{}", self.instructions.get(&id).map_or("_", String::as_str))
    }

    /// Returns the ranks of the arrays in the first operand of an instruction.
    pub fn first_operand_ranks(&self, instruction: &HloInstructionProto) -> Vec<usize> {
        fn ranks(shape: &ShapeProto, found: &mut Vec<usize>) {
            match shape.is_tuple() {
                true => shape.tuple_shapes.iter().for_each(|element| ranks(element, found)),
                false => found.push(shape.dimensions.len()),
            }
        }
        let mut found = Vec::new();
        let operand = instruction.operand_ids.first().and_then(|id| self.shapes.get(id));
        operand.iter().for_each(|shape| ranks(shape, &mut found));
        found
    }
}
