// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for `compare`.

use crate::build::element_of;
use crate::elements::{Format, Number};
use crate::simplify::matching::{Match, is_constant, one, producer, splat};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::has_one_use;
use hloom_ir::{self as ir, Op, Value};
use melior::ir::operation::OperationLike;

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloCompare, compare_with_itself),
    (Kind::StablehloCompare, compare_of_constant),
    (Kind::StablehloCompare, compare_with_boolean),
    (Kind::StablehloCompare, compare_unsigned_with_zero),
    (Kind::StablehloCompare, compare_of_rectified),
    (Kind::StablehloNot, not_of_compare),
];

fn direction(op: Op) -> Option<String> {
    ir::enum_case(op, "comparison_direction")
}

/// Returns true if the comparison `op` orders any two elements: for integers and booleans, and for
/// floats in their total order.
fn is_total(op: Op) -> bool {
    let Some(x) = ir::operands(op).first().copied() else { return false };
    match Format::of(element_of(x)) {
        Some(format) if format.is_integer() => true,
        Some(format) if format.is_float() => {
            ir::enum_case(op, "compare_type").as_deref() == Some("TOTALORDER")
        }
        _ => false,
    }
}

/// Rebuilds the comparison `op` with another direction and other operands.
fn rebuild<'a>(
    found: &Match<'a>,
    op: Op<'a>,
    direction: &str,
    operands: &[Value<'a>],
) -> Value<'a> {
    let context = found.hlo.at.context();
    let direction = format!("#stablehlo<comparison_direction {direction}>");
    let mut builder = found
        .hlo
        .at
        .op("stablehlo.compare")
        .operands(operands)
        .attr("comparison_direction", ir::parse_attribute(context, &direction));
    if let Ok(kind) = op.attribute("compare_type") {
        builder = builder.attr("compare_type", kind);
    }
    builder.result(found.ty).value()
}

/// `x == x` = `true`, `x < x` = `false`, ...; not for partially ordered floats, because of NaN
fn compare_with_itself<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    if x != y || !is_total(found.op) {
        return None;
    }
    let holds = matches!(direction(found.op)?.as_str(), "EQ" | "LE" | "GE");
    one(found.int(holds.into()))
}

/// `c < x` = `x > c` for a constant `c`; likewise for the other comparison directions
fn compare_of_constant<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    if !is_constant(x) || is_constant(y) {
        return None;
    }
    let direction = direction(found.op)?;
    let swapped = match direction.as_str() {
        "LT" => "GT",
        "LE" => "GE",
        "GT" => "LT",
        "GE" => "LE",
        same => same,
    };
    one(rebuild(found, found.op, swapped, &[y, x]))
}

/// `b == true` = `b`, `b == false` = `!b`, `b != true` = `!b`, `b != false` = `b`
fn compare_with_boolean<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    if Format::of(element_of(x)) != Some(Format::Bool) {
        return None;
    }
    let truth = !splat(y)?.is_zero();
    let same = match direction(found.op)?.as_str() {
        "EQ" => truth,
        "NE" => !truth,
        _ => return None,
    };
    one(if same { x } else { found.hlo.unary("not", x) })
}

/// for unsigned integers: `x < 0` = `false`, `x >= 0` = `true`
fn compare_unsigned_with_zero<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    let unsigned = matches!(Format::of(element_of(x))?, Format::Unsigned(_));
    if !unsigned || splat(y)? != Number::Int(0) {
        return None;
    }
    match direction(found.op)?.as_str() {
        "LT" => one(found.int(0)),
        "GE" => one(found.int(1)),
        _ => None,
    }
}

/// `x > c` = `max(x, c) > c`, if that maximum is computed earlier in the block; not for the total
/// order of floats, because of NaN. The backward pass of a `relu` then needs only the result of the
/// `relu` instead of its operand.
fn compare_of_rectified<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, bound) = found.pair()?;
    let kind = ir::enum_case(found.op, "compare_type");
    if direction(found.op)? != "GT" || kind.as_deref() == Some("TOTALORDER") {
        return None;
    }
    let least = splat(bound)?;
    let is_rectified = |op: &Op<'a>| {
        let operands = ir::operands(*op);
        ir::hlo_op(*op) == Some(Kind::StablehloMaximum)
            && operands[0] == x
            && op.block() == found.op.block()
            && op.is_before_in_block(found.op)
            && splat(operands[1]).is_some_and(|other| other == least)
    };
    let maximum = ir::uses(x).into_iter().map(|(user, _)| user).find(is_rectified)?;
    one(rebuild(found, found.op, "GT", &[ir::results(maximum)[0], bound]))
}

/// `!(x < y)` = `x >= y`, ...; for partially ordered floats only `==` and `!=`, because of NaN
fn not_of_compare<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    let compare = producer(x, Kind::StablehloCompare).filter(|_| has_one_use(x))?;
    let direction = direction(compare)?;
    let opposite = match direction.as_str() {
        "EQ" => "NE",
        "NE" => "EQ",
        _ if !is_total(compare) => return None,
        "LT" => "GE",
        "LE" => "GT",
        "GT" => "LE",
        "GE" => "LT",
        _ => return None,
    };
    one(rebuild(found, compare, opposite, &ir::operands(compare)))
}
