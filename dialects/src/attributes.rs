// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The dialects' attributes and types as Rust structs and their enums as Rust enums,
//! generated from their ODS records, one module a dialect.

use crate::{ffi, op_view::read_text};
use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, Type,
        attribute::{
            ArrayAttribute, DenseI64ArrayAttribute, IntegerAttribute, StringAttribute,
            TypeAttribute,
        },
        r#type::IntegerType,
    },
};

/// What can be read from an attribute of its kind.
pub trait FromAttribute<'c>: Sized {
    /// The value, or nothing if the attribute is of another kind.
    fn from_attribute(attribute: Attribute<'c>) -> Option<Self>;
}

/// An enum has no case of that spelling.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no {name}; expected one of {cases}")]
pub struct UnknownCase {
    /// The enum.
    pub name: &'static str,
    /// What was found.
    pub text: String,
    /// Its spellings.
    pub cases: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/attributes.rs"));

/// The parameters of an attribute with the given number, as builtin attributes.
fn parts(number: u32, attribute: Attribute<'_>) -> Option<Vec<Attribute<'_>>> {
    elements(ffi::attribute_parts(number, attribute)?)
}

/// The attribute of the given number with these parameters.
fn make<'c>(number: u32, context: &'c Context, parts: &[Attribute<'c>]) -> Attribute<'c> {
    ffi::make_attribute(number, context, parts)
        .expect("generated fields fit the attribute they are generated for")
}

/// The type that an attribute holds.
fn type_of(attribute: Attribute<'_>) -> Type<'_> {
    TypeAttribute::try_from(attribute).expect("the glue makes types as type attributes").value()
}

fn elements(array: Attribute<'_>) -> Option<Vec<Attribute<'_>>> {
    let array = ArrayAttribute::try_from(array).ok()?;
    (0..array.len()).map(|index| array.element(index).ok()).collect()
}

/// The elements of a `dense`, `dense_resource` or `sparse` attribute as dense ones;
/// nothing for other attributes, for a resource that the program does not have or that
/// is of another size than its type, and for sparse elements of more than 16 million.
pub fn dense_elements(value: Attribute<'_>) -> Option<Attribute<'_>> {
    ffi::dense(value)
}

/// The bounds in a tensor type's encoding (`#stablehlo.bounds`): for each dimension
/// the largest size it can have, if it is dynamic and that is known.
pub fn bounds_of(encoding: Attribute<'_>) -> Option<Vec<Option<i64>>> {
    let bounds = stablehlo::TypeExtensions::from_attribute(encoding)?.bounds;
    Some(bounds.into_iter().map(|bound| (bound >= 0).then_some(bound)).collect())
}

/// The encoding that holds these bounds.
pub fn bounds_attribute<'c>(context: &'c Context, bounds: &[Option<i64>]) -> Attribute<'c> {
    let bounds = bounds.iter().map(|bound| bound.unwrap_or(i64::MIN)).collect();
    stablehlo::TypeExtensions { bounds }.to_attribute(context)
}

/// A parameter: how it is read from and made into a builtin attribute. Mirrors
/// `forward/AttrParts.h`.
trait Field<'c>: Sized {
    fn read(part: Attribute<'c>) -> Option<Self>;
    fn make(&self, context: &'c Context) -> Attribute<'c>;
}

impl<'c> Field<'c> for i64 {
    fn read(part: Attribute<'c>) -> Option<Self> {
        Some(IntegerAttribute::try_from(part).ok()?.value())
    }
    fn make(&self, context: &'c Context) -> Attribute<'c> {
        IntegerAttribute::new(IntegerType::new(context, 64).into(), *self).into()
    }
}

impl<'c> Field<'c> for bool {
    fn read(part: Attribute<'c>) -> Option<Self> {
        i64::read(part).map(|value| value != 0)
    }
    fn make(&self, context: &'c Context) -> Attribute<'c> {
        i64::from(*self).make(context)
    }
}

impl<'c> Field<'c> for String {
    fn read(part: Attribute<'c>) -> Option<Self> {
        read_text(part).map(str::to_owned)
    }
    fn make(&self, context: &'c Context) -> Attribute<'c> {
        StringAttribute::new(context, self).into()
    }
}

impl<'c> Field<'c> for Vec<i64> {
    fn read(part: Attribute<'c>) -> Option<Self> {
        let array = DenseI64ArrayAttribute::try_from(part).ok()?;
        (0..array.len()).map(|index| array.element(index).ok()).collect()
    }
    fn make(&self, context: &'c Context) -> Attribute<'c> {
        DenseI64ArrayAttribute::new(context, self).into()
    }
}

impl<'c> Field<'c> for Option<Type<'c>> {
    fn read(part: Attribute<'c>) -> Option<Self> {
        if part.is_unit() {
            return Some(None);
        }
        Some(Some(TypeAttribute::try_from(part).ok()?.value()))
    }
    fn make(&self, context: &'c Context) -> Attribute<'c> {
        self.map_or(Attribute::unit(context), |ty| TypeAttribute::new(ty).into())
    }
}

impl<'c> Field<'c> for Option<Attribute<'c>> {
    fn read(part: Attribute<'c>) -> Option<Self> {
        Some((!part.is_unit()).then_some(part))
    }
    fn make(&self, context: &'c Context) -> Attribute<'c> {
        self.unwrap_or(Attribute::unit(context))
    }
}

impl<'c> Field<'c> for Vec<Attribute<'c>> {
    fn read(part: Attribute<'c>) -> Option<Self> {
        elements(part)
    }
    fn make(&self, context: &'c Context) -> Attribute<'c> {
        ArrayAttribute::new(context, self).into()
    }
}

impl<'c> Field<'c> for Vec<Type<'c>> {
    fn read(part: Attribute<'c>) -> Option<Self> {
        elements(part)?
            .into_iter()
            .map(|element| Some(TypeAttribute::try_from(element).ok()?.value()))
            .collect()
    }
    fn make(&self, context: &'c Context) -> Attribute<'c> {
        let elements: Vec<_> = self.iter().map(|ty| TypeAttribute::new(*ty).into()).collect();
        ArrayAttribute::new(context, &elements).into()
    }
}
