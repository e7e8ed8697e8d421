// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for `reshape` and `iota`, and for operations that move splats.

use crate::elements;
use crate::simplify::matching::{Match, one, operand_of, producer, splat_like};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes;
use hloom_ir::{self as ir, Value};
use melior::ir::ValueLike;

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloReshape, reshape_to_itself),
    (Kind::StablehloReshape, reshape_of_constant),
    (Kind::StablehloReshape, reshape_of_reshape),
    (Kind::StablehloReshape, reshape_of_broadcast_scalar),
    (Kind::StablehloReshape, reshape_of_iota),
    (Kind::StablehloIota, iota_of_one),
    (Kind::StablehloSlice, move_of_splat),
    (Kind::StablehloTranspose, move_of_splat),
    (Kind::StablehloReverse, move_of_splat),
    (Kind::StablehloBroadcast, move_of_splat),
    (Kind::StablehloBroadcastInDim, move_of_splat),
];

/// `reshape(x) : T -> T` = `x`
fn reshape_to_itself<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    if x.r#type() != found.ty {
        return None;
    }
    one(x)
}

/// `reshape(constant)` = `constant`
fn reshape_of_constant<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    let value = elements::constant_attribute(x)?;
    if ir::dense_type(value)? != x.r#type() {
        return None;
    }
    one(found.hlo.constant(ir::dense_reshape(value, found.ty)?, found.ty))
}

/// `reshape(reshape(x))` = `reshape(x)`
fn reshape_of_reshape<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = operand_of(found.operand(0)?, Kind::StablehloReshape)?;
    one(found.with_operands(&[x]))
}

/// `reshape(broadcast(x))` = `broadcast(x)`, if `x` has one element
fn reshape_of_broadcast_scalar<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = operand_of(found.operand(0)?, Kind::StablehloBroadcastInDim)?;
    if ir::shape_of(x).iter().any(|size| *size != 1) {
        return None;
    }
    let scalar = found.hlo.reshape(x, &[]);
    one(found.hlo.broadcast(scalar, &[], &found.shape))
}

/// `reshape(iota)` = `iota`, if only dimensions of size one are added or removed
fn reshape_of_iota<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    let dimension =
        attributes::integer(producer(x, Kind::StablehloIota)?, "iota_dimension").ok()?;
    let map = without_ones(&ir::shape_of(x), &found.shape)?;
    let dimension = map.iter().find(|(from, _)| *from == dimension as usize)?.1;
    one(found.hlo.iota(dimension, found.ty))
}

/// Pairs the dimensions of two shapes whose sizes are not one. Returns `None` if these sizes
/// differ.
pub fn without_ones(from: &[i64], to: &[i64]) -> Option<Vec<(usize, usize)>> {
    let large = |shape: &[i64]| -> Vec<(usize, i64)> {
        let sizes = shape.iter().copied().enumerate();
        sizes.filter(|(_, size)| *size != 1).collect()
    };
    let (from, to) = (large(from), large(to));
    let same = from.len() == to.len() && from.iter().zip(&to).all(|(from, to)| from.1 == to.1);
    same.then(|| from.into_iter().zip(to).map(|(from, to)| (from.0, to.0)).collect())
}

/// `iota` along a dimension of size one = `0`
fn iota_of_one<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let dimension = attributes::integer(found.op, "iota_dimension").ok()?;
    if *found.shape.get(usize::try_from(dimension).ok()?)? != 1 {
        return None;
    }
    let format = found.format()?;
    if format.is_integer() {
        return one(found.int(0));
    }
    if !format.is_float() {
        return None;
    }
    one(found.hlo.float(0.0, found.ty))
}

/// `move(c)` of a splat constant = `c` in the shape of the result, for operations that only
/// move elements
fn move_of_splat<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let splat = splat_like(found.hlo, found.operand(0)?, &found.shape)?;
    one(splat)
}
