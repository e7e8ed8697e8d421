// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reshapes, and iotas.

use super::Rule;
use crate::hlo::elements;
use crate::hlo::ffi;
use crate::hlo::simplify::matching::{Match, one, operand_of, producer, splat_like};
use crate::hlo_to_linalg::attributes;
use crate::ir::{self, Value};
use melior::ir::ValueLike;

pub const RULES: &[(&str, Rule)] = &[
    ("reshape", reshape_to_itself),
    ("reshape", reshape_of_constant),
    ("reshape", reshape_of_reshape),
    ("reshape", reshape_of_broadcast_scalar),
    ("reshape", reshape_of_iota),
    ("iota", iota_of_one),
    ("slice", move_of_splat),
    ("transpose", move_of_splat),
    ("reverse", move_of_splat),
    ("broadcast", move_of_splat),
    ("broadcast_in_dim", move_of_splat),
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
    if ffi::dense_type(value)? != x.r#type() {
        return None;
    }
    one(found.hlo.constant(ffi::dense_reshape(value, found.ty)?, found.ty))
}

/// `reshape(reshape(x))` = `reshape(x)`
fn reshape_of_reshape<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = operand_of(found.operand(0)?, "reshape")?;
    one(found.with_operands(&[x]))
}

/// `reshape(broadcast(x))` = `broadcast(x)` of one element
fn reshape_of_broadcast_scalar<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = operand_of(found.operand(0)?, "broadcast_in_dim")?;
    if ir::shape_of(x).iter().any(|size| *size != 1) {
        return None;
    }
    let scalar = found.hlo.reshape(x, &[]);
    one(found.hlo.broadcast(scalar, &[], &found.shape))
}

/// `reshape(iota)` = `iota`, where only dimensions of size one come and go
fn reshape_of_iota<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    let dimension = attributes::integer(producer(x, "iota")?, "iota_dimension").ok()?;
    let map = without_ones(&ir::shape_of(x), &found.shape)?;
    let dimension = map.iter().find(|(from, _)| *from == dimension as usize)?.1;
    one(found.hlo.iota(dimension, found.ty))
}

/// The dimensions larger than one of two shapes, in pairs; none if they differ.
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

/// an operation that moves elements, of a constant that repeats one = the constant in
/// the result's shape
fn move_of_splat<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let splat = splat_like(found.hlo, found.operand(0)?, &found.shape)?;
    one(splat)
}
