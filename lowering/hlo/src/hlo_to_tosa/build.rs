// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builders of TOSA's constants and products.

use hloom_ir::{self as ir, Builder, Type, Value};

/// Builds TOSA operations.
#[derive(Clone, Copy)]
pub struct Tosa<'a> {
    /// The insertion point and location of the operations.
    pub at: Builder<'a>,
}

impl<'a> Tosa<'a> {
    /// Builds a `tosa.const`.
    pub fn constant(self, value: ir::Attribute<'a>, ty: Type<'a>) -> Value<'a> {
        self.at.op("tosa.const").attr("values", value).result(ty).value()
    }

    /// Builds a `tosa.const` of the float tensor type `ty`, whose elements are all `value`.
    pub fn float(self, value: f64, ty: Type<'a>) -> Value<'a> {
        let element = ir::float_attr(self.at.context(), ir::element_of(ty), value);
        self.constant(ir::splat_attribute(ty, element), ty)
    }

    /// Builds a `tosa.const` of type `ty`, whose elements are all zero.
    pub fn zero(self, ty: Type<'a>) -> Value<'a> {
        let element = ir::element_of(ty);
        let zero = match ir::is_float(element) {
            true => ir::float_attr(self.at.context(), element, 0.0),
            false => ir::int_attr(element, 0),
        };
        self.constant(ir::splat_attribute(ty, zero), ty)
    }

    /// Builds a `tosa.mul` whose operand `shift`, which scales products of fixed-point numbers, is
    /// zero.
    pub fn product(self, x: Value<'a>, y: Value<'a>, ty: Type<'a>) -> Option<Value<'a>> {
        let shift = self.zero(ir::tensor(&[1], ir::int(self.at.context(), 8)));
        Some(self.at.simple("tosa.mul", &[x, y, shift], ty))
    }
}
