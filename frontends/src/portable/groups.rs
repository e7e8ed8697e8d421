// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes of StableHLO that are several of VHLO, which have the names of their parts.

use super::export::Exporter;
use super::import::Importer;
use super::structs::Part;
use hloom_dialects::attributes::stablehlo;
use hloom_portable::vhlo::{Attribute as Vhlo, Type as VhloType};
use hloom_portable::{Attribute as Source, AttributeId, Operation, Type as SourceType};
use melior::ir::Attribute;

/// An attribute that is several.
pub struct Group {
    /// The operations that have it, without their dialect.
    operations: &'static [&'static str],
    /// What they call it.
    pub name: &'static str,
    /// The parts.
    pub parts: &'static [&'static str],
    /// What the parts are where there is none.
    absent: Absent,
    to_stablehlo: for<'c> fn(&Importer<'c, '_>, &[AttributeId]) -> Result<Attribute<'c>, String>,
    /// Nothing of other attributes.
    to_vhlo: fn(&mut Exporter, Attribute<'_>) -> Option<Parts>,
}

/// The parts, or why there are none.
type Parts = Result<Vec<AttributeId>, String>;

/// What VHLO has in place of an attribute that is not there.
enum Absent {
    /// It always is there.
    Never,
    /// The type `none` for each part.
    NoneType,
    /// The integer 0.
    Zero,
}

/// A table: the attribute's name and StableHLO's struct, the operations that have it, what the
/// parts are if it is missing, the parts with VHLO's names where they are other ones, and parts
/// that VHLO does not keep.
macro_rules! groups {
    ($(
        $name:literal $Struct:ident of [$($operation:literal),*] $absent:ident
        { $($field:ident $($part:literal)?),* $(; $lost:ident: $value:literal)? },
    )*) => {
        &[$(Group {
            operations: &[$($operation),*],
            name: $name,
            parts: &[$(groups!(@name $field $($part)?)),*],
            absent: Absent::$absent,
            to_stablehlo: |importer, parts| {
                let mut parts = parts.iter();
                let mut next = || parts.next().ok_or("a part is missing");
                let made = stablehlo::$Struct {
                    $($field: Part::<AttributeId>::import(next()?, importer)?,)*
                    $($lost: $value,)?
                };
                Ok(made.to_attribute(importer.context))
            },
            to_vhlo: |exporter, attribute| {
                let parts = stablehlo::$Struct::from_attribute(attribute)?;
                let mut made = || Ok(vec![$(parts.$field.export(exporter)?),*]);
                Some(made())
            },
        }),*]
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $part:literal) => { $part };
}

const GROUPS: &[Group] = groups! {
    "dimension_numbers" ConvDimensionNumbers of ["convolution", "dynamic_conv"] Never {
        input_batch_dimension, input_feature_dimension, input_spatial_dimensions,
        kernel_input_feature_dimension, kernel_output_feature_dimension,
        kernel_spatial_dimensions, output_batch_dimension, output_feature_dimension,
        output_spatial_dimensions
    },
    "dot_dimension_numbers" DotDimensionNumbers of ["dot_general"] Never {
        lhs_batching_dimensions, rhs_batching_dimensions, lhs_contracting_dimensions,
        rhs_contracting_dimensions
    },
    "algorithm" DotAlgorithm of ["dot_general"] NoneType {
        lhs_precision_type, rhs_precision_type, accumulation_type, lhs_component_count,
        rhs_component_count, num_primitive_operations, allow_imprecise_accumulation
    },
    "dimension_numbers" GatherDimensionNumbers of ["gather", "dynamic_gather"] Never {
        offset_dims, collapsed_slice_dims, operand_batching_dims, start_indices_batching_dims,
        start_index_map, index_vector_dim
    },
    "scatter_dimension_numbers" ScatterDimensionNumbers of ["scatter"] Never {
        update_window_dims, inserted_window_dims, input_batching_dims,
        scatter_indices_batching_dims, scatter_dims_to_operand_dims, index_vector_dim
    },
    "channel_handle" ChannelHandle of ["send", "recv"] Never {
        handle "channel_id", type_ "channel_type"
    },
    "channel_handle" ChannelHandle of [
        "all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute",
        "collective_reduce", "reduce_scatter"
    ] Zero { handle "channel_id"; type_: 0 },
};

/// The groups of an operation.
pub fn groups_of(operation: &str) -> impl Iterator<Item = &'static Group> {
    GROUPS.iter().filter(move |group| group.operations.contains(&operation))
}

impl Group {
    /// StableHLO's attribute, or nothing where there is to be none.
    pub fn to_stablehlo<'c>(
        &self,
        importer: &Importer<'c, '_>,
        operation: &Operation,
    ) -> Result<Option<Attribute<'c>>, String> {
        let part = |name: &&str| operation.property(name).ok_or(format!("`{name}` is missing"));
        let parts = self.parts.iter().map(part).collect::<Result<Vec<_>, _>>()?;
        if parts.iter().all(|part| self.absent.is(importer, *part)) {
            return Ok(None);
        }
        (self.to_stablehlo)(importer, &parts).map(Some)
    }

    /// VHLO's attributes of StableHLO's, in the order of the parts.
    pub fn to_vhlo(&self, exporter: &mut Exporter, attribute: Option<Attribute<'_>>) -> Parts {
        let Some(attribute) = attribute else {
            let absent = self.absent.make(exporter)?;
            return absent
                .map(|part| vec![part; self.parts.len()])
                .ok_or_else(|| format!("`{}` is missing", self.name));
        };
        let made = (self.to_vhlo)(exporter, attribute);
        made.unwrap_or_else(|| Err(format!("`{}` is {attribute}", self.name)))
    }
}

impl Absent {
    fn is(&self, importer: &Importer<'_, '_>, part: AttributeId) -> bool {
        let context = &importer.module.context;
        match (self, context.attribute(part)) {
            (Self::NoneType, Source::Vhlo(Vhlo::TypeV1 { value })) => {
                *context.r#type(*value) == SourceType::Vhlo(VhloType::NoneV1)
            }
            (Self::Zero, Source::Vhlo(Vhlo::IntegerV1 { value, .. })) => value.signed() == 0,
            _ => false,
        }
    }

    fn make(&self, exporter: &mut Exporter) -> Result<Option<AttributeId>, String> {
        Ok(match self {
            Self::Never => None,
            Self::NoneType => {
                let value = exporter.module.context.add_type(VhloType::NoneV1);
                Some(exporter.add(Vhlo::TypeV1 { value }))
            }
            Self::Zero => Some(0_i64.export(exporter)?),
        })
    }
}
