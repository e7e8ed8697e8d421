// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The meaning of elementwise HLO operations on one element: arith, math and
//! complex operations on scalars. Elementwise generics, reducers, comparators
//! and every other body are made of these.
//!
//! Integer corner cases follow XLA where the specification leaves them open:
//! `x / 0 = -1` (all ones), `x rem 0 = x`, `MIN / -1 = MIN`, `MIN rem -1 = 0`;
//! a shift by the width or more shifts everything out.

mod compare;
mod complex;
mod convert;
mod float;
mod integer;
mod region;

pub use convert::emit as convert_element;
pub use region::{check_region, emit_region};

use super::Kind;
use crate::ir::{self, Builder, Op, Value};
use crate::pass::Failure;
use hloom_dialects::comparison::check_compare_type;
use hloom_dialects::op_view::OpView;
use melior::ir::ValueLike;

/// Every operation that [`emit`] knows.
const ELEMENTWISE: &[&str] = &[
    "stablehlo.abs",
    "stablehlo.add",
    "stablehlo.and",
    "stablehlo.atan2",
    "stablehlo.cbrt",
    "stablehlo.ceil",
    "stablehlo.clamp",
    "stablehlo.compare",
    "stablehlo.complex",
    "stablehlo.convert",
    "stablehlo.cosine",
    "stablehlo.count_leading_zeros",
    "stablehlo.divide",
    "stablehlo.exponential",
    "stablehlo.exponential_minus_one",
    "stablehlo.floor",
    "stablehlo.imag",
    "stablehlo.is_finite",
    "stablehlo.log",
    "stablehlo.log_plus_one",
    "stablehlo.logistic",
    "stablehlo.maximum",
    "stablehlo.minimum",
    "stablehlo.multiply",
    "stablehlo.negate",
    "stablehlo.not",
    "stablehlo.or",
    "stablehlo.popcnt",
    "stablehlo.power",
    "stablehlo.real",
    "stablehlo.reduce_precision",
    "stablehlo.remainder",
    "stablehlo.round_nearest_afz",
    "stablehlo.round_nearest_even",
    "stablehlo.rsqrt",
    "stablehlo.select",
    "stablehlo.shift_left",
    "stablehlo.shift_right_arithmetic",
    "stablehlo.shift_right_logical",
    "stablehlo.sign",
    "stablehlo.sine",
    "stablehlo.sqrt",
    "stablehlo.subtract",
    "stablehlo.tan",
    "stablehlo.tanh",
    "stablehlo.xor",
    "chlo.acos",
    "chlo.acosh",
    "chlo.asin",
    "chlo.asinh",
    "chlo.atan",
    "chlo.atanh",
    "chlo.cosh",
    "chlo.erf",
    "chlo.erfc",
    "chlo.is_inf",
    "chlo.sinh",
    "chlo.tan",
];

/// Whether `name` is an operation on elements, the same on each.
pub fn is_elementwise(name: &str) -> bool {
    ELEMENTWISE.contains(&name)
}

/// Emits the scalar form of the elementwise operation `op` on `arguments`, the
/// elements of its operands, signedness dropped.
pub fn emit<'a>(
    builder: Builder<'a>,
    op: Op<'a>,
    arguments: &[Value<'a>],
) -> Result<Value<'a>, Failure<'a>> {
    let full = ir::op_name(op);
    let name = full.split_once('.').map_or(full, |(_, name)| name);
    let types: Vec<_> = ir::operands(op).iter().map(|operand| operand.r#type()).collect();
    let result = ir::results(op)[0].r#type();
    let kind_of = |index: usize| {
        Kind::of(types[index]).ok_or_else(|| {
            Failure::at(op, format!("`{full}` is not defined on `{}`", types[index]))
        })
    };
    let value = match name {
        "select" => Some(builder.select(arguments[0], arguments[1], arguments[2])),
        "clamp" => {
            let kind = kind_of(1)?;
            binary(builder, kind, "maximum", arguments[1], arguments[0])
                .and_then(|low| binary(builder, kind, "minimum", low, arguments[2]))
        }
        "compare" => {
            let checked =
                OpView::from_operation(op).map_or(Ok(()), |view| check_compare_type(&view));
            checked.map_err(|violation| Failure::at(op, violation.to_string()))?;
            compare::emit(builder, op, kind_of(0)?, arguments)
        }
        "convert" => {
            let to = Kind::of(result)
                .ok_or_else(|| Failure::at(op, format!("no conversion to `{result}`")))?;
            let element = ir::Shaped::of(result).map_or(result, |shaped| shaped.element);
            let element = ir::signless(builder.context(), element);
            Some(convert::emit(builder, kind_of(0)?, to, arguments[0], element))
        }
        "complex" => Some(complex::make(builder, arguments[0], arguments[1])),
        "real" | "imag" => Some(complex::part(builder, kind_of(0)?, name, arguments[0])),
        "reduce_precision" => convert::reduce_precision(builder, op, arguments[0])?,
        _ if arguments.len() == 2 => binary(builder, kind_of(0)?, name, arguments[0], arguments[1]),
        _ => unary(builder, kind_of(0)?, name, arguments[0]),
    };
    value.ok_or_else(|| Failure::at(op, format!("`{full}` is not defined on `{}`", types[0])))
}

/// A binary operation by its HLO name; none where the kind has no such operation.
pub fn binary<'a>(
    builder: Builder<'a>,
    kind: Kind,
    name: &str,
    lhs: Value<'a>,
    rhs: Value<'a>,
) -> Option<Value<'a>> {
    match kind {
        Kind::Bool => integer::binary_bool(builder, name, lhs, rhs),
        Kind::Signed | Kind::Unsigned => {
            integer::binary(builder, kind == Kind::Signed, name, lhs, rhs)
        }
        Kind::Float => float::binary(builder, name, lhs, rhs),
        Kind::Complex => complex::binary(builder, name, lhs, rhs),
    }
}

/// A unary operation by its HLO name; none where the kind has no such operation.
pub fn unary<'a>(
    builder: Builder<'a>,
    kind: Kind,
    name: &str,
    value: Value<'a>,
) -> Option<Value<'a>> {
    match kind {
        Kind::Bool => (name == "not").then(|| integer::not(builder, value)),
        Kind::Signed | Kind::Unsigned => integer::unary(builder, kind == Kind::Signed, name, value),
        Kind::Float => float::unary(builder, name, value),
        Kind::Complex => complex::unary(builder, name, value),
    }
}
