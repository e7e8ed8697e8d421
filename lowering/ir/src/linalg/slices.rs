// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Builders and readers of slices: `tensor.extract_slice`, `tensor.insert_slice`,
//! `tensor.parallel_insert_slice` and `memref.subview`.

use crate::{self as ir, Builder, Op, Shaped, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// An offset of a slice, or its size along a dimension.
#[derive(Clone, Copy, Debug)]
pub enum Offset<'a> {
    /// A constant offset or size.
    Static(i64),
    /// An offset or size that is computed at run time, as a value of type `index`.
    Dynamic(Value<'a>),
}

impl Offset<'_> {
    /// Returns the given numbers as constant offsets or sizes.
    pub fn constants(values: &[i64]) -> Vec<Self> {
        values.iter().map(|value| Self::Static(*value)).collect()
    }

    /// Returns the number of a constant offset or size, or [`Shaped::DYNAMIC`] for one that is
    /// computed at run time.
    fn number(&self) -> i64 {
        match self {
            Self::Static(value) => *value,
            Self::Dynamic(_) => Shaped::DYNAMIC,
        }
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
    let sizes = Offset::constants(sizes);
    slice_op(builder, "tensor.extract_slice", &[source], offsets, &sizes, strides, Some(ty))
}

/// Builds the slice of `source` at `offsets`, with strides of 1. Its `sizes` may be computed at run
/// time.
pub fn extract_part<'a>(
    builder: Builder<'a>,
    source: Value<'a>,
    offsets: &[Offset<'a>],
    sizes: &[Offset<'a>],
) -> Value<'a> {
    let shape: Vec<_> = sizes.iter().map(Offset::number).collect();
    let ty = ir::tensor(&shape, ir::element_of(source.r#type()));
    let ones = vec![1; sizes.len()];
    slice_op(builder, "tensor.extract_slice", &[source], offsets, sizes, &ones, Some(ty))
}

/// Builds a copy of `destination` in which `source` replaces the slice at `offsets`.
pub fn insert_slice<'a>(
    builder: Builder<'a>,
    source: Value<'a>,
    destination: Value<'a>,
    offsets: &[Offset<'a>],
    sizes: &[i64],
    strides: &[i64],
) -> Value<'a> {
    let (name, operands) = ("tensor.insert_slice", [source, destination]);
    let (sizes, ty) = (Offset::constants(sizes), destination.r#type());
    slice_op(builder, name, &operands, offsets, &sizes, strides, Some(ty))
}

/// Builds a `tensor.parallel_insert_slice`, which must be in the `scf.forall.in_parallel` of an
/// `scf.forall`. In the result of the loop, `source` replaces the slice of `destination` at
/// `offsets`.
pub fn parallel_insert_slice<'a>(
    builder: Builder<'a>,
    source: Value<'a>,
    destination: Value<'a>,
    offsets: &[Offset<'a>],
    sizes: &[Offset<'a>],
) {
    let (name, operands) = ("tensor.parallel_insert_slice", [source, destination]);
    slice_op(builder, name, &operands, offsets, sizes, &vec![1; sizes.len()], None);
}

/// Returns the offsets and the sizes of a `tensor.extract_slice` or a `memref.subview`. Returns
/// `None` for other operations, and if a stride is not 1.
pub fn offsets_and_sizes<'a>(op: Op<'a>) -> Option<(Vec<Offset<'a>>, Vec<Offset<'a>>)> {
    if !matches!(ir::op_name(op), "tensor.extract_slice" | "memref.subview") {
        return None;
    }
    let array = |name: &str| op.attribute(name).ok().and_then(ir::i64_array);
    if array("static_strides")?.iter().any(|stride| *stride != 1) {
        return None;
    }
    // The operands are the whole, then the offsets and sizes that are computed at run time.
    let mut given = ir::operands(op).into_iter().skip(1);
    let mut read = |name: &str| -> Option<Vec<_>> {
        let number = |number| match number {
            Shaped::DYNAMIC => given.next().map(Offset::Dynamic),
            _ => Some(Offset::Static(number)),
        };
        array(name)?.into_iter().map(number).collect()
    };
    Some((read("static_offsets")?, read("static_sizes")?))
}

/// Builds a slice operation and returns its result, or its first operand if `ty` is `None`.
fn slice_op<'a>(
    builder: Builder<'a>,
    name: &str,
    operands: &[Value<'a>],
    offsets: &[Offset<'a>],
    sizes: &[Offset<'a>],
    strides: &[i64],
    ty: Option<Type<'a>>,
) -> Value<'a> {
    let context = builder.context();
    let mut segments = vec![1; operands.len()];
    let mut op = builder.op(name).operands(operands);
    for (name, values) in [("static_offsets", offsets), ("static_sizes", sizes)] {
        let dynamic = |value: &Offset<'a>| match value {
            Offset::Static(_) => None,
            Offset::Dynamic(value) => Some(*value),
        };
        let dynamic: Vec<_> = values.iter().filter_map(dynamic).collect();
        let known: Vec<_> = values.iter().map(Offset::number).collect();
        segments.push(dynamic.len() as i32);
        op = op.operands(&dynamic).attr(name, ir::dense_i64_attr(context, &known));
    }
    segments.push(0);
    let op = op.segments(&segments).attr("static_strides", ir::dense_i64_attr(context, strides));
    match ty {
        Some(ty) => op.result(ty).value(),
        None => {
            op.build();
            operands[0]
        }
    }
}
