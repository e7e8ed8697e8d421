// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The width and class of numeric types, and the layout of constants of a type.

use crate::layout::{Layout, number_of_elements};
use crate::model::{Context, Type, TypeId};
use crate::{builtin, vhlo};

/// Returns the width in bits of a numeric type, or `None` for other types.
pub(crate) fn known_width(context: &Context, r#type: TypeId) -> Option<u32> {
    match context.r#type(r#type) {
        Type::Builtin(r#type) => r#type.width(),
        Type::Vhlo(r#type) => r#type.width(),
        Type::Text { dialect, text } if *dialect == *"builtin" => builtin::width_of_text(text),
        Type::Text { .. } | Type::Stablehlo(_) => None,
    }
}

/// Returns true if the type is a float type.
pub(crate) fn is_float(context: &Context, r#type: TypeId) -> bool {
    match context.r#type(r#type) {
        Type::Builtin(r#type) => r#type.is_float(),
        Type::Vhlo(r#type) => r#type.is_float(),
        Type::Text { .. } | Type::Stablehlo(_) => known_width(context, r#type).is_some(),
    }
}

/// Returns the layout of constants of a type, or `None` if the type is not a static tensor or
/// vector of numbers or booleans.
pub fn layout(context: &Context, r#type: TypeId) -> Option<Layout> {
    let (shape, element_type) = match context.r#type(r#type) {
        Type::Vhlo(vhlo::Type::RankedTensorV1 { shape, element_type, .. })
        | Type::Builtin(
            builtin::Type::RankedTensor { shape, element_type, .. }
            | builtin::Type::Vector { shape, element_type, .. },
        ) => (shape, *element_type),
        _ => return None,
    };
    let bytes = |id: TypeId| known_width(context, id).map(|width| width.div_ceil(8) as usize);
    let size = match context.r#type(element_type) {
        Type::Vhlo(vhlo::Type::BooleanV1) => 0,
        Type::Builtin(builtin::Type::Integer { .. })
            if known_width(context, element_type) == Some(1) =>
        {
            0
        }
        Type::Vhlo(vhlo::Type::ComplexV1 { element_type })
        | Type::Builtin(builtin::Type::Complex { element_type }) => 2 * bytes(*element_type)?,
        _ => bytes(element_type)?,
    };
    Some(Layout { count: number_of_elements(shape)?, size })
}
