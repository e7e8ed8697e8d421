// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes of StableHLO that are several of VHLO.

use super::attributes::Converter;
use hloom_dialects::attributes::stablehlo::{
    ChannelHandle, ConvDimensionNumbers, DotAlgorithm, DotDimensionNumbers, GatherDimensionNumbers,
    ScatterDimensionNumbers,
};
use hloom_portable::vhlo::{Attribute as Vhlo, Type as VhloType};
use hloom_portable::{Attribute as Source, Operation, Type as SourceType};
use melior::ir::{Attribute, Type};

/// An attribute that is several.
pub struct Group {
    /// The operations that have it, without their dialect.
    operations: &'static [&'static str],
    /// What they call it.
    pub name: &'static str,
    /// The parts.
    pub parts: &'static [&'static str],
    /// Which attribute it is.
    kind: Kind,
}

enum Kind {
    Conv,
    Dot,
    Algorithm,
    Gather,
    Scatter,
    /// A channel and its type.
    Channel,
    /// A channel alone.
    ChannelId,
}

/// All of them.
const GROUPS: &[Group] = &[
    Group {
        operations: &["convolution", "dynamic_conv"],
        name: "dimension_numbers",
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
        kind: Kind::Conv,
    },
    Group {
        operations: &["dot_general"],
        name: "dot_dimension_numbers",
        parts: &[
            "lhs_batching_dimensions",
            "rhs_batching_dimensions",
            "lhs_contracting_dimensions",
            "rhs_contracting_dimensions",
        ],
        kind: Kind::Dot,
    },
    Group {
        operations: &["dot_general"],
        name: "algorithm",
        parts: &[
            "lhs_precision_type",
            "rhs_precision_type",
            "accumulation_type",
            "lhs_component_count",
            "rhs_component_count",
            "num_primitive_operations",
            "allow_imprecise_accumulation",
        ],
        kind: Kind::Algorithm,
    },
    Group {
        operations: &["gather", "dynamic_gather"],
        name: "dimension_numbers",
        parts: &[
            "offset_dims",
            "collapsed_slice_dims",
            "operand_batching_dims",
            "start_indices_batching_dims",
            "start_index_map",
            "index_vector_dim",
        ],
        kind: Kind::Gather,
    },
    Group {
        operations: &["scatter"],
        name: "scatter_dimension_numbers",
        parts: &[
            "update_window_dims",
            "inserted_window_dims",
            "input_batching_dims",
            "scatter_indices_batching_dims",
            "scatter_dims_to_operand_dims",
            "index_vector_dim",
        ],
        kind: Kind::Scatter,
    },
    Group {
        operations: &["send", "recv"],
        name: "channel_handle",
        parts: &["channel_id", "channel_type"],
        kind: Kind::Channel,
    },
    Group {
        operations: &[
            "all_gather",
            "all_reduce",
            "all_to_all",
            "collective_broadcast",
            "collective_permute",
            "collective_reduce",
            "reduce_scatter",
        ],
        name: "channel_handle",
        parts: &["channel_id"],
        kind: Kind::ChannelId,
    },
];

/// The groups of an operation.
pub fn groups_of(operation: &str) -> impl Iterator<Item = &'static Group> {
    GROUPS.iter().filter(move |group| group.operations.contains(&operation))
}

impl Group {
    /// The attribute, or nothing where there is to be none.
    pub fn attribute<'c>(
        &self,
        converter: &Converter<'c, '_>,
        operation: &Operation,
    ) -> Result<Option<Attribute<'c>>, String> {
        let part = |index: usize| {
            let name = self.parts[index];
            operation.property(name).ok_or_else(|| format!("`{name}` is missing"))
        };
        let list = |index: usize| converter.integers(part(index)?);
        let vhlo = |index: usize| -> Result<&Vhlo, String> {
            match converter.module.context.attribute(part(index)?) {
                Source::Vhlo(attribute) => Ok(attribute),
                _ => Err(format!("`{}` is no attribute of VHLO", self.parts[index])),
            }
        };
        let number = |index: usize| match vhlo(index)? {
            Vhlo::IntegerV1 { value, .. } => Ok(value.signed()),
            _ => Err(format!("`{}` is no integer", self.parts[index])),
        };
        let ty = |index: usize| -> Result<Option<Type<'c>>, String> {
            match vhlo(index)? {
                Vhlo::TypeV1 { value } => Ok(Some(converter.ty(*value)?)),
                _ => Err(format!("`{}` is no type", self.parts[index])),
            }
        };
        let context = converter.context;
        Ok(Some(match self.kind {
            Kind::Conv => ConvDimensionNumbers {
                input_batch_dimension: number(0)?,
                input_feature_dimension: number(1)?,
                input_spatial_dimensions: list(2)?,
                kernel_input_feature_dimension: number(3)?,
                kernel_output_feature_dimension: number(4)?,
                kernel_spatial_dimensions: list(5)?,
                output_batch_dimension: number(6)?,
                output_feature_dimension: number(7)?,
                output_spatial_dimensions: list(8)?,
            }
            .to_attribute(context),
            Kind::Dot => DotDimensionNumbers {
                lhs_batching_dimensions: list(0)?,
                rhs_batching_dimensions: list(1)?,
                lhs_contracting_dimensions: list(2)?,
                rhs_contracting_dimensions: list(3)?,
            }
            .to_attribute(context),
            Kind::Algorithm => {
                let is_none = |index: usize| -> Result<bool, String> {
                    let Vhlo::TypeV1 { value } = vhlo(index)? else { return Ok(false) };
                    let ty = converter.module.context.r#type(*value);
                    Ok(matches!(ty, SourceType::Vhlo(VhloType::NoneV1)))
                };
                if is_none(3)? {
                    return Ok(None);
                }
                let Vhlo::BooleanV1 { value } = vhlo(6)? else {
                    return Err(format!("`{}` is no boolean", self.parts[6]));
                };
                DotAlgorithm {
                    lhs_precision_type: ty(0)?,
                    rhs_precision_type: ty(1)?,
                    accumulation_type: ty(2)?,
                    lhs_component_count: number(3)?,
                    rhs_component_count: number(4)?,
                    num_primitive_operations: number(5)?,
                    allow_imprecise_accumulation: *value,
                }
                .to_attribute(context)
            }
            Kind::Gather => GatherDimensionNumbers {
                offset_dims: list(0)?,
                collapsed_slice_dims: list(1)?,
                operand_batching_dims: list(2)?,
                start_indices_batching_dims: list(3)?,
                start_index_map: list(4)?,
                index_vector_dim: number(5)?,
            }
            .to_attribute(context),
            Kind::Scatter => ScatterDimensionNumbers {
                update_window_dims: list(0)?,
                inserted_window_dims: list(1)?,
                input_batching_dims: list(2)?,
                scatter_indices_batching_dims: list(3)?,
                scatter_dims_to_operand_dims: list(4)?,
                index_vector_dim: number(5)?,
            }
            .to_attribute(context),
            Kind::Channel => {
                ChannelHandle { handle: number(0)?, type_: number(1)? }.to_attribute(context)
            }
            Kind::ChannelId if number(0)? == 0 => return Ok(None),
            Kind::ChannelId => ChannelHandle { handle: number(0)?, type_: 0 }.to_attribute(context),
        }))
    }
}
