// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Rules for `reduce`, and for a `reduce_window` that is one.

use crate::build::element_of;
use crate::elements::Format;
use crate::simplify::matching::{Combiner, Match, one};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::window::Window;
use hloom_ir::{self as ir, Value};

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloReduce, reduce_of_ones),
    (Kind::StablehloReduceWindow, window_of_whole_dimensions),
];

/// `reduce(x, init)` over dimensions of size one = `f(reshape(x), init)`, where `f` is the body
fn reduce_of_ones<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, init) = found.pair()?;
    let shape = ir::shape_of(x);
    let dims = found.list("dimensions")?;
    let ones = dims.iter().all(|dim| shape[*dim as usize] == 1);
    let element = ir::element_of(found.ty);
    if found.operands.len() != 2 || !ones || element_of(x) != element || element_of(init) != element
    {
        return None;
    }
    // A type that is quantized along a dimension has no format.
    found.format()?;
    let combiner =
        Combiner::of(found.op, element).filter(|it| matches!(it, Combiner::Binary(_)))?;
    let hlo = found.hlo;
    let init = hlo.broadcast(init, &[], &found.shape);
    one(combiner.combine(hlo, hlo.reshape(x, &found.shape), init))
}

/// `reduce_window(x)` whose window is as large as some dimensions, and of size one in the others =
/// `reshape(reduce(x))` over these dimensions
///
/// A network pools its last feature map in this way. Only a reduction is shared by threads and
/// vector lanes, so sums of floats may be in another order.
fn window_of_whole_dimensions<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let shape = ir::shape_of(found.operand(0)?);
    let window = Window::of(found.op, shape.len()).ok()?;
    let whole: Vec<_> = (0..shape.len()).filter(|dim| window.sizes[*dim] > 1).collect();
    let fits = (0..shape.len()).all(|dim| {
        let size = if whole.contains(&dim) { 1 } else { shape[dim] };
        window.padding[dim] == (0, 0)
            && window.base_dilations[dim] == 1
            && found.shape[dim] == size
            && (window.sizes[dim] == 1
                || window.sizes[dim] == shape[dim] && window.dilations[dim] == 1)
    });
    if !fits || whole.is_empty() || shape.contains(&0) {
        return None;
    }
    let results = ir::results(found.op);
    if results.iter().any(|result| Format::of(element_of(*result)).is_none()) {
        return None;
    }
    let kept: Vec<_> =
        (0..shape.len()).filter(|dim| !whole.contains(dim)).map(|dim| shape[dim]).collect();
    let types: Vec<_> =
        results.into_iter().map(|result| ir::tensor(&kept, element_of(result))).collect();
    let dims: Vec<_> = whole.iter().map(|dim| *dim as i64).collect();
    let at = found.hlo.at;
    let copy = ir::clone_before(found.op, found.op);
    let reduce = at
        .op("stablehlo.reduce")
        .operands(&found.operands)
        .attr("dimensions", ir::dense_i64_attr(at.context(), &dims))
        .results(&types)
        .region(ir::take_region(copy, 0))
        .build();
    ir::erase(copy);
    let results = ir::results(reduce);
    Some(results.into_iter().map(|result| found.hlo.reshape(result, &found.shape)).collect())
}
