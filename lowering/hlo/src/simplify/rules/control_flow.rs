// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for conditionals with constant conditions, loops without iterations, tuples
//! and short sorts.

use crate::simplify::matching::{Match, one, producer, splat};
use crate::simplify::purity::is_pure;
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes;
use hloom_ir::{self as ir, Value};
use melior::ir::r#type::TupleType;

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloIf, if_of_constant),
    (Kind::StablehloCase, case_of_constant),
    (Kind::StablehloWhile, while_never),
    (Kind::StablehloGetTupleElement, element_of_tuple),
    (Kind::StablehloCustomCall, call_of_tuple),
    (Kind::StablehloSort, sort_of_one),
];

/// Moves the operations of the region `index` of an operation before the operation. Returns the
/// values that the region returns.
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

/// `case n {x0} {x1} ...` = `xn`, or the last branch if `n` is out of range
fn case_of_constant<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let index = splat(found.operand(0)?)?.int()?;
    let last = ir::regions(found.op).len().checked_sub(1)?;
    inline(found, usize::try_from(index).unwrap_or(last).min(last))
}

/// `while false {body}` = the initial values
fn while_never<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let block = *ir::blocks(*ir::regions(found.op).first()?).first()?;
    let end = *ir::ops(block).last()?;
    let condition = *ir::operands(end).first()?;
    if !splat(condition)?.is_zero() {
        return None;
    }
    // The rest of the condition is erased, so it must be pure.
    ir::ops(block).into_iter().all(|op| op == end || is_pure(op)).then(|| found.operands.clone())
}

/// `get_tuple_element(tuple(x0, x1, ...), n)` = `xn`
fn element_of_tuple<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let tuple = producer(found.operand(0)?, Kind::StablehloTuple)?;
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

/// `sort(x, ...)` along a dimension of at most one element = `x, ...`
fn sort_of_one<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let rank = found.shape.len() as i64;
    let dimension = attributes::integer_or(found.op, "dimension", -1).ok()?;
    let dimension = if dimension < 0 { dimension + rank } else { dimension };
    if *found.shape.get(usize::try_from(dimension).ok()?)? > 1 {
        return None;
    }
    Some(found.operands.clone())
}
