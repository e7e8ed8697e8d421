// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verifies attributes for which a message can contain values that HLO text cannot produce.

use super::shardings;
use crate::opcode::Opcode;
use crate::proto::{ConvolutionDimensionNumbers, HloInstructionProto};

/// Values of the attribute `kind` of a fusion.
pub const FUSION_KINDS: [&str; 4] = ["kLoop", "kInput", "kOutput", "kCustom"];

/// Values of the attribute `direction` of a comparison.
pub const DIRECTIONS: [&str; 6] = ["EQ", "NE", "GE", "GT", "LE", "LT"];

/// Values of the attribute `type` of a comparison. An empty value means that the element type
/// determines the type.
pub const COMPARISON_TYPES: [&str; 5] = ["FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED", ""];

/// Verifies the attributes of an instruction.
pub fn verify(instruction: &HloInstructionProto, opcode: Opcode) -> Result<(), String> {
    let (kind, direction) = (&instruction.fusion_kind, &instruction.comparison_direction);
    if opcode == Opcode::Fusion && !FUSION_KINDS.contains(&kind.as_str()) {
        return Err(format!("`{kind}` is not a kind of fusion"));
    }
    if opcode == Opcode::Compare {
        if !DIRECTIONS.contains(&direction.as_str()) {
            return Err(format!("`{direction}` is not a direction of a comparison"));
        }
        let order = &instruction.comparison_type;
        if !COMPARISON_TYPES.contains(&order.as_str()) {
            return Err(format!("`{order}` is not a type of a comparison"));
        }
    }
    if opcode == Opcode::Convolution && instruction.convolution_dimension_numbers.is_none() {
        return Err("the `convolution` has no dimension numbers".to_owned());
    }
    if opcode == Opcode::Pad {
        let padded = instruction.padding_config.as_ref().map_or(0, |all| all.dimensions.len());
        let rank = instruction.shape.as_ref().map_or(0, |shape| shape.dimensions.len());
        if padded != rank {
            return Err(format!("`pad`: expected padding of {rank} dimensions, found {padded}"));
        }
    }
    if let Some(numbers) = &instruction.convolution_dimension_numbers {
        verify_convolution(numbers)?;
    }
    let one = [
        &instruction.sharding,
        &instruction.domain_entry_sharding,
        &instruction.domain_exit_sharding,
    ];
    for sharding in one.into_iter().flatten() {
        shardings::verify(sharding)?;
    }
    if let Some(groups) = &instruction.replica_group_list {
        shardings::verify_groups(groups)?;
    }
    Ok(())
}

/// Verifies that the dimensions of each array of a convolution are distinct and in range.
fn verify_convolution(numbers: &ConvolutionDimensionNumbers) -> Result<(), String> {
    let input = (numbers.input_batch_dimension, numbers.input_feature_dimension);
    let kernel = (numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension);
    let output = (numbers.output_batch_dimension, numbers.output_feature_dimension);
    let spatial = numbers.input_spatial_dimensions.len();
    for (name, (first, second), others) in [
        ("input", input, &numbers.input_spatial_dimensions),
        ("kernel", kernel, &numbers.kernel_spatial_dimensions),
        ("output", output, &numbers.output_spatial_dimensions),
    ] {
        let mut dimensions: Vec<_> = others.iter().chain([&first, &second]).collect();
        let count = dimensions.len();
        dimensions.sort_unstable();
        dimensions.dedup();
        let known = dimensions.iter().all(|dimension| (0..16).contains(*dimension));
        if dimensions.len() != count || !known || others.len() != spatial || spatial > 8 {
            return Err(format!(
                "expected distinct dimension numbers in 0..16 for the convolution {name}, with \
                 {spatial} spatial dimensions (at most 8)"
            ));
        }
    }
    Ok(())
}
