// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `reduce_window` (specification, section "reduce_window").

use super::reduce::Reducer;
use super::shape::{Padding, pad};
use super::{Emitter, Generic, attributes, empty, map_of_dims, prefix_scan, scalars, splat_tensor};
use crate::ir::{self, Builder, Op, Shaped, Value};
use crate::pass::Failure;
use melior::ir::{AffineExpr, AffineMap, ValueLike};

/// The window of a `reduce_window` or `select_and_scatter`, by dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Sizes.
    pub sizes: Vec<i64>,
    /// Steps between windows.
    pub strides: Vec<i64>,
    /// Steps between elements of the operand.
    pub base_dilations: Vec<i64>,
    /// Steps between elements of a window.
    pub dilations: Vec<i64>,
    /// Padding of the operand, after its dilation.
    pub padding: Vec<(i64, i64)>,
}

impl Window {
    /// The window attributes of `op`, on operands of `rank` dimensions.
    pub fn of<'a>(op: Op<'a>, rank: usize) -> Result<Self, Failure<'a>> {
        Ok(Self {
            sizes: attributes::integers_or(op, "window_dimensions", 1, rank)?,
            strides: attributes::integers_or(op, "window_strides", 1, rank)?,
            base_dilations: attributes::integers_or(op, "base_dilations", 1, rank)?,
            dilations: attributes::integers_or(op, "window_dilations", 1, rank)?,
            padding: attributes::padding(op, rank)?,
        })
    }

    /// The one dimension along which it is wider than one, if elements and their
    /// neighbors are side by side, and nothing is padded along others.
    pub fn only_wide_dimension(&self) -> Option<usize> {
        let ones = |values: &[i64]| values.iter().all(|value| *value == 1);
        let mut wide = (0..self.sizes.len()).filter(|dim| self.sizes[*dim] != 1);
        let dim = wide.next()?;
        let still =
            self.padding.iter().enumerate().all(|(at, edges)| at == dim || *edges == (0, 0));
        let plain = ones(&self.strides) && ones(&self.base_dilations) && ones(&self.dilations);
        (wide.next().is_none() && plain && still).then_some(dim)
    }

    /// How the operand is padded, dilation included.
    fn paddings(&self) -> Vec<Padding> {
        let dilated = self.padding.iter().zip(&self.base_dilations);
        dilated
            .map(|((low, high), dilation)| Padding {
                low: *low,
                high: *high,
                interior: dilation - 1,
            })
            .collect()
    }
}

/// Lowers `reduce_window` to a `linalg.generic` over the result's dimensions,
/// then the window's, on operands padded with the initial value. Running sums
/// and their like, whose windows cover everything before or after an element,
/// are computed element by element instead.
pub fn emit<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let context = emitter.context();
    let count = operands.len() / 2;
    let from = Shaped::of(operands[0].r#type())
        .ok_or_else(|| Failure::at(op, "`stablehlo.reduce_window` is not on tensors"))?;
    let rank = from.rank();
    let window = Window::of(op, rank)?;
    let body = scalars::block(op, 0)?;
    let reducer = Reducer::of(emitter, op, body);
    let types: Vec<_> =
        ir::results(op).iter().map(|result| ir::tensor_type(context, result.r#type())).collect();
    if Shaped::of(types[0]).is_some_and(|to| to.elements() == 0) {
        return Ok(types.iter().map(|ty| empty(builder, *ty)).collect());
    }
    if let Some(scan) = prefix_scan::Scan::of(&window, &from.shape) {
        return prefix_scan::emit(emitter, builder, operands, &types, &reducer, scan);
    }

    // Loops: the result's dimensions, then those of the window that are not one.
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
        let padded = pad(builder, operands[index], &window.paddings(), &value);
        generic = generic.input(padded, map);
    }
    if !extents.is_empty() {
        // Says how large the window is; its elements are not read.
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
