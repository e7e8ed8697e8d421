// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers `select_and_scatter` (StableHLO specification, section "select_and_scatter").

use super::loops::{self, Built};
use super::reduce::Reducer;
use super::{Emitter, scalars};
use hloom_ir::linalg::generic::splat_tensor;
use hloom_ir::linalg::slices::Offset;
use hloom_ir::pass::Failure;
use hloom_ir::window::Window;
use hloom_ir::{self as ir, Block, Builder, Op, Shaped, Value};
use melior::ir::ValueLike;
use std::collections::HashMap;

/// Lowers `select_and_scatter` to loops over the source, with inner loops over the part of each
/// window that is inside the operand. A window outside the operand does not select an
/// element. For GPUs, the loops over disjoint windows are parallel.
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
        return Err(Failure::at(
            op,
            "`stablehlo.select_and_scatter`: expected ranked tensors, found another type",
        ));
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

    let select = Select { operand, source, from, windows: windows.shape, window, body: select };
    let axes = if emitter.for_gpus { select.axes() } else { Vec::new() };
    if axes.is_empty() {
        return select.updates(emitter, builder, &reducer, filled, &HashMap::new());
    }
    let counts: Vec<_> = axes.iter().map(|dim| select.windows[*dim]).collect();
    let part = |builder: Builder<'a>, positions: &[Value<'a>]| {
        let mut offsets = vec![Offset::Static(0); rank];
        let mut sizes = select.from.shape.clone();
        for (dim, position) in axes.iter().zip(positions) {
            offsets[*dim] = Offset::Dynamic(select.start(builder, *dim, *position));
            sizes[*dim] = select.window.sizes[*dim];
        }
        loops::Part { offsets, shape: sizes.clone(), sizes }
    };
    loops::forall(builder, &counts, &[filled], part, |builder, positions, slices| {
        let own = axes.iter().copied().zip(positions.iter().copied()).collect();
        select.updates(emitter, builder, &reducer, slices[0], &own)
    })
}

/// The operands and attributes of a `select_and_scatter`.
struct Select<'a> {
    operand: Value<'a>,
    source: Value<'a>,
    from: Shaped<'a>,
    /// The number of windows in each dimension.
    windows: Vec<i64>,
    window: Window,
    /// The body that returns true if the first of two elements is selected.
    body: Block<'a>,
}

impl<'a> Select<'a> {
    /// Returns the dimensions in which windows are inside the operand and do not overlap, so
    /// that windows at different positions have different elements.
    fn axes(&self) -> Vec<usize> {
        let is_apart = |dim: &usize| {
            let (stride, size) = (self.window.strides[*dim], self.window.sizes[*dim]);
            let end = (self.windows[*dim] - 1) * stride + size;
            self.windows[*dim] > 1
                && stride >= size
                && self.window.padding[*dim].0 == 0
                && end <= self.from.shape[*dim]
        };
        (0..self.windows.len()).filter(is_apart).collect()
    }

    /// Emits the position in dimension `dim` of the operand at which window number `position`
    /// starts. The position is negative in low padding.
    fn start(&self, builder: Builder<'a>, dim: usize, position: Value<'a>) -> Value<'a> {
        let start = builder.binary("arith.muli", position, builder.index(self.window.strides[dim]));
        builder.binary("arith.subi", start, builder.index(self.window.padding[dim].0))
    }

    /// Emits the updates of `result`, which is the whole result or a slice of it. `own` contains
    /// the dimensions in which the slice covers a single window, each with the number of the
    /// window.
    fn updates(
        &self,
        emitter: &mut Emitter<'a>,
        builder: Builder<'a>,
        reducer: &Reducer<'a>,
        result: Value<'a>,
        own: &HashMap<usize, Value<'a>>,
    ) -> Built<'a> {
        let rank = self.windows.len();
        let mut sizes = self.windows.clone();
        own.keys().for_each(|dim| sizes[*dim] = 1);
        let (bounds, places) = loops::bounds_of(builder, &sizes);
        loops::nest(builder, &bounds, &[result], &mut |builder, positions, results| {
            let zero = builder.index(0);
            let position = |dim: usize| match places[dim] {
                Some(place) => positions[place],
                None => own.get(&dim).copied().unwrap_or(zero),
            };
            let at: Vec<_> = (0..rank).map(position).collect();
            // For each dimension, the range of positions in the operand that the window covers. In
            // the dimensions of a slice, positions count from the start of the window.
            let starts: Vec<_> = (0..rank).map(|dim| self.start(builder, dim, at[dim])).collect();
            let covered: Vec<_> = (0..rank)
                .map(|dim| {
                    let size = builder.index(self.window.sizes[dim]);
                    if own.contains_key(&dim) {
                        return [zero, size];
                    }
                    let end = builder.binary("arith.addi", starts[dim], size);
                    let most = builder.index(self.from.shape[dim]);
                    let end = builder.binary("arith.minsi", end, most);
                    [builder.binary("arith.maxsi", starts[dim], zero), end]
                })
                .collect();
            // The loop carries a flag that an element is selected, the element, and its position.
            let none = builder.int(0, ir::int(builder.context(), 1));
            let mut carried = vec![none, scalars::zero(builder, self.from.element)];
            carried.extend(vec![zero; rank]);
            let select = &mut |builder: Builder<'a>, place: &[Value<'a>], carried: &[Value<'a>]| {
                let in_operand = |dim: usize| match own.contains_key(&dim) {
                    true => builder.binary("arith.addi", starts[dim], place[dim]),
                    false => place[dim],
                };
                let read_at: Vec<_> = (0..rank).map(in_operand).collect();
                let element = loops::read(builder, self.operand, &read_at);
                let keep = scalars::body(emitter, builder, self.body, &[carried[1], element])?[0];
                let keep = builder.binary("arith.andi", carried[0], keep);
                let yes = builder.int(1, ir::int(builder.context(), 1));
                let mut next = vec![yes, builder.select(keep, carried[1], element)];
                for (old, new) in carried[2..].iter().zip(place) {
                    next.push(builder.select(keep, *old, *new));
                }
                Ok(next)
            };
            let selected = loops::nest(builder, &covered, &carried, select)?;
            let place = &selected[2..];
            loops::guarded(builder, selected[0], results, |builder| {
                let old = loops::read(builder, results[0], place);
                let update = loops::read(builder, self.source, &at);
                let new = reducer.combine(emitter, builder, &[old], &[update])?;
                Ok(vec![loops::write(builder, new[0], results[0], place)])
            })
        })
    }
}
