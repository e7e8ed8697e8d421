// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Export of loops and branches to HLO.
//!
//! HLO computations cannot use values from outside, so values that a region captures become
//! additional arguments of its computation.

use super::error::ExportError;
use super::exporter::Exporter;
use super::instruction::{Converted, instruction};
use super::region::{Arguments, captured};
use super::scope::Scope;
use crate::Error;
use hloom_dialects::Op;
use hloom_dialects::op_view::OpView;
use hloom_hlo::Opcode;
use hloom_hlo::proto::HloInstructionProto;
use melior::ir::operation::OperationLike;

impl Exporter {
    /// Converts a loop, a conditional, a composite, a custom call or a barrier; returns `None`
    /// for other operations.
    pub(super) fn control_flow(
        &mut self,
        scope: &mut Scope,
        view: &OpView<'_, '_>,
    ) -> Result<Option<Converted>, Error> {
        Ok(Some(match view.op() {
            Op::StablehloWhile => Converted::Results(self.r#while(scope, view)?),
            Op::StablehloIf | Op::StablehloCase => self.conditional(scope, view)?,
            Op::StablehloComposite => self.composite(view)?.into(),
            Op::StablehloCustomCall => self.custom_call(view)?.into(),
            Op::StablehloOptimizationBarrier => Converted::Results(self.barrier(scope, view)?),
            _ => return Ok(None),
        }))
    }

    fn r#while(&mut self, scope: &mut Scope, view: &OpView<'_, '_>) -> Result<Vec<i64>, Error> {
        let at = |error: ExportError| error.at(view.operation());
        let regions: Vec<_> = view.operation().regions().collect();
        let [condition, body] = regions[..] else {
            return Err(at("expected two regions".into()));
        };
        let captured = captured(regions.iter().copied());
        let initial = view.operands().iter().chain(&captured).copied();
        let initial = self.values(scope, initial).map_err(at)?;
        let packed = self.pack(scope, &initial);
        let (metadata, sharding) = (scope.metadata.clone(), scope.sharding.clone());
        let body = self.region(view.operation(), body, Arguments::Packed, &captured, true)?;
        let condition =
            self.region(view.operation(), condition, Arguments::Packed, &captured, false)?;
        (scope.metadata, scope.sharding) = (metadata, sharding);
        let shape = scope.shape(packed);
        let made = HloInstructionProto {
            operand_ids: vec![packed],
            called_computation_ids: vec![body, condition],
            ..instruction(Opcode::While)
        };
        let id = self.add(scope, made, shape);
        let mut results = self.unpack(scope, id, initial.len());
        results.truncate(view.operand_count());
        Ok(results)
    }

    fn conditional(
        &mut self,
        scope: &mut Scope,
        view: &OpView<'_, '_>,
    ) -> Result<Converted, Error> {
        let at = |error: ExportError| error.at(view.operation());
        let choice = view.operand(0).map_err(|violation| at(violation.into()))?;
        let mut made = instruction(Opcode::Conditional);
        made.operand_ids = vec![self.value(scope, choice).map_err(at)?];
        for region in view.operation().regions() {
            let captured = captured([region]);
            let values = self.values(scope, captured.iter().copied()).map_err(at)?;
            made.operand_ids.push(self.pack(scope, &values));
            let branch =
                self.region(view.operation(), region, Arguments::Packed, &captured, false)?;
            made.called_computation_ids.push(branch);
        }
        Ok(made.into())
    }

    fn barrier(&mut self, scope: &mut Scope, view: &OpView<'_, '_>) -> Result<Vec<i64>, Error> {
        let at = |error: ExportError| error.at(view.operation());
        let operands = self.values(scope, view.operands().iter().copied()).map_err(at)?;
        let packed = self.pack(scope, &operands);
        let shape = scope.shape(packed);
        let barrier = self.apply(scope, Opcode::OptimizationBarrier, &[packed], shape);
        Ok(self.unpack(scope, barrier, operands.len()))
    }
}
