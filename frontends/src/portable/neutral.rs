// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes that say what is so without them: VHLO has all of them, StableHLO none.

use super::export::Exporter;
use hloom_portable::operations::Kind;
use hloom_portable::vhlo::{
    Attribute as Vhlo, ComparisonTypeV1, CustomCallApiVersionV1, PrecisionV1, ResultAccuracyModeV1,
    Type as VhloType,
};
use hloom_portable::{Attribute, AttributeId, Bits, Context, Type};

/// What is so without an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neutral {
    False,
    Number(i64),
    /// An empty string.
    NoText,
    /// An empty dictionary.
    NoNames,
    /// An empty array.
    Nothing,
    /// An empty string or, for typed calls, dictionary.
    NoConfig,
    /// The default precision, of each of two operands.
    DefaultPrecisions,
    /// An empty list of integers.
    NoIntegers,
    /// One for each dimension.
    Ones,
    /// A pair of zeros for each dimension.
    Zeros,
    /// `false` for each dimension.
    AllFalse,
    NoComparison,
    OriginalApi,
    DefaultAccuracy,
}

/// What is so without an optional attribute, which VHLO has of some kind.
pub fn neutral(operation: &str, name: &str, kind: Kind) -> Option<Neutral> {
    Some(match (kind, name) {
        (Kind::Boolean, _) => Neutral::False,
        (Kind::Integer, "dimension") if operation == "sort" => Neutral::Number(-1),
        (Kind::Integer, "version") => Neutral::Number(0),
        (Kind::String, _) => Neutral::NoText,
        (Kind::Dictionary, _) => Neutral::NoNames,
        (Kind::Array | Kind::Strings | Kind::Dictionaries | Kind::OutputOperandAliases, _) => {
            Neutral::Nothing
        }
        (Kind::BackendConfig, _) => Neutral::NoConfig,
        (Kind::Precisions, _) => Neutral::DefaultPrecisions,
        (
            Kind::Integers,
            "known_expanding_dimensions" | "known_nonexpanding_dimensions" | "source_target_pairs",
        ) => Neutral::NoIntegers,
        (
            Kind::Integers,
            "window_strides" | "lhs_dilation" | "rhs_dilation" | "base_dilations"
            | "window_dilations",
        ) => Neutral::Ones,
        (Kind::Integers, "padding") => Neutral::Zeros,
        (Kind::Booleans, "window_reversal") => Neutral::AllFalse,
        (Kind::ComparisonType, _) => Neutral::NoComparison,
        (Kind::CustomCallApiVersion, _) => Neutral::OriginalApi,
        (Kind::ResultAccuracy, _) => Neutral::DefaultAccuracy,
        _ => return None,
    })
}

impl Neutral {
    /// Whether an attribute says just that, in any of the ways in which it was written.
    pub fn is(self, context: &Context, id: AttributeId) -> bool {
        let Attribute::Vhlo(attribute) = context.attribute(id) else { return false };
        let each = |data: &[u8], one: &[u8]| data.chunks(one.len()).all(|it| it == one);
        match (self, attribute) {
            (Self::False, Vhlo::BooleanV1 { value }) => !value,
            (Self::Number(number), Vhlo::IntegerV1 { value, .. }) => value.signed() == number,
            (Self::NoText | Self::NoConfig, Vhlo::StringV1 { value }) => value.bytes().is_empty(),
            (Self::NoNames | Self::NoConfig, Vhlo::DictionaryV1 { value }) => value.is_empty(),
            (Self::Nothing, Vhlo::ArrayV1 { value }) => value.is_empty(),
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

    /// The attribute that says it, of an operation with windows of so many dimensions, or a call
    /// that is typed.
    pub fn make(self, exporter: &mut Exporter, dimensions: i64, is_typed: bool) -> AttributeId {
        let attribute = match self {
            Self::False => Vhlo::BooleanV1 { value: false },
            Self::Number(number) => return exporter.integer(number),
            Self::NoConfig if is_typed => Vhlo::DictionaryV1 { value: Vec::new() },
            Self::NoText | Self::NoConfig => return exporter.string(b""),
            Self::NoNames => Vhlo::DictionaryV1 { value: Vec::new() },
            Self::Nothing => Vhlo::ArrayV1 { value: Vec::new() },
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
