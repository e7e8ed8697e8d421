// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for `transpose` and `reverse`.

use crate::simplify::matching::{Match, is_iota, list, one, producer};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::{self as ir, Value};

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloTranspose, transpose_of_nothing),
    (Kind::StablehloTranspose, transpose_of_transpose),
    (Kind::StablehloTranspose, transpose_of_ones),
    (Kind::StablehloTranspose, transpose_of_broadcast),
    (Kind::StablehloTranspose, transpose_of_iota),
    (Kind::StablehloReverse, reverse_of_nothing),
    (Kind::StablehloReverse, reverse_of_reverse),
    (Kind::StablehloReverse, reverse_of_broadcast),
];

/// `transpose(x)` by the identity = `x`
fn transpose_of_nothing<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    if !is_iota(&found.list("permutation")?) {
        return None;
    }
    one(found.operand(0)?)
}

/// `transpose(transpose(x))` = `transpose(x)` by the composed permutation
fn transpose_of_transpose<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let inner = producer(found.operand(0)?, Kind::StablehloTranspose)?;
    let first = list(inner, "permutation")?;
    let second = found.list("permutation")?;
    let both: Vec<_> = second.iter().map(|dim| first[*dim as usize]).collect();
    one(found.hlo.transpose(ir::operands(inner)[0], &both))
}

/// `transpose(x)` that keeps the order of dimensions larger than one = `reshape(x)`
fn transpose_of_ones<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    let shape = ir::shape_of(x);
    let permutation = found.list("permutation")?;
    let large: Vec<_> = permutation.iter().filter(|dim| shape[**dim as usize] != 1).collect();
    if !large.is_sorted() {
        return None;
    }
    one(found.hlo.reshape(x, &found.shape))
}

/// `transpose(broadcast(x))` = `broadcast(x)` along the moved dimensions
fn transpose_of_broadcast<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let inner = producer(found.operand(0)?, Kind::StablehloBroadcastInDim)?;
    let permutation = found.list("permutation")?;
    let dims: Vec<_> = list(inner, "broadcast_dimensions")?
        .iter()
        .map(|dim| permutation.iter().position(|from| from == dim).map(|to| to as i64))
        .collect::<Option<_>>()?;
    one(found.hlo.broadcast(ir::operands(inner)[0], &dims, &found.shape))
}

/// `transpose(iota)` = `iota` along the moved dimension
fn transpose_of_iota<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let inner = producer(found.operand(0)?, Kind::StablehloIota)?;
    let dimension = hloom_ir::attributes::integer(inner, "iota_dimension").ok()?;
    let moved = found.list("permutation")?.iter().position(|from| *from == dimension)?;
    one(found.hlo.iota(moved, found.ty))
}

/// `reverse(x)` along dimensions of size one = `x`
fn reverse_of_nothing<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let dims = found.list("dimensions")?;
    if dims.iter().any(|dim| found.shape[*dim as usize] > 1) {
        return None;
    }
    one(found.operand(0)?)
}

/// `reverse(reverse(x))` = `reverse(x)` along the dimensions that only one of the two operations
/// reverses
fn reverse_of_reverse<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let inner = producer(found.operand(0)?, Kind::StablehloReverse)?;
    let (first, second) = (list(inner, "dimensions")?, found.list("dimensions")?);
    let once = |dim: &i64| first.contains(dim) != second.contains(dim);
    let dims: Vec<_> = (0..found.shape.len() as i64).filter(once).collect();
    one(reverse(found, ir::operands(inner)[0], &dims))
}

/// `reverse(broadcast(x))` = `broadcast(x)`, along dimensions that the broadcast adds
fn reverse_of_broadcast<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let x = found.operand(0)?;
    let inner = producer(x, Kind::StablehloBroadcastInDim)?;
    let sizes = ir::shape_of(ir::operands(inner)[0]);
    let along = list(inner, "broadcast_dimensions")?;
    let has = |dim: &&i64| along.iter().zip(&sizes).any(|(to, size)| to == *dim && *size != 1);
    let dims = found.list("dimensions")?;
    let kept: Vec<_> = dims.iter().filter(has).copied().collect();
    if kept.len() == dims.len() {
        return None;
    }
    one(reverse(found, x, &kept))
}

fn reverse<'a>(found: &Match<'a>, x: Value<'a>, dims: &[i64]) -> Value<'a> {
    if dims.is_empty() {
        return x;
    }
    let dims = ir::dense_i64_attr(found.hlo.at.context(), dims);
    found
        .hlo
        .at
        .op("stablehlo.reverse")
        .operands(&[x])
        .attr("dimensions", dims)
        .result(found.ty)
        .value()
}
