// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads the arithmetic of a contraction's body, and builds it for scalars and vectors.

use super::dot::{ACCUMULATOR_BITS, Narrow};
use hloom_ir::{self as ir, Block, Builder, Op, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The arithmetic of a contraction's body: `accumulator + convert(left) * convert(right)`.
#[derive(Clone, Debug)]
pub struct Arithmetic<'a> {
    /// The type of accumulators: `f32`, `f64` or an integer.
    pub accumulator: Type<'a>,
    /// The factors from the left and from the right operand.
    pub factors: [Factor<'a>; 2],
    /// Whether products of floats are added without intermediate rounding, and the lanes of a
    /// vector of sums are added in any order.
    pub fused: bool,
}

/// A factor of the product: the elements of an operand and their conversion.
#[derive(Clone, Debug)]
pub struct Factor<'a> {
    /// The type of the operand's elements in memory.
    pub element: Type<'a>,
    /// The conversion operations to the accumulator's type, first to last, with their result types.
    pub conversions: Vec<(&'static str, Type<'a>)>,
}

/// The operations that may convert an element to a factor.
const CONVERSIONS: [&str; 6] =
    ["arith.extf", "arith.extsi", "arith.extui", "arith.sitofp", "arith.uitofp", "arith.truncf"];

impl<'a> Arithmetic<'a> {
    /// Reads the body of a linalg operation with two inputs and one output. Returns `None` unless
    /// it computes exactly `accumulator + convert(left) * convert(right)`.
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
            // In memory each element has its own byte; in a vector of these elements it has not.
            if ir::element_width(element) < 8 {
                return None;
            }
            found[side] = Some(Factor { element, conversions });
        }
        // Any other operation of the body would be dropped.
        if seen != ops.len() {
            return None;
        }
        let [Some(left), Some(right)] = found else { return None };
        Some(Self { accumulator, factors: [left, right], fused: true })
    }

    /// Returns true if accumulators are floating-point numbers.
    pub fn is_float(&self) -> bool {
        ir::is_float(self.accumulator)
    }

    /// Returns the types of the factors if they are integers of 8 or 16 bits that are extended to
    /// 32-bit accumulators, and `None` otherwise.
    pub fn narrow(&self) -> Option<[Narrow; 2]> {
        if self.is_float() || i64::from(ir::element_width(self.accumulator)) != ACCUMULATOR_BITS {
            return None;
        }
        let [left, right] = &self.factors;
        Some([left.narrow()?, right.narrow()?])
    }

    /// Returns the type of a vector of accumulators.
    pub fn vector(&self, lanes: i64) -> Type<'a> {
        ir::vector(&[lanes], self.accumulator)
    }

    /// Builds a zero of the accumulator's type.
    pub fn zero(&self, builder: Builder<'a>) -> Value<'a> {
        if self.is_float() {
            builder.float(0.0, self.accumulator)
        } else {
            builder.int(0, self.accumulator)
        }
    }

    /// Builds a vector of `lanes` accumulators that are zero.
    pub fn zeros(&self, builder: Builder<'a>, lanes: i64) -> Value<'a> {
        let zero = self.zero(builder);
        self.broadcast(builder, zero, lanes)
    }

    /// Builds a vector whose elements are all `value`.
    pub fn broadcast(&self, builder: Builder<'a>, value: Value<'a>, lanes: i64) -> Value<'a> {
        builder.simple("vector.broadcast", &[value], self.vector(lanes))
    }

    /// Builds `sum + left * right` on vectors of accumulators, without rounding the product if
    /// [`Arithmetic::fused`] is true.
    pub fn multiply_add(
        &self,
        builder: Builder<'a>,
        left: Value<'a>,
        right: Value<'a>,
        sum: Value<'a>,
    ) -> Value<'a> {
        if self.is_float() && self.fused {
            return builder.simple("vector.fma", &[left, right, sum], sum.r#type());
        }
        self.multiply_then_add(builder, left, right, sum)
    }

    /// Builds `sum + left * right` on scalars or vectors, with a rounded product.
    pub fn multiply_then_add(
        &self,
        builder: Builder<'a>,
        left: Value<'a>,
        right: Value<'a>,
        sum: Value<'a>,
    ) -> Value<'a> {
        let product = if self.is_float() { "arith.mulf" } else { "arith.muli" };
        self.add(builder, sum, builder.binary(product, left, right))
    }

    /// Builds the sum of two accumulators, or of two vectors of accumulators.
    pub fn add(&self, builder: Builder<'a>, first: Value<'a>, second: Value<'a>) -> Value<'a> {
        builder.binary(if self.is_float() { "arith.addf" } else { "arith.addi" }, first, second)
    }

    /// Builds the sum of the elements of a vector of accumulators.
    pub fn sum(&self, builder: Builder<'a>, vector: Value<'a>) -> Value<'a> {
        let context = builder.context();
        let flags = if self.fused { "reassoc" } else { "none" };
        let flags = ir::parse_attribute(context, &format!("#arith.fastmath<{flags}>"));
        builder
            .op("vector.reduction")
            .operands(&[vector])
            .attr("kind", ir::parse_attribute(context, "#vector.kind<add>"))
            .attr("fastmath", flags)
            .result(self.accumulator)
            .value()
    }
}

impl<'a> Factor<'a> {
    /// Returns true if the operand's elements must be converted to factors.
    pub fn is_converted(&self) -> bool {
        !self.conversions.is_empty()
    }

    /// Returns the type of the elements if they are integers of 8 or 16 bits that a single
    /// operation extends to factors, and `None` otherwise.
    fn narrow(&self) -> Option<Narrow> {
        let [(name, _)] = self.conversions[..] else { return None };
        let signed = match name {
            "arith.extsi" => true,
            "arith.extui" => false,
            _ => return None,
        };
        let bits = i64::from(ir::element_width(self.element));
        matches!(bits, 8 | 16).then_some(Narrow { signed, bits })
    }

    /// Converts an element, or a vector of `lanes` elements, to the factors of a dot-product
    /// instruction, which are integers of `bits` bits.
    pub fn widen(
        &self,
        builder: Builder<'a>,
        value: Value<'a>,
        bits: i64,
        lanes: Option<i64>,
    ) -> Value<'a> {
        if i64::from(ir::element_width(self.element)) == bits {
            return value;
        }
        let ty = ir::int(builder.context(), bits as u32);
        let ty = lanes.map_or(ty, |lanes| ir::vector(&[lanes], ty));
        self.conversions
            .iter()
            .take(1)
            .fold(value, |value, (name, _)| builder.simple(name, &[value], ty))
    }

    /// Converts an element, or a vector of `lanes` elements, to factors.
    pub fn convert(&self, builder: Builder<'a>, value: Value<'a>, lanes: Option<i64>) -> Value<'a> {
        self.conversions.iter().fold(value, |value, (name, ty)| {
            let ty = lanes.map_or(*ty, |lanes| ir::vector(&[lanes], *ty));
            builder.simple(name, &[value], ty)
        })
    }
}

/// Returns true for a type that accumulators may have: a float of 32 or 64 bits, or an integer of
/// 8, 16, 32 or 64 bits.
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

/// Returns the value from which `value` is converted, and the conversions of that value to `value`,
/// first to last.
fn unconverted<'a>(value: Value<'a>) -> (Value<'a>, Vec<(&'static str, Type<'a>)>) {
    let mut source = value;
    let mut conversions = Vec::new();
    while let Some(op) = ir::defining_op(source) {
        let name = CONVERSIONS.into_iter().find(|name| *name == ir::op_name(op));
        // The emitted conversion has no rounding mode.
        let Some(name) = name.filter(|_| op.attribute("roundingmode").is_err()) else { break };
        conversions.push((name, source.r#type()));
        source = ir::operands(op)[0];
    }
    conversions.reverse();
    (source, conversions)
}
