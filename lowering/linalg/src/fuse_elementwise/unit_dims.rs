// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Eliminates reshapes of operands that only add or remove dimensions of size 1.
//!
//! Before: `%e = tensor.expand_shape %x` of `tensor<8xf32>` to `tensor<8x1xf32>`, and an operation
//!         that reads `%e` with the map `(d0, d1) -> (d0, 0)`
//! After:  the operation reads `%x` with the map `(d0, d1) -> (d0)`
//!
//! Frontends add such a dimension to the result of a reduction before they broadcast it. The
//! reshape would separate the reduction from its consumers, which are computed in the same tiles.
//!
//! Frontends also remove such dimensions: `jax.nn.dot_product_attention` removes one between the
//! scores and the softmax, if there is one query head for each key head. GPUs compute both in the
//! same tiles, so for GPUs, operations read the tensor before the reshape, with index 0 in this
//! dimension.

use hloom_ir::linalg::structured::Structured;
use hloom_ir::{self as ir, Context, Op, Shaped, Value};
use melior::ir::{AffineExpr, AffineMap, ValueLike};

/// Replaces each operand of a `linalg.generic` that is a reshape which only adds dimensions of size
/// 1 by the source of the reshape. If `for_gpus` is true, also replaces reshapes that only remove
/// such dimensions.
///
/// Contractions remain unchanged, because their code generator recognizes them by their maps.
pub fn read_through_reshapes<'a>(context: &'a Context, root: Op<'a>, for_gpus: bool) {
    for op in ir::walk(root) {
        let Some(mut generic) = Structured::of(op).filter(|generic| !generic.is_contraction())
        else {
            continue;
        };
        let mut changed = false;
        for operand in 0..generic.inputs {
            let source_of = |generic: &Structured<'a>| {
                let removed = || with_unit_dims(context, generic, operand).filter(|_| for_gpus);
                without_unit_dims(context, generic, operand).or_else(removed)
            };
            while let Some((source, map)) = source_of(&generic) {
                let reshape = ir::defining_op(ir::operands(op)[operand]);
                ir::set_operand(op, operand, source);
                generic.maps[operand] = map;
                reshape.into_iter().for_each(|reshape| {
                    ir::erase_unused(reshape);
                });
                changed = true;
            }
        }
        if changed {
            let maps: Vec<_> = generic.maps.iter().map(|map| ir::affine_map_attr(*map)).collect();
            ir::set_attribute(op, "indexing_maps", ir::array_attr(context, &maps));
        }
    }
}

/// If operand number `operand` is a reshape that only adds dimensions of size 1, returns the source
/// of the reshape, and the indexing map with which the operation reads this source.
///
/// Returns `None` if the operand is not such a reshape, or if the extent of a loop would no longer
/// follow from the shapes of the operands.
fn without_unit_dims<'a>(
    context: &'a Context,
    generic: &Structured<'a>,
    operand: usize,
) -> Option<(Value<'a>, AffineMap<'a>)> {
    let reshape = ir::defining_op(ir::operands(generic.op)[operand])
        .filter(|op| ir::op_name(*op) == "tensor.expand_shape")?;
    let source = *ir::operands(reshape).first()?;
    let kept = kept_dims(&static_shape(source)?, &static_shape(ir::results(reshape)[0])?)?;
    let map = generic.maps[operand];
    let expressions = kept.iter().map(|dim| map.result(*dim).ok()).collect::<Option<Vec<_>>>()?;
    let dropped = (0..map.result_count()).filter(|dim| !kept.contains(dim));
    let has_extent = |dim: usize| {
        let others = generic.maps.iter().enumerate().filter(|(other, _)| *other != operand);
        let others = others.flat_map(|(_, map)| expressions_of(map));
        expressions.iter().copied().chain(others).any(|it| ir::dim_position(it) == Some(dim))
    };
    let dropped = dropped.filter_map(|dim| map.result(dim).ok());
    if !dropped.filter_map(ir::dim_position).all(has_extent) {
        return None;
    }
    let dims = map.dim_count();
    let read = match &expressions[..] {
        [] => AffineMap::zero_result(context, dims, 0),
        some => AffineMap::new(context, dims, 0, some),
    };
    Some((source, read))
}

/// If operand number `operand` is a reshape that only removes dimensions of size 1, returns the
/// source of the reshape, and the indexing map with which the operation reads this source. Returns
/// `None` for other operands.
fn with_unit_dims<'a>(
    context: &'a Context,
    generic: &Structured<'a>,
    operand: usize,
) -> Option<(Value<'a>, AffineMap<'a>)> {
    let reshape = ir::defining_op(ir::operands(generic.op)[operand])
        .filter(|op| ir::op_name(*op) == "tensor.collapse_shape")?;
    let source = *ir::operands(reshape).first()?;
    let whole = static_shape(source)?;
    let kept = kept_dims(&static_shape(ir::results(reshape)[0])?, &whole)?;
    let map = generic.maps[operand];
    let index = |dim: usize| match kept.iter().position(|kept| *kept == dim) {
        Some(position) => map.result(position).ok(),
        None => Some(AffineExpr::constant(context, 0)),
    };
    let indices = (0..whole.len()).map(index).collect::<Option<Vec<_>>>()?;
    Some((source, AffineMap::new(context, map.dim_count(), 0, &indices)))
}

/// Returns the shape of a tensor, if it is static.
fn static_shape(value: Value) -> Option<Vec<i64>> {
    Shaped::of(value.r#type()).filter(Shaped::is_static).map(|shaped| shaped.shape)
}

fn expressions_of<'a>(map: &AffineMap<'a>) -> Vec<AffineExpr<'a>> {
    (0..map.result_count()).filter_map(|index| map.result(index).ok()).collect()
}

/// Returns the dimension of `to` that corresponds to each dimension of `from`, or `None` if another
/// dimension of `to` has a size other than 1.
fn kept_dims(from: &[i64], to: &[i64]) -> Option<Vec<usize>> {
    let mut kept = Vec::new();
    let mut next = 0;
    for size in from {
        while *to.get(next)? != *size {
            if to[next] != 1 {
                return None;
            }
            next += 1;
        }
        kept.push(next);
        next += 1;
    }
    to[next..].iter().all(|size| *size == 1).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_dimensions_of_size_one_are_dropped() {
        assert_eq!(kept_dims(&[8, 4], &[1, 8, 1, 4, 1]), Some(vec![1, 3]));
        assert_eq!(kept_dims(&[1, 8], &[1, 1, 8]), Some(vec![0, 2]));
        assert_eq!(kept_dims(&[], &[1, 1]), Some(vec![]));
        assert_eq!(kept_dims(&[32], &[8, 4]), None);
        assert_eq!(kept_dims(&[8], &[8, 4]), None);
    }
}
