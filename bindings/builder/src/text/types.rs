// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Assembly of types.

use hloom_portable::vhlo::Type as Vhlo;
use hloom_portable::{Context, Type, TypeId};
use hloom_values::{ElementType, Shape};

/// Returns the assembly of a VHLO type that a program of this crate contains.
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

/// Returns the [`Type`](crate::types::Type) of a VHLO tensor of static shape or of a token, or
/// `None` for other VHLO types.
pub(super) fn known_type(context: &Context, id: TypeId) -> Option<crate::types::Type> {
    if let Some(shape) = shape(context, id) {
        return Some(shape.into());
    }
    match context.r#type(id) {
        Type::Vhlo(Vhlo::TokenV1) => Some(crate::types::Type::Token),
        _ => None,
    }
}

/// Returns the shape of a VHLO tensor type of static shape, or `None` for other VHLO types.
pub(super) fn shape(context: &Context, id: TypeId) -> Option<Shape> {
    match context.r#type(id) {
        Type::Vhlo(Vhlo::RankedTensorV1 { shape, element_type, .. }) => {
            let dims: Option<Vec<_>> = shape.iter().map(|dim| usize::try_from(*dim).ok()).collect();
            Some(Shape::new(element(context, *element_type)?, dims?))
        }
        _ => None,
    }
}

/// Returns the element type that a VHLO type represents, or `None` for other VHLO types.
pub(super) fn element(context: &Context, id: TypeId) -> Option<ElementType> {
    match context.r#type(id) {
        Type::Vhlo(Vhlo::ComplexV1 { element_type }) => {
            ElementType::complex(element(context, *element_type)?)
        }
        Type::Vhlo(plain) => plain.element_type(),
        _ => None,
    }
}
