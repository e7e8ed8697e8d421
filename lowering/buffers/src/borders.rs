// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Fills only the border of an array whose interior is overwritten later.

use hloom_ir::facts;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;

/// The minimum number of elements of an array whose fill is restricted to the border. For smaller
/// arrays, the saved time does not justify the code size of a separate fill for each side.
const LEAST: i64 = 4 * 1024;

/// Replaces a `linalg.fill` of a memref by fills of the sides around the region that is overwritten
/// ([`facts::OVERWRITTEN`]). Only removes the attribute if there is no such region, or if the array
/// or the region is small.
pub fn fill<'a>(context: &'a Context, op: Op<'a>) {
    let part = op.attribute(facts::OVERWRITTEN).ok().and_then(ir::i64_array);
    ir::remove_attribute(op, facts::OVERWRITTEN);
    let Some(sides) = part.and_then(|part| sides(op, &part)) else { return };
    for side in sides {
        let Some(view) = view(context, op, &side) else { return };
        let own = ir::clone_before(op, op);
        ir::set_operand(own, 1, view);
    }
    ir::erase(op);
}

/// The offset and the size of a side of an array in each dimension.
type Side = (Vec<i64>, Vec<i64>);

/// Returns the disjoint sides around a region of the memref that `op` fills, or `None` if the whole
/// memref must be filled. `part` contains the offsets of the region, then its sizes, and then the
/// shape of the memref.
fn sides(op: Op, part: &[i64]) -> Option<Vec<Side>> {
    let memref = *ir::operands(op).get(1)?;
    let shape = Shaped::of(memref.r#type()).filter(Shaped::is_static)?.shape;
    let (strides, _) = MemRefType::try_from(memref.r#type()).ok()?.strides_and_offset();
    let rank = shape.len();
    let numbers: Vec<_> = part.chunks(rank.max(1)).collect();
    let [begins, counts, whole] = numbers[..] else { return None };
    let within =
        |dim: usize| begins[dim] >= 0 && counts[dim] > 0 && begins[dim] + counts[dim] <= shape[dim];
    if whole != shape || !(0..rank).all(within) || strides.contains(&Shaped::DYNAMIC) {
        return None;
    }
    let (all, inner) = (shape.iter().product::<i64>(), counts.iter().product::<i64>());
    if all < LEAST || inner < all / 2 {
        return None;
    }
    // The sides of a dimension extend over the inner part of the dimensions before it.
    let (mut offsets, mut sizes) = (vec![0; rank], shape.clone());
    let mut sides = Vec::new();
    for dim in 0..rank {
        let end = begins[dim] + counts[dim];
        for (begin, size) in [(0, begins[dim]), (end, shape[dim] - end)] {
            if size > 0 {
                (offsets[dim], sizes[dim]) = (begin, size);
                sides.push((offsets.clone(), sizes.clone()));
            }
        }
        (offsets[dim], sizes[dim]) = (begins[dim], counts[dim]);
    }
    Some(sides)
}

fn view<'a>(context: &'a Context, op: Op<'a>, side: &Side) -> Option<ir::Value<'a>> {
    let memref = *ir::operands(op).get(1)?;
    let (offsets, sizes) = side;
    let (strides, offset) = MemRefType::try_from(memref.r#type()).ok()?.strides_and_offset();
    let moved: i64 = offsets.iter().zip(&strides).map(|(offset, stride)| offset * stride).sum();
    let offset = if offset == Shaped::DYNAMIC { offset } else { offset + moved };
    let element = ir::element_of(memref.r#type());
    let attr = |values: &[i64]| ir::dense_i64_attr(context, values);
    let view = Builder::before(context, op).op("memref.subview").operands(&[memref]);
    let view = view
        .segments(&[1, 0, 0, 0])
        .attr("static_offsets", attr(offsets))
        .attr("static_sizes", attr(sizes))
        .attr("static_strides", attr(&vec![1; sizes.len()]))
        .result(ir::strided_memref(context, sizes, element, &strides, offset));
    Some(view.value())
}
