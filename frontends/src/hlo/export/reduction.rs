// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations with a computation on scalars: reductions, scatters, sorts and collectives.

use super::error::ExportResult;
use super::exporter::Exporter;
use super::instruction::{Converted, instruction};
use super::region::Arguments;
use super::scope::Scope;
use super::window::{Dilations, window};
use super::{collective, indexing};
use crate::Error;
use hloom_dialects::Op;
use hloom_dialects::op_view::OpView;
use hloom_hlo::Opcode;
use hloom_hlo::proto::HloInstructionProto;
use melior::ir::operation::OperationLike;

impl Exporter {
    /// Converts an operation with a computation on scalars; returns `None` for other operations.
    pub(super) fn with_region(
        &mut self,
        _: &mut Scope,
        view: &OpView<'_, '_>,
    ) -> Result<Option<Converted>, Error> {
        let made = instruction_of(view).map_err(|error| error.at(view.operation()))?;
        let Some(mut made) = made else { return Ok(None) };
        for region in view.operation().regions() {
            let computation = self.region(view.operation(), region, Arguments::Each, &[], false)?;
            made.called_computation_ids.push(computation);
        }
        Ok(Some(made.into()))
    }
}

fn instruction_of(view: &OpView<'_, '_>) -> ExportResult<Option<HloInstructionProto>> {
    const DILATIONS: Dilations = Dilations { window: "window_dilations", base: "base_dilations" };
    let along = |opcode| -> ExportResult<_> {
        Ok(HloInstructionProto { dimensions: view.integers("dimensions")?, ..instruction(opcode) })
    };
    let windowed = |opcode| -> ExportResult<_> {
        let sizes = view.integers("window_dimensions")?;
        let window = window(view, &sizes, &DILATIONS)?;
        Ok(HloInstructionProto { window: Some(window.into()), ..instruction(opcode) })
    };
    Ok(Some(match view.op() {
        Op::StablehloReduce => along(Opcode::Reduce)?,
        Op::StablehloMap => along(Opcode::Map)?,
        Op::StablehloReduceWindow => windowed(Opcode::ReduceWindow)?,
        Op::StablehloSelectAndScatter => windowed(Opcode::SelectAndScatter)?,
        Op::StablehloScatter => indexing::scatter(view)?,
        Op::StablehloSort => {
            let dimension = view.optional_integer("dimension").unwrap_or(-1);
            let rank = view.tensor(0)?.rank() as i64;
            HloInstructionProto {
                dimensions: vec![if dimension < 0 { rank + dimension } else { dimension }],
                is_stable: view.optional_boolean("is_stable").unwrap_or(false),
                ..instruction(Opcode::Sort)
            }
        }
        Op::StablehloAllReduce => collective::instruction(view, Opcode::AllReduce, None)?,
        Op::StablehloReduceScatter => {
            collective::instruction(view, Opcode::ReduceScatter, Some("scatter_dimension"))?
        }
        _ => return Ok(None),
    }))
}
