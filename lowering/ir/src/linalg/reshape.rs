// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builders of `tensor.collapse_shape`, of `tensor.expand_shape`, and of the combination of both.

use super::generic::empty;
use crate::{self as ir, Attribute, Builder, Context, Shaped, Value};
use melior::ir::ValueLike;

/// Builds a `tensor.collapse_shape` of groups of consecutive dimensions to `shape`. Returns `value`
/// itself if its rank equals the rank of `shape`.
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
/// itself if its rank equals the rank of `shape`.
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

/// Reshapes `value` to the static shape `shape`, with the elements in the same order.
///
/// Builds at most one `tensor.collapse_shape` and one `tensor.expand_shape`.
pub fn reshape<'a>(builder: Builder<'a>, value: Value<'a>, shape: &[i64]) -> Value<'a> {
    let Some(from) = Shaped::of(value.r#type()) else {
        return value;
    };
    if from.shape == shape {
        return value;
    }
    let ty = ir::tensor(shape, from.element);
    if shape.contains(&0) {
        return empty(builder, ty);
    }
    let groups = matching_groups(&from.shape, shape);
    let middle: Vec<i64> = groups
        .iter()
        .map(|(source, _)| source.iter().map(|dim| from.shape[*dim]).product())
        .collect();
    let (collapsed, expanded): (Vec<_>, Vec<_>) = groups.into_iter().unzip();
    let value = collapse(builder, value, &collapsed, &middle);
    expand(builder, value, &expanded, shape)
}

fn reassociation<'a>(context: &'a Context, groups: &[Vec<usize>]) -> Attribute<'a> {
    let group = |dims: &Vec<usize>| {
        let dims: Vec<_> = dims.iter().map(|dim| ir::i64_attr(context, *dim as i64)).collect();
        ir::array_attr(context, &dims)
    };
    ir::array_attr(context, &groups.iter().map(group).collect::<Vec<_>>())
}

/// Divides two shapes with the same number of elements into the shortest groups of consecutive
/// dimensions with equal products. No dimension may have size zero.
fn matching_groups(from: &[i64], to: &[i64]) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < from.len() && j < to.len() {
        let (first_i, first_j) = (i, j);
        let (mut left, mut right) = (from[i], to[j]);
        i += 1;
        j += 1;
        while left != right {
            if left < right && i < from.len() {
                left *= from[i];
                i += 1;
            } else if j < to.len() {
                right *= to[j];
                j += 1;
            } else {
                break;
            }
        }
        groups.push(((first_i..i).collect(), (first_j..j).collect()));
    }
    // The remaining dimensions of either shape have size one.
    if let Some((source, target)) = groups.last_mut() {
        source.extend(i..from.len());
        target.extend(j..to.len());
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::matching_groups;

    fn middle(from: &[i64], to: &[i64]) -> Vec<i64> {
        let size =
            |dims: &[usize], shape: &[i64]| -> i64 { dims.iter().map(|dim| shape[*dim]).product() };
        let groups = matching_groups(from, to);
        for (source, target) in &groups {
            assert_eq!(size(source, from), size(target, to));
        }
        if !groups.is_empty() {
            let sources: Vec<_> = groups.iter().flat_map(|(source, _)| source).copied().collect();
            let targets: Vec<_> = groups.iter().flat_map(|(_, target)| target).copied().collect();
            assert_eq!(sources, (0..from.len()).collect::<Vec<_>>());
            assert_eq!(targets, (0..to.len()).collect::<Vec<_>>());
        }
        groups.iter().map(|(source, _)| size(source, from)).collect()
    }

    #[test]
    fn groups_are_as_short_as_possible() {
        assert_eq!(middle(&[2, 3, 4], &[6, 4]), [6, 4]);
        assert_eq!(middle(&[6, 4], &[2, 3, 4]), [6, 4]);
        assert_eq!(middle(&[4, 6], &[6, 4]), [24]);
        assert_eq!(middle(&[5, 4, 6], &[5, 24]), [5, 24]);
        assert_eq!(middle(&[2, 3, 5], &[3, 2, 5]), [6, 5]);
    }

    #[test]
    fn ones_join_a_neighbor() {
        assert_eq!(middle(&[4, 1], &[4]), [4]);
        assert_eq!(middle(&[1, 4], &[4]), [4]);
        assert_eq!(middle(&[2, 3], &[2, 1, 3]), [2, 3]);
        assert_eq!(middle(&[1, 1, 4], &[1, 4]), [1, 4]);
        assert_eq!(middle(&[2, 1, 3], &[2, 3, 1, 1]), [2, 3]);
        assert_eq!(middle(&[1], &[1, 1, 1]), [1]);
        assert_eq!(middle(&[], &[1, 1]), [0i64; 0]);
        assert_eq!(middle(&[1, 1], &[]), [0i64; 0]);
    }
}
