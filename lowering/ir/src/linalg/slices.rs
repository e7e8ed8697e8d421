// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builders of `tensor.extract_slice`, `tensor.insert_slice` and `tensor.parallel_insert_slice`.

use crate::{self as ir, Builder, Shaped, Type, Value};
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
