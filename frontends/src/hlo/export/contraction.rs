// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Export of matrix products and convolutions to HLO.

use super::error::{ExportError, ExportResult};
use super::instruction::instruction;
use super::window::{Dilations, window};
use hloom_dialects::Op;
use hloom_dialects::attributes::stablehlo::{
    ConvDimensionNumbers, DotAlgorithm, DotDimensionNumbers, Precision,
};
use hloom_dialects::op_view::OpView;
use hloom_hlo::Opcode;
use hloom_hlo::proto::precision_config::Algorithm;
use hloom_hlo::proto::{
    ConvolutionDimensionNumbers, DotDimensionNumbers as Dot, HloInstructionProto, PrecisionConfig,
};
use melior::ir::Type;

/// Returns the instruction of a contraction, or `None` for other operations.
pub fn instruction_of(view: &OpView<'_, '_>) -> ExportResult<Option<HloInstructionProto>> {
    Ok(Some(match view.op() {
        Op::StablehloDotGeneral => {
            let numbers: DotDimensionNumbers = view.typed("dot_dimension_numbers")?;
            dot(
                view,
                numbers.lhs_contracting_dimensions,
                numbers.rhs_contracting_dimensions,
                numbers.lhs_batching_dimensions,
                numbers.rhs_batching_dimensions,
            )?
        }
        Op::StablehloDot => {
            let rank = view.tensor(0)?.rank() as i64;
            dot(view, vec![rank - 1], vec![0], Vec::new(), Vec::new())?
        }
        Op::StablehloConvolution => convolution(view)?,
        _ => return Ok(None),
    }))
}

fn dot(
    view: &OpView<'_, '_>,
    lhs_contracting_dimensions: Vec<i64>,
    rhs_contracting_dimensions: Vec<i64>,
    lhs_batch_dimensions: Vec<i64>,
    rhs_batch_dimensions: Vec<i64>,
) -> ExportResult<HloInstructionProto> {
    let numbers = Dot {
        lhs_contracting_dimensions,
        rhs_contracting_dimensions,
        lhs_batch_dimensions,
        rhs_batch_dimensions,
    };
    let mut precision = precision(view)?;
    if let Some(algorithm) = view.optional_typed::<DotAlgorithm<'_>>("algorithm") {
        precision.algorithm = self::algorithm(&algorithm)?.into();
    }
    Ok(HloInstructionProto {
        dot_dimension_numbers: Some(numbers.into()),
        precision_config: Some(precision.into()),
        ..instruction(Opcode::Dot)
    })
}

/// Returns the precision of the two operands of a contraction.
fn precision(view: &OpView<'_, '_>) -> ExportResult<PrecisionConfig> {
    let given = view.optional_array("precision_config").unwrap_or_default();
    let given = given.into_iter().map(|attribute| {
        let precision = Precision::from_attribute(attribute)
            .ok_or("expected a precision in `precision_config`")?;
        // The numeric values of the StableHLO and HLO enums are equal.
        Ok(precision as i32)
    });
    let mut operand_precision = given.collect::<ExportResult<Vec<i32>>>()?;
    if operand_precision.is_empty() {
        operand_precision = vec![0; 2];
    }
    Ok(PrecisionConfig { operand_precision, ..PrecisionConfig::default() })
}

/// Dot algorithms: operand type, accumulation type, number of products, whether imprecise
/// accumulation is allowed, and the algorithm in HLO.
const ALGORITHMS: [(&str, &str, i64, bool, Algorithm); 11] = [
    ("f16", "f16", 1, false, Algorithm::AlgDotF16F16F16),
    ("f16", "f32", 1, false, Algorithm::AlgDotF16F16F32),
    ("bf16", "bf16", 1, false, Algorithm::AlgDotBf16Bf16Bf16),
    ("bf16", "f32", 1, false, Algorithm::AlgDotBf16Bf16F32),
    ("bf16", "f32", 3, false, Algorithm::AlgDotBf16Bf16F32X3),
    ("bf16", "f32", 6, false, Algorithm::AlgDotBf16Bf16F32X6),
    ("bf16", "f32", 9, false, Algorithm::AlgDotBf16Bf16F32X9),
    ("tf32", "f32", 1, false, Algorithm::AlgDotTf32Tf32F32),
    ("tf32", "f32", 3, false, Algorithm::AlgDotTf32Tf32F32X3),
    ("f32", "f32", 1, false, Algorithm::AlgDotF32F32F32),
    ("f64", "f64", 1, false, Algorithm::AlgDotF64F64F64),
];

fn algorithm(algorithm: &DotAlgorithm<'_>) -> ExportResult<Algorithm> {
    let name = |ty: Option<Type<'_>>| ty.map(|ty| ty.to_string()).unwrap_or_default();
    let (lhs, rhs) = (name(algorithm.lhs_precision_type), name(algorithm.rhs_precision_type));
    let sum = name(algorithm.accumulation_type);
    let is_plain = algorithm.lhs_component_count == 1 && algorithm.rhs_component_count == 1;
    let products = algorithm.num_primitive_operations;
    let is_imprecise = algorithm.allow_imprecise_accumulation;
    if is_plain && lhs.starts_with("f8") && rhs.starts_with("f8") && sum == "f32" && products == 1 {
        return Ok(match is_imprecise {
            true => Algorithm::AlgDotAnyF8AnyF8F32FastAccum,
            false => Algorithm::AlgDotAnyF8AnyF8F32,
        });
    }
    let found = ALGORITHMS.iter().find(|(operand, accumulated, count, imprecise, _)| {
        (*operand, *accumulated, *count, *imprecise) == (&lhs, &sum, products, is_imprecise)
    });
    let found = found.filter(|_| is_plain && lhs == rhs);
    found.map(|row| row.4).ok_or_else(|| {
        ExportError(format!(
            "HLO has no dot algorithm of {products} products of {lhs} and {rhs} accumulated in \
             {sum}"
        ))
    })
}

fn convolution(view: &OpView<'_, '_>) -> ExportResult<HloInstructionProto> {
    let numbers: ConvDimensionNumbers = view.typed("dimension_numbers")?;
    let kernel = super::shapes::shape(view.operand_types()[1])?;
    let size = |dimension: &i64| {
        let size = usize::try_from(*dimension).ok().and_then(|it| kernel.dimensions.get(it));
        let message = "`dimension_numbers`: a kernel spatial dimension is out of range";
        size.copied().ok_or(ExportError(message.to_owned()))
    };
    let sizes =
        numbers.kernel_spatial_dimensions.iter().map(size).collect::<ExportResult<Vec<_>>>()?;
    let window = window(view, &sizes, &Dilations { window: "rhs_dilation", base: "lhs_dilation" })?;
    let dimensions = ConvolutionDimensionNumbers {
        input_batch_dimension: numbers.input_batch_dimension,
        input_feature_dimension: numbers.input_feature_dimension,
        input_spatial_dimensions: numbers.input_spatial_dimensions,
        kernel_input_feature_dimension: numbers.kernel_input_feature_dimension,
        kernel_output_feature_dimension: numbers.kernel_output_feature_dimension,
        kernel_spatial_dimensions: numbers.kernel_spatial_dimensions,
        output_batch_dimension: numbers.output_batch_dimension,
        output_feature_dimension: numbers.output_feature_dimension,
        output_spatial_dimensions: numbers.output_spatial_dimensions,
    };
    Ok(HloInstructionProto {
        window: Some(window.into()),
        convolution_dimension_numbers: Some(dimensions.into()),
        feature_group_count: view.integer("feature_group_count")?,
        batch_group_count: view.integer("batch_group_count")?,
        precision_config: Some(precision(view)?.into()),
        ..instruction(Opcode::Convolution)
    })
}
