// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Expansion of `chlo.ragged_dot`, which multiplies groups of rows, to `dot_general`.
//!
//! A product whose groups are ranges of batches is equivalent to a `dot_general`. Otherwise, a mask
//! selects the elements of each group. The mask cannot be applied by multiplication with zero,
//! because an infinity in another group would become NaN.

use super::super::build::{Hlo, with_element};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Attribute, Op, Shaped, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The dimension numbers of `#chlo.ragged_dot`.
struct Dims {
    lhs_batching: Vec<i64>,
    rhs_batching: Vec<i64>,
    lhs_contracting: Vec<i64>,
    rhs_contracting: Vec<i64>,
    lhs_ragged: Vec<i64>,
    rhs_group: Vec<i64>,
}

impl Dims {
    fn of(op: Op) -> Option<Self> {
        let text = op.attribute("ragged_dot_dimension_numbers").ok()?.to_string();
        let dims = |name: &str| -> Vec<i64> {
            let Some((_, rest)) = text.split_once(&format!("{name} = [")) else {
                return Vec::new();
            };
            let list = rest.split(']').next().unwrap_or_default();
            list.split(',').filter_map(|dim| dim.trim().parse().ok()).collect()
        };
        Some(Self {
            lhs_batching: dims("lhs_batching_dimensions"),
            rhs_batching: dims("rhs_batching_dimensions"),
            lhs_contracting: dims("lhs_contracting_dimensions"),
            rhs_contracting: dims("rhs_contracting_dimensions"),
            lhs_ragged: dims("lhs_ragged_dimensions"),
            rhs_group: dims("rhs_group_dimensions"),
        })
    }
}

/// Builds the product and returns it as the only result. Returns `None` if the groups differ
/// between batches.
///
/// # Errors
/// Fails if the operands or the dimension numbers cannot be read.
pub fn expand<'a>(hlo: Hlo<'a>, op: Op<'a>) -> Result<Option<Vec<Value<'a>>>, Failure<'a>> {
    let operands = ir::operands(op);
    let (&[lhs, rhs, sizes], Some(dims)) = (&operands[..], Dims::of(op)) else {
        let message = "`chlo.ragged_dot`: expected three operands and readable dimension numbers";
        return Err(Failure::at(op, message));
    };
    let (Some(lhs_type), Some(size_type), [ragged]) =
        (Shaped::of(lhs.r#type()), Shaped::of(sizes.r#type()), &dims.lhs_ragged[..])
    else {
        return Ok(None);
    };
    let result = ir::results(op)[0].r#type();
    let precision = precision(hlo, op);
    if dims.lhs_batching.contains(ragged) {
        let product = hlo.dot_general(
            (lhs, rhs),
            (&dims.lhs_batching, &dims.rhs_batching),
            (&dims.lhs_contracting, &dims.rhs_contracting),
            precision,
            result,
        );
        return Ok(Some(vec![product]));
    }
    if size_type.rank() != 1 {
        return Ok(None);
    }
    let (groups, rows) = (size_type.shape[0], lhs_type.shape[*ragged as usize]);
    let mask = mask(hlo, sizes, groups, rows);
    let value = if let Some(contracted) = dims.lhs_contracting.iter().position(|dim| dim == ragged)
    {
        contracting(hlo, (lhs, rhs), &dims, contracted, mask, groups, precision, result)
    } else {
        let Some(value) = outer(hlo, (lhs, rhs), &dims, *ragged, mask, precision, result) else {
            return Ok(None);
        };
        value
    };
    Ok(Some(vec![value]))
}

/// Returns the attribute `precision_config`, converted from CHLO's to StableHLO's attribute.
fn precision<'a>(hlo: Hlo<'a>, op: Op<'a>) -> Option<Attribute<'a>> {
    let text = op.attribute("precision_config").ok()?.to_string();
    Some(ir::parse_attribute(hlo.at.context(), &text.replace("#chlo", "#stablehlo")))
}

/// Builds a `tensor<groups x rows x i1>` whose elements are true if the row belongs to the group.
fn mask<'a>(hlo: Hlo<'a>, sizes: Value<'a>, groups: i64, rows: i64) -> Value<'a> {
    let context = hlo.at.context();
    let index = ir::int(context, 64);
    let sizes = hlo.convert(sizes, index);
    let square = ir::tensor(&[groups, groups], index);
    // The end of a group is the sum of the sizes up to it.
    let (row, column) = (hlo.iota(0, square), hlo.iota(1, square));
    let counted = hlo.compare("LE", column, row, false);
    let spread = hlo.broadcast(sizes, &[1], &[groups, groups]);
    let spread = hlo.select(counted, spread, hlo.int(0, square));
    let zero = hlo.int(0, ir::tensor(&[], index));
    let ends = hlo.reduce(spread, zero, &[1], "add");
    let starts = hlo.binary("subtract", ends, sizes);
    let shape = [groups, rows];
    let row = hlo.iota(1, ir::tensor(&shape, index));
    let after = hlo.compare("LE", hlo.broadcast(starts, &[0], &shape), row, false);
    let before = hlo.compare("LT", row, hlo.broadcast(ends, &[0], &shape), false);
    hlo.binary("and", after, before)
}

/// Returns `x` where `mask` holds, and zeros elsewhere.
fn masked<'a>(hlo: Hlo<'a>, mask: Value<'a>, x: Value<'a>) -> Value<'a> {
    let zero = hlo.zeros(x.r#type());
    hlo.select(mask, x, zero)
}

/// Multiplies along a contracted ragged dimension. Each group has its own product in a new leading
/// dimension, computed from operands that are zero outside the group.
#[allow(clippy::too_many_arguments)]
fn contracting<'a>(
    hlo: Hlo<'a>,
    (lhs, rhs): (Value<'a>, Value<'a>),
    dims: &Dims,
    contracted: usize,
    mask: Value<'a>,
    groups: i64,
    precision: Option<Attribute<'a>>,
    result: ir::Type<'a>,
) -> Value<'a> {
    let spread = |x: Value<'a>, ragged: i64| {
        let mut shape = vec![groups];
        shape.extend(Shaped::of(x.r#type()).map(|shaped| shaped.shape).unwrap_or_default());
        let later: Vec<_> = (1..shape.len() as i64).collect();
        let mask = hlo.broadcast(mask, &[0, ragged + 1], &shape);
        masked(hlo, mask, hlo.broadcast(x, &later, &shape))
    };
    let lhs = spread(lhs, dims.lhs_contracting[contracted]);
    let rhs = spread(rhs, dims.rhs_contracting[contracted]);
    let next = |dims: &[i64]| -> Vec<i64> { dims.iter().map(|dim| dim + 1).collect() };
    let batching = |dims: &[i64]| -> Vec<i64> { std::iter::once(0).chain(next(dims)).collect() };
    hlo.dot_general(
        (lhs, rhs),
        (&batching(&dims.lhs_batching), &batching(&dims.rhs_batching)),
        (&next(&dims.lhs_contracting), &next(&dims.rhs_contracting)),
        precision,
        result,
    )
}

/// Multiplies with a ragged dimension that is not contracted. Every row is multiplied with the
/// slices of `rhs` for all groups, and the product for the group of the row is selected. Rows that
/// do not belong to a group become zero.
fn outer<'a>(
    hlo: Hlo<'a>,
    (lhs, rhs): (Value<'a>, Value<'a>),
    dims: &Dims,
    ragged: i64,
    mask: Value<'a>,
    precision: Option<Attribute<'a>>,
    result: ir::Type<'a>,
) -> Option<Value<'a>> {
    let [group] = dims.rhs_group[..] else { return None };
    let (lhs_type, rhs_type) = (Shaped::of(lhs.r#type())?, Shaped::of(rhs.r#type())?);
    let free = |rank: usize, batching: &[i64], contracting: &[i64]| -> Vec<i64> {
        (0..rank as i64)
            .filter(|dim| !batching.contains(dim) && !contracting.contains(dim))
            .collect()
    };
    let lhs_free = free(lhs_type.rank(), &dims.lhs_batching, &dims.lhs_contracting);
    let rhs_free = free(rhs_type.rank(), &dims.rhs_batching, &dims.rhs_contracting);
    // Dimensions of the product: batches, then the free ones of lhs, then the free ones of rhs.
    let batches = dims.lhs_batching.len();
    let ragged_at = batches + lhs_free.iter().position(|dim| *dim == ragged)?;
    let group_at = batches + lhs_free.len() + rhs_free.iter().position(|dim| *dim == group)?;
    let mut shape: Vec<i64> =
        dims.lhs_batching.iter().map(|dim| lhs_type.shape[*dim as usize]).collect();
    shape.extend(lhs_free.iter().map(|dim| lhs_type.shape[*dim as usize]));
    shape.extend(rhs_free.iter().map(|dim| rhs_type.shape[*dim as usize]));
    let element = Shaped::of(result)?.element;
    let product = hlo.dot_general(
        (lhs, rhs),
        (&dims.lhs_batching, &dims.rhs_batching),
        (&dims.lhs_contracting, &dims.rhs_contracting),
        precision,
        ir::tensor(&shape, element),
    );
    let mask = hlo.transpose(mask, &[1, 0]);
    let mask = hlo.broadcast(mask, &[ragged_at as i64, group_at as i64], &shape);
    // At most one group is selected, and adding negative zeros changes nothing, so the sum is
    // exact. A row of no group would be negative zero, and is set to zero.
    let chosen = hlo.select(mask, product, hlo.neutral_of_add(product.r#type()));
    let init = hlo.neutral_of_add(ir::tensor(&[], element));
    let sum = hlo.reduce(chosen, init, &[group_at as i64], "add");
    let truth = ir::int(hlo.at.context(), 1);
    let no = hlo.int(0, ir::tensor(&[], truth));
    let any = hlo.reduce(mask, no, &[group_at as i64], "or");
    debug_assert_eq!(any.r#type(), with_element(sum, truth));
    Some(masked(hlo, any, sum))
}
