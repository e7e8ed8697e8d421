// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builds `tensor.extract_slice`, `tensor.insert_slice` and reshapes.

use hloom_ir::linalg::generic::empty;
use hloom_ir::linalg::reshape::{collapse, expand};
use hloom_ir::{self as ir, Builder, Shaped, Type, Value};
use melior::ir::ValueLike;

/// An offset of a slice.
#[derive(Clone, Copy, Debug)]
pub enum Offset<'a> {
    /// A constant.
    Static(i64),
    /// A value of type `index`.
    Dynamic(Value<'a>),
}

impl Offset<'_> {
    /// Returns constant offsets.
    pub fn constants(values: &[i64]) -> Vec<Self> {
        values.iter().map(|value| Self::Static(*value)).collect()
    }
}

/// Builds the slice of `source` at `offsets` with the given `sizes` and `strides`. The shape of the
/// result type `ty` is `sizes`, with or without the unit dimensions.
pub fn extract_slice<'a>(
    builder: Builder<'a>,
    source: Value<'a>,
    offsets: &[Offset<'a>],
    sizes: &[i64],
    strides: &[i64],
    ty: Type<'a>,
) -> Value<'a> {
    slice_op(builder, "tensor.extract_slice", &[source], offsets, sizes, strides, Some(ty))
}

/// Builds `destination` with `source` in place of the slice at `offsets`.
pub fn insert_slice<'a>(
    builder: Builder<'a>,
    source: Value<'a>,
    destination: Value<'a>,
    offsets: &[Offset<'a>],
    sizes: &[i64],
    strides: &[i64],
) -> Value<'a> {
    let (name, operands) = ("tensor.insert_slice", [source, destination]);
    slice_op(builder, name, &operands, offsets, sizes, strides, Some(destination.r#type()))
}

/// Builds a `tensor.parallel_insert_slice`, whose place is in the `scf.forall.in_parallel` of an
/// `scf.forall`. In the result of the loop, `source` replaces the slice of `destination` at
/// `offsets`.
pub fn parallel_insert_slice<'a>(
    builder: Builder<'a>,
    source: Value<'a>,
    destination: Value<'a>,
    offsets: &[Offset<'a>],
    sizes: &[i64],
) {
    let (name, operands) = ("tensor.parallel_insert_slice", [source, destination]);
    slice_op(builder, name, &operands, offsets, sizes, &vec![1; sizes.len()], None);
}

/// Builds a slice operation and returns its result, or its first operand if `ty` is `None`.
fn slice_op<'a>(
    builder: Builder<'a>,
    name: &str,
    operands: &[Value<'a>],
    offsets: &[Offset<'a>],
    sizes: &[i64],
    strides: &[i64],
    ty: Option<Type<'a>>,
) -> Value<'a> {
    let context = builder.context();
    let (mut dynamic, mut known) = (Vec::new(), Vec::new());
    for offset in offsets {
        match offset {
            Offset::Static(value) => known.push(*value),
            Offset::Dynamic(value) => {
                dynamic.push(*value);
                known.push(Shaped::DYNAMIC);
            }
        }
    }
    let mut segments = vec![1; operands.len()];
    segments.extend([dynamic.len() as i32, 0, 0]);
    let op = builder
        .op(name)
        .operands(operands)
        .operands(&dynamic)
        .segments(&segments)
        .attr("static_offsets", ir::dense_i64_attr(context, &known))
        .attr("static_sizes", ir::dense_i64_attr(context, sizes))
        .attr("static_strides", ir::dense_i64_attr(context, strides));
    match ty {
        Some(ty) => op.result(ty).value(),
        None => {
            op.build();
            operands[0]
        }
    }
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
