// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes of VHLO.

use crate::encoding::{Flag, Flagged, KnownWidth, encodings};
use crate::model::{AttributeId, Bits, Str, TypeId};
use crate::version::{V0_9, V1_9, V1_16, Version};
use crate::vhlo::elements::Elements;
use crate::vhlo::{
    ComparisonDirectionV1, ComparisonTypeV1, CustomCallApiVersionV1, FftTypeV1, PrecisionV1,
    ResultAccuracyModeV1, RngAlgorithmV1, RngDistributionV1, TransposeV1,
};
use std::sync::Arc;

encodings! {
    /// An attribute of VHLO.
    pub enum Attribute {
        1 ArrayV1 { value: Vec<AttributeId> },
        2 BooleanV1 { value: bool as Flag },
        3 ComparisonDirectionV1 { value: ComparisonDirectionV1 },
        4 ComparisonTypeV1 { value: ComparisonTypeV1 },
        5 CustomCallApiVersionV1 { value: CustomCallApiVersionV1 },
        /// A dictionary, whose names are string attributes of VHLO.
        6 DictionaryV1 { value: Vec<(AttributeId, AttributeId)> },
        7 FftTypeV1 { value: FftTypeV1 },
        8 FloatV1 { r#type: TypeId, value: Bits as KnownWidth },
        9 IntegerV1 { r#type: TypeId, value: Bits as KnownWidth },
        10 OutputOperandAliasV1 {
            output_tuple_indices: Vec<i64>,
            operand_index: i64,
            operand_tuple_indices: Vec<i64>,
        },
        11 PrecisionV1 { value: PrecisionV1 },
        12 RngAlgorithmV1 { value: RngAlgorithmV1 },
        13 RngDistributionV1 { value: RngDistributionV1 },
        14 StringV1 { value: Str },
        /// A constant tensor; [`Layout`](crate::Layout) describes its data.
        15 TensorV1 { r#type: TypeId, data: Arc<[u8]> as Elements },
        16 TransposeV1 { value: TransposeV1 },
        17 TypeV1 { value: TypeId },
        18 TypeExtensionsV1 { bounds: Vec<i64> },
        19 ResultAccuracyModeV1 { value: ResultAccuracyModeV1 },
        /// A result accuracy. The tolerances `atol` and `rtol` are the bits of 64-bit floats.
        20 ResultAccuracyV1 { atol: Bits, rtol: Bits, ulps: i64, mode: AttributeId },
        21 SubAxisInfoV1 { pre_size: i64, size: i64 },
        22 AxisRefV1 { name: AttributeId, sub_axis_info: Option<AttributeId> as Flag },
        23 ReplicaGroupMeshAxesV1 { mesh: AttributeId, axes: AttributeId },
        24 MeshAxisV1 { name: AttributeId, size: i64 },
        25 MeshV1 { axes: AttributeId, device_ids: Option<AttributeId> as Flagged },
    }
}

impl Attribute {
    /// Returns the first version that supports the attribute.
    pub fn since(&self) -> Version {
        match self {
            Self::ResultAccuracyV1 { .. } | Self::ResultAccuracyModeV1 { .. } => V1_9,
            Self::SubAxisInfoV1 { .. }
            | Self::AxisRefV1 { .. }
            | Self::ReplicaGroupMeshAxesV1 { .. }
            | Self::MeshAxisV1 { .. }
            | Self::MeshV1 { .. } => V1_16,
            _ => V0_9,
        }
    }
}
