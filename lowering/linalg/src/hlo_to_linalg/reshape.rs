// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builds reshapes from `tensor.collapse_shape` and `tensor.expand_shape`.

use hloom_ir::linalg::generic::empty;
use hloom_ir::linalg::reshape::{collapse, expand};
use hloom_ir::{self as ir, Builder, Shaped, Value};
use melior::ir::ValueLike;

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
