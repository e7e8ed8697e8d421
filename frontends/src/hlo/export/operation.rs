// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of operations to instructions: finds the family that converts an operation.

use super::attributes::DiscardableAttributes;
use super::error::{ExportError, ExportResult, name_of};
use super::exporter::Exporter;
use super::instruction::Converted;
use super::scope::Scope;
use super::shapes::shape_of_all;
use super::{calls, collective, contraction, indexing, linear_algebra, metadata};
use crate::Error;
use hloom_dialects::Op;
use hloom_dialects::op_view::OpView;
use melior::ir::ValueLike;
use melior::ir::operation::{OperationLike, OperationRef};

impl Exporter {
    /// Converts an operation.
    ///
    /// # Errors
    /// Fails if HLO cannot represent the operation or one of its attributes or types.
    pub fn operation(
        &mut self,
        scope: &mut Scope,
        operation: OperationRef<'_, '_>,
    ) -> Result<(), Error> {
        let at = |error: ExportError| error.at(operation);
        let attributes = discardable_attributes(operation).map_err(at)?;
        scope.metadata = metadata::metadata(operation.location());
        scope.sharding = attributes.sharding;
        let converted = match OpView::from_operation(operation) {
            Some(view) => self.converted(scope, &view)?,
            None => self.function_call(scope, operation)?,
        };
        let results: Vec<melior::ir::Value<'_, '_>> = operation.results().map(Into::into).collect();
        let ids = match converted {
            Converted::Results(ids) => ids,
            Converted::Instruction(mut instruction) => {
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
        if let (Some(own), Some(id)) = (attributes.frontend_attributes, ids.first()) {
            let maker = scope.made_by(*id);
            scope.set_frontend_attributes(maker, own);
        }
        scope.metadata = None;
        scope.sharding = None;
        if ids.len() < results.len() {
            return Err(at("the instruction has fewer results than the operation".into()));
        }
        for (result, id) in results.into_iter().zip(ids) {
            scope.define(result, id);
        }
        Ok(())
    }

    fn converted(&mut self, scope: &mut Scope, view: &OpView<'_, '_>) -> Result<Converted, Error> {
        let at = |error: ExportError| error.at(view.operation());
        if let Some(converted) = self.control_flow(scope, view)? {
            return Ok(converted);
        }
        if let Some(converted) = self.with_region(scope, view)? {
            return Ok(converted);
        }
        self.family(scope, view).map_err(at)
    }

    fn family(&mut self, scope: &mut Scope, view: &OpView<'_, '_>) -> ExportResult<Converted> {
        if let Some(converted) = self.shaped(scope, view)? {
            return Ok(converted);
        }
        if let Some(converted) = self.composed(scope, view)? {
            return Ok(converted);
        }
        if let Some(converted) = self.elementwise(scope, view)? {
            return Ok(converted);
        }
        if let Some(converted) = self.random(scope, view)? {
            return Ok(converted);
        }
        for family in [
            contraction::instruction_of,
            indexing::instruction_of,
            linear_algebra::instruction_of,
            collective::instruction_of,
        ] {
            if let Some(converted) = family(view)? {
                return Ok(converted.into());
            }
        }
        Err(ExportError("HLO has no equivalent operation".to_owned()))
    }
}

/// Returns the discardable attributes of an operation.
fn discardable_attributes(operation: OperationRef<'_, '_>) -> ExportResult<DiscardableAttributes> {
    let name = name_of(operation);
    let op = Op::from_name(&name);
    let mut attributes = DiscardableAttributes::default();
    for (name, attribute) in operation.attributes() {
        let name = name.as_string_ref().as_str().unwrap_or_default();
        let is_inherent = match op {
            Some(Op::StablehloCustomCall) if name == calls::DICTIONARY => true,
            Some(op) => op.facts().attributes.iter().any(|facts| facts.name == name),
            None => matches!(name, "callee" | "no_inline"),
        };
        if !is_inherent {
            attributes.take(name, attribute)?;
        }
    }
    Ok(attributes)
}
