// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Export of random number generation to HLO.

use super::error::ExportResult;
use super::exporter::Exporter;
use super::instruction::{Converted, instruction};
use super::scope::Scope;
use hloom_dialects::Op;
use hloom_dialects::attributes::stablehlo::{RngAlgorithm, RngDistribution};
use hloom_dialects::op_view::OpView;
use hloom_hlo::Opcode;
use hloom_hlo::proto::HloInstructionProto;

impl Exporter {
    /// Converts random number generation; returns `None` for other operations.
    pub(super) fn random(
        &mut self,
        scope: &mut Scope,
        view: &OpView<'_, '_>,
    ) -> ExportResult<Option<Converted>> {
        // The numeric values of the StableHLO and HLO enums are equal.
        let made = match view.op() {
            Op::StablehloRng => HloInstructionProto {
                distribution: view.typed::<RngDistribution>("rng_distribution")? as i32,
                // The last operand is the shape, which HLO takes from the result.
                operand_ids: self.values(scope, view.operands().iter().copied().take(2))?,
                ..instruction(Opcode::Rng)
            },
            Op::StablehloRngBitGenerator => HloInstructionProto {
                rng_algorithm: view.typed::<RngAlgorithm>("rng_algorithm")? as i32,
                ..instruction(Opcode::RngBitGenerator)
            },
            _ => return Ok(None),
        };
        Ok(Some(made.into()))
    }
}
