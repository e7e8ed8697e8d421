// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verification of single attributes and types of MLIR's builtin dialect.

use crate::builtin::{Attribute, Type};
use crate::element_type::{is_float, known_width, layout};
use crate::model::{Attribute as AnyAttribute, AttributeId, Context, Type as AnyType, TypeId};
use std::collections::HashSet;

/// Returns an error message if a builtin attribute is invalid.
pub(crate) fn attribute_error(attribute: &Attribute, context: &Context) -> Option<String> {
    let is_right = match attribute {
        Attribute::Dictionary { value } => {
            let names: HashSet<_> =
                value.iter().map(|(name, _)| context.as_string(*name)).collect();
            names.len() == value.len()
        }
        Attribute::SymbolRef { nested, .. } => {
            nested.iter().flatten().all(|id| is_flat_symbol(*id, context))
        }
        Attribute::Float { r#type, value } => {
            Some(value.width) == known_width(context, *r#type) && is_float(context, *r#type)
        }
        Attribute::Integer { r#type, value } => {
            Some(value.width) == known_width(context, *r#type) && !is_float(context, *r#type)
        }
        Attribute::DenseArray { element_type, size, data } => {
            let bytes =
                known_width(context, *element_type).map(|width| u64::from(width.div_ceil(8)));
            bytes.and_then(|bytes| bytes.checked_mul(*size)) == Some(data.len() as u64)
        }
        Attribute::DenseElements { r#type, data } => {
            layout(context, *r#type).is_some_and(|layout| layout.accepts(data))
        }
        Attribute::DenseResourceElements { r#type, .. }
        | Attribute::DenseStringElements { r#type, .. } => is_shaped(*r#type, context),
        Attribute::SparseElements { r#type, indices, values } => {
            is_shaped(*r#type, context)
                && [indices, values].into_iter().all(|id| is_dense(*id, context))
        }
        _ => true,
    };
    (!is_right).then(|| {
        let kind = attribute.kind();
        format!("the builtin attribute `{kind}` does not match its type or has invalid parameters")
    })
}

/// Returns an error message if a builtin type is invalid.
pub(crate) fn type_error(r#type: &Type, context: &Context) -> Option<String> {
    let is_number = |id: TypeId| known_width(context, id).is_some();
    let is_element = |id: TypeId| match context.r#type(id) {
        AnyType::Builtin(element) => {
            is_number(id) || matches!(element, Type::Complex { .. } | Type::Vector { .. })
        }
        AnyType::Vhlo(_) | AnyType::Stablehlo(_) => true,
        AnyType::Text { dialect, .. } => *dialect != *"builtin" || is_number(id),
    };
    let is_shape = |shape: &[i64]| shape.iter().all(|size| *size >= 0 || *size == i64::MIN);
    let is_right = match r#type {
        Type::Integer { width_and_sign } => r#type.width().is_some() && width_and_sign & 3 < 3,
        Type::Complex { element_type } => {
            is_number(*element_type)
                && *context.r#type(*element_type) != AnyType::Builtin(Type::Index)
        }
        Type::RankedTensor { shape, element_type, .. } => {
            is_shape(shape) && is_element(*element_type)
        }
        Type::UnrankedTensor { element_type } => is_element(*element_type),
        Type::Vector { scalable, shape, element_type } => {
            shape.iter().all(|size| *size > 0)
                && scalable.as_ref().is_none_or(|scalable| scalable.len() == shape.len())
                && is_element(*element_type)
        }
        Type::MemRef { shape, layout, .. } => is_shape(shape) && is_layout(*layout, context),
        _ => true,
    };
    (!is_right).then(|| {
        format!(
            "the builtin type `{}` has invalid sizes, element types or other parameters",
            r#type.kind()
        )
    })
}

fn is_flat_symbol(id: AttributeId, context: &Context) -> bool {
    let attribute = context.attribute(id);
    matches!(attribute, AnyAttribute::Builtin(Attribute::SymbolRef { nested: None, .. }))
}

fn is_shaped(id: TypeId, context: &Context) -> bool {
    match context.r#type(id) {
        AnyType::Builtin(r#type) => r#type.shape().is_some(),
        _ => false,
    }
}

fn is_dense(id: AttributeId, context: &Context) -> bool {
    use Attribute as Builtin;
    let AnyAttribute::Builtin(attribute) = context.attribute(id) else { return false };
    matches!(attribute, Builtin::DenseElements { .. } | Builtin::DenseStringElements { .. })
}

/// Returns true if the attribute may be the layout of a memref. Builtin layouts are always text.
fn is_layout(id: AttributeId, context: &Context) -> bool {
    match context.attribute(id) {
        AnyAttribute::Text { dialect, text } if *dialect == *"builtin" => {
            [&b"affine_map<"[..], b"strided<"].iter().any(|start| text.bytes().starts_with(start))
        }
        AnyAttribute::Builtin(_) => false,
        _ => true,
    }
}
