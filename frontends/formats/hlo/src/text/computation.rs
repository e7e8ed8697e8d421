// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes computations: `ENTRY %main (x: f32[2]) -> f32[2] { ... }`.

use super::cursor::Result;
use super::reader::Reader;
use super::writer::Writer;
use super::{escape, shape};
use crate::module::Computation;
use crate::opcode::Opcode;
use crate::proto::{HloComputationProto, HloInstructionProto, ProgramShapeProto};

impl Reader<'_> {
    /// Reads a computation and returns true if it is the entry computation.
    pub fn computation(&mut self) -> Result<bool> {
        let is_entry = self.cursor.eat_word("ENTRY");
        let position = self.cursor.here();
        let name = self.cursor.name("the name of a computation")?;
        if self.cursor.is_at("(") {
            // The signature is skipped, as the parameters and the root repeat it.
            self.cursor.list(["(", ")"], |cursor| {
                cursor.name("the name of a parameter")?;
                cursor.eat(":");
                shape::read(cursor)
            })?;
            self.cursor.expect("->")?;
            shape::read(&mut self.cursor)?;
        }
        let mut computation = self.body()?;
        computation.name = self.computation_name(name);
        self.define_computation(name, position, computation.id)?;
        self.computations.push(computation);
        Ok(is_entry)
    }

    /// Reads an inline computation, which stands in the text in place of a computation's name, and
    /// returns its ID.
    pub fn nameless_computation(&mut self) -> Result<i64> {
        let mut computation = self.body()?;
        let id = computation.id;
        computation.name = self.computation_name("_");
        self.computations.push(computation);
        Ok(id)
    }

    /// Reads the body of a computation: instructions in braces, and the execution thread, if any.
    fn body(&mut self) -> Result<HloComputationProto> {
        self.cursor.expect("{")?;
        let id = self.begin_computation();
        let mut root = None;
        let mut last = None;
        while last.is_none() || !self.cursor.eat("}") {
            let position = self.cursor.here();
            let is_root = self.cursor.eat_word("ROOT");
            let instruction = self.instruction_statement()?;
            last = Some(instruction);
            if is_root && root.replace(instruction).is_some() {
                let message = "the computation has more than one `ROOT`";
                return Err(self.cursor.error_at(position, message));
            }
        }
        let instructions = self.end_computation();
        let mut computation = finished(id, root.or(last).unwrap_or_default(), instructions);
        let mut ahead = self.cursor.clone();
        if ahead.eat(",") && ahead.eat("execution_thread=") {
            self.cursor = ahead;
            computation.execution_thread = self.execution_thread()?;
        }
        Ok(computation)
    }
}

/// Creates a computation from its instructions, which determine the program shape.
pub fn finished(
    id: i64,
    root_id: i64,
    instructions: Vec<HloInstructionProto>,
) -> HloComputationProto {
    let root = instructions.iter().find(|instruction| instruction.id == root_id);
    let mut program = ProgramShapeProto {
        result: root.and_then(|root| root.shape.clone()),
        ..ProgramShapeProto::default()
    };
    let is_parameter =
        |instruction: &&HloInstructionProto| instruction.opcode == Opcode::Parameter.name();
    let mut parameters: Vec<_> = instructions.iter().filter(is_parameter).collect();
    parameters.sort_by_key(|parameter| parameter.parameter_number);
    for parameter in parameters {
        program.parameters.extend(parameter.shape.clone());
        program.parameter_names.push(parameter.name.clone());
    }
    HloComputationProto {
        id,
        root_id,
        instructions,
        program_shape: Some(program),
        ..HloComputationProto::default()
    }
}

impl Writer<'_> {
    /// Writes a computation, with the instructions in the order of the schedule.
    pub fn write_computation(&mut self, computation: Computation) {
        if computation.is_entry() {
            self.push("ENTRY ");
        }
        let name = self.computation(computation.id());
        self.push(&format!("{name} ("));
        for (number, parameter) in computation.parameters().enumerate() {
            let separator = if number > 0 { ", " } else { "" };
            let name = self.instruction(parameter.id());
            self.push(&format!("{separator}{}: ", name.trim_start_matches('%')));
            shape::write_without_layout(&mut self.out, parameter.shape());
        }
        self.push(") -> ");
        let root = computation.root();
        shape::write_without_layout(&mut self.out, root.shape());
        self.push(" {\n");
        for instruction in computation.instructions_as_scheduled() {
            self.push(if instruction.id() == root.id() { "  ROOT " } else { "  " });
            self.write_instruction(instruction);
            self.push("\n");
        }
        self.push("}");
        let thread = &computation.proto().execution_thread;
        if !thread.is_empty() {
            self.push(", execution_thread=");
            escape::quote(&mut self.out, thread.as_bytes());
        }
        self.push("\n");
    }
}
