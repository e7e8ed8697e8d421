// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builders of `tensor.collapse_shape` and `tensor.expand_shape`.

use crate::{self as ir, Attribute, Builder, Context, Shaped, Value};
use melior::ir::ValueLike;

/// Builds a `tensor.collapse_shape` of groups of consecutive dimensions to `shape`. Returns `value`
/// itself if its rank is that of `shape`.
pub fn collapse<'a>(
    builder: Builder<'a>,
    value: Value<'a>,
    groups: &[Vec<usize>],
    shape: &[i64],
) -> Value<'a> {
    let Some(from) = Shaped::of(value.r#type()).filter(|from| from.rank() != shape.len()) else {
        return value;
    };
    builder
        .op("tensor.collapse_shape")
        .operands(&[value])
        .attr("reassociation", reassociation(builder.context(), groups))
        .result(ir::tensor(shape, from.element))
        .value()
}

/// Builds a `tensor.expand_shape` to groups of consecutive dimensions of `shape`. Returns `value`
/// itself if its rank is that of `shape`.
pub fn expand<'a>(
    builder: Builder<'a>,
    value: Value<'a>,
    groups: &[Vec<usize>],
    shape: &[i64],
) -> Value<'a> {
    let Some(from) = Shaped::of(value.r#type()).filter(|from| from.rank() != shape.len()) else {
        return value;
    };
    builder
        .op("tensor.expand_shape")
        .operands(&[value])
        .attr("reassociation", reassociation(builder.context(), groups))
        .attr("static_output_shape", ir::dense_i64_attr(builder.context(), shape))
        .result(ir::tensor(shape, from.element))
        .value()
}

fn reassociation<'a>(context: &'a Context, groups: &[Vec<usize>]) -> Attribute<'a> {
    let group = |dims: &Vec<usize>| {
        let dims: Vec<_> = dims.iter().map(|dim| ir::i64_attr(context, *dim as i64)).collect();
        ir::array_attr(context, &dims)
    };
    ir::array_attr(context, &groups.iter().map(group).collect::<Vec<_>>())
}
