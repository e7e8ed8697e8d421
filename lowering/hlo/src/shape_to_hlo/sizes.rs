// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Computations of sizes on 32-bit integers, and their casts to and from `index`.

use crate::build::{Hlo, element_of};
use hloom_ir::{self as ir, Shaped, Type, Value};
use melior::ir::ValueLike;

/// Returns true for `index` and for tensors of `index`.
pub fn is_index(ty: Type) -> bool {
    ir::is_index(Shaped::of(ty).map_or(ty, |shaped| shaped.element))
}

/// A builder of computations of tensor sizes.
pub struct Sizes<'a> {
    /// The builder of the StableHLO operations.
    pub hlo: Hlo<'a>,
}

impl<'a> Sizes<'a> {
    /// Returns the type of a size, `tensor<i32>`.
    pub fn scalar(&self) -> Type<'a> {
        ir::tensor(&[], ir::int(self.hlo.at.context(), 32))
    }

    /// Casts a value to another type of the same shape.
    pub fn cast(&self, value: Value<'a>, ty: Type<'a>) -> Value<'a> {
        if value.r#type() == ty {
            return value;
        }
        self.hlo.at.simple("builtin.unrealized_conversion_cast", &[value], ty)
    }

    /// Casts `index`, or a static tensor of `index`, to a tensor of 32-bit integers. Returns `None`
    /// for other types.
    pub fn to_i32(&self, value: Value<'a>) -> Option<Value<'a>> {
        let i32 = ir::int(self.hlo.at.context(), 32);
        let ty = value.r#type();
        if ir::is_index(ty) {
            return Some(self.cast(value, self.scalar()));
        }
        let shaped = Shaped::of(ty).filter(Shaped::is_static)?;
        let is_known = shaped.element == i32 || ir::is_index(shaped.element);
        is_known.then(|| self.cast(value, ir::tensor(&shaped.shape, i32)))
    }

    /// Casts a tensor of integers to the type of the replaced result. Returns `None` if the shapes
    /// differ, or if the result is neither an integer nor `index`.
    pub fn to(&self, value: Value<'a>, ty: Type<'a>) -> Option<Value<'a>> {
        let shape = Shaped::of(ty).map(|shaped| shaped.shape).unwrap_or_default();
        let is_size = is_index(ty) || ir::is_integer(Shaped::of(ty).map_or(ty, |it| it.element));
        (is_size && shape == ir::shape_of(value)).then(|| self.cast(value, ty))
    }

    /// Returns an element of a tensor as a scalar.
    pub fn element(&self, x: Value<'a>, at: &[i64]) -> Value<'a> {
        let context = self.hlo.at.context();
        let element = element_of(x);
        let ends: Vec<_> = at.iter().map(|at| at + 1).collect();
        let one = self
            .hlo
            .at
            .op("stablehlo.slice")
            .operands(&[x])
            .attr("start_indices", ir::dense_i64_attr(context, at))
            .attr("limit_indices", ir::dense_i64_attr(context, &ends))
            .attr("strides", ir::dense_i64_attr(context, &vec![1; at.len()]))
            .result(ir::tensor(&vec![1; at.len()], element))
            .value();
        self.hlo.at.simple("stablehlo.reshape", &[one], ir::tensor(&[], element))
    }

    /// Builds a `stablehlo.get_dimension_size` of the dimension `dim` of `x`.
    pub fn dimension(&self, x: Value<'a>, dim: i64) -> Value<'a> {
        self.hlo
            .at
            .op("stablehlo.get_dimension_size")
            .operands(&[x])
            .attr("dimension", ir::i64_attr(self.hlo.at.context(), dim))
            .result(self.scalar())
            .value()
    }

    /// Concatenates vectors of one element each. Returns an empty constant if `parts` is empty.
    pub fn vector(&self, parts: &[Value<'a>]) -> Value<'a> {
        let context = self.hlo.at.context();
        match parts {
            [] => {
                let ty = ir::tensor(&[0], ir::int(context, 32));
                let value = ir::parse_attribute(context, &format!("dense<> : {ty}"));
                self.hlo.constant(value, ty)
            }
            [only] => *only,
            parts => self.hlo.concatenate(parts, 0),
        }
    }

    /// Converts between `index` and 32-bit or 64-bit integers. Returns `None` for other types and
    /// for dynamic shapes.
    pub fn index_cast(&self, value: Value<'a>, to: Type<'a>) -> Option<Value<'a>> {
        let context = self.hlo.at.context();
        let element = |ty: Type<'a>| Shaped::of(ty).map_or(ty, |shaped| shaped.element);
        let (from, into) = (element(value.r#type()), element(to));
        let is_known = |ty: Type<'a>| {
            ir::is_index(ty) || ty == ir::int(context, 32) || ty == ir::int(context, 64)
        };
        let shaped = Shaped::of(to);
        if !is_known(from) || !is_known(into) || shaped.as_ref().is_some_and(|it| !it.is_static()) {
            return None;
        }
        let shape = shaped.map(|it| it.shape).unwrap_or_default();
        let stored = |ty: Type<'a>| if ir::is_index(ty) { ir::int(context, 32) } else { ty };
        let source = self.cast(value, ir::tensor(&shape, stored(from)));
        let converted = match stored(from) == stored(into) {
            true => source,
            false => {
                self.hlo.at.simple("stablehlo.convert", &[source], ir::tensor(&shape, stored(into)))
            }
        };
        Some(self.cast(converted, to))
    }
}
