// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for `select`.

use crate::elements::Format;
use crate::simplify::matching::{Match, one, operand_of, producer, splat};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::{self as ir, Value};

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloSelect, select_of_equals),
    (Kind::StablehloSelect, select_by_constant),
    (Kind::StablehloSelect, select_by_not),
    (Kind::StablehloSelect, select_of_select),
    (Kind::StablehloSelect, select_of_booleans),
];

fn parts<'a>(found: &Match<'a>) -> Option<[Value<'a>; 3]> {
    found.operands.as_slice().try_into().ok()
}

/// `c ? x : x` = `x`
fn select_of_equals<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let [_, yes, no] = parts(found)?;
    if yes != no {
        return None;
    }
    one(yes)
}

/// `true ? x : y` = `x`, `false ? x : y` = `y`
fn select_by_constant<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let [condition, yes, no] = parts(found)?;
    one(if splat(condition)?.is_zero() { no } else { yes })
}

/// `!c ? x : y` = `c ? y : x`
fn select_by_not<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let [condition, yes, no] = parts(found)?;
    one(found.hlo.select(operand_of(condition, Kind::StablehloNot)?, no, yes))
}

/// `c ? (c ? x : y) : z` = `c ? x : z`, `c ? x : (c ? y : z)` = `c ? x : z`
fn select_of_select<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let [condition, yes, no] = parts(found)?;
    let inner = |value| {
        let operands = ir::operands(producer(value, Kind::StablehloSelect)?);
        (operands.first() == Some(&condition)).then_some(operands)
    };
    if let Some(inner) = inner(yes) {
        return one(found.hlo.select(condition, inner[1], no));
    }
    one(found.hlo.select(condition, yes, inner(no)?[2]))
}

/// for booleans: `c ? true : x` = `c | x`, `c ? x : false` = `c & x`, `c ? false : true` = `!c`
fn select_of_booleans<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let [condition, yes, no] = parts(found)?;
    if found.format()? != Format::Bool || ir::shape_of(condition) != found.shape {
        return None;
    }
    let constant = |value| splat(value).map(|number| !number.is_zero());
    one(match (constant(yes), constant(no)) {
        (Some(true), Some(false)) => condition,
        (Some(false), Some(true)) => found.hlo.unary("not", condition),
        (Some(true), None) => found.hlo.binary("or", condition, no),
        (None, Some(false)) => found.hlo.binary("and", condition, yes),
        _ => return None,
    })
}
