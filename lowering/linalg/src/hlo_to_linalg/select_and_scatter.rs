// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers `select_and_scatter` (StableHLO specification, section "select_and_scatter").

use super::reduce::Reducer;
use super::{Emitter, loops, scalars};
use hloom_ir::linalg::generic::splat_tensor;
use hloom_ir::pass::Failure;
use hloom_ir::window::Window;
use hloom_ir::{self as ir, Builder, Op, Shaped, Value};
use melior::ir::ValueLike;

/// Lowers `select_and_scatter` to loops over the source and, inside, over the part of each window
/// that lies in the operand. A window outside of the operand selects nothing.
///
/// # Errors
/// Fails if an operand is not a tensor, if an attribute cannot be read, or if a body is missing or
/// is not scalar arithmetic.
pub fn emit<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let (operand, source, init) = (operands[0], operands[1], operands[2]);
    let (Some(from), Some(windows)) = (Shaped::of(operand.r#type()), Shaped::of(source.r#type()))
    else {
        return Err(Failure::at(op, "`stablehlo.select_and_scatter` expects ranked tensors"));
    };
    let rank = from.rank();
    let window = Window::of(op, rank)?;
    let select = scalars::block(op, 0)?;
    let reducer = Reducer::of(emitter, op, scalars::block(op, 1)?);
    let ty = ir::tensor_type(emitter.context(), ir::results(op)[0].r#type());
    let filled = splat_tensor(builder, reducer.init(builder, init, 0), ty);
    if windows.elements() == 0 || from.elements() == 0 {
        return Ok(vec![filled]);
    }

    let (bounds, places) = loops::bounds_of(builder, &windows.shape);
    loops::nest(builder, &bounds, &[filled], &mut |builder, positions, results| {
        let zero = builder.index(0);
        let at: Vec<_> =
            places.iter().map(|place| place.map_or(zero, |place| positions[place])).collect();
        // For each dimension, the range of positions in the operand that the window covers.
        let covered: Vec<_> = (0..rank)
            .map(|dim| {
                let stride = builder.index(window.strides[dim]);
                let start = builder.binary("arith.muli", at[dim], stride);
                let start =
                    builder.binary("arith.subi", start, builder.index(window.padding[dim].0));
                let end = builder.binary("arith.addi", start, builder.index(window.sizes[dim]));
                let end = builder.binary("arith.minsi", end, builder.index(from.shape[dim]));
                [builder.binary("arith.maxsi", start, zero), end]
            })
            .collect();
        // The loop carries a flag that an element is selected, the element, and its position.
        let none = builder.int(0, ir::int(builder.context(), 1));
        let mut carried = vec![none, scalars::zero(builder, from.element)];
        carried.extend(vec![zero; rank]);
        let selected = loops::nest(builder, &covered, &carried, &mut |builder, place, carried| {
            let element = loops::read(builder, operand, place);
            let keep = scalars::body(emitter, builder, select, &[carried[1], element])?[0];
            let keep = builder.binary("arith.andi", carried[0], keep);
            let yes = builder.int(1, ir::int(builder.context(), 1));
            let mut next = vec![yes, builder.select(keep, carried[1], element)];
            for (old, new) in carried[2..].iter().zip(place) {
                next.push(builder.select(keep, *old, *new));
            }
            Ok(next)
        })?;
        let place = &selected[2..];
        loops::guarded(builder, selected[0], results, |builder| {
            let old = loops::read(builder, results[0], place);
            let update = loops::read(builder, source, &at);
            let new = reducer.combine(emitter, builder, &[old], &[update])?;
            Ok(vec![loops::write(builder, new[0], results[0], place)])
        })
    })
}
