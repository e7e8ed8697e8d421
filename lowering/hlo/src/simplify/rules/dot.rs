// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for `dot_general` and the transpositions around it. The rules remove
//! transpositions, because the lowering accepts operands with any order of dimensions.

use crate::build::{Hlo, element_of};
use crate::elements::Format;
use crate::simplify::matching::{Match, list, one, producer};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::read_array;
use hloom_ir::attributes::{self, DotDims};
use hloom_ir::{self as ir, Attribute, Op, Type, Value};
use melior::ir::operation::OperationLike;

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloTranspose, transpose_of_dot),
    (Kind::StablehloDotGeneral, dot_of_transpose),
    (Kind::StablehloDotGeneral, dot_of_one_term),
];

/// `transpose(dot_general(x, y))` = `dot_general(y, x)`, if the transposition swaps the free
/// dimensions of x and y
fn transpose_of_dot<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let product = found.operand(0)?;
    let dot = producer(product, Kind::StablehloDotGeneral)?;
    if ir::uses(product).len() != 1 || !is_plain(dot) {
        return None;
    }
    let dims = attributes::dot_dims(dot).ok()?;
    let [x, y] = ir::operands(dot)[..] else { return None };
    let batch = dims.lhs_batching.len();
    let free = |value: Value, contracting: usize| ir::shape_of(value).len() - batch - contracting;
    let (rows, columns) =
        (free(x, dims.lhs_contracting.len()), free(y, dims.rhs_contracting.len()));
    let all = batch + rows + columns;
    let exchanged = (0..batch).chain(batch + rows..all).chain(batch..batch + rows);
    if !found.list("permutation")?.into_iter().eq(exchanged.map(|dim| dim as i64)) {
        return None;
    }
    let swapped = DotDims {
        lhs_batching: dims.rhs_batching,
        rhs_batching: dims.lhs_batching,
        lhs_contracting: dims.rhs_contracting,
        rhs_contracting: dims.lhs_contracting,
    };
    // The precisions of the operands are exchanged with them.
    let precision = dot.attribute("precision_config").ok();
    let exchanged = |precision| {
        let mut precisions = read_array(precision)?;
        precisions.reverse();
        Some(ir::array_attr(found.hlo.at.context(), &precisions))
    };
    // The work is that of the product, so reports name its line.
    let hlo = Hlo { at: found.hlo.at.at(dot.location()) };
    one(product_of(hlo, [y, x], &swapped, precision.and_then(exchanged), found.ty))
}

/// `dot_general(transpose(x), y)` = `dot_general(x, y)`, and likewise for y, if the transposition
/// keeps the order of the free dimensions
fn dot_of_transpose<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    let mut dims = attributes::dot_dims(found.op).ok().filter(|_| is_plain(found.op))?;
    let mut operands = [x, y];
    let lhs = untransposed(x, &mut dims.lhs_batching, &mut dims.lhs_contracting);
    let rhs = untransposed(y, &mut dims.rhs_batching, &mut dims.rhs_contracting);
    if lhs.is_none() && rhs.is_none() {
        return None;
    }
    operands[0] = lhs.unwrap_or(x);
    operands[1] = rhs.unwrap_or(y);
    let precision = found.attribute("precision_config");
    one(product_of(found.hlo, operands, &dims, precision, found.ty))
}

/// `dot_general(x, y)` whose sums have one term = `broadcast(x) * broadcast(y)`, plus zero for
/// floats, because a sum starts from zero
///
/// The elementwise product can be fused with other elementwise operations.
fn dot_of_one_term<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    let dims = attributes::dot_dims(found.op).ok().filter(|_| is_plain(found.op))?;
    let shape = ir::shape_of(x);
    let one_term = dims.lhs_contracting.iter().all(|dim| shape[*dim] == 1);
    let element = ir::element_of(found.ty);
    let is_number = found.is_float() || found.is_integer() && found.format() != Some(Format::Bool);
    if !one_term || !is_number || element_of(x) != element || element_of(y) != element {
        return None;
    }
    let batch = dims.lhs_batching.len();
    let free = |value: Value, batching: &[usize], contracting: &[usize]| {
        let is_free = |dim: &usize| !batching.contains(dim) && !contracting.contains(dim);
        (0..ir::shape_of(value).len()).filter(is_free).collect::<Vec<_>>()
    };
    let rows = free(x, &dims.lhs_batching, &dims.lhs_contracting);
    let columns = free(y, &dims.rhs_batching, &dims.rhs_contracting);
    let hlo = found.hlo;
    // Removes the contracting dimensions, and repeats the elements in the free dimensions of the
    // other operand.
    let repeated = |value: Value<'a>, batching: &[usize], free: &[usize], first: usize| {
        let place = |dim: usize| {
            let batch = batching.iter().position(|other| *other == dim);
            batch.or_else(|| Some(first + free.iter().position(|other| *other == dim)?))
        };
        let sizes = ir::shape_of(value);
        let kept: Vec<_> =
            (0..sizes.len()).filter_map(|dim| Some((sizes[dim], place(dim)? as i64))).collect();
        let (sizes, places): (Vec<_>, Vec<_>) = kept.into_iter().unzip();
        hlo.broadcast(hlo.reshape(value, &sizes), &places, &found.shape)
    };
    let left = repeated(x, &dims.lhs_batching, &rows, batch);
    let right = repeated(y, &dims.rhs_batching, &columns, batch + rows.len());
    let product = hlo.binary("multiply", left, right);
    one(if found.is_float() {
        hlo.binary("add", product, hlo.float(0.0, found.ty))
    } else {
        product
    })
}

/// Looks through a transposition that computes the operand `value` of a product: returns the
/// operand of the transposition, and changes the product's `batching` and `contracting` dimensions
/// to dimensions of that operand.
///
/// Returns `None` without changes if no transposition computes `value`, or if the transposition
/// changes the order of the dimensions that are neither batching nor contracting.
fn untransposed<'a>(
    value: Value<'a>,
    batching: &mut [usize],
    contracting: &mut [usize],
) -> Option<Value<'a>> {
    let transpose = producer(value, Kind::StablehloTranspose)?;
    let permutation = list(transpose, "permutation")?;
    let is_free = |dim: &usize| !batching.contains(dim) && !contracting.contains(dim);
    let free = (0..permutation.len()).filter(is_free).map(|dim| permutation[dim]);
    if !free.is_sorted() {
        return None;
    }
    for dim in batching.iter_mut().chain(contracting) {
        *dim = usize::try_from(permutation[*dim]).ok()?;
    }
    ir::operands(transpose).first().copied()
}

/// Returns true if a product has only the attributes that [`product_of`] sets.
fn is_plain(dot: Op) -> bool {
    let known = ["dot_dimension_numbers", "precision_config"];
    dot.attributes()
        .all(|(name, _)| name.as_string_ref().as_str().is_ok_and(|name| known.contains(&name)))
}

/// Builds a `dot_general` whose result has the type `ty`.
fn product_of<'a>(
    hlo: Hlo<'a>,
    [lhs, rhs]: [Value<'a>; 2],
    dims: &DotDims,
    precision: Option<Attribute<'a>>,
    ty: Type<'a>,
) -> Value<'a> {
    let of = |dims: &[usize]| dims.iter().map(|dim| *dim as i64).collect::<Vec<_>>();
    hlo.dot_general(
        (lhs, rhs),
        (&of(&dims.lhs_batching), &of(&dims.rhs_batching)),
        (&of(&dims.lhs_contracting), &of(&dims.rhs_contracting)),
        precision,
        ty,
    )
}
