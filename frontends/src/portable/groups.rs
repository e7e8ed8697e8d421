// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! StableHLO attributes that VHLO splits into several attributes.
//!
//! For instance, VHLO has no `dot_dimension_numbers`: each of its parameters is an attribute of the
//! operation. A table lists these attributes, and both directions of the conversion use it.

use super::export::Exporter;
use super::import::Importer;
use super::structs::Part;
use hloom_dialects::attributes::stablehlo;
use hloom_portable::vhlo::{Attribute as Vhlo, Type as VhloType};
use hloom_portable::{Attribute as Source, AttributeId, Operation, Type as SourceType};
use melior::ir::Attribute;

/// A StableHLO attribute that corresponds to several attributes in VHLO.
pub struct Group {
    /// Mnemonics of the operations that have the attribute.
    operations: &'static [&'static str],
    /// Name of the StableHLO attribute.
    pub name: &'static str,
    /// Names of the VHLO attributes, in the order of the parameters.
    pub parts: &'static [&'static str],
    /// Values of the VHLO attributes if the StableHLO attribute is absent.
    absent: Absent,
    to_stablehlo: for<'c> fn(&Importer<'c, '_>, &[AttributeId]) -> Result<Attribute<'c>, String>,
    /// Converts the StableHLO attribute to the VHLO attributes. Returns `None` for attributes of
    /// another kind.
    to_vhlo: fn(&mut Exporter, Attribute<'_>) -> Option<Parts>,
}

/// The VHLO attributes, or the reason why they cannot be created.
type Parts = Result<Vec<AttributeId>, String>;

/// VHLO's representation of an absent StableHLO attribute.
enum Absent {
    /// The StableHLO attribute is mandatory, so it is never absent.
    Never,
    /// Each VHLO attribute is a type attribute of the type `none`.
    NoneType,
    /// Each VHLO attribute is the integer 0.
    Zero,
}

/// Declares the table. An entry lists the attribute's name and its StableHLO struct, the operations
/// that have it, and the values of the VHLO attributes if it is absent. The parameters follow, each
/// with its VHLO name if the name differs. Parameters that VHLO does not store come last, with
/// their values.
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
                let mut next = || parts.next().ok_or("a parameter is missing");
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

/// Returns the groups of VHLO attributes that an operation has.
pub fn groups_of(operation: &str) -> impl Iterator<Item = &'static Group> {
    GROUPS.iter().filter(move |group| group.operations.contains(&operation))
}

impl Group {
    /// Returns the StableHLO attribute, or `None` if the VHLO attributes represent an absent
    /// attribute.
    ///
    /// # Errors
    /// Fails if a VHLO attribute is missing or has the wrong kind.
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

    /// Returns the VHLO attributes of a StableHLO attribute, in the order of its parameters. If the
    /// StableHLO attribute is absent, returns the VHLO attributes that represent its absence.
    ///
    /// # Errors
    /// Fails if the attribute has the wrong kind, or is absent and mandatory.
    pub fn to_vhlo(&self, exporter: &mut Exporter, attribute: Option<Attribute<'_>>) -> Parts {
        let Some(attribute) = attribute else {
            let absent = self.absent.make(exporter)?;
            return absent
                .map(|part| vec![part; self.parts.len()])
                .ok_or_else(|| format!("`{}` is missing", self.name));
        };
        let made = (self.to_vhlo)(exporter, attribute);
        made.unwrap_or_else(|| Err(format!("unexpected value of `{}`: `{attribute}`", self.name)))
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
