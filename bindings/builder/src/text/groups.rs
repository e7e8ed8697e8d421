// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes of StableHLO that VHLO stores as several attributes.

/// An attribute of StableHLO that VHLO stores as several attributes.
pub(super) struct Group {
    /// The name of the StableHLO attribute.
    pub name: &'static str,
    pub form: Form,
    /// The names of the VHLO attributes that store the parts of the StableHLO attribute.
    pub parts: &'static [&'static str],
}

/// The form of the assembly of a StableHLO attribute.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// The form `#stablehlo.NAME<part = value, ...>`, which omits empty lists.
    Struct(&'static str),
    /// The form `#stablehlo.dot_algorithm<part = value, ...>`. The attribute is omitted if all
    /// parts are `none`.
    Algorithm,
    /// The form of convolution dimension numbers: `#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0,
    /// f]>`.
    Convolution,
    /// The form `#stablehlo.channel_handle<handle = H, type = T>`. The attribute is omitted if both
    /// numbers are 0.
    Channel,
}

const DOT: &[Group] = &[
    Group {
        name: "dot_dimension_numbers",
        form: Form::Struct("dot"),
        parts: &[
            "lhs_batching_dimensions",
            "rhs_batching_dimensions",
            "lhs_contracting_dimensions",
            "rhs_contracting_dimensions",
        ],
    },
    Group {
        name: "algorithm",
        form: Form::Algorithm,
        parts: &[
            "lhs_precision_type",
            "rhs_precision_type",
            "accumulation_type",
            "lhs_component_count",
            "rhs_component_count",
            "num_primitive_operations",
            "allow_imprecise_accumulation",
        ],
    },
];

const CONVOLUTION: &[Group] = &[Group {
    name: "dimension_numbers",
    form: Form::Convolution,
    parts: &[
        "input_batch_dimension",
        "input_feature_dimension",
        "input_spatial_dimensions",
        "kernel_input_feature_dimension",
        "kernel_output_feature_dimension",
        "kernel_spatial_dimensions",
        "output_batch_dimension",
        "output_feature_dimension",
        "output_spatial_dimensions",
    ],
}];

const GATHER: &[Group] = &[Group {
    name: "dimension_numbers",
    form: Form::Struct("gather"),
    parts: &[
        "offset_dims",
        "collapsed_slice_dims",
        "operand_batching_dims",
        "start_indices_batching_dims",
        "start_index_map",
        "index_vector_dim",
    ],
}];

const SCATTER: &[Group] = &[Group {
    name: "scatter_dimension_numbers",
    form: Form::Struct("scatter"),
    parts: &[
        "update_window_dims",
        "inserted_window_dims",
        "input_batching_dims",
        "scatter_indices_batching_dims",
        "scatter_dims_to_operand_dims",
        "index_vector_dim",
    ],
}];

const CHANNEL: &[Group] = &[Group {
    name: "channel_handle",
    form: Form::Channel,
    parts: &["channel_id", "channel_type"],
}];

/// Returns the attributes of a StableHLO operation that VHLO stores as several attributes.
pub(super) fn groups(operation: &str) -> &'static [Group] {
    match operation {
        "dot_general" => DOT,
        "convolution" => CONVOLUTION,
        "gather" => GATHER,
        "scatter" => SCATTER,
        "all_gather"
        | "all_reduce"
        | "all_to_all"
        | "collective_broadcast"
        | "collective_permute"
        | "reduce_scatter"
        | "send"
        | "recv" => CHANNEL,
        _ => &[],
    }
}
