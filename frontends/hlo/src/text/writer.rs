// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What is known while a module is written: the names of what ids stand for.

use super::unique::{UniqueNames, sanitized};
use crate::module::HloModule;
use crate::proto::{HloInstructionProto, ShapeProto};
use std::collections::HashMap;

/// The state of writing a module.
pub struct Writer<'m> {
    /// The text so far.
    pub out: String,
    module: &'m HloModule,
    computations: HashMap<i64, String>,
    /// Of the computation that is being written.
    instructions: HashMap<i64, String>,
    shapes: HashMap<i64, &'m ShapeProto>,
}

impl<'m> Writer<'m> {
    /// Before a module is written.
    pub fn new(module: &'m HloModule) -> Self {
        let mut names = UniqueNames::default();
        let computations = module
            .computations()
            .map(|computation| (computation.id(), names.unique(&sanitized(computation.name()))));
        let computations = computations.collect();
        let (instructions, shapes) = (HashMap::new(), HashMap::new());
        Self { out: String::new(), module, computations, instructions, shapes }
    }

    /// Appends some text.
    pub fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes all computations, those that are called before those that call them.
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

    /// The name of a computation, with its sign.
    pub fn computation(&self, id: i64) -> String {
        format!("%{}", self.computations.get(&id).map_or("_", String::as_str))
    }

    /// The name of an instruction of the computation that is being written, with its sign.
    pub fn instruction(&self, id: i64) -> String {
        format!("%{}", self.instructions.get(&id).map_or("_", String::as_str))
    }

    /// The numbers of dimensions of the arrays in an instruction's first operand.
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
