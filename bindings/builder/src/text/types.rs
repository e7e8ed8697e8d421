// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Assembly of types.

use hloom_portable::vhlo::Type as Vhlo;
use hloom_portable::{Context, Type, TypeId};
use hloom_values::{ElementType, Shape};

/// Returns the assembly of a type of VHLO that a program of this crate contains.
pub(super) fn ty(context: &Context, id: TypeId) -> String {
    if let Some(shape) = shape(context, id) {
        return shape.to_string();
    }
    match context.r#type(id) {
        Type::Vhlo(Vhlo::TokenV1) => "!stablehlo.token".to_owned(),
        Type::Vhlo(Vhlo::FutureV1 { types }) => {
            let types: Vec<_> = types.iter().map(|id| ty(context, *id)).collect();
            format!("!stablehlo.future<{}>", types.join(", "))
        }
        Type::Vhlo(Vhlo::NoneV1) => "none".to_owned(),
        _ => element(context, id).map(|ty| ty.name().to_owned()).unwrap_or_default(),
    }
}

/// Returns a type of VHLO as a type of this crate, or `None` if this crate has no such type.
pub(super) fn known_type(context: &Context, id: TypeId) -> Option<crate::types::Type> {
    if let Some(shape) = shape(context, id) {
        return Some(shape.into());
    }
    match context.r#type(id) {
        Type::Vhlo(Vhlo::TokenV1) => Some(crate::types::Type::Token),
        _ => None,
    }
}

/// Returns a tensor type, or `None` for other types.
pub(super) fn shape(context: &Context, id: TypeId) -> Option<Shape> {
    match context.r#type(id) {
        Type::Vhlo(Vhlo::RankedTensorV1 { shape, element_type, .. }) => {
            let dims: Option<Vec<_>> = shape.iter().map(|dim| usize::try_from(*dim).ok()).collect();
            Some(Shape::new(element(context, *element_type)?, dims?))
        }
        _ => None,
    }
}

/// Returns an element type, or `None` for other types.
pub(super) fn element(context: &Context, id: TypeId) -> Option<ElementType> {
    match context.r#type(id) {
        Type::Vhlo(Vhlo::ComplexV1 { element_type }) => {
            ElementType::complex(element(context, *element_type)?)
        }
        Type::Vhlo(plain) => plain.element_type(),
        _ => None,
    }
}
