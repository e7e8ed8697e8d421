// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Functions that read the attributes of HLO operations.
//!
//! An absent optional attribute has the default of the StableHLO specification. The verifiers of
//! the operations reject malformed attributes. A failure in this module is therefore an internal
//! error, reported with a location.

mod ffi;

use crate::pass::Failure;
use crate::{self as ir, Attribute, Op, Type};
use hloom_dialects::attributes::stablehlo;
use melior::ir::TypeLike as _;
use melior::ir::attribute::{DenseElementsAttribute, FlatSymbolRefAttribute};
use melior::ir::operation::OperationLike;

/// The value of an attribute, or a failure that names the operation and the attribute.
pub type Read<'a, T> = Result<T, Failure<'a>>;

fn attribute<'a>(op: Op<'a>, name: &str) -> Read<'a, Attribute<'a>> {
    op.attribute(name).map_err(|_| missing(op, name))
}

fn missing<'a>(op: Op<'a>, name: &str) -> Failure<'a> {
    Failure::at(op, format!("`{}`: attribute `{name}` is missing or malformed", ir::op_name(op)))
}

/// Returns the value of an integer attribute.
///
/// # Errors
/// Fails if the attribute is missing or malformed.
pub fn integer<'a>(op: Op<'a>, name: &str) -> Read<'a, i64> {
    ir::integer(op, name).ok_or_else(|| missing(op, name))
}

/// Returns the value of an integer attribute, or `default` if it is absent.
///
/// # Errors
/// Fails if the attribute is malformed.
pub fn integer_or<'a>(op: Op<'a>, name: &str, default: i64) -> Read<'a, i64> {
    if op.has_attribute(name) { integer(op, name) } else { Ok(default) }
}

/// Returns the elements of an `array<i64: ...>` or of a dense tensor of `i64`, in row-major order.
///
/// # Errors
/// Fails if the attribute is missing or malformed.
pub fn integers<'a>(op: Op<'a>, name: &str) -> Read<'a, Vec<i64>> {
    let attribute = attribute(op, name)?;
    ir::i64_array(attribute).or_else(|| dense_integers(attribute)).ok_or_else(|| missing(op, name))
}

/// Returns the integers of the attribute like [`integers`], or `count` copies of `default` if the
/// attribute is absent.
///
/// # Errors
/// Fails if the attribute is malformed or does not have `count` elements.
pub fn integers_or<'a>(op: Op<'a>, name: &str, default: i64, count: usize) -> Read<'a, Vec<i64>> {
    let values = if op.has_attribute(name) { integers(op, name)? } else { vec![default; count] };
    if values.len() == count { Ok(values) } else { Err(missing(op, name)) }
}

/// Returns the value of an attribute that lists dimension numbers.
///
/// # Errors
/// Fails if the attribute is missing, malformed or has a negative element.
pub fn dims<'a>(op: Op<'a>, name: &str) -> Read<'a, Vec<usize>> {
    to_dims(&integers(op, name)?).ok_or_else(|| missing(op, name))
}

/// Returns the attribute `padding`: the low and high padding of each of `count` dimensions, or
/// zeros if the attribute is absent.
///
/// # Errors
/// Fails if the attribute is malformed or does not have `2 * count` elements.
pub fn padding<'a>(op: Op<'a>, count: usize) -> Read<'a, Vec<(i64, i64)>> {
    let flat = integers_or(op, "padding", 0, 2 * count)?;
    Ok(flat.chunks(2).map(|pair| (pair[0], pair[1])).collect())
}

/// Returns the elements of an `array<i1: ...>` or of a dense tensor of `i1`, or `count` copies of
/// `false` if the attribute is absent.
///
/// # Errors
/// Fails if the attribute is malformed or does not have `count` elements.
pub fn flags_or_false<'a>(op: Op<'a>, name: &str, count: usize) -> Read<'a, Vec<bool>> {
    let Ok(attribute) = op.attribute(name) else {
        return Ok(vec![false; count]);
    };
    let values = ffi::bool_array(attribute)
        .or_else(|| {
            let dense = DenseElementsAttribute::try_from(attribute).ok()?;
            (0..dense.len()).map(|index| dense.bool_element(index).ok()).collect()
        })
        .filter(|values: &Vec<bool>| values.len() == count);
    values.ok_or_else(|| missing(op, name))
}

/// Returns the symbol to which the attribute `name` refers. Returns `None` if the attribute is
/// absent or is not a flat symbol reference.
pub fn symbol(op: Op, name: &str) -> Option<String> {
    let attribute = FlatSymbolRefAttribute::try_from(op.attribute(name).ok()?).ok()?;
    Some(attribute.value().to_owned())
}

fn dense_integers(attribute: Attribute) -> Option<Vec<i64>> {
    let dense = DenseElementsAttribute::try_from(attribute).ok()?;
    (0..dense.len()).map(|index| dense.i64_element(index).ok()).collect()
}

fn to_dims(values: &[i64]) -> Option<Vec<usize>> {
    values.iter().copied().map(to_dim).collect()
}

fn to_dim(value: i64) -> Option<usize> {
    usize::try_from(value).ok()
}

/// `#stablehlo.dot`: the dimension numbers of `dot_general`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DotDims {
    /// Batching dimensions of the left operand.
    pub lhs_batching: Vec<usize>,
    /// Batching dimensions of the right operand.
    pub rhs_batching: Vec<usize>,
    /// Contracting dimensions of the left operand.
    pub lhs_contracting: Vec<usize>,
    /// Contracting dimensions of the right operand.
    pub rhs_contracting: Vec<usize>,
}

/// `#stablehlo.gather`: the dimension numbers of `gather`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GatherDims {
    /// Result dimensions that index a position in a slice (`offset_dims`).
    pub offset: Vec<usize>,
    /// Operand dimensions of slice size 1 that do not occur in the result (`collapsed_slice_dims`).
    pub collapsed_slice: Vec<usize>,
    /// Operand dimensions that a batch dimension of the result indexes (`operand_batching_dims`).
    pub operand_batching: Vec<usize>,
    /// Dimensions of the start indices that correspond to `operand_batching`
    /// (`start_indices_batching_dims`).
    pub start_indices_batching: Vec<usize>,
    /// For each element of an index vector, the operand dimension to which it gives the start index
    /// of a slice.
    pub start_index_map: Vec<usize>,
    /// Dimension of the start indices that contains the index vectors.
    pub index_vector: usize,
}

/// `#stablehlo.scatter`: the dimension numbers of `scatter`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScatterDims {
    /// Update dimensions that index a position in a window (`update_window_dims`).
    pub update_window: Vec<usize>,
    /// Input dimensions of window size 1 that do not occur in the updates (`inserted_window_dims`).
    pub inserted_window: Vec<usize>,
    /// Input dimensions that a scatter dimension of the updates indexes (`input_batching_dims`).
    pub input_batching: Vec<usize>,
    /// Dimensions of the scatter indices that correspond to `input_batching`
    /// (`scatter_indices_batching_dims`).
    pub scatter_indices_batching: Vec<usize>,
    /// For each element of an index vector, the input dimension to which it gives the start index
    /// of a window.
    pub scatter_dims_to_operand: Vec<usize>,
    /// Dimension of the scatter indices that contains the index vectors.
    pub index_vector: usize,
}

/// `#stablehlo.conv`: the dimension numbers of `convolution`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConvDims {
    /// Batch dimension of the input.
    pub input_batch: usize,
    /// Feature dimension of the input.
    pub input_feature: usize,
    /// Spatial dimensions of the input.
    pub input_spatial: Vec<usize>,
    /// Input feature dimension of the kernel.
    pub kernel_input_feature: usize,
    /// Output feature dimension of the kernel.
    pub kernel_output_feature: usize,
    /// Spatial dimensions of the kernel.
    pub kernel_spatial: Vec<usize>,
    /// Batch dimension of the output.
    pub output_batch: usize,
    /// Feature dimension of the output.
    pub output_feature: usize,
    /// Spatial dimensions of the output.
    pub output_spatial: Vec<usize>,
}

/// `#stablehlo.dot_algorithm`: the required precision of `dot_general`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DotAlgorithm<'a> {
    /// The types to which the elements of the operands are rounded; `None` if elements are split
    /// into several components, or if the type is not a storage type (f16, bf16, f32 or f64).
    pub precision: [Option<Type<'a>>; 2],
    /// The type in which products are accumulated.
    pub accumulation: Type<'a>,
}

/// Returns `dot_dimension_numbers` of `dot_general`.
///
/// # Errors
/// Fails if the attribute is missing or malformed.
pub fn dot_dims<'a>(op: Op<'a>) -> Read<'a, DotDims> {
    let name = "dot_dimension_numbers";
    let numbers = stablehlo::DotDimensionNumbers::from_attribute(attribute(op, name)?);
    let read = |numbers: stablehlo::DotDimensionNumbers| {
        Some(DotDims {
            lhs_batching: to_dims(&numbers.lhs_batching_dimensions)?,
            rhs_batching: to_dims(&numbers.rhs_batching_dimensions)?,
            lhs_contracting: to_dims(&numbers.lhs_contracting_dimensions)?,
            rhs_contracting: to_dims(&numbers.rhs_contracting_dimensions)?,
        })
    };
    numbers.and_then(read).ok_or_else(|| missing(op, name))
}

/// Returns `dimension_numbers` of `gather`.
///
/// # Errors
/// Fails if the attribute is missing or malformed.
pub fn gather_dims<'a>(op: Op<'a>) -> Read<'a, GatherDims> {
    let name = "dimension_numbers";
    let numbers = stablehlo::GatherDimensionNumbers::from_attribute(attribute(op, name)?);
    let read = |numbers: stablehlo::GatherDimensionNumbers| {
        Some(GatherDims {
            offset: to_dims(&numbers.offset_dims)?,
            collapsed_slice: to_dims(&numbers.collapsed_slice_dims)?,
            operand_batching: to_dims(&numbers.operand_batching_dims)?,
            start_indices_batching: to_dims(&numbers.start_indices_batching_dims)?,
            start_index_map: to_dims(&numbers.start_index_map)?,
            index_vector: to_dim(numbers.index_vector_dim)?,
        })
    };
    numbers.and_then(read).ok_or_else(|| missing(op, name))
}

/// Returns `scatter_dimension_numbers` of `scatter`.
///
/// # Errors
/// Fails if the attribute is missing or malformed.
pub fn scatter_dims<'a>(op: Op<'a>) -> Read<'a, ScatterDims> {
    let name = "scatter_dimension_numbers";
    let numbers = stablehlo::ScatterDimensionNumbers::from_attribute(attribute(op, name)?);
    let read = |numbers: stablehlo::ScatterDimensionNumbers| {
        Some(ScatterDims {
            update_window: to_dims(&numbers.update_window_dims)?,
            inserted_window: to_dims(&numbers.inserted_window_dims)?,
            input_batching: to_dims(&numbers.input_batching_dims)?,
            scatter_indices_batching: to_dims(&numbers.scatter_indices_batching_dims)?,
            scatter_dims_to_operand: to_dims(&numbers.scatter_dims_to_operand_dims)?,
            index_vector: to_dim(numbers.index_vector_dim)?,
        })
    };
    numbers.and_then(read).ok_or_else(|| missing(op, name))
}

/// Returns `dimension_numbers` of `convolution`.
///
/// # Errors
/// Fails if the attribute is missing or malformed.
pub fn conv_dims<'a>(op: Op<'a>) -> Read<'a, ConvDims> {
    let name = "dimension_numbers";
    let numbers = stablehlo::ConvDimensionNumbers::from_attribute(attribute(op, name)?);
    let read = |numbers: stablehlo::ConvDimensionNumbers| {
        Some(ConvDims {
            input_batch: to_dim(numbers.input_batch_dimension)?,
            input_feature: to_dim(numbers.input_feature_dimension)?,
            input_spatial: to_dims(&numbers.input_spatial_dimensions)?,
            kernel_input_feature: to_dim(numbers.kernel_input_feature_dimension)?,
            kernel_output_feature: to_dim(numbers.kernel_output_feature_dimension)?,
            kernel_spatial: to_dims(&numbers.kernel_spatial_dimensions)?,
            output_batch: to_dim(numbers.output_batch_dimension)?,
            output_feature: to_dim(numbers.output_feature_dimension)?,
            output_spatial: to_dims(&numbers.output_spatial_dimensions)?,
        })
    };
    numbers.and_then(read).ok_or_else(|| missing(op, name))
}

/// Returns `algorithm` of `dot_general`, or `None` if it is absent.
///
/// # Errors
/// Fails if the attribute is malformed.
pub fn dot_algorithm<'a>(op: Op<'a>) -> Read<'a, Option<DotAlgorithm<'a>>> {
    let Ok(algorithm) = op.attribute("algorithm") else {
        return Ok(None);
    };
    let algorithm = stablehlo::DotAlgorithm::from_attribute(algorithm);
    let algorithm = algorithm.ok_or_else(|| missing(op, "algorithm"))?;
    let stored = |ty: &Type| ty.is_f16() || ty.is_bf16() || ty.is_f32() || ty.is_f64();
    let precision =
        |ty: Option<Type<'a>>, components: i64| ty.filter(|ty| components == 1 && stored(ty));
    Ok(Some(DotAlgorithm {
        precision: [
            precision(algorithm.lhs_precision_type, algorithm.lhs_component_count),
            precision(algorithm.rhs_precision_type, algorithm.rhs_component_count),
        ],
        accumulation: algorithm.accumulation_type.ok_or_else(|| missing(op, "algorithm"))?,
    }))
}
