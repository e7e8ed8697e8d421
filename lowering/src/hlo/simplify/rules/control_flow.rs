// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Branches that are known, loops that do not run, tuples, sorts of one element.

use super::Rule;
use crate::hlo::simplify::matching::{Match, one, producer, splat};
use crate::hlo_to_linalg::attributes;
use crate::ir::{self, Value};
use melior::ir::r#type::TupleType;

pub const RULES: &[(&str, Rule)] = &[
    ("if", if_of_constant),
    ("case", case_of_constant),
    ("while", while_never),
    ("get_tuple_element", element_of_tuple),
    ("custom_call", call_of_tuple),
    ("sort", sort_of_one),
];

/// What region number `index` returns, its operations moved before the operation.
fn inline<'a>(found: &Match<'a>, index: usize) -> Option<Vec<Value<'a>>> {
    let region = *ir::regions(found.op).get(index)?;
    let [block] = ir::blocks(region)[..] else { return None };
    Some(ir::inline_block_before(block, &[], found.op))
}

/// `if true {x} else {y}` = `x`, `if false {x} else {y}` = `y`
fn if_of_constant<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let condition = splat(found.operand(0)?)?;
    inline(found, usize::from(condition.is_zero()))
}

/// `case n {x0} {x1} ...` = `xn`; the last one where there is no such branch
fn case_of_constant<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let index = splat(found.operand(0)?)?.int()?;
    let last = ir::regions(found.op).len().checked_sub(1)?;
    inline(found, usize::try_from(index).unwrap_or(last).min(last))
}

/// `while false {body}` = the values it starts with
fn while_never<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let block = *ir::blocks(*ir::regions(found.op).first()?).first()?;
    let end = *ir::ops(block).last()?;
    let condition = *ir::operands(end).first()?;
    if !splat(condition)?.is_zero() {
        return None;
    }
    // What else the condition computes is not needed, unless it does something.
    ir::ops(block)
        .into_iter()
        .all(|op| op == end || super::is_pure(op))
        .then(|| found.operands.clone())
}

/// `get_tuple_element(tuple(x0, x1, ...), n)` = `xn`
fn element_of_tuple<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let tuple = producer(found.operand(0)?, "tuple")?;
    let index = usize::try_from(attributes::integer(found.op, "index").ok()?).ok()?;
    one(*ir::operands(tuple).get(index)?)
}

/// `custom_call(x) : tuple<T0, ...>` = `tuple(custom_call(x) : T0, ...)`
fn call_of_tuple<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let tuple = TupleType::try_from(found.ty).ok()?;
    let parts = (0..tuple.type_count()).map(|index| tuple.r#type(index));
    let parts: Vec<_> = parts.collect::<Result<_, _>>().ok()?;
    if parts.iter().any(|part| TupleType::try_from(*part).is_ok()) {
        return None;
    }
    let at = &found.hlo.at;
    let call = at.op(ir::op_name(found.op)).operands(&found.operands).attrs_of(found.op, &[]);
    let call = call.results(&parts).build();
    one(at.simple("stablehlo.tuple", &ir::results(call), found.ty))
}

/// `sort(x, ...)` along a dimension of one element = `x, ...`
fn sort_of_one<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let rank = found.shape.len() as i64;
    let dimension = attributes::integer_or(found.op, "dimension", -1).ok()?;
    let dimension = if dimension < 0 { dimension + rank } else { dimension };
    if *found.shape.get(usize::try_from(dimension).ok()?)? > 1 {
        return None;
    }
    Some(found.operands.clone())
}
