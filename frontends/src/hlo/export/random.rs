// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random numbers.

use super::instruction::{Made, instruction};
use super::scope::Scope;
use super::{Exporter, Outcome};
use hloom_dialects::Op;
use hloom_dialects::attributes::stablehlo::{RngAlgorithm, RngDistribution};
use hloom_dialects::op_view::OpView;
use hloom_hlo::Opcode;
use hloom_hlo::proto::HloInstructionProto;

impl Exporter {
    /// Random numbers, nothing of other operations.
    pub(super) fn random(
        &mut self,
        scope: &mut Scope,
        view: &OpView<'_, '_>,
    ) -> Outcome<Option<Made>> {
        // The values of the enums are the same in both.
        let made = match view.op() {
            Op::StablehloRng => HloInstructionProto {
                distribution: view.typed::<RngDistribution>("rng_distribution")? as i32,
                // The shape is that of the result.
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
