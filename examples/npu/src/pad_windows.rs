// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `npu-pad-windows`: makes the padding and base dilation of windows explicit.
//!
//! Before: `%1 = stablehlo.convolution(%0, %k) ... pad = [[1, 1]], lhs_dilate = [2] ...`
//! After:  `%p = stablehlo.pad %0, %zero, low = [0, 1, 0], high = [0, 1, 0], interior = [0, 1, 0]`
//!         `%1 = stablehlo.convolution(%p, %k) ... pad = [[0, 0]], lhs_dilate = [1] ...`
//!
//! The pass also transforms `stablehlo.reduce_window`, where the padding elements are the initial
//! values. The addresses in windows are then linear, as DMA transfers require.

use hloom_compiler::mlir::literal_of_attribute;
use hloom_dialects::op::Op as Kind;
use hloom_lowering::ir::{self, Builder, Context, Op, Shaped, Type, Value};
use hloom_lowering::pass::{Failure, OptionValues, PassInfo};
use hloom_lowering::pipeline::Level;
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The description of the pass `npu-pad-windows`.
pub static PASS: PassInfo = PassInfo {
    argument: "npu-pad-windows",
    description: "replace the padding and base dilation of convolutions and of `reduce_window` by \
                  `stablehlo.pad`",
    anchor: "",
    level: Level::Linalg,
    options: &[],
    dialects: &["stablehlo"],
    run,
};

fn run<'a>(context: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    // Replace nested operations before the operation that contains them, which is erased.
    for op in ir::walk(root).into_iter().rev() {
        match ir::hlo_op(op) {
            Some(Kind::StablehloConvolution) => convolution(context, op)?,
            Some(Kind::StablehloReduceWindow) => reduce_window(context, op)?,
            _ => {}
        }
    }
    Ok(())
}

/// The padding before, after and between the elements of a dimension.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Edge {
    low: i64,
    high: i64,
    between: i64,
}

/// Returns the padding and base dilation of an operation in each of `count` window dimensions.
/// `dilation` is the name of the attribute with the base dilation.
///
/// # Errors
/// Fails if the attribute with the padding or the dilation has an unexpected form.
fn edges<'a>(op: Op<'a>, count: usize, dilation: &str) -> Result<Vec<Edge>, Failure<'a>> {
    let unread = |name: &str| Failure::at(op, format!("cannot read `{name}`"));
    let mut edges = vec![Edge::default(); count];
    if let Ok(padding) = op.attribute("padding") {
        let literal = literal_of_attribute(padding).map_err(|_| unread("padding"))?;
        let numbers = literal.as_slice::<i64>().filter(|it| it.len() == 2 * count);
        let pairs = numbers.ok_or_else(|| unread("padding"))?.as_chunks::<2>().0;
        for (edge, [low, high]) in edges.iter_mut().zip(pairs) {
            (edge.low, edge.high) = (*low, *high);
        }
    }
    if let Ok(dilation) = op.attribute(dilation) {
        let numbers = ir::i64_array(dilation).filter(|numbers| numbers.len() == count);
        for (edge, number) in edges.iter_mut().zip(numbers.ok_or_else(|| unread("dilation"))?) {
            edge.between = number - 1;
        }
    }
    Ok(edges)
}

fn convolution<'a>(context: &'a Context, op: Op<'a>) -> Result<(), Failure<'a>> {
    let operands = ir::operands(op);
    let numbers = op.attribute("dimension_numbers").ok().map(|it| it.to_string());
    let places = numbers.as_deref().and_then(spatial);
    let places = places.ok_or_else(|| Failure::at(op, "cannot read `dimension_numbers`"))?;
    let found = edges(op, places.len(), "lhs_dilation")?;
    if found.iter().all(|edge| *edge == Edge::default()) {
        return Ok(());
    }
    let mut all = vec![Edge::default(); ir::shape_of(operands[0]).len()];
    for (edge, place) in found.iter().zip(places) {
        all[place] = *edge;
    }
    let element = ir::element_of(operands[0].r#type());
    let builder = Builder::before(context, op);
    let zero = zero(context, builder, element);
    let padded = pad(context, builder, operands[0], zero, &all);
    replace(context, op, &[padded, operands[1]], found.len(), "lhs_dilation");
    Ok(())
}

fn reduce_window<'a>(context: &'a Context, op: Op<'a>) -> Result<(), Failure<'a>> {
    let operands = ir::operands(op);
    let found = edges(op, ir::shape_of(operands[0]).len(), "base_dilations")?;
    if found.iter().all(|edge| *edge == Edge::default()) {
        return Ok(());
    }
    let (inputs, initial) = operands.split_at(operands.len() / 2);
    let builder = Builder::before(context, op);
    let pairs = inputs.iter().zip(initial);
    let mut padded: Vec<_> =
        pairs.map(|(input, initial)| pad(context, builder, *input, *initial, &found)).collect();
    padded.extend(initial);
    replace(context, op, &padded, found.len(), "base_dilations");
    Ok(())
}

/// Returns the positions of the input's spatial dimensions, in order, from an attribute such as
/// `#stablehlo.conv<[b, 0, 1, f]x...>`.
fn spatial(numbers: &str) -> Option<Vec<usize>> {
    let input = numbers.split_once('[')?.1.split_once(']')?.0;
    let names: Vec<&str> = input.split(", ").collect();
    let of = |number: usize| names.iter().position(|name| *name == number.to_string());
    (0..names.len() - 2).map(of).collect()
}

fn zero<'a>(context: &'a Context, builder: Builder<'a>, element: Type<'a>) -> Value<'a> {
    let zero = match element.to_string().as_str() {
        "i1" => "false",
        _ if ir::is_float(element) => "0.0",
        _ => "0",
    };
    let ty = ir::tensor(&[], element);
    let value = ir::parse_attribute(context, &format!("dense<{zero}> : {ty}"));
    builder.op("stablehlo.constant").attr("value", value).result(ty).value()
}

fn pad<'a>(
    context: &'a Context,
    builder: Builder<'a>,
    value: Value<'a>,
    with: Value<'a>,
    edges: &[Edge],
) -> Value<'a> {
    let shape = Shaped::of(value.r#type()).map(|shaped| shaped.shape).unwrap_or_default();
    let size = |(size, edge): (&i64, &Edge)| {
        (size + (size - 1).max(0) * edge.between + edge.low + edge.high).max(0)
    };
    let padded: Vec<i64> = shape.iter().zip(edges).map(size).collect();
    let list = |of: fn(&Edge) -> i64| {
        ir::dense_i64_attr(context, &edges.iter().map(of).collect::<Vec<_>>())
    };
    builder
        .op("stablehlo.pad")
        .operands(&[value, with])
        .attr("edge_padding_low", list(|edge| edge.low))
        .attr("edge_padding_high", list(|edge| edge.high))
        .attr("interior_padding", list(|edge| edge.between))
        .result(ir::tensor(&padded, ir::element_of(value.r#type())))
        .value()
}

/// Replaces an operation by the same operation on the given operands, without padding and base
/// dilation. The body of the old operation moves to the new one.
fn replace<'a>(
    context: &'a Context,
    op: Op<'a>,
    operands: &[Value<'a>],
    dims: usize,
    dilation: &str,
) {
    let builder = Builder::before(context, op);
    let nothing = ir::parse_attribute(context, &format!("dense<0> : tensor<{dims}x2xi64>"));
    let types: Vec<_> = ir::results(op).iter().map(|result| result.r#type()).collect();
    let mut new = builder
        .op(ir::op_name(op))
        .operands(operands)
        .attrs_of(op, &["padding", dilation])
        .attr("padding", nothing)
        .results(&types);
    for block in ir::regions(op).into_iter().flat_map(ir::blocks) {
        let takes: Vec<_> = ir::args(block).iter().map(|argument| argument.r#type()).collect();
        new = new.region(builder.region(&takes, |inner, arguments| {
            let end = inner.op("stablehlo.return").build();
            let values = ir::inline_block_before(block, arguments, end);
            inner.op("stablehlo.return").operands(&values).build();
            ir::erase(end);
        }));
    }
    ir::replace(op, ir::results(new.build()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spatial_dimensions_are_found() {
        let numbers = "#stablehlo.conv<[b, 1, 0, f]x[0, 1, i, o]->[b, 0, 1, f]>";
        assert_eq!(spatial(numbers), Some(vec![2, 1]));
        assert_eq!(spatial("#stablehlo.conv<[f, b]x[i, o]->[b, f]>"), Some(vec![]));
    }
}
