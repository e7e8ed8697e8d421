// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The dialects' attributes and types as Rust structs, and their enums as Rust enums.
//!
//! The build script generates them from the ODS records, one module for each dialect. A struct is
//! read from an MLIR attribute with `from_attribute` and converted back with `to_attribute`. Both
//! conversions use an array of builtin attributes, one for each parameter; `forward/AttrParts.h`
//! contains the C++ side.

use crate::{
    builtin_attributes::{read_array, read_integer, read_text},
    ffi,
};
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

/// A Rust value that can be read from an MLIR attribute.
pub trait FromAttribute<'c>: Sized {
    /// Reads the value from an MLIR attribute. Returns `None` if the attribute has another kind.
    fn from_attribute(attribute: Attribute<'c>) -> Option<Self>;
}

/// The error for a string that does not spell a case of an enum.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a {name} (one of {cases}), found `{text}`")]
pub struct UnknownCase {
    /// The name of the enum whose case was expected.
    pub name: &'static str,
    /// The string that does not spell a case of the enum.
    pub text: String,
    /// The spellings of all cases, separated by commas.
    pub cases: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/attributes.rs"));

/// Returns the parameters of an attribute as builtin attributes, or `None` if the attribute is not
/// of the kind with the given number.
fn parts(number: u32, attribute: Attribute<'_>) -> Option<Vec<Attribute<'_>>> {
    read_array(ffi::attribute_parts(number, attribute)?)
}

/// Creates the attribute of the kind with the given number from its parameters.
fn make<'c>(number: u32, context: &'c Context, parts: &[Attribute<'c>]) -> Attribute<'c> {
    ffi::make_attribute(number, context, parts)
        .expect("the generated fields must match the parameters of the attribute")
}

/// Returns the type that a `TypeAttr` contains.
fn type_of(attribute: Attribute<'_>) -> Type<'_> {
    TypeAttribute::try_from(attribute).expect("the C++ glue must return a type attribute").value()
}

/// Converts a `dense`, `dense_resource` or `sparse` attribute to dense elements.
///
/// Returns `None` for other attributes, for a missing resource, for a resource whose size does not
/// match its type, and for sparse attributes with more than 2^24 elements.
pub fn dense_elements(value: Attribute<'_>) -> Option<Attribute<'_>> {
    ffi::dense(value)
}

/// Returns the bounds in a tensor type's encoding (`#stablehlo.bounds`).
///
/// The entry for each dimension is the largest size of a dynamic dimension with a known bound, and
/// `None` otherwise. Returns `None` for another encoding.
pub fn bounds_of(encoding: Attribute<'_>) -> Option<Vec<Option<i64>>> {
    let bounds = stablehlo::TypeExtensions::from_attribute(encoding)?.bounds;
    Some(bounds.into_iter().map(|bound| (bound >= 0).then_some(bound)).collect())
}

/// Returns the encoding (`#stablehlo.bounds`) with these bounds.
pub fn bounds_attribute<'c>(context: &'c Context, bounds: &[Option<i64>]) -> Attribute<'c> {
    let bounds = bounds.iter().map(|bound| bound.unwrap_or(i64::MIN)).collect();
    stablehlo::TypeExtensions { bounds }.to_attribute(context)
}

/// A parameter type that converts to and from a builtin attribute.
///
/// The implementations mirror `Part` in `forward/AttrParts.h`.
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
        read_array(part)
    }
    fn make(&self, context: &'c Context) -> Attribute<'c> {
        ArrayAttribute::new(context, self).into()
    }
}

impl<'c> Field<'c> for Vec<Type<'c>> {
    fn read(part: Attribute<'c>) -> Option<Self> {
        read_array(part)?
            .into_iter()
            .map(|element| Some(TypeAttribute::try_from(element).ok()?.value()))
            .collect()
    }
    fn make(&self, context: &'c Context) -> Attribute<'c> {
        let elements: Vec<_> = self.iter().map(|ty| TypeAttribute::new(*ty).into()).collect();
        ArrayAttribute::new(context, &elements).into()
    }
}
