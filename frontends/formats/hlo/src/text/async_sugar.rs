// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads the short form of asynchronous operations that wrap a single instruction. XLA prints
//! `call-start(...)` for an `async-start(...), calls=...` whose computation only contains the
//! `call`. The reader creates that computation from the start of the pair.

use super::attribute;
use super::computation::finished;
use super::cursor::Result;
use super::defaults;
use super::reader::Reader;
use crate::opcode::Opcode;
use crate::proto::{HloInstructionProto, ShapeProto};

impl Reader<'_> {
    /// Reads the operands and attributes after the opcode of a short form such as `dot-start`.
    /// `opcode` is the asynchronous opcode, and `wrapped` is the opcode of the wrapped instruction.
    /// An `async-start` also creates the computation of the wrapped instruction.
    pub fn wrapped_instruction(
        &mut self,
        opcode: Opcode,
        wrapped: Opcode,
        shape: ShapeProto,
    ) -> Result<Box<HloInstructionProto>> {
        let position = self.cursor.here();
        let mut instruction = defaults::before(opcode);
        instruction.operand_ids = self.operands()?;
        let own = attribute::of(Opcode::AsyncDone, false);
        if opcode != Opcode::AsyncStart {
            instruction.shape = Some(shape);
            self.attributes(&mut [(&mut instruction, own)])?;
            defaults::after(opcode, &mut instruction, None);
            return Ok(instruction);
        }
        let [operands, result, ..] = &shape.tuple_shapes[..] else {
            let message = "expected a tuple of operands, result and state as the shape of an \
                           asynchronous start";
            return Err(self.cursor.error_at(position, message));
        };
        let (parameters, result) = (operands.tuple_shapes.clone(), result.clone());
        let mut inner = defaults::before(wrapped);
        inner.shape = Some(result);
        let uses = self.uses(wrapped, instruction.operand_ids.first().copied());
        self.attributes(&mut [(&mut instruction, own), (&mut inner, uses)])?;
        // Text printed with inline computations has the wrapped computation among the attributes.
        if instruction.called_computation_ids.is_empty() {
            let id = self.wrapping_computation(&instruction, inner, wrapped, parameters)?;
            instruction.called_computation_ids = vec![id];
        }
        instruction.shape = Some(shape);
        Ok(instruction)
    }

    /// Creates a computation of a single instruction, whose operands are the parameters of the
    /// computation, and returns the ID of the computation.
    fn wrapping_computation(
        &mut self,
        start: &HloInstructionProto,
        mut inner: Box<HloInstructionProto>,
        wrapped: Opcode,
        parameters: Vec<ShapeProto>,
    ) -> Result<i64> {
        let id = self.begin_computation();
        let first = parameters.first().cloned();
        for (number, shape) in parameters.into_iter().enumerate() {
            let mut parameter = defaults::before(Opcode::Parameter);
            parameter.name = "async_param".to_owned();
            parameter.shape = Some(shape);
            parameter.parameter_number = number as i64;
            inner.operand_ids.push(self.add_instruction(parameter, None)?);
        }
        defaults::after(wrapped, &mut inner, first);
        inner.name = wrapped.name().to_owned();
        inner.metadata = start.metadata.clone();
        inner.original_value = start.original_value.clone();
        inner.backend_config = start.backend_config.clone();
        inner.frontend_attributes = start.frontend_attributes.clone();
        inner.statistics_viz = start.statistics_viz.clone();
        let root = self.add_instruction(inner, None)?;
        let mut computation = finished(id, root, self.end_computation());
        computation.name = self.computation_name("async_wrapped");
        computation.execution_thread = start.async_execution_thread.clone();
        self.computations.push(computation);
        Ok(id)
    }
}
