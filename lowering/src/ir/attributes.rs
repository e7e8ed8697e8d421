// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Making attributes.

use super::{Attribute, Context, Type, types};
use melior::ir::AffineMap;
use melior::ir::attribute::{
    ArrayAttribute, BoolAttribute, DenseI64ArrayAttribute, FlatSymbolRefAttribute, FloatAttribute,
    IntegerAttribute, StringAttribute, TypeAttribute,
};

/// An `index` attribute.
pub fn index_attr(context: &Context, value: i64) -> Attribute<'_> {
    IntegerAttribute::new(types::index(context), value).into()
}

/// An `i64` attribute.
pub fn i64_attr(context: &Context, value: i64) -> Attribute<'_> {
    IntegerAttribute::new(types::int(context, 64), value).into()
}

/// An `i32` attribute.
pub fn i32_attr(context: &Context, value: i32) -> Attribute<'_> {
    IntegerAttribute::new(types::int(context, 32), value.into()).into()
}

/// An attribute of the integer type `ty`.
pub fn int_attr<'a>(ty: Type<'a>, value: i64) -> Attribute<'a> {
    IntegerAttribute::new(ty, value).into()
}

/// An attribute of the float type `ty`, rounded to it.
pub fn float_attr<'a>(context: &'a Context, ty: Type<'a>, value: f64) -> Attribute<'a> {
    FloatAttribute::new(context, ty, value).into()
}

/// A boolean attribute.
pub fn bool_attr(context: &Context, value: bool) -> Attribute<'_> {
    BoolAttribute::new(context, value).into()
}

/// A unit attribute.
pub fn unit_attr(context: &Context) -> Attribute<'_> {
    Attribute::unit(context)
}

/// A string attribute.
pub fn string_attr<'a>(context: &'a Context, value: &str) -> Attribute<'a> {
    StringAttribute::new(context, value).into()
}

/// A type attribute.
pub fn type_attr(ty: Type<'_>) -> Attribute<'_> {
    TypeAttribute::new(ty).into()
}

/// A reference to a symbol of the same table.
pub fn flat_symbol_attr<'a>(context: &'a Context, name: &str) -> Attribute<'a> {
    FlatSymbolRefAttribute::new(context, name).into()
}

/// An array of attributes.
pub fn array_attr<'a>(context: &'a Context, values: &[Attribute<'a>]) -> Attribute<'a> {
    ArrayAttribute::new(context, values).into()
}

/// `array<i64: ...>`.
pub fn dense_i64_attr<'a>(context: &'a Context, values: &[i64]) -> Attribute<'a> {
    DenseI64ArrayAttribute::new(context, values).into()
}

/// An affine map as an attribute.
pub fn affine_map_attr<'a>(map: AffineMap<'a>) -> Attribute<'a> {
    crate::ffi::affine_map_attribute(map)
}

/// linalg's `iterator_types`: `true` for a parallel dimension, `false` for a reduction.
pub fn iterator_types<'a>(context: &'a Context, parallel: &[bool]) -> Attribute<'a> {
    let kinds: Vec<_> = parallel
        .iter()
        .map(|parallel| {
            let kind = if *parallel { "parallel" } else { "reduction" };
            Attribute::parse(context, &format!("#linalg.iterator_type<{kind}>"))
                .expect("the linalg dialect is loaded")
        })
        .collect();
    array_attr(context, &kinds)
}
