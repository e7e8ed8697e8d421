// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes of Shardy. Older writers encode them as [text](crate::model::Attribute::Text).
//!
//! Source: `bytecode.td` of Shardy.

use crate::encoding::{Flagged, encodings};
use crate::model::{AttributeId, Str};

encodings! {
    /// An attribute of Shardy.
    pub enum Attribute {
        0 ManualAxes { value: Vec<AttributeId> },
        1 MeshAxis { name: Str, size: i64 },
        2 Mesh { axes: Vec<AttributeId>, device_ids: Vec<i64> },
        3 SubAxisInfo { pre_size: i64, size: i64 },
        4 AxisRef { name: Str, sub_axis_info: Option<AttributeId> as Flagged },
        5 DimensionSharding {
            axes: Vec<AttributeId>,
            is_closed: bool,
            priority: Option<u64> as Flagged,
        },
        6 TensorShardingV1 {
            mesh_or_ref: AttributeId,
            dim_shardings: Vec<AttributeId>,
            replicated_axes: Vec<AttributeId>,
        },
        7 TensorShardingPerValueV1 { shardings: Vec<AttributeId> },
        8 DimMapping { factor_indices: Vec<i64> },
        9 TensorMapping { dim_mappings: Vec<AttributeId> },
        10 OpShardingRule {
            factor_sizes: Vec<i64>,
            operand_mappings: Vec<AttributeId>,
            result_mappings: Vec<AttributeId>,
            reduction_factors: Vec<i64>,
            need_replication_factors: Vec<i64>,
            permutation_factors: Vec<i64>,
            blocked_propagation_factors: Vec<i64>,
            is_custom_rule: bool,
        },
        11 AxisRefList { value: Vec<AttributeId> },
        12 ListOfAxisRefLists { value: Vec<AttributeId> },
        13 AllToAllParam { axes: Vec<AttributeId>, src_dim: i64, tgt_dim: i64 },
        14 AllToAllParamList { value: Vec<AttributeId> },
        15 TensorShardingV2 {
            mesh_or_ref: AttributeId,
            dim_shardings: Vec<AttributeId>,
            replicated_axes: Vec<AttributeId>,
            unreduced_axes: Vec<AttributeId>,
        },
        16 TensorShardingPerValueV2 { shardings: Vec<AttributeId> },
        17 TensorShardingV3 {
            mesh_or_ref: AttributeId,
            dim_shardings: Vec<AttributeId>,
            replicated_axes: Vec<AttributeId>,
            unreduced_axes: Vec<AttributeId>,
            reduction_op: i64,
        },
    }
}
