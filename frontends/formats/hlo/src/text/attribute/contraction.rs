// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes of matrix products and convolutions in HLO text.

use super::Attribute;
use super::field::{enumeration, integer, integers, message, place};
use crate::proto::ConvolutionKind;
use crate::proto::precision_config::{Algorithm, Precision};
use crate::text::{dim_labels, names, window};

pub static LHS_BATCH_DIMS: Attribute =
    integers!("lhs_batch_dims", (dot_dimension_numbers) lhs_batch_dimensions);
pub static LHS_CONTRACTING_DIMS: Attribute = Attribute {
    is_set: |_| true,
    ..integers!("lhs_contracting_dims", (dot_dimension_numbers) lhs_contracting_dimensions)
};
pub static RHS_BATCH_DIMS: Attribute =
    integers!("rhs_batch_dims", (dot_dimension_numbers) rhs_batch_dimensions);
pub static RHS_CONTRACTING_DIMS: Attribute = Attribute {
    is_set: |_| true,
    ..integers!("rhs_contracting_dims", (dot_dimension_numbers) rhs_contracting_dimensions)
};

/// Attributes of `ragged-dot`, which are stored in the message field
/// `ragged_dot_dimension_numbers`.
pub mod ragged {
    use super::{Attribute, integers, place};

    pub static LHS_BATCH_DIMS: Attribute = integers!("lhs_batch_dims",
        (ragged_dot_dimension_numbers.dot_dimension_numbers) lhs_batch_dimensions);
    pub static LHS_CONTRACTING_DIMS: Attribute = Attribute {
        is_set: |_| true,
        ..integers!("lhs_contracting_dims",
            (ragged_dot_dimension_numbers.dot_dimension_numbers) lhs_contracting_dimensions)
    };
    pub static RHS_BATCH_DIMS: Attribute = integers!("rhs_batch_dims",
        (ragged_dot_dimension_numbers.dot_dimension_numbers) rhs_batch_dimensions);
    pub static RHS_CONTRACTING_DIMS: Attribute = Attribute {
        is_set: |_| true,
        ..integers!("rhs_contracting_dims",
            (ragged_dot_dimension_numbers.dot_dimension_numbers) rhs_contracting_dimensions)
    };
    pub static LHS_RAGGED_DIMS: Attribute =
        integers!("lhs_ragged_dims", (ragged_dot_dimension_numbers) lhs_ragged_dimensions);
    pub static RHS_GROUP_DIMS: Attribute =
        integers!("rhs_group_dims", (ragged_dot_dimension_numbers) rhs_group_dimensions);
}

pub static OPERAND_PRECISION: Attribute = Attribute {
    name: "operand_precision",
    read: |reader, instruction| {
        let precisions = reader.cursor.list(["{", "}"], names::read::<Precision>)?;
        instruction.precision_config.get_or_insert_default().operand_precision = precisions;
        Ok(())
    },
    is_set: |instruction| {
        let config = instruction.precision_config.as_ref();
        config.is_some_and(|config| config.operand_precision.iter().any(|value| *value != 0))
    },
    write: |writer, instruction| {
        let precisions =
            instruction.precision_config.iter().flat_map(|config| config.operand_precision());
        let precisions: Vec<_> = precisions.map(names::Named::hlo_name).collect();
        writer.push(&crate::text::list::braced(&precisions));
    },
};

pub static ALGORITHM: Attribute =
    enumeration!("algorithm", Algorithm, (precision_config) algorithm);

/// The attribute `window` of an instruction. The writer also writes a window without dimensions,
/// because a custom call may have one.
pub static WINDOW: Attribute = Attribute {
    is_set: |instruction| instruction.window.is_some(),
    ..message!("window", window::read, window::write, window)
};
pub static DIM_LABELS: Attribute =
    message!("dim_labels", dim_labels::read, dim_labels::write, convolution_dimension_numbers);
pub static FEATURE_GROUP_COUNT: Attribute =
    integer!("feature_group_count" unless 1, feature_group_count);
pub static BATCH_GROUP_COUNT: Attribute = integer!("batch_group_count" unless 1, batch_group_count);
pub static CONVOLUTION_KIND: Attribute =
    enumeration!("convolution_kind", ConvolutionKind, conv_kind);
