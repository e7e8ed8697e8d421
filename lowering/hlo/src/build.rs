// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builders of StableHLO operations.
//!
//! The passes of this crate create operations with [`Hlo`]. Its methods compute result types from
//! the operands. They omit redundant operations, such as a reshape to the same shape.

use hloom_dialects::quantized::Quantized;
use hloom_ir::{self as ir, Attribute, Builder, Type, Value};
use melior::ir::ValueLike;

/// Builds StableHLO operations at one insertion point. Operands must have static shapes.
#[derive(Clone, Copy)]
pub struct Hlo<'a> {
    /// Insertion point and location of the operations.
    pub at: Builder<'a>,
}

/// Returns the element type of a tensor, or the type itself for any other value.
pub fn element_of<'a>(value: Value<'a>) -> Type<'a> {
    ir::element_of(value.r#type())
}

/// Returns the tensor type with the shape of `value` and the element type `element`.
pub fn with_element<'a>(value: Value<'a>, element: Type<'a>) -> Type<'a> {
    ir::tensor(&ir::shape_of(value), element)
}

impl<'a> Hlo<'a> {
    /// Builds `stablehlo.<name>`, a unary operation whose result has the type of its operand.
    pub fn unary(&self, name: &str, x: Value<'a>) -> Value<'a> {
        self.at.simple(&format!("stablehlo.{name}"), &[x], x.r#type())
    }

    /// Builds `stablehlo.<name>`, a binary operation whose result has the type of its operands.
    pub fn binary(&self, name: &str, x: Value<'a>, y: Value<'a>) -> Value<'a> {
        self.at.simple(&format!("stablehlo.{name}"), &[x, y], x.r#type())
    }

    /// `stablehlo.select`.
    pub fn select(&self, condition: Value<'a>, yes: Value<'a>, no: Value<'a>) -> Value<'a> {
        self.at.simple("stablehlo.select", &[condition, yes, no], yes.r#type())
    }

    /// Builds `stablehlo.compare` with a direction (`EQ`, `NE`, `LT`, ...). If `total` is true,
    /// floats are compared in their total order.
    pub fn compare(&self, direction: &str, x: Value<'a>, y: Value<'a>, total: bool) -> Value<'a> {
        let context = self.at.context();
        let direction = format!("#stablehlo<comparison_direction {direction}>");
        let mut op = self
            .at
            .op("stablehlo.compare")
            .operands(&[x, y])
            .attr("comparison_direction", ir::parse_attribute(context, &direction));
        if total {
            let kind = ir::parse_attribute(context, "#stablehlo<comparison_type TOTALORDER>");
            op = op.attr("compare_type", kind);
        }
        op.result(with_element(x, ir::int(context, 1))).value()
    }

    /// Builds a constant of type `ty` whose elements are all `value`, rounded to the element
    /// type.
    ///
    /// # Panics
    /// Panics if the element type is not a float type.
    pub fn float(&self, value: f64, ty: Type<'a>) -> Value<'a> {
        let element = ir::element_of(ty);
        assert!(ir::is_float(element), "expected a float element type, found `{ty}`");
        let element = ir::float_attr(self.at.context(), element, value);
        self.constant(hloom_ir::splat_attribute(ty, element), ty)
    }

    /// Builds a constant of type `ty` whose elements are all `value`.
    ///
    /// # Panics
    /// Panics if the element type is not an integer type.
    pub fn int(&self, value: i64, ty: Type<'a>) -> Value<'a> {
        let element = ir::element_of(ty);
        assert!(ir::is_integer(element), "expected an integer element type, found `{ty}`");
        self.constant(hloom_ir::splat_attribute(ty, ir::int_attr(element, value)), ty)
    }

    /// `stablehlo.constant`.
    pub fn constant(&self, value: Attribute<'a>, ty: Type<'a>) -> Value<'a> {
        self.at.op("stablehlo.constant").attr("value", value).result(ty).value()
    }

    /// `stablehlo.convert` to another element type.
    pub fn convert(&self, x: Value<'a>, element: Type<'a>) -> Value<'a> {
        self.at.simple("stablehlo.convert", &[x], with_element(x, element))
    }

    /// `stablehlo.bitcast_convert` to an element type of the same width.
    pub fn bitcast(&self, x: Value<'a>, element: Type<'a>) -> Value<'a> {
        self.at.simple("stablehlo.bitcast_convert", &[x], with_element(x, element))
    }

    /// `stablehlo.real`.
    pub fn real(&self, x: Value<'a>) -> Value<'a> {
        self.part("stablehlo.real", x)
    }

    /// `stablehlo.imag`.
    pub fn imag(&self, x: Value<'a>) -> Value<'a> {
        self.part("stablehlo.imag", x)
    }

    fn part(&self, name: &str, x: Value<'a>) -> Value<'a> {
        let element = element_of(x);
        self.at.simple(name, &[x], with_element(x, ir::is_complex(element).unwrap_or(element)))
    }

    /// `stablehlo.complex`.
    pub fn complex(&self, re: Value<'a>, im: Value<'a>) -> Value<'a> {
        let ty = with_element(re, ir::complex(element_of(re)));
        self.at.simple("stablehlo.complex", &[re, im], ty)
    }

    /// `stablehlo.iota` of the tensor type `ty` along `dimension`.
    pub fn iota(&self, dimension: usize, ty: Type<'a>) -> Value<'a> {
        let dimension = ir::i64_attr(self.at.context(), dimension as i64);
        self.at.op("stablehlo.iota").attr("iota_dimension", dimension).result(ty).value()
    }

    /// `stablehlo.reshape`, or `x` itself if it already has the shape.
    pub fn reshape(&self, x: Value<'a>, shape: &[i64]) -> Value<'a> {
        if ir::shape_of(x) == shape {
            return x;
        }
        self.at.simple("stablehlo.reshape", &[x], ir::tensor(shape, element_of(x)))
    }

    /// `stablehlo.transpose`, or `x` itself for the identity permutation.
    pub fn transpose(&self, x: Value<'a>, permutation: &[i64]) -> Value<'a> {
        if permutation.iter().enumerate().all(|(index, dim)| index as i64 == *dim) {
            return x;
        }
        let shape = ir::shape_of(x);
        let shape: Vec<_> = permutation.iter().map(|dim| shape[*dim as usize]).collect();
        self.at
            .op("stablehlo.transpose")
            .operands(&[x])
            .attr("permutation", ir::dense_i64_attr(self.at.context(), permutation))
            .result(ir::tensor(&shape, element_of(x)))
            .value()
    }

    /// `stablehlo.broadcast_in_dim`, or `x` itself if neither shape nor dimensions change.
    pub fn broadcast(&self, x: Value<'a>, dims: &[i64], shape: &[i64]) -> Value<'a> {
        let in_place = dims.iter().enumerate().all(|(index, dim)| index as i64 == *dim);
        if in_place && ir::shape_of(x) == shape {
            return x;
        }
        self.at
            .op("stablehlo.broadcast_in_dim")
            .operands(&[x])
            .attr("broadcast_dimensions", ir::dense_i64_attr(self.at.context(), dims))
            .result(ir::tensor(shape, element_of(x)))
            .value()
    }

    /// `stablehlo.concatenate` along `dimension`.
    ///
    /// # Panics
    /// Panics if `parts` is empty.
    pub fn concatenate(&self, parts: &[Value<'a>], dimension: usize) -> Value<'a> {
        let mut shape = ir::shape_of(parts[0]);
        shape[dimension] = parts.iter().map(|part| ir::shape_of(*part)[dimension]).sum();
        self.at
            .op("stablehlo.concatenate")
            .operands(parts)
            .attr("dimension", ir::i64_attr(self.at.context(), dimension as i64))
            .result(ir::tensor(&shape, element_of(parts[0])))
            .value()
    }

    /// `stablehlo.pad`.
    pub fn pad(
        &self,
        x: Value<'a>,
        value: Value<'a>,
        low: &[i64],
        high: &[i64],
        interior: &[i64],
    ) -> Value<'a> {
        let context = self.at.context();
        let sizes = ir::shape_of(x);
        let shape: Vec<_> = (0..sizes.len())
            .map(|dim| {
                let holes = (sizes[dim] - 1).max(0) * interior[dim];
                (sizes[dim] + holes + low[dim] + high[dim]).max(0)
            })
            .collect();
        self.at
            .op("stablehlo.pad")
            .operands(&[x, value])
            .attr("edge_padding_low", ir::dense_i64_attr(context, low))
            .attr("edge_padding_high", ir::dense_i64_attr(context, high))
            .attr("interior_padding", ir::dense_i64_attr(context, interior))
            .result(ir::tensor(&shape, element_of(x)))
            .value()
    }

    /// `stablehlo.slice`, or `x` itself if the slice covers all of `x`.
    pub fn slice(
        &self,
        x: Value<'a>,
        starts: &[i64],
        limits: &[i64],
        strides: &[i64],
    ) -> Value<'a> {
        let context = self.at.context();
        let shape: Vec<_> = (0..starts.len())
            .map(|dim| {
                let extent = limits[dim] - starts[dim];
                (extent + strides[dim] - 1) / strides[dim]
            })
            .collect();
        if shape == ir::shape_of(x) {
            return x;
        }
        self.at
            .op("stablehlo.slice")
            .operands(&[x])
            .attr("start_indices", ir::dense_i64_attr(context, starts))
            .attr("limit_indices", ir::dense_i64_attr(context, limits))
            .attr("strides", ir::dense_i64_attr(context, strides))
            .result(ir::tensor(&shape, element_of(x)))
            .value()
    }

    /// Builds the slice of `x` from index zero to `limits` (exclusive) in each dimension.
    pub fn prefix(&self, x: Value<'a>, limits: &[i64]) -> Value<'a> {
        self.slice(x, &vec![0; limits.len()], limits, &vec![1; limits.len()])
    }

    /// Builds the `stablehlo.dynamic_slice` of `x` with the slice sizes `sizes`. `starts` contains
    /// one scalar start index for each dimension.
    pub fn dynamic_slice(&self, x: Value<'a>, starts: &[Value<'a>], sizes: &[i64]) -> Value<'a> {
        let operands: Vec<_> = std::iter::once(x).chain(starts.iter().copied()).collect();
        self.at
            .op("stablehlo.dynamic_slice")
            .operands(&operands)
            .attr("slice_sizes", ir::dense_i64_attr(self.at.context(), sizes))
            .result(ir::tensor(sizes, element_of(x)))
            .value()
    }

    /// Builds the `stablehlo.dynamic_update_slice` that writes `update` into `x`. `starts` contains
    /// one scalar start index for each dimension.
    pub fn dynamic_update_slice(
        &self,
        x: Value<'a>,
        update: Value<'a>,
        starts: &[Value<'a>],
    ) -> Value<'a> {
        let operands: Vec<_> = [x, update].into_iter().chain(starts.iter().copied()).collect();
        self.at.simple("stablehlo.dynamic_update_slice", &operands, x.r#type())
    }

    /// Builds a `stablehlo.reduce` of `x` over the dimensions `dims`, whose body is the binary
    /// operation `stablehlo.<name>`.
    pub fn reduce(&self, x: Value<'a>, init: Value<'a>, dims: &[i64], name: &str) -> Value<'a> {
        let scalar = ir::tensor(&[], element_of(x));
        let body = self.at.region(&[scalar, scalar], |at, arguments| {
            let value = Hlo { at }.binary(name, arguments[0], arguments[1]);
            at.op("stablehlo.return").operands(&[value]).build();
        });
        let kept: Vec<_> = ir::shape_of(x)
            .into_iter()
            .enumerate()
            .filter(|(index, _)| !dims.contains(&(*index as i64)))
            .map(|(_, size)| size)
            .collect();
        self.at
            .op("stablehlo.reduce")
            .operands(&[x, init])
            .attr("dimensions", ir::dense_i64_attr(self.at.context(), dims))
            .result(ir::tensor(&kept, element_of(x)))
            .region(body)
            .value()
    }

    /// Builds a constant of type `ty` whose elements are all zero, or false. Zeros of a quantized
    /// type are quantized from a constant.
    ///
    /// # Panics
    /// Panics if the elements are neither numbers nor booleans.
    pub fn zeros(&self, ty: Type<'a>) -> Value<'a> {
        self.zeros_like(0.0, ty)
    }

    /// Builds a constant of type `ty` whose elements are the neutral element of addition: zero for
    /// integers, and negative zero for floats. Adding a positive zero would change a negative zero
    /// to a positive zero.
    pub fn neutral_of_add(&self, ty: Type<'a>) -> Value<'a> {
        self.zeros_like(-0.0, ty)
    }

    fn zeros_like(&self, zero: f64, ty: Type<'a>) -> Value<'a> {
        let element = ir::element_of(ty);
        if let Some(quantized) = Quantized::from_type(element) {
            let zeros = self.zeros_like(zero, ir::like(ty, quantized.expressed));
            return self.at.simple("stablehlo.uniform_quantize", &[zeros], ty);
        }
        if let Some(part) = ir::is_complex(element) {
            let shape = ir::Shaped::of(ty).map(|shaped| shaped.shape).unwrap_or_default();
            let zero = self.float(zero, ir::tensor(&shape, part));
            return self.complex(zero, zero);
        }
        if ir::is_float(element) { self.float(zero, ty) } else { self.int(0, ty) }
    }

    /// Builds a `stablehlo.while` of `count` iterations, and returns the final carried values.
    /// `body` receives the number of the iteration, an `i64` scalar that starts at zero, and the
    /// carried values. It returns the carried values of the next iteration.
    pub fn repeat(
        &self,
        count: i64,
        carried: &[Value<'a>],
        body: impl FnOnce(Hlo<'a>, Value<'a>, &[Value<'a>]) -> Vec<Value<'a>>,
    ) -> Vec<Value<'a>> {
        let scalar = ir::tensor(&[], ir::int(self.at.context(), 64));
        let initial = [&[self.int(0, scalar)], carried].concat();
        let types: Vec<_> = initial.iter().map(|value| value.r#type()).collect();
        let condition = self.at.region(&types, |at, arguments| {
            let hlo = Hlo { at };
            let more = hlo.compare("LT", arguments[0], hlo.int(count, scalar), false);
            at.op("stablehlo.return").operands(&[more]).build();
        });
        let body = self.at.region(&types, |at, arguments| {
            let hlo = Hlo { at };
            let next = hlo.binary("add", arguments[0], hlo.int(1, scalar));
            let new = body(hlo, arguments[0], &arguments[1..]);
            at.op("stablehlo.return").operands(&[next]).operands(&new).build();
        });
        let repeated = self.at.op("stablehlo.while").operands(&initial).results(&types);
        ir::results(repeated.region(condition).region(body).build()).split_off(1)
    }

    /// Builds a `stablehlo.dot_general` with the result type `ty`; `precision` is its attribute
    /// `precision_config`, if any.
    pub fn dot_general(
        &self,
        (lhs, rhs): (Value<'a>, Value<'a>),
        (lhs_batching, rhs_batching): (&[i64], &[i64]),
        (lhs_contracting, rhs_contracting): (&[i64], &[i64]),
        precision: Option<Attribute<'a>>,
        ty: Type<'a>,
    ) -> Value<'a> {
        let mut fields = Vec::new();
        for (name, dims) in [
            ("lhs_batching_dimensions", lhs_batching),
            ("rhs_batching_dimensions", rhs_batching),
            ("lhs_contracting_dimensions", lhs_contracting),
            ("rhs_contracting_dimensions", rhs_contracting),
        ] {
            if !dims.is_empty() {
                fields.push(format!("{name} = {dims:?}"));
            }
        }
        let numbers = format!("#stablehlo.dot<{}>", fields.join(", "));
        let context = self.at.context();
        let mut op = self
            .at
            .op("stablehlo.dot_general")
            .operands(&[lhs, rhs])
            .attr("dot_dimension_numbers", ir::parse_attribute(context, &numbers));
        if let Some(precision) = precision {
            op = op.attr("precision_config", precision);
        }
        op.result(ty).value()
    }
}
