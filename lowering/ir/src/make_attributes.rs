// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Constructors of attributes.

use super::{Attribute, Context, Type, types};
use melior::ir::AffineMap;
use melior::ir::attribute::{
    ArrayAttribute, BoolAttribute, DenseI64ArrayAttribute, FlatSymbolRefAttribute, FloatAttribute,
    IntegerAttribute, StringAttribute, TypeAttribute,
};

/// Returns an integer attribute of type `index`.
pub fn index_attr(context: &Context, value: i64) -> Attribute<'_> {
    IntegerAttribute::new(types::index(context), value).into()
}

/// Returns an integer attribute of type `i64`.
pub fn i64_attr(context: &Context, value: i64) -> Attribute<'_> {
    IntegerAttribute::new(types::int(context, 64), value).into()
}

/// Returns an integer attribute of type `i32`.
pub fn i32_attr(context: &Context, value: i32) -> Attribute<'_> {
    IntegerAttribute::new(types::int(context, 32), value.into()).into()
}

/// Returns an integer attribute of the integer type `ty`.
pub fn int_attr<'a>(ty: Type<'a>, value: i64) -> Attribute<'a> {
    IntegerAttribute::new(ty, value).into()
}

/// Returns a float attribute of the float type `ty`. The value is rounded to this type.
pub fn float_attr<'a>(context: &'a Context, ty: Type<'a>, value: f64) -> Attribute<'a> {
    FloatAttribute::new(context, ty, value).into()
}

/// Returns a boolean attribute.
pub fn bool_attr(context: &Context, value: bool) -> Attribute<'_> {
    BoolAttribute::new(context, value).into()
}

/// Returns a unit attribute.
pub fn unit_attr(context: &Context) -> Attribute<'_> {
    Attribute::unit(context)
}

/// Returns a string attribute.
pub fn string_attr<'a>(context: &'a Context, value: &str) -> Attribute<'a> {
    StringAttribute::new(context, value).into()
}

/// Returns a type attribute.
pub fn type_attr(ty: Type<'_>) -> Attribute<'_> {
    TypeAttribute::new(ty).into()
}

/// Returns a reference to a symbol in the same symbol table.
pub fn flat_symbol_attr<'a>(context: &'a Context, name: &str) -> Attribute<'a> {
    FlatSymbolRefAttribute::new(context, name).into()
}

/// Returns an array attribute.
pub fn array_attr<'a>(context: &'a Context, values: &[Attribute<'a>]) -> Attribute<'a> {
    ArrayAttribute::new(context, values).into()
}

/// Returns an attribute `array<i64: ...>`.
pub fn dense_i64_attr<'a>(context: &'a Context, values: &[i64]) -> Attribute<'a> {
    DenseI64ArrayAttribute::new(context, values).into()
}

/// Returns the attribute `padding` of a window, from the low and high padding of each dimension.
pub fn padding_attr<'a>(context: &'a Context, edges: &[(i64, i64)]) -> Attribute<'a> {
    let element = types::int(context, 64);
    let values: Vec<_> = edges
        .iter()
        .flat_map(|(low, high)| [int_attr(element, *low), int_attr(element, *high)])
        .collect();
    crate::dense_elements(types::tensor(&[edges.len() as i64, 2], element), &values)
}

/// Returns an affine map as an attribute.
pub fn affine_map_attr<'a>(map: AffineMap<'a>) -> Attribute<'a> {
    crate::affine::affine_map_attribute(map)
}

/// Returns linalg's `iterator_types`: `true` stands for a parallel dimension, `false` for a
/// reduction.
///
/// # Panics
/// Panics if the linalg dialect is not loaded.
pub fn iterator_types<'a>(context: &'a Context, parallel: &[bool]) -> Attribute<'a> {
    let kinds: Vec<_> = parallel
        .iter()
        .map(|parallel| {
            let kind = if *parallel { "parallel" } else { "reduction" };
            Attribute::parse(context, &format!("#linalg.iterator_type<{kind}>"))
                .expect("the linalg dialect must be loaded")
        })
        .collect();
    array_attr(context, &kinds)
}
