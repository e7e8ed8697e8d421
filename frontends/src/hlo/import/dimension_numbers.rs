// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Dimension numbers, and algorithms of dot products.

use super::importer::Importer;
use hloom_dialects::attributes::chlo::RaggedDotDimensionNumbers;
use hloom_dialects::attributes::stablehlo::{
    ConvDimensionNumbers, DotAlgorithm, DotDimensionNumbers, GatherDimensionNumbers,
    ScatterDimensionNumbers,
};
use hloom_hlo::proto::HloInstructionProto;
use hloom_hlo::proto::precision_config::Algorithm;
use hloom_hlo::{Instruction, PrimitiveType as P};
use melior::Context;
use melior::ir::{Attribute, Type};

/// Returns the dimension numbers of a dot product.
pub fn dot<'c>(context: &'c Context, proto: &HloInstructionProto) -> Attribute<'c> {
    let numbers = proto.dot_dimension_numbers.clone().unwrap_or_default();
    DotDimensionNumbers {
        lhs_batching_dimensions: numbers.lhs_batch_dimensions,
        rhs_batching_dimensions: numbers.rhs_batch_dimensions,
        lhs_contracting_dimensions: numbers.lhs_contracting_dimensions,
        rhs_contracting_dimensions: numbers.rhs_contracting_dimensions,
    }
    .to_attribute(context)
}

/// Returns the dimension numbers of a ragged dot product.
pub fn ragged_dot<'c>(context: &'c Context, proto: &HloInstructionProto) -> Attribute<'c> {
    let ragged = proto.ragged_dot_dimension_numbers.clone().unwrap_or_default();
    let numbers = ragged.dot_dimension_numbers.unwrap_or_default();
    RaggedDotDimensionNumbers {
        lhs_batching_dimensions: numbers.lhs_batch_dimensions,
        rhs_batching_dimensions: numbers.rhs_batch_dimensions,
        lhs_contracting_dimensions: numbers.lhs_contracting_dimensions,
        rhs_contracting_dimensions: numbers.rhs_contracting_dimensions,
        lhs_ragged_dimensions: ragged.lhs_ragged_dimensions,
        rhs_group_dimensions: ragged.rhs_group_dimensions,
    }
    .to_attribute(context)
}

/// Returns the dimension numbers of a convolution.
pub fn convolution<'c>(context: &'c Context, proto: &HloInstructionProto) -> Attribute<'c> {
    let numbers = proto.convolution_dimension_numbers.clone().unwrap_or_default();
    ConvDimensionNumbers {
        input_batch_dimension: numbers.input_batch_dimension,
        input_feature_dimension: numbers.input_feature_dimension,
        input_spatial_dimensions: numbers.input_spatial_dimensions,
        kernel_input_feature_dimension: numbers.kernel_input_feature_dimension,
        kernel_output_feature_dimension: numbers.kernel_output_feature_dimension,
        kernel_spatial_dimensions: numbers.kernel_spatial_dimensions,
        output_batch_dimension: numbers.output_batch_dimension,
        output_feature_dimension: numbers.output_feature_dimension,
        output_spatial_dimensions: numbers.output_spatial_dimensions,
    }
    .to_attribute(context)
}

/// Returns the dimension numbers of a gather.
pub fn gather<'c>(context: &'c Context, proto: &HloInstructionProto) -> Attribute<'c> {
    let numbers = proto.gather_dimension_numbers.clone().unwrap_or_default();
    GatherDimensionNumbers {
        offset_dims: numbers.offset_dims,
        collapsed_slice_dims: numbers.collapsed_slice_dims,
        operand_batching_dims: numbers.operand_batching_dims,
        start_indices_batching_dims: numbers.start_indices_batching_dims,
        start_index_map: numbers.start_index_map,
        index_vector_dim: numbers.index_vector_dim,
    }
    .to_attribute(context)
}

/// Returns the dimension numbers of a scatter.
pub fn scatter<'c>(context: &'c Context, proto: &HloInstructionProto) -> Attribute<'c> {
    let numbers = proto.scatter_dimension_numbers.clone().unwrap_or_default();
    ScatterDimensionNumbers {
        update_window_dims: numbers.update_window_dims,
        inserted_window_dims: numbers.inserted_window_dims,
        input_batching_dims: numbers.input_batching_dims,
        scatter_indices_batching_dims: numbers.scatter_indices_batching_dims,
        scatter_dims_to_operand_dims: numbers.scatter_dims_to_operand_dims,
        index_vector_dim: numbers.index_vector_dim,
    }
    .to_attribute(context)
}

impl<'c> Importer<'c, '_> {
    /// Returns the algorithm of a dot product, or `None` if the instruction states none.
    ///
    /// An algorithm states the types to which operands are rounded, the accumulation type and the
    /// number of products.
    ///
    /// # Errors
    /// Fails if an operand is missing, or if MLIR does not have its type.
    pub fn algorithm(&self, instruction: Instruction) -> Result<Option<Attribute<'c>>, String> {
        use Algorithm as A;
        let config = instruction.proto().precision_config.as_ref();
        let algorithm = config.map_or(A::AlgUnset, |config| config.algorithm());
        let (element, sum, products) = match algorithm {
            A::AlgUnset => return Ok(None),
            A::AlgDotAnyF8AnyF8F32 | A::AlgDotAnyF8AnyF8F32FastAccum => (None, P::F32, 1),
            A::AlgDotF16F16F16 => (Some("f16"), P::F16, 1),
            A::AlgDotF16F16F32 => (Some("f16"), P::F32, 1),
            A::AlgDotBf16Bf16Bf16 => (Some("bf16"), P::Bf16, 1),
            A::AlgDotBf16Bf16F32 => (Some("bf16"), P::F32, 1),
            A::AlgDotBf16Bf16F32X3 => (Some("bf16"), P::F32, 3),
            A::AlgDotBf16Bf16F32X6 => (Some("bf16"), P::F32, 6),
            A::AlgDotBf16Bf16F32X9 => (Some("bf16"), P::F32, 9),
            A::AlgDotTf32Tf32F32 => (Some("tf32"), P::F32, 1),
            A::AlgDotTf32Tf32F32X3 => (Some("tf32"), P::F32, 3),
            A::AlgDotF32F32F32 => (Some("f32"), P::F32, 1),
            A::AlgDotF64F64F64 => (Some("f64"), P::F64, 1),
        };
        // The f8 algorithms keep the types of the operands.
        let operand = |number: usize| match element {
            Some(name) => {
                let missing = || format!("internal error: MLIR cannot parse the type `{name}`");
                Type::parse(self.context, name).ok_or_else(missing)
            }
            None => {
                let operand = instruction.operand(number).ok_or("expected two operands")?;
                self.element_type(operand.shape().element_type())
            }
        };
        let attribute = DotAlgorithm {
            lhs_precision_type: Some(operand(0)?),
            rhs_precision_type: Some(operand(1)?),
            accumulation_type: Some(self.element_type(sum)?),
            lhs_component_count: 1,
            rhs_component_count: 1,
            num_primitive_operations: products,
            allow_imprecise_accumulation: algorithm == A::AlgDotAnyF8AnyF8F32FastAccum,
        };
        Ok(Some(attribute.to_attribute(self.context)))
    }
}
