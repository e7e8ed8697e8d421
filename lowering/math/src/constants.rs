// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Constants for expansions, which support scalars and fixed-length vectors alike.

use hloom_ir::{self as ir, Attribute, Builder, Shaped, Type, Value};

/// Creates a constant of type `ty`: `element`, or a splat of it if `ty` is a vector.
///
/// `element` must be an attribute of the element type.
pub fn constant<'a>(builder: Builder<'a>, ty: Type<'a>, element: Attribute<'a>) -> Value<'a> {
    let is_shaped = Shaped::of(ty).is_some();
    let value = if is_shaped { ir::splat_attribute(ty, element) } else { element };
    builder.constant(value, ty)
}

/// Creates a constant of an integer type, or of a vector of integers, from the low bits of `value`.
pub fn integer<'a>(builder: Builder<'a>, ty: Type<'a>, value: i64) -> Value<'a> {
    constant(builder, ty, ir::int_attr(ir::element_of(ty), value))
}
