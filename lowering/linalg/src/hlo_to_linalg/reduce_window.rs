// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers `reduce_window` (StableHLO specification, section "reduce_window").

use super::reduce::Reducer;
use super::shape::{Padding, pad};
use super::{Emitter, pad_by_reading, prefix_scan, scalars};
use hloom_ir::linalg::generic::{Generic, empty, map_of_dims, splat_tensor};
use hloom_ir::pass::Failure;
use hloom_ir::window::{Scan, Window};
use hloom_ir::{self as ir, Builder, Op, Shaped, Value};
use melior::ir::{AffineExpr, AffineMap, ValueLike};

/// Lowers `reduce_window` to a `linalg.generic` on operands that are padded with the initial value.
///
/// Padding that is neither interior nor negative is an elementwise operation, which can be computed
/// tile by tile (see `pad_by_reading.rs`).
///
/// The loops are the dimensions of the result, followed by the dimensions of the window. A prefix
/// scan, whose windows cover all elements up to or from an element, becomes a sequential loop
/// instead (see `prefix_scan.rs`).
///
/// # Errors
/// Fails if the operand is not a tensor, if an attribute cannot be read, or if the body is missing
/// or is not scalar arithmetic.
pub fn emit<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let context = emitter.context();
    let count = operands.len() / 2;
    let from = Shaped::of(operands[0].r#type()).ok_or_else(|| {
        Failure::at(op, "`stablehlo.reduce_window`: expected ranked tensors, found another type")
    })?;
    let rank = from.rank();
    let window = Window::of(op, rank)?;
    let body = scalars::block(op, 0)?;
    let reducer = Reducer::of(emitter, op, body);
    let types: Vec<_> =
        ir::results(op).iter().map(|result| ir::tensor_type(context, result.r#type())).collect();
    if Shaped::of(types[0]).is_some_and(|to| to.elements() == 0) {
        return Ok(types.iter().map(|ty| empty(builder, *ty)).collect());
    }
    if let Some(scan) = Scan::of(&window, &from.shape) {
        return prefix_scan::emit(emitter, builder, operands, &types, &reducer, scan);
    }

    // Loops: the dimensions of the result, then the window dimensions whose size is not one.
    let mut taps = vec![None; rank];
    let mut extents = Vec::new();
    for (dim, size) in window.sizes.iter().enumerate() {
        if *size != 1 {
            taps[dim] = Some(rank + extents.len());
            extents.push(*size);
        }
    }
    let total = rank + extents.len();
    let exprs: Vec<_> = (0..rank)
        .map(|dim| {
            let scaled = |index: usize, step: i64| {
                let index = AffineExpr::dim(context, index);
                if step == 1 { index } else { index * AffineExpr::constant(context, step) }
            };
            let start = scaled(dim, window.strides[dim]);
            taps[dim].map_or(start, |tap| start + scaled(tap, window.dilations[dim]))
        })
        .collect();
    let map = AffineMap::new(context, total, 0, &exprs);
    let parallel: Vec<_> = (0..total).map(|index| index < rank).collect();
    let mut generic = Generic::new(builder, &parallel);
    for index in 0..count {
        let value = |builder| scalars::element(builder, operands[count + index]);
        let paddings = paddings(&window);
        let padded = if paddings.iter().all(|padding| *padding == Padding::default()) {
            operands[index]
        } else {
            pad_by_reading::pad(builder, operands[index], &paddings, &value)
                .unwrap_or_else(|| pad(builder, operands[index], &paddings, &value))
        };
        generic = generic.input(padded, map);
    }
    if !extents.is_empty() {
        // This operand defines the bounds of the window loops. The body does not read it.
        let extents = empty(builder, ir::tensor(&extents, from.element));
        generic =
            generic.input(extents, map_of_dims(context, total, &(rank..total).collect::<Vec<_>>()));
    }
    let out_map = map_of_dims(context, total, &(0..rank).collect::<Vec<_>>());
    for (index, ty) in types.iter().enumerate() {
        let init = reducer.init(builder, operands[count + index], index);
        generic = generic.output(splat_tensor(builder, init, *ty), out_map);
    }
    scalars::build_generic(generic, count, |builder, arguments| {
        let accumulators = &arguments[arguments.len() - count..];
        reducer.combine(emitter, builder, accumulators, &arguments[..count])
    })
}

/// Returns the padding of each dimension of the operands. The interior padding implements the base
/// dilation.
fn paddings(window: &Window) -> Vec<Padding> {
    let dilated = window.padding.iter().zip(&window.base_dilations);
    dilated
        .map(|((low, high), dilation)| Padding { low: *low, high: *high, interior: dilation - 1 })
        .collect()
}
