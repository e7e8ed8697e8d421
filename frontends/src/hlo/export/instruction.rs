// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations as instructions: the family that has each.

use super::attributes::Attached;
use super::function::error;
use super::scope::Scope;
use super::shapes::shape_of_all;
use super::{Exporter, Outcome, Refusal, metadata};
use crate::Error;
use hloom_dialects::Op;
use hloom_dialects::op_view::OpView;
use hloom_hlo::Opcode;
use hloom_hlo::proto::{FrontendAttributes, HloInstructionProto};
use melior::ir::ValueLike;
use melior::ir::operation::{OperationLike, OperationRef};

/// An instruction that does something, with nothing more said.
pub fn instruction(opcode: Opcode) -> HloInstructionProto {
    HloInstructionProto { opcode: opcode.name().to_owned(), ..HloInstructionProto::default() }
}

/// What becomes of an operation.
pub enum Made {
    /// An instruction, whose shape is that of the results, and whose operands are those of the
    /// operation, if it has none yet.
    Instruction(Box<HloInstructionProto>),
    /// Its results.
    Results(Vec<i64>),
}

impl From<HloInstructionProto> for Made {
    fn from(instruction: HloInstructionProto) -> Self {
        Self::Instruction(Box::new(instruction))
    }
}

impl Exporter {
    /// Makes an operation.
    pub fn operation(
        &mut self,
        scope: &mut Scope,
        operation: OperationRef<'_, '_>,
    ) -> Result<(), Error> {
        let at = |refusal| error(operation, refusal);
        let attached = attached(operation).map_err(at)?;
        scope.metadata = metadata::metadata(operation.location());
        scope.sharding = attached.sharding;
        let made = match OpView::from_operation(operation) {
            Some(view) => self.made(scope, &view)?,
            None => self.function_call(scope, operation)?,
        };
        let results: Vec<melior::ir::Value<'_, '_>> = operation.results().map(Into::into).collect();
        let ids = match made {
            Made::Results(ids) => ids,
            Made::Instruction(mut instruction) => {
                if instruction.operand_ids.is_empty() {
                    let operands = self.values(scope, operation.operands());
                    instruction.operand_ids = operands.map_err(at)?;
                }
                let shape = match instruction.shape.take() {
                    Some(shape) => shape,
                    None => shape_of_all(results.iter().map(|it| it.r#type())).map_err(at)?,
                };
                let id = self.add(scope, *instruction, shape);
                self.unpack(scope, id, results.len())
            }
        };
        if let (Some(attributes), Some(id)) = (attached.frontend_attributes, ids.first()) {
            let maker = scope.made_by(*id);
            scope.set_frontend_attributes(maker, attributes);
        }
        scope.metadata = None;
        scope.sharding = None;
        if ids.len() < results.len() {
            return Err(at("its results are not all there".into()));
        }
        for (result, id) in results.into_iter().zip(ids) {
            scope.define(result, id);
        }
        Ok(())
    }

    fn made(&mut self, scope: &mut Scope, view: &OpView<'_, '_>) -> Result<Made, Error> {
        let at = |refusal| error(view.operation(), refusal);
        if let Some(made) = self.control_flow(scope, view)? {
            return Ok(made);
        }
        if let Some(made) = self.with_region(scope, view)? {
            return Ok(made);
        }
        self.family(scope, view).map_err(at)
    }

    fn family(&mut self, scope: &mut Scope, view: &OpView<'_, '_>) -> Outcome<Made> {
        if let Some(made) = self.shaped(scope, view)? {
            return Ok(made);
        }
        if let Some(made) = self.composed(scope, view)? {
            return Ok(made);
        }
        if let Some(made) = self.elementwise(scope, view)? {
            return Ok(made);
        }
        if let Some(made) = self.random(scope, view)? {
            return Ok(made);
        }
        for family in [
            super::contraction::instruction_of,
            super::indexing::instruction_of,
            super::linear_algebra::instruction_of,
            super::collective::instruction_of,
        ] {
            if let Some(made) = family(view)? {
                return Ok(made.into());
            }
        }
        Err(Refusal("HLO has no such operation".to_owned()))
    }
}

/// What is attached to an operation beyond its definition.
fn attached(operation: OperationRef<'_, '_>) -> Outcome<Attached> {
    let name = super::function::name_of(operation);
    let op = Op::from_name(&name);
    let mut attached = Attached::default();
    for (name, attribute) in operation.attributes() {
        let name = name.as_string_ref().as_str().unwrap_or_default();
        let is_inherent = match op {
            Some(Op::StablehloCustomCall) if name == super::calls::DICTIONARY => true,
            Some(op) => op.facts().attributes.iter().any(|facts| facts.name == name),
            None => matches!(name, "callee" | "no_inline"),
        };
        if !is_inherent {
            attached.take(name, attribute)?;
        }
    }
    Ok(attached)
}

impl Scope {
    /// Sets the attributes for the compiler's front of an instruction, beside those it has.
    pub fn set_frontend_attributes(&mut self, id: i64, attributes: FrontendAttributes) {
        if let Some(instruction) = self.instruction_mut(id) {
            let own = instruction.frontend_attributes.get_or_insert_default();
            own.map.extend(attributes.map);
        }
    }
}
