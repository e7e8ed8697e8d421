// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules for `reduce`, and for a `reduce_window` that can be a `reduce`.

use crate::build::element_of;
use crate::elements::{Elements, Format};
use crate::simplify::matching::{Combiner, Match, list, one, producer, splat};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::has_one_use;
use hloom_ir::window::Window;
use hloom_ir::{self as ir, Op, Value};

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloReduce, reduce_of_ones),
    (Kind::StablehloReduce, reduce_of_nothing),
    (Kind::StablehloReduce, reduce_of_reduce),
    (Kind::StablehloReduce, reduce_of_transpose),
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

/// `reduce(x, init)` without elements = `init`
fn reduce_of_nothing<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let shape = ir::shape_of(found.operand(0)?);
    let results = ir::results(found.op);
    let inits = found.operands.get(results.len()..)?;
    let same = results.iter().zip(inits).all(|(one, other)| element_of(*one) == element_of(*other));
    if !shape.contains(&0) || found.shape.contains(&0) || !same {
        return None;
    }
    Some(inits.iter().map(|init| found.hlo.broadcast(*init, &[], &found.shape)).collect())
}

/// `reduce(reduce(x, c), c)` = `reduce(x, c)` over the dimensions of both, if the result does not
/// depend on the order of operations, that is, for integers, and for the maximum and minimum of
/// floats. The inner initial value must be neutral, or equal to the outer initial value if the
/// operation is idempotent.
fn reduce_of_reduce<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (inner, init) = found.pair()?;
    let op = producer(inner, Kind::StablehloReduce)?;
    let [x, inner_init] = ir::operands(op)[..] else { return None };
    let element = ir::element_of(found.ty);
    let same_types = [x, inner, init, inner_init].into_iter().all(|it| element_of(it) == element);
    if found.operands.len() != 2 || !same_types || !has_one_use(inner) {
        return None;
    }
    let combiner = Combiner::of(found.op, element)?;
    let Combiner::Binary(kind) = combiner else { return None };
    let picks = matches!(
        kind,
        Kind::StablehloMaximum | Kind::StablehloMinimum | Kind::StablehloAnd | Kind::StablehloOr
    );
    let is_neutral = |value: Value| {
        let value = splat(value)?;
        match kind {
            Kind::StablehloAdd | Kind::StablehloXor => Some(value.is_zero()),
            Kind::StablehloMultiply => Some(value.int()? == 1),
            _ => None,
        }
    };
    let same_init = || {
        let (one, other) = (Elements::of_value(init)?, Elements::of_value(inner_init)?);
        Some(one.bytes(0) == other.bytes(0))
    };
    let exact = match picks {
        true => init == inner_init || same_init().unwrap_or(false),
        false => found.is_integer() && is_neutral(inner_init).unwrap_or(false),
    };
    if !exact || Combiner::of(op, element)? != combiner || found.format().is_none() {
        return None;
    }
    let mut dims = list(op, "dimensions")?;
    let kept: Vec<_> =
        (0..ir::shape_of(x).len() as i64).filter(|dim| !dims.contains(dim)).collect();
    dims.extend(found.list("dimensions")?.iter().map(|dim| kept[*dim as usize]));
    dims.sort_unstable();
    one(reduced(found, x, &dims))
}

/// `reduce(transpose(x))` = `transpose(reduce(x))`, if the reduced dimensions stay in order and the
/// transposition has no other use
///
/// This reduces the number of transposed elements.
fn reduce_of_transpose<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let transposed = found.operand(0)?;
    let op: Op = producer(transposed, Kind::StablehloTranspose)?;
    // A type that is quantized along a dimension has no format.
    found.format()?;
    let permutation = list(op, "permutation")?;
    let mut dims = found.list("dimensions")?;
    dims.sort_unstable();
    let from: Vec<_> = dims.iter().map(|dim| permutation[*dim as usize]).collect();
    let shrinks = dims.iter().any(|dim| ir::shape_of(transposed)[*dim as usize] > 1);
    if found.operands.len() != 2 || !from.is_sorted() || !shrinks || !has_one_use(transposed) {
        return None;
    }
    let kept = (0..permutation.len() as i64).filter(|dim| !dims.contains(dim));
    let kept: Vec<_> = kept.map(|dim| permutation[dim as usize]).collect();
    let mut sorted = kept.clone();
    sorted.sort_unstable();
    let place = |dim: &i64| sorted.iter().position(|other| other == dim).map(|at| at as i64);
    let order: Vec<_> = kept.iter().map(place).collect::<Option<_>>()?;
    let reduced = reduced(found, ir::operands(op)[0], &from);
    one(found.hlo.transpose(reduced, &order))
}

/// Builds the reduction of `x` over `dims`, in ascending order, with the body and the initial value
/// of the matched `reduce`.
fn reduced<'a>(found: &Match<'a>, x: Value<'a>, dims: &[i64]) -> Value<'a> {
    let kept = ir::shape_of(x).into_iter().enumerate();
    let kept = kept.filter(|(dim, _)| !dims.contains(&(*dim as i64))).map(|(_, size)| size);
    let kept: Vec<_> = kept.collect();
    let at = &found.hlo.at;
    let op = at.op(ir::op_name(found.op)).operands(&[x, found.operands[1]]);
    let op = op.attr("dimensions", ir::dense_i64_attr(at.context(), dims));
    let ty = ir::tensor(&kept, ir::element_of(found.ty));
    op.result(ty).region(ir::copy_region(found.op)).value()
}

/// `reduce_window(x)` whose window spans some dimensions entirely and has size one in the others =
/// `reshape(reduce(x))` over the spanned dimensions
///
/// Networks pool their last feature map in this way. Unlike a window, a reduction is distributed
/// over threads and vector lanes, so sums of floats may have another order.
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
    let reduce = at
        .op("stablehlo.reduce")
        .operands(&found.operands)
        .attr("dimensions", ir::dense_i64_attr(at.context(), &dims))
        .results(&types)
        .region(ir::copy_region(found.op))
        .build();
    let results = ir::results(reduce);
    Some(results.into_iter().map(|result| found.hlo.reshape(result, &found.shape)).collect())
}
