// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes that say what is so without them: VHLO has all of them, StableHLO none.

use hloom_portable::vhlo::{
    Attribute as Vhlo, ComparisonTypeV1, CustomCallApiVersionV1, PrecisionV1, ResultAccuracyModeV1,
    Type as VhloType,
};
use hloom_portable::{Attribute, AttributeId, Context, Type};

/// Whether an operation of StableHLO means the same without an optional attribute.
pub fn is_neutral(context: &Context, operation: &str, name: &str, id: AttributeId) -> bool {
    let Attribute::Vhlo(attribute) = context.attribute(id) else { return false };
    match attribute {
        Vhlo::BooleanV1 { value } => !value,
        Vhlo::StringV1 { value } => value.bytes().is_empty(),
        Vhlo::DictionaryV1 { value } => value.is_empty(),
        Vhlo::ArrayV1 { value } => {
            let is_default = |id: &AttributeId| {
                let precision = context.attribute(*id);
                let default = Vhlo::PrecisionV1 { value: PrecisionV1::Default };
                *precision == Attribute::Vhlo(default)
            };
            value.is_empty() || (name == "precision_config" && value.iter().all(is_default))
        }
        Vhlo::IntegerV1 { value, .. } => match (operation, name) {
            ("sort", "dimension") => value.signed() == -1,
            (_, "channel_id" | "version") => value.signed() == 0,
            _ => false,
        },
        Vhlo::TensorV1 { r#type, data } => {
            let one_each = |value: i64| data.chunks(8).all(|one| *one == value.to_le_bytes());
            let is_empty = match context.r#type(*r#type) {
                Type::Vhlo(VhloType::RankedTensorV1 { shape, .. }) => shape.contains(&0),
                _ => false,
            };
            match name {
                "known_expanding_dimensions" | "known_nonexpanding_dimensions" => is_empty,
                _ if is_empty => false,
                "window_strides" | "lhs_dilation" | "rhs_dilation" | "base_dilations"
                | "window_dilations" => one_each(1),
                "padding" => one_each(0),
                "window_reversal" => data.iter().all(|byte| *byte == 0),
                _ => false,
            }
        }
        Vhlo::ComparisonTypeV1 { value } => *value == ComparisonTypeV1::NoType,
        Vhlo::CustomCallApiVersionV1 { value } => *value == CustomCallApiVersionV1::Original,
        Vhlo::TypeV1 { value } => {
            matches!(context.r#type(*value), Type::Vhlo(VhloType::NoneV1))
        }
        Vhlo::ResultAccuracyV1 { atol, rtol, ulps, mode } => {
            let default = Vhlo::ResultAccuracyModeV1 { value: ResultAccuracyModeV1::Default };
            let is_default = *context.attribute(*mode) == Attribute::Vhlo(default);
            is_default && atol.low() == 0 && rtol.low() == 0 && *ulps == 0
        }
        _ => false,
    }
}
