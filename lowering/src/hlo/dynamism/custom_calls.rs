// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Custom calls of programs that JAX exports with symbolic sizes: those that stand for an
//! operation and have its attributes as operands (`stablehlo.dynamic_*`), and those that
//! say in operands what the shapes of their results are (`indices_of_shape_operands`).

use crate::ffi;
use crate::ir::{self, Builder, Context, Op, Value};
use hloom_dialects::op_view::{constant_integers, read_array, read_integers};
use hloom_dialects::shape::{Dim, TensorType};
use melior::ir::attribute::FlatSymbolRefAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Region, ValueLike};

const SHAPES: &str = "indices_of_shape_operands";

/// How many lists there are for a window, at the end of the operands.
const LISTS: usize = 5;

/// The results of the operation that a call stands for, where its attributes are known.
pub fn operation<'a>(context: &'a Context, op: Op<'a>) -> Option<Vec<Value<'a>>> {
    let at = Builder::before(context, op);
    let operands = ir::operands(op);
    let types: Vec<_> = ir::results(op).iter().map(|result| result.r#type()).collect();
    match &*ir::text(op, "call_target_name")? {
        "stablehlo.dynamic_reduce_window" => {
            let count = types.len();
            let lists = operands.get(2 * count..).filter(|lists| lists.len() == LISTS)?;
            let lists = lists.iter().map(|list| constant_integers(*list));
            let lists = lists.collect::<Option<Vec<_>>>()?;
            let region = body_of(context, computation(op)?)?;
            let edges = ir::tensor(&[lists[0].len() as i64, 2], ir::int(context, 64));
            let elements: Vec<_> =
                lists[4].iter().map(|edge| ir::i64_attr(context, *edge)).collect();
            let padding = ffi::dense_elements(edges, &elements);
            let list = |index: usize| ir::dense_i64_attr(context, &lists[index]);
            let new = at
                .op("stablehlo.reduce_window")
                .operands(&operands[..2 * count])
                .attr("window_dimensions", list(0))
                .attr("window_strides", list(1))
                .attr("base_dilations", list(2))
                .attr("window_dilations", list(3))
                .attr("padding", padding)
                .results(&types)
                .region(region);
            Some(ir::results(new.build()))
        }
        "stablehlo.dynamic_top_k" => {
            let k = *constant_integers(*operands.get(1)?)?.first()?;
            let new = at.op("chlo.top_k").operands(&operands[..1]);
            Some(ir::results(new.attr("k", ir::i64_attr(context, k)).results(&types).build()))
        }
        "stablehlo.dynamic_rng_bit_generator" => {
            let shape = constant_integers(*operands.get(1)?)?;
            let output = ir::tensor(&shape, ir::element_of(*types.get(1)?));
            let new = at
                .op("stablehlo.rng_bit_generator")
                .operands(&operands[..1])
                .attr("rng_algorithm", op.attribute("rng_algorithm").ok()?)
                .results(&[types[0], output]);
            Some(ir::results(new.build()))
        }
        _ => None,
    }
}

/// The sizes of the results, where operands say them and are known.
pub fn sizes<'a>(op: Op<'a>) -> Option<Vec<Option<TensorType<'a>>>> {
    let shapes = shape_operands(op)?;
    let operands = ir::operands(op);
    let one = |(result, shape): (Value<'a>, usize)| {
        let dims: Vec<Dim> =
            constant_integers(*operands.get(shape)?)?.into_iter().map(Some).collect();
        let tensor = TensorType::from_type(result.r#type())?;
        (tensor.rank() == dims.len() && dims.iter().flatten().all(|dim| *dim >= 0))
            .then(|| TensorType::new(tensor.element(), &dims))
    };
    Some(ir::results(op).into_iter().zip(shapes).map(one).collect())
}

/// The call without the operands that say the shapes of its results, where the types of
/// the results say them.
pub fn without_shapes<'a>(context: &'a Context, op: Op<'a>) -> Option<Vec<Value<'a>>> {
    let shapes = shape_operands(op)?;
    let types: Vec<_> = ir::results(op).iter().map(|result| result.r#type()).collect();
    let is_static = |ty| TensorType::from_type(ty).is_none_or(|tensor| tensor.is_static());
    types.iter().all(|ty| is_static(*ty)).then_some(())?;
    let operands = ir::operands(op).into_iter().enumerate();
    let operands: Vec<_> =
        operands.filter(|(index, _)| !shapes.contains(index)).map(|(_, operand)| operand).collect();
    let new = Builder::before(context, op).op(ir::op_name(op)).operands(&operands);
    // Layouts were those of all operands.
    let new = new.attrs_of(op, &[SHAPES, "operand_layouts"]);
    Some(ir::results(new.results(&types).build()))
}

/// Which operands are the shapes of the results, if one is for each.
fn shape_operands(op: Op) -> Option<Vec<usize>> {
    let indices = read_integers(op.attribute(SHAPES).ok()?)?;
    let indices = indices.into_iter().map(|index| usize::try_from(index).ok());
    let indices = indices.collect::<Option<Vec<_>>>()?;
    (indices.len() == ir::results(op).len()).then_some(indices)
}

/// The function that a call names.
fn computation(op: Op<'_>) -> Option<Op<'_>> {
    let [name] = read_array(op.attribute("called_computations").ok()?)?[..] else { return None };
    let name = FlatSymbolRefAttribute::try_from(name).ok()?;
    ir::function_named(op, name.value())
}

/// A copy of a function's body, as a region of an operation.
fn body_of<'a>(context: &'a Context, function: Op<'a>) -> Option<Region<'a>> {
    let copy = ffi::clone_before(function, function);
    let block = ir::regions(copy).into_iter().flat_map(ir::blocks).next();
    let end = block.and_then(|block| ir::ops(block).pop());
    if let Some(end) = end {
        let operands = ir::operands(end);
        Builder::before(context, end).op("stablehlo.return").operands(&operands).build();
        ir::erase(end);
    }
    let region = ffi::take_region(copy, 0);
    ir::erase(copy);
    end.map(|_| region)
}
