// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules that fold a `pad` into the padding of a convolution or a `reduce_window`.
//!
//! The padded value is then never stored in memory.

use crate::build::element_of;
use crate::elements::Elements;
use crate::simplify::matching::{Match, list, one, producer};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::window::Window;
use hloom_ir::{self as ir, Value, attributes};

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloConvolution, convolution_of_pad),
    (Kind::StablehloReduceWindow, window_of_pad),
];

/// A `pad` without negative amounts.
struct Padding<'a> {
    x: Value<'a>,
    value: Value<'a>,
    edges: Vec<(i64, i64)>,
    interior: Vec<i64>,
}

impl<'a> Padding<'a> {
    fn of(padded: Value<'a>) -> Option<Self> {
        let op = producer(padded, Kind::StablehloPad)?;
        let [x, value] = ir::operands(op)[..] else { return None };
        let (low, high) = (list(op, "edge_padding_low")?, list(op, "edge_padding_high")?);
        let edges: Vec<_> = low.into_iter().zip(high).collect();
        // Without elements, there are no gaps between them.
        let cuts = edges.iter().any(|(low, high)| *low < 0 || *high < 0);
        if cuts || ir::shape_of(x).contains(&0) {
            return None;
        }
        Some(Self { x, value, edges, interior: list(op, "interior_padding")? })
    }

    /// Returns true if the `pad` has no effect in dimension `dim`.
    fn keeps(&self, dim: usize) -> bool {
        self.edges[dim] == (0, 0) && self.interior[dim] == 0
    }
}

/// The edge padding and the base dilation of one dimension of a window operation's operand.
#[derive(Clone, Copy)]
struct Dilated {
    edges: (i64, i64),
    dilation: i64,
}

impl Dilated {
    /// Adds padding that is applied before the dilation. Returns `None` for interior padding of
    /// dilated elements.
    fn after(self, (low, high): (i64, i64), interior: i64) -> Option<Self> {
        if interior > 0 && self.dilation > 1 {
            return None;
        }
        // Each element at an edge is followed or preceded by the gap of the dilation.
        let add = |edge: i64, more: i64| edge.checked_add(more.checked_mul(self.dilation)?);
        Some(Self {
            edges: (add(self.edges.0, low)?, add(self.edges.1, high)?),
            dilation: if interior > 0 { interior.checked_add(1)? } else { self.dilation },
        })
    }
}

/// `convolution(pad(x, 0), w)` = `convolution(x, w)` with more padding and dilation, if the pad
/// changes only spatial dimensions
fn convolution_of_pad<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (padded, kernel) = found.pair()?;
    let pad = Padding::of(padded)?;
    let dims = attributes::conv_dims(found.op).ok()?;
    // A negative zero is not what a convolution pads with.
    let zero = Elements::of_value(pad.value)?;
    if zero.bytes(0).iter().any(|byte| *byte != 0) {
        return None;
    }
    if ![dims.input_batch, dims.input_feature].into_iter().all(|dim| pad.keeps(dim)) {
        return None;
    }
    let count = dims.input_spatial.len();
    let edges = attributes::padding(found.op, count).ok()?;
    let dilations = attributes::integers_or(found.op, "lhs_dilation", 1, count).ok()?;
    let dilated = edges.into_iter().zip(dilations).zip(&dims.input_spatial);
    let dilated = dilated.map(|((edges, dilation), dim)| {
        Dilated { edges, dilation }.after(pad.edges[*dim], pad.interior[*dim])
    });
    let dilated: Vec<_> = dilated.collect::<Option<_>>()?;
    let at = &found.hlo.at;
    let context = at.context();
    let edges: Vec<_> = dilated.iter().map(|it| it.edges).collect();
    let dilations: Vec<_> = dilated.iter().map(|it| it.dilation).collect();
    let op = at.op(ir::op_name(found.op)).operands(&[pad.x, kernel]);
    let op = op.attrs_of(found.op, &["padding", "lhs_dilation"]);
    let op = op.attr("padding", ir::padding_attr(context, &edges));
    one(op.attr("lhs_dilation", ir::dense_i64_attr(context, &dilations)).result(found.ty).value())
}

/// `reduce_window(pad(x, c), c)` = `reduce_window(x, c)` with more padding and dilation
fn window_of_pad<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (padded, init) = found.pair()?;
    let pad = Padding::of(padded)?;
    let same = pad.value == init || {
        let (one, other) = (Elements::of_value(pad.value)?, Elements::of_value(init)?);
        one.bytes(0) == other.bytes(0)
    };
    // A window may compute in another type than its operand.
    let element = ir::element_of(found.ty);
    let types = element_of(pad.x) == element && element_of(init) == element;
    if found.operands.len() != 2 || !same || !types {
        return None;
    }
    let rank = found.shape.len();
    let window = Window::of(found.op, rank).ok()?;
    let dilated = (0..rank).map(|dim| {
        let own = Dilated { edges: window.padding[dim], dilation: window.base_dilations[dim] };
        own.after(pad.edges[dim], pad.interior[dim])
    });
    let dilated: Vec<_> = dilated.collect::<Option<_>>()?;
    let at = &found.hlo.at;
    let context = at.context();
    let edges: Vec<_> = dilated.iter().map(|it| it.edges).collect();
    let dilations: Vec<_> = dilated.iter().map(|it| it.dilation).collect();
    let op = at.op(ir::op_name(found.op)).operands(&[pad.x, init]);
    let op = op.attrs_of(found.op, &["padding", "base_dilations"]);
    let op = op.attr("padding", ir::padding_attr(context, &edges));
    let op = op.attr("base_dilations", ir::dense_i64_attr(context, &dilations));
    one(op.result(found.ty).region(ir::copy_region(found.op)).value())
}
