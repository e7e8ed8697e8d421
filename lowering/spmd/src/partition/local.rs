// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Adapts operations to shards if more than their operands and result types changes.
//!
//! Constants and iotas have no operands to slice, and the attributes of slices contain sizes.

use super::collectives::Collectives;
use super::sharding::Sharding;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::read_integers;
use hloom_hlo_passes::build::Hlo;
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use hloom_ir::{dense_type, is_splat};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// Builds the shard of a constant or an iota. Returns `None` for any other operation, or if the
/// sharding is replicated.
pub fn source<'a>(
    collectives: &Collectives<'a>,
    at: Builder<'a>,
    op: Op<'a>,
    sharding: Option<&Sharding>,
) -> Option<Value<'a>> {
    let sharding = sharding.filter(|sharding| !sharding.is_replicated())?;
    let hlo = Hlo { at };
    let result = *ir::results(op).first()?;
    let shape = ir::shape_of(result);
    let element = ir::element_of(result.r#type());
    let local = sharding.local_shape(&shape);
    match ir::hlo_op(op)? {
        Kind::StablehloConstant => {
            let value = op.attribute("value").ok()?;
            if dense_type(value).is_some() && is_splat(value) {
                // The attribute of a quantized constant has the storage integers.
                let stored = ir::element_of(dense_type(value)?);
                if let Some(one) = ir::splat_value(value)
                    && ir::is_complex(stored).is_none()
                {
                    let splat = ir::splat_attribute(ir::tensor(&local, stored), one);
                    return Some(hlo.constant(splat, ir::tensor(&local, element)));
                }
            }
            let whole = hlo.constant(value, result.r#type());
            let split = sharding.dims.iter().enumerate().filter(|(_, split)| !split.is_whole());
            Some(split.fold(whole, |value, (dim, split)| collectives.tile(at, value, dim, split)))
        }
        Kind::StablehloIota => {
            let dim = usize::try_from(ir::integer(op, "iota_dimension")?).ok()?;
            let line = hlo.iota(0, ir::tensor(&[*shape.get(dim)?], element));
            let split = sharding.dims.get(dim)?;
            let line = match split.is_whole() {
                true => line,
                false => collectives.tile(at, line, 0, split),
            };
            Some(hlo.broadcast(line, &[dim as i64], &local))
        }
        _ => None,
    }
}

/// Sets the sizes of split dimensions in the attributes of an operation on shards to the sizes of
/// its first operand. `shardings` contains the shardings of the operands.
pub fn set_sizes<'a>(context: &'a Context, op: Op<'a>, shardings: &[Sharding]) {
    let kind = ir::hlo_op(op);
    let name = match kind {
        Some(Kind::StablehloSlice) => "limit_indices",
        Some(Kind::StablehloDynamicSlice | Kind::StablehloGather) => "slice_sizes",
        _ => return,
    };
    let (Some(sharding), Some(operand)) = (shardings.first(), ir::operands(op).first().copied())
    else {
        return;
    };
    let Some(mut sizes) = op.attribute(name).ok().and_then(ir::i64_array) else { return };
    let is_gather = kind == Some(Kind::StablehloGather);
    for (dim, size) in ir::shape_of(operand).into_iter().enumerate() {
        // A gather still reads a split batching dimension one element at a time.
        let single = is_gather && sizes[dim] == 1;
        if !sharding.dims[dim].is_whole() && !single {
            sizes[dim] = size;
        }
    }
    ir::set_attribute(op, name, ir::dense_i64_attr(context, &sizes));
}

/// Sets the padding of a window to zero in the dimensions with the given numbers.
pub fn remove_padding<'a>(context: &'a Context, op: Op<'a>, dims: &[usize]) {
    if dims.is_empty() {
        return;
    }
    let padding = op.attribute("padding").ok().and_then(read_integers);
    let Some(mut padding) = padding else { return };
    for dim in dims {
        padding[2 * dim..2 * dim + 2].fill(0);
    }
    let word = ir::int(context, 64);
    let numbers: Vec<_> = padding.iter().map(|number| ir::int_attr(word, *number)).collect();
    let ty = ir::tensor(&[padding.len() as i64 / 2, 2], word);
    ir::set_attribute(op, "padding", ir::dense_elements(ty, &numbers));
}
