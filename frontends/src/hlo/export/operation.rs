// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of operations to instructions: finds the family that converts an operation.

use super::attributes::DiscardableAttributes;
use super::error::{ExportError, ExportResult};
use super::exporter::Exporter;
use super::instruction::Converted;
use super::scope::Scope;
use super::shapes::shape_of_all;
use super::{collective, contraction, indexing, linear_algebra, metadata};
use crate::Error;
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
        let attributes = DiscardableAttributes::of(operation).map_err(at)?;
        scope.metadata = metadata::metadata(operation.location());
        scope.sharding = attributes.sharding;
        let converted = match OpView::from_operation(operation) {
            Some(view) => self.converted(scope, &view)?,
            None => self.function_call(scope, operation)?,
        };
        let results: Vec<melior::ir::Value<'_, '_>> = operation.results().map(Into::into).collect();
        let (maker, ids) = match converted {
            Converted::Results(ids) => (ids.first().map(|id| scope.made_by(*id)), ids),
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
                (Some(id), self.unpack(scope, id, results.len()))
            }
        };
        if let Some(own) = attributes.frontend_attributes {
            let missing =
                "HLO cannot represent frontend attributes of an operation without results";
            scope.set_frontend_attributes(maker.ok_or_else(|| at(missing.into()))?, own);
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
