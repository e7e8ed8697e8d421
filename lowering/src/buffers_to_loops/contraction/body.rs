// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The arithmetic in the body of a contraction, and its vector form.

use crate::ir::{self, Block, Builder, Op, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// `accumulator + convert(left) * convert(right)`.
#[derive(Clone, Debug)]
pub struct Arithmetic<'a> {
    /// The type of accumulators: `f32`, `f64` or an integer.
    pub accumulator: Type<'a>,
    /// For the left and the right operand, what turns its elements into factors.
    pub factors: [Factor<'a>; 2],
}

/// How elements of an operand become factors.
#[derive(Clone, Debug)]
pub struct Factor<'a> {
    /// The type of elements in memory.
    pub element: Type<'a>,
    /// The conversions from that to the accumulator's type, first to last.
    pub conversions: Vec<(&'static str, Type<'a>)>,
}

/// Conversions that a factor may go through.
const CONVERSIONS: [&str; 6] =
    ["arith.extf", "arith.extsi", "arith.extui", "arith.sitofp", "arith.uitofp", "arith.truncf"];

impl<'a> Arithmetic<'a> {
    /// Reads the body of a linalg operation of two inputs and one output; none
    /// where it is not such a sum of products.
    pub fn of(body: Block<'a>) -> Option<Self> {
        let arguments = ir::args(body);
        let [left, right, sum] = arguments[..] else { return None };
        let mut ops = ir::ops(body);
        let [result] = ir::operands(ops.pop()?)[..] else { return None };
        let accumulator = sum.r#type();
        if !is_accumulator(accumulator) {
            return None;
        }
        let float = ir::is_float(accumulator);
        let add = defined_by(result, if float { "arith.addf" } else { "arith.addi" })?;
        let [first, second] = ir::operands(add)[..] else { return None };
        let product = match (first == sum, second == sum) {
            (true, false) => second,
            (false, true) => first,
            _ => return None,
        };
        let multiply = defined_by(product, if float { "arith.mulf" } else { "arith.muli" })?;
        let mut found = [None, None];
        let mut seen = 2;
        for operand in ir::operands(multiply) {
            let (source, conversions) = unconverted(operand);
            seen += conversions.len();
            let side = [left, right].iter().position(|argument| *argument == source)?;
            let element = source.r#type();
            // Each element has a byte of its own in memory, but a vector of such has not.
            if ir::element_width(element) < 8 {
                return None;
            }
            found[side] = Some(Factor { element, conversions });
        }
        // Anything else in the body would be lost.
        if seen != ops.len() {
            return None;
        }
        let [Some(left), Some(right)] = found else { return None };
        Some(Self { accumulator, factors: [left, right] })
    }

    /// Whether accumulators are floating point.
    pub fn is_float(&self) -> bool {
        ir::is_float(self.accumulator)
    }

    /// A vector of accumulators.
    pub fn vector(&self, lanes: i64) -> Type<'a> {
        ir::vector(&[lanes], self.accumulator)
    }

    /// The accumulator zero.
    pub fn zero(&self, builder: Builder<'a>) -> Value<'a> {
        if self.is_float() {
            builder.float(0.0, self.accumulator)
        } else {
            builder.int(0, self.accumulator)
        }
    }

    /// A vector of zeros.
    pub fn zeros(&self, builder: Builder<'a>, lanes: i64) -> Value<'a> {
        let zero = self.zero(builder);
        self.broadcast(builder, zero, lanes)
    }

    /// A vector of equal elements.
    pub fn broadcast(&self, builder: Builder<'a>, value: Value<'a>, lanes: i64) -> Value<'a> {
        builder.simple("vector.broadcast", &[value], self.vector(lanes))
    }

    /// `sum + left * right` on vectors of accumulators.
    pub fn multiply_add(
        &self,
        builder: Builder<'a>,
        left: Value<'a>,
        right: Value<'a>,
        sum: Value<'a>,
    ) -> Value<'a> {
        if self.is_float() {
            return builder.simple("vector.fma", &[left, right, sum], sum.r#type());
        }
        builder.binary("arith.addi", sum, builder.binary("arith.muli", left, right))
    }

    /// `sum + left * right` on single accumulators.
    pub fn multiply_add_scalar(
        &self,
        builder: Builder<'a>,
        left: Value<'a>,
        right: Value<'a>,
        sum: Value<'a>,
    ) -> Value<'a> {
        let product = if self.is_float() { "arith.mulf" } else { "arith.muli" };
        self.add(builder, sum, builder.binary(product, left, right))
    }

    /// The sum of two accumulators or of two vectors of them.
    pub fn add(&self, builder: Builder<'a>, first: Value<'a>, second: Value<'a>) -> Value<'a> {
        builder.binary(if self.is_float() { "arith.addf" } else { "arith.addi" }, first, second)
    }

    /// The sum of the elements of a vector of accumulators, in any order.
    pub fn sum(&self, builder: Builder<'a>, vector: Value<'a>) -> Value<'a> {
        let context = builder.context();
        builder
            .op("vector.reduction")
            .operands(&[vector])
            .attr("kind", ir::parse_attribute(context, "#vector.kind<add>"))
            .attr("fastmath", ir::parse_attribute(context, "#arith.fastmath<reassoc>"))
            .result(self.accumulator)
            .value()
    }
}

impl<'a> Factor<'a> {
    /// Whether elements in memory are not factors yet.
    pub fn is_converted(&self) -> bool {
        !self.conversions.is_empty()
    }

    /// The factors of an element, or of a vector of `lanes` elements.
    pub fn convert(&self, builder: Builder<'a>, value: Value<'a>, lanes: Option<i64>) -> Value<'a> {
        self.conversions.iter().fold(value, |value, (name, ty)| {
            let ty = lanes.map_or(*ty, |lanes| ir::vector(&[lanes], *ty));
            builder.simple(name, &[value], ty)
        })
    }
}

/// Types that sums are kept in: what vector registers and a fused multiply-add hold.
fn is_accumulator(ty: Type) -> bool {
    let width = ir::element_width(ty);
    if ir::is_float(ty) {
        return width == 32 || width == 64;
    }
    ir::is_integer(ty) && matches!(width, 8 | 16 | 32 | 64)
}

fn defined_by<'a>(value: Value<'a>, name: &str) -> Option<Op<'a>> {
    ir::defining_op(value).filter(|op| ir::op_name(*op) == name)
}

/// What `value` is converted from, and how.
fn unconverted<'a>(value: Value<'a>) -> (Value<'a>, Vec<(&'static str, Type<'a>)>) {
    let mut source = value;
    let mut conversions = Vec::new();
    while let Some(op) = ir::defining_op(source) {
        let name = CONVERSIONS.into_iter().find(|name| *name == ir::op_name(op));
        // A rounding mode would be lost.
        let Some(name) = name.filter(|_| op.attribute("roundingmode").is_err()) else { break };
        conversions.push((name, source.r#type()));
        source = ir::operands(op)[0];
    }
    conversions.reverse();
    (source, conversions)
}
