// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Export to HLO of operations that move elements or create tensors.

use super::attributes::DiscardableAttributes;
use super::error::ExportResult;
use super::exporter::Exporter;
use super::instruction::{Converted, instruction};
use super::scope::Scope;
use super::shapes::shape;
use hloom_dialects::Op;
use hloom_dialects::op_view::OpView;
use hloom_hlo::Opcode;
use hloom_hlo::proto::hlo_instruction_proto::SliceDimensions;
use hloom_hlo::proto::padding_config::PaddingConfigDimension;
use hloom_hlo::proto::{HloInstructionProto, PaddingConfig, ShapeProto};

impl Exporter {
    pub(super) fn shaped(
        &mut self,
        scope: &mut Scope,
        view: &OpView<'_, '_>,
    ) -> ExportResult<Option<Converted>> {
        let along = |opcode, dimensions: Vec<i64>| HloInstructionProto {
            dimensions,
            ..instruction(opcode)
        };
        Ok(Some(match view.op() {
            Op::StablehloConstant => {
                Converted::Results(vec![self.constant(scope, view.required("value")?)?])
            }
            Op::StablehloBroadcastInDim => {
                let dimensions = view.integers("broadcast_dimensions")?;
                Converted::Results(vec![self.broadcast(scope, view, dimensions)?])
            }
            Op::StablehloBroadcast => {
                let first = view.integers("broadcast_sizes")?.len() as i64;
                let last = view.result_tensor(0)?.rank() as i64;
                Converted::Results(vec![self.broadcast(scope, view, (first..last).collect())?])
            }
            Op::StablehloIota => along(Opcode::Iota, vec![view.integer("iota_dimension")?]).into(),
            Op::StablehloTranspose => {
                along(Opcode::Transpose, view.integers("permutation")?).into()
            }
            Op::StablehloReverse => along(Opcode::Reverse, view.integers("dimensions")?).into(),
            Op::StablehloConcatenate => {
                along(Opcode::Concatenate, vec![view.integer("dimension")?]).into()
            }
            Op::StablehloGetDimensionSize => {
                along(Opcode::GetDimensionSize, vec![view.integer("dimension")?]).into()
            }
            Op::StablehloSetDimensionSize => {
                along(Opcode::SetDimensionSize, vec![view.integer("dimension")?]).into()
            }
            Op::StablehloGetTupleElement => HloInstructionProto {
                tuple_index: view.integer("index")?,
                ..instruction(Opcode::GetTupleElement)
            }
            .into(),
            Op::StablehloSlice => slice(view)?.into(),
            // Padding a scalar does nothing, and HLO text has no syntax for a padding of rank 0. A
            // copy carries the attributes of the operation, if it has any.
            Op::StablehloPad if shape(view.result_type(0)?)?.dimensions.is_empty() => {
                let operand = self.value(scope, view.operand(0)?)?;
                match DiscardableAttributes::of(view.operation())?.is_empty() {
                    true => Converted::Results(vec![operand]),
                    false => HloInstructionProto {
                        operand_ids: vec![operand],
                        ..instruction(Opcode::Copy)
                    }
                    .into(),
                }
            }
            Op::StablehloPad => pad(view)?.into(),
            _ => return Ok(None),
        }))
    }

    /// Converts a broadcast.
    ///
    /// HLO's broadcast cannot expand dimensions of size 1, so a reshape removes these dimensions
    /// first.
    fn broadcast(
        &mut self,
        scope: &mut Scope,
        view: &OpView<'_, '_>,
        dimensions: Vec<i64>,
    ) -> ExportResult<i64> {
        let result = shape(view.result_type(0)?)?;
        let mut operand = self.value(scope, view.operand(0)?)?;
        let source = scope.shape(operand);
        let kept: Vec<(i64, i64)> = dimensions
            .iter()
            .zip(&source.dimensions)
            .filter(|(to, size)| {
                let grown = usize::try_from(**to).ok().and_then(|to| result.dimensions.get(to));
                **size != 1 || grown == Some(&1)
            })
            .map(|(to, size)| (*to, *size))
            .collect();
        if kept.len() < dimensions.len() {
            let sizes: Vec<_> = kept.iter().map(|(_, size)| *size).collect();
            let reshaped = ShapeProto::array(source.element_type(), sizes);
            operand = self.apply(scope, Opcode::Reshape, &[operand], reshaped);
        }
        let broadcast = HloInstructionProto {
            dimensions: kept.into_iter().map(|(to, _)| to).collect(),
            operand_ids: vec![operand],
            ..instruction(Opcode::Broadcast)
        };
        Ok(self.add(scope, broadcast, result))
    }
}

fn slice(view: &OpView<'_, '_>) -> ExportResult<HloInstructionProto> {
    let starts = view.integers("start_indices")?;
    let (limits, strides) = (view.integers("limit_indices")?, view.integers("strides")?);
    let dimensions = starts.into_iter().zip(limits).zip(strides);
    let dimension = |((start, limit), stride)| SliceDimensions { start, limit, stride };
    Ok(HloInstructionProto {
        slice_dimensions: dimensions.map(dimension).collect(),
        ..instruction(Opcode::Slice)
    })
}

fn pad(view: &OpView<'_, '_>) -> ExportResult<HloInstructionProto> {
    let low = view.integers("edge_padding_low")?;
    let (high, interior) =
        (view.integers("edge_padding_high")?, view.integers("interior_padding")?);
    let dimensions = low.into_iter().zip(high).zip(interior);
    let dimension = |((edge_padding_low, edge_padding_high), interior_padding)| {
        PaddingConfigDimension { edge_padding_low, edge_padding_high, interior_padding }
    };
    let config = PaddingConfig { dimensions: dimensions.map(dimension).collect() };
    Ok(HloInstructionProto { padding_config: Some(config.into()), ..instruction(Opcode::Pad) })
}
