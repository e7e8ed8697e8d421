// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for `broadcast_in_dim`. Its normal form is a single broadcast that adds
//! elements.

use super::reshape::without_ones;
use crate::simplify::matching::{Match, is_iota, list, one, operand_of, producer};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes;
use hloom_ir::{self as ir, Value};
use melior::ir::ValueLike;

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloBroadcastInDim, broadcast_to_itself),
    (Kind::StablehloBroadcastInDim, broadcast_of_broadcast),
    (Kind::StablehloBroadcastInDim, broadcast_of_iota),
    (Kind::StablehloBroadcastInDim, broadcast_of_as_many),
    (Kind::StablehloBroadcastInDim, broadcast_of_reshape),
];

fn dims(found: &Match) -> Option<Vec<i64>> {
    found.list("broadcast_dimensions")
}

/// `broadcast(x) : T -> T` = `x`
fn broadcast_to_itself<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    if x.r#type() != found.ty || !is_iota(&dims(found)?) {
        return None;
    }
    one(x)
}

/// `broadcast(broadcast(x))` = `broadcast(x)` along the composed dimensions
fn broadcast_of_broadcast<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let inner = producer(found.operand(0)?, Kind::StablehloBroadcastInDim)?;
    let outer = dims(found)?;
    let both: Vec<_> =
        list(inner, "broadcast_dimensions")?.iter().map(|dim| outer[*dim as usize]).collect();
    one(found.hlo.broadcast(ir::operands(inner)[0], &both, &found.shape))
}

/// `broadcast(iota)` = `iota` along the dimension to which the broadcast maps the iota's dimension
fn broadcast_of_iota<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    let inner = producer(x, Kind::StablehloIota)?;
    let dimension = usize::try_from(attributes::integer(inner, "iota_dimension").ok()?).ok()?;
    let to = dims(found)?[dimension] as usize;
    if ir::shape_of(x)[dimension] != found.shape[to] {
        return None;
    }
    one(found.hlo.iota(to, found.ty))
}

/// `broadcast(x)` that adds no elements = `reshape(x)`, or `reshape(transpose(x))`
fn broadcast_of_as_many<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    let sizes = ir::shape_of(x);
    if sizes.iter().product::<i64>() != found.shape.iter().product::<i64>() {
        return None;
    }
    let dims = dims(found)?;
    let mut permutation: Vec<_> = (0..dims.len() as i64).collect();
    permutation.sort_by_key(|dim| dims[*dim as usize]);
    let moved = found.hlo.transpose(x, &permutation);
    one(found.hlo.reshape(moved, &found.shape))
}

/// `broadcast(reshape(x))` = `broadcast(x)`, if the reshape only adds dimensions of size one
fn broadcast_of_reshape<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let reshaped = found.operand(0)?;
    let x = operand_of(reshaped, Kind::StablehloReshape)?;
    let from = ir::shape_of(x);
    if from.contains(&1) {
        return None;
    }
    let map = without_ones(&from, &ir::shape_of(reshaped))?;
    let dims = dims(found)?;
    let dims: Vec<_> = map.iter().map(|(_, through)| dims[*through]).collect();
    one(found.hlo.broadcast(x, &dims, &found.shape))
}
