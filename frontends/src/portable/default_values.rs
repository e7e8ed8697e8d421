// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Default values of attributes.
//!
//! VHLO stores every attribute, while StableHLO omits optional attributes that have their default
//! value. This module defines these values. The import removes them, and the export restores them.

use super::export::Exporter;
use hloom_portable::operations::Kind;
use hloom_portable::vhlo::{
    Attribute as Vhlo, ComparisonTypeV1, CustomCallApiVersionV1, PrecisionV1, ResultAccuracyModeV1,
    Type as VhloType,
};
use hloom_portable::{Attribute, AttributeId, Bits, Context, Type};

/// The default value of an attribute that VHLO always stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultValue {
    False,
    Number(i64),
    EmptyString,
    EmptyDictionary,
    EmptyArray,
    /// An empty string, or an empty dictionary for typed custom calls.
    NoConfig,
    /// The default precision for each of the two operands.
    DefaultPrecisions,
    /// An empty list of integers.
    NoIntegers,
    /// A 1 for each window dimension.
    Ones,
    /// A pair of zeros for each window dimension.
    Zeros,
    /// A `false` for each window dimension.
    AllFalse,
    NoComparison,
    OriginalApi,
    DefaultAccuracy,
}

/// Returns the default value of an optional attribute that VHLO stores as `kind`, or `None` if
/// the attribute has no default.
pub fn default_value(operation: &str, name: &str, kind: Kind) -> Option<DefaultValue> {
    Some(match (kind, name) {
        (Kind::Boolean, _) => DefaultValue::False,
        (Kind::Integer, "dimension") if operation == "sort" => DefaultValue::Number(-1),
        (Kind::Integer, "version") => DefaultValue::Number(0),
        (Kind::String, _) => DefaultValue::EmptyString,
        (Kind::Dictionary, _) => DefaultValue::EmptyDictionary,
        (Kind::Array | Kind::Strings | Kind::Dictionaries | Kind::OutputOperandAliases, _) => {
            DefaultValue::EmptyArray
        }
        (Kind::BackendConfig, _) => DefaultValue::NoConfig,
        (Kind::Precisions, _) => DefaultValue::DefaultPrecisions,
        (
            Kind::Integers,
            "known_expanding_dimensions" | "known_nonexpanding_dimensions" | "source_target_pairs",
        ) => DefaultValue::NoIntegers,
        (
            Kind::Integers,
            "window_strides" | "lhs_dilation" | "rhs_dilation" | "base_dilations"
            | "window_dilations",
        ) => DefaultValue::Ones,
        (Kind::Integers, "padding") => DefaultValue::Zeros,
        (Kind::Booleans, "window_reversal") => DefaultValue::AllFalse,
        (Kind::ComparisonType, _) => DefaultValue::NoComparison,
        (Kind::CustomCallApiVersion, _) => DefaultValue::OriginalApi,
        (Kind::ResultAccuracy, _) => DefaultValue::DefaultAccuracy,
        _ => return None,
    })
}

impl DefaultValue {
    /// Returns true if an attribute has this default value, in any of the forms that writers use.
    pub fn is(self, context: &Context, id: AttributeId) -> bool {
        let Attribute::Vhlo(attribute) = context.attribute(id) else { return false };
        let each = |data: &[u8], one: &[u8]| data.chunks(one.len()).all(|it| it == one);
        match (self, attribute) {
            (Self::False, Vhlo::BooleanV1 { value }) => !value,
            (Self::Number(number), Vhlo::IntegerV1 { value, .. }) => value.signed() == number,
            (Self::EmptyString | Self::NoConfig, Vhlo::StringV1 { value }) => {
                value.bytes().is_empty()
            }
            (Self::EmptyDictionary | Self::NoConfig, Vhlo::DictionaryV1 { value }) => {
                value.is_empty()
            }
            (Self::EmptyArray, Vhlo::ArrayV1 { value }) => value.is_empty(),
            (Self::DefaultPrecisions, Vhlo::ArrayV1 { value }) => {
                let default = Vhlo::PrecisionV1 { value: PrecisionV1::Default };
                value.iter().all(|id| *context.attribute(*id) == default.clone().into())
            }
            (_, Vhlo::TensorV1 { r#type, data }) => {
                let is_empty = match context.r#type(*r#type) {
                    Type::Vhlo(VhloType::RankedTensorV1 { shape, .. }) => shape.contains(&0),
                    _ => false,
                };
                match self {
                    Self::NoIntegers => is_empty,
                    Self::Ones => !is_empty && each(data, &1_i64.to_le_bytes()),
                    Self::Zeros => !is_empty && each(data, &0_i64.to_le_bytes()),
                    Self::AllFalse => !is_empty && each(data, &[0]),
                    _ => false,
                }
            }
            (Self::NoComparison, Vhlo::ComparisonTypeV1 { value }) => {
                *value == ComparisonTypeV1::NoType
            }
            (Self::OriginalApi, Vhlo::CustomCallApiVersionV1 { value }) => {
                *value == CustomCallApiVersionV1::Original
            }
            (Self::DefaultAccuracy, Vhlo::ResultAccuracyV1 { atol, rtol, ulps, mode }) => {
                let default = Vhlo::ResultAccuracyModeV1 { value: ResultAccuracyModeV1::Default };
                *context.attribute(*mode) == default.into()
                    && atol.low() == 0
                    && rtol.low() == 0
                    && *ulps == 0
            }
            _ => false,
        }
    }

    /// Adds an attribute with this default value to the artifact.
    ///
    /// `dimensions` is the number of window dimensions of the operation, and `is_typed` is true
    /// for typed custom calls.
    pub fn make(self, exporter: &mut Exporter, dimensions: i64, is_typed: bool) -> AttributeId {
        let attribute = match self {
            Self::False => Vhlo::BooleanV1 { value: false },
            Self::Number(number) => return exporter.integer(number),
            Self::NoConfig if is_typed => Vhlo::DictionaryV1 { value: Vec::new() },
            Self::EmptyString | Self::NoConfig => return exporter.string(b""),
            Self::EmptyDictionary => Vhlo::DictionaryV1 { value: Vec::new() },
            Self::EmptyArray => Vhlo::ArrayV1 { value: Vec::new() },
            Self::DefaultPrecisions => {
                let default = exporter.add(Vhlo::PrecisionV1 { value: PrecisionV1::Default });
                Vhlo::ArrayV1 { value: vec![default; 2] }
            }
            Self::NoIntegers => return exporter.integers(&[]),
            Self::Ones => {
                return exporter.splat(
                    &[dimensions],
                    VhloType::IntegerSI64V1,
                    &1_i64.to_le_bytes(),
                );
            }
            Self::Zeros => {
                return exporter.splat(&[dimensions, 2], VhloType::IntegerSI64V1, &[0; 8]);
            }
            Self::AllFalse => return exporter.splat(&[dimensions], VhloType::BooleanV1, &[0]),
            Self::NoComparison => Vhlo::ComparisonTypeV1 { value: ComparisonTypeV1::NoType },
            Self::OriginalApi => {
                Vhlo::CustomCallApiVersionV1 { value: CustomCallApiVersionV1::Original }
            }
            Self::DefaultAccuracy => {
                let value = ResultAccuracyModeV1::Default;
                let mode = exporter.add(Vhlo::ResultAccuracyModeV1 { value });
                let zero = Bits::new(64, 0);
                Vhlo::ResultAccuracyV1 { atol: zero.clone(), rtol: zero, ulps: 0, mode }
            }
        };
        exporter.add(attribute)
    }
}
