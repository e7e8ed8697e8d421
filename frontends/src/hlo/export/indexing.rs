// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Export of gather, scatter and dynamic slices to HLO.

use super::error::ExportResult;
use super::instruction::instruction;
use hloom_dialects::Op;
use hloom_dialects::attributes::stablehlo::{GatherDimensionNumbers, ScatterDimensionNumbers};
use hloom_dialects::op_view::OpView;
use hloom_hlo::Opcode;
use hloom_hlo::proto::{
    GatherDimensionNumbers as Gather, HloInstructionProto, ScatterDimensionNumbers as Scatter,
};

/// Returns the instruction of a gather or dynamic slice, or `None` for other operations.
pub fn instruction_of(view: &OpView<'_, '_>) -> ExportResult<Option<HloInstructionProto>> {
    Ok(Some(match view.op() {
        Op::StablehloDynamicSlice => HloInstructionProto {
            dynamic_slice_sizes: view.integers("slice_sizes")?,
            ..instruction(Opcode::DynamicSlice)
        },
        Op::StablehloGather => {
            let numbers: GatherDimensionNumbers = view.typed("dimension_numbers")?;
            let numbers = Gather {
                offset_dims: numbers.offset_dims,
                collapsed_slice_dims: numbers.collapsed_slice_dims,
                start_index_map: numbers.start_index_map,
                index_vector_dim: numbers.index_vector_dim,
                operand_batching_dims: numbers.operand_batching_dims,
                start_indices_batching_dims: numbers.start_indices_batching_dims,
            };
            HloInstructionProto {
                gather_dimension_numbers: Some(numbers.into()),
                gather_slice_sizes: view.integers("slice_sizes")?,
                indices_are_sorted: view.optional_boolean("indices_are_sorted").unwrap_or(false),
                ..instruction(Opcode::Gather)
            }
        }
        _ => return Ok(None),
    }))
}

/// Returns the instruction of a scatter, without its computation.
pub fn scatter(view: &OpView<'_, '_>) -> ExportResult<HloInstructionProto> {
    let numbers: ScatterDimensionNumbers = view.typed("scatter_dimension_numbers")?;
    let numbers = Scatter {
        update_window_dims: numbers.update_window_dims,
        inserted_window_dims: numbers.inserted_window_dims,
        scatter_dims_to_operand_dims: numbers.scatter_dims_to_operand_dims,
        index_vector_dim: numbers.index_vector_dim,
        input_batching_dims: numbers.input_batching_dims,
        scatter_indices_batching_dims: numbers.scatter_indices_batching_dims,
    };
    Ok(HloInstructionProto {
        scatter_dimension_numbers: Some(numbers.into()),
        indices_are_sorted: view.optional_boolean("indices_are_sorted").unwrap_or(false),
        unique_indices: view.optional_boolean("unique_indices").unwrap_or(false),
        ..instruction(Opcode::Scatter)
    })
}
