// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verification of single attributes and types of VHLO.

use crate::element_type::{is_float, known_width, layout};
use crate::model::{
    Attribute as AnyAttribute, AttributeId, Context, EntryId, Type as AnyType, TypeId,
};
use crate::vhlo::{Attribute, Type};

/// Returns an error message if a VHLO attribute is invalid.
pub(crate) fn attribute_error(
    attribute: &Attribute,
    children: &[EntryId],
    context: &Context,
) -> Option<String> {
    let is_string = |id: AttributeId| {
        matches!(context.attribute(id), AnyAttribute::Vhlo(Attribute::StringV1 { .. }))
    };
    let is_right = match attribute {
        // Attributes of functions and their arguments may belong to other dialects.
        Attribute::ArrayV1 { .. } => true,
        Attribute::DictionaryV1 { value } => value.iter().all(|(name, _)| is_string(*name)),
        Attribute::FloatV1 { r#type, value } => {
            Some(value.width) == known_width(context, *r#type) && is_float(context, *r#type)
        }
        Attribute::IntegerV1 { r#type, value } => {
            Some(value.width) == known_width(context, *r#type) && !is_float(context, *r#type)
        }
        Attribute::TensorV1 { r#type, data } => {
            layout(context, *r#type).is_some_and(|layout| layout.accepts(data))
        }
        _ => true,
    };
    let may_be_foreign =
        matches!(attribute, Attribute::ArrayV1 { .. } | Attribute::DictionaryV1 { .. });
    if !may_be_foreign && !all_vhlo(children, context) {
        let kind = attribute.kind();
        return Some(format!(
            "expected only attributes and types of VHLO in `{kind}`, found others"
        ));
    }
    (!is_right).then(|| {
        let kind = attribute.kind();
        format!(
            "the attribute `{kind}` does not match its type, or has a name that is not a string"
        )
    })
}

/// Returns an error message if a VHLO type is invalid.
pub(crate) fn type_error(r#type: &Type, children: &[EntryId], context: &Context) -> Option<String> {
    if !all_vhlo(children, context) {
        let kind = r#type.kind();
        return Some(format!(
            "expected only attributes and types of VHLO in `{kind}`, found others"
        ));
    }
    let of = |id: TypeId| match context.r#type(id) {
        AnyType::Vhlo(r#type) => Some(r#type),
        _ => None,
    };
    let is_number = |id: TypeId| of(id).is_some_and(|it| it.width().is_some());
    let is_element = |id: TypeId| {
        is_number(id)
            || matches!(
                of(id),
                Some(
                    Type::BooleanV1
                        | Type::ComplexV1 { .. }
                        | Type::UniformQuantizedV1 { .. }
                        | Type::UniformQuantizedPerAxisV1 { .. }
                )
            )
    };
    let is_shape = |shape: &[i64]| shape.iter().all(|size| *size >= 0 || *size == i64::MIN);
    let is_right = match r#type {
        Type::ComplexV1 { element_type } => {
            is_number(*element_type) && of(*element_type) != Some(&Type::IndexV1)
        }
        Type::RankedTensorV1 { shape, element_type, .. }
        | Type::RankedBufferV1 { shape, element_type } => {
            is_shape(shape) && is_element(*element_type)
        }
        Type::UnrankedTensorV1 { element_type } => is_element(*element_type),
        Type::UniformQuantizedV1 { storage_type, expressed_type, .. } => {
            is_number(*storage_type) && is_number(*expressed_type)
        }
        Type::UniformQuantizedPerAxisV1 {
            storage_type,
            expressed_type,
            scales,
            zero_points,
            ..
        } => {
            is_number(*storage_type)
                && is_number(*expressed_type)
                && scales.len() == zero_points.len()
        }
        _ => true,
    };
    (!is_right).then(|| format!("`{}` has invalid sizes or element types", r#type.kind()))
}

fn all_vhlo(children: &[EntryId], context: &Context) -> bool {
    children.iter().all(|child| match child {
        EntryId::Attribute(id) => matches!(context.attribute(*id), AnyAttribute::Vhlo(_)),
        EntryId::Type(id) => matches!(context.r#type(*id), AnyType::Vhlo(_)),
    })
}
