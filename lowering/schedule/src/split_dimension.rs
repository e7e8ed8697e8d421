// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Views of a memref in which one dimension is split into two dimensions.

use hloom_ir::{self as ir, Builder, Shaped, Value};
use melior::ir::ValueLike;
use melior::ir::r#type::MemRefType;

/// Returns the strides and the offset of a memref, or `None` if a stride is dynamic. The offset may
/// be dynamic.
pub fn strides(memref: Value) -> Option<(Vec<i64>, i64)> {
    let (strides, offset) = MemRefType::try_from(memref.r#type()).ok()?.strides_and_offset();
    (!strides.contains(&Shaped::DYNAMIC)).then_some((strides, offset))
}

/// Emits a view of a memref with static shape and strides, in which dimension `dim` is split into
/// two dimensions. The inner dimension has `size` elements, which must divide the size of `dim`.
pub fn split_dimension<'a>(
    builder: Builder<'a>,
    memref: Value<'a>,
    dim: usize,
    size: i64,
) -> Value<'a> {
    let context = builder.context();
    let (Some(shaped), Some((mut strides, offset))) =
        (Shaped::of(memref.r#type()), strides(memref))
    else {
        return memref;
    };
    let mut shape = shaped.shape.clone();
    shape[dim] /= size;
    shape.insert(dim + 1, size);
    strides.insert(dim, strides[dim] * size);
    let is_identity =
        MemRefType::try_from(memref.r#type()).is_ok_and(|ty| ty.affine_map().is_identity());
    let ty = if is_identity {
        ir::memref(&shape, shaped.element)
    } else {
        ir::strided_memref(context, &shape, shaped.element, &strides, offset)
    };
    let group = |index: usize| {
        let first = index + usize::from(index > dim);
        let dims = first..=first + usize::from(index == dim);
        let dims: Vec<_> = dims.map(|dim| ir::i64_attr(context, dim as i64)).collect();
        ir::array_attr(context, &dims)
    };
    let groups: Vec<_> = (0..shaped.rank()).map(group).collect();
    builder
        .op("memref.expand_shape")
        .operands(&[memref])
        .attr("reassociation", ir::array_attr(context, &groups))
        .attr("static_output_shape", ir::dense_i64_attr(context, &shape))
        .result(ty)
        .value()
}
