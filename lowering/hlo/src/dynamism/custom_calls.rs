// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Custom calls of programs that JAX exports with symbolic sizes.
//!
//! There are two kinds. Calls of `stablehlo.dynamic_*` represent an operation and have its
//! attributes as operands. Calls with the attribute `indices_of_shape_operands` have operands that
//! contain the shapes of their results.

use hloom_dialects::attributes::stablehlo::OutputOperandAlias;
use hloom_dialects::element::ElementType;
use hloom_dialects::op_view::{constant_integers, read_array, read_integers};
use hloom_dialects::shape::{Dim, TensorType, compatible_dims};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Attribute, Builder, Context, Op, Type, Value};
use melior::ir::attribute::FlatSymbolRefAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::TupleType;
use melior::ir::{AttributeLike, Region, TypeLike, ValueLike};

/// The attribute with the indices of the operands that contain the shapes of the results.
pub const SHAPES: &str = "indices_of_shape_operands";
const LAYOUTS: &str = "operand_layouts";
const ALIASES: &str = "output_operand_aliases";

/// Number of trailing operands of `stablehlo.dynamic_reduce_window` that describe the window:
/// vectors of dimensions, strides, base dilations, window dilations and padding.
const LISTS: usize = 5;

/// Builds the operation that a custom call of `stablehlo.dynamic_*` represents, and returns its
/// results. Returns `None` for any other custom call, and if an operand that becomes an attribute
/// is not a constant.
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
            let padding = ir::dense_elements(edges, &elements);
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

/// Returns the types of the results that follow from the shape operands. An entry is `None` if the
/// shape operand is not a constant or does not match the result. Returns `None` if the attribute
/// [`SHAPES`] is absent or invalid.
pub fn types<'a>(context: &'a Context, op: Op<'a>) -> Option<Vec<Option<Type<'a>>>> {
    let mut shapes = shape_operands(op)?.into_iter();
    let operands = ir::operands(op);
    let mut shape = || constant_integers(*operands.get(shapes.next()?)?);
    Some(ir::results(op).iter().map(|it| with_shapes(context, it.r#type(), &mut shape)).collect())
}

/// Returns `ty` with the next shape from `shape`, which also replaces static sizes.
///
/// Returns `None` if the shape is unknown or has another rank, or if `ty` is not a tensor. In a
/// tuple, each element takes the next shape. An element for which this fails keeps its type.
fn with_shapes<'a>(
    context: &'a Context,
    ty: Type<'a>,
    shape: &mut dyn FnMut() -> Option<Vec<i64>>,
) -> Option<Type<'a>> {
    if let Some(elements) = elements_of(ty) {
        let one = |ty: Type<'a>| with_shapes(context, ty, shape).unwrap_or(ty);
        let elements: Vec<_> = elements.into_iter().map(one).collect();
        return Some(TupleType::new(context, &elements).into());
    }
    let dims: Vec<Dim> = shape()?.into_iter().map(|size| (size >= 0).then_some(size)).collect();
    let fits = TensorType::from_type(ty).is_none_or(|tensor| tensor.rank() == dims.len());
    (fits && ty.is_tensor()).then(|| TensorType::new(ir::element_of(ty), &dims).ty())
}

/// Returns the types in a tuple, or `None` for any other type.
pub fn elements_of(ty: Type<'_>) -> Option<Vec<Type<'_>>> {
    let tuple = TupleType::try_from(ty).ok()?;
    (0..tuple.type_count()).map(|index| tuple.r#type(index).ok()).collect()
}

/// Returns the types of the results, in which tuples are replaced by their elements.
fn flat_types(op: Op<'_>) -> Vec<Type<'_>> {
    fn add<'a>(ty: Type<'a>, types: &mut Vec<Type<'a>>) {
        match elements_of(ty) {
            Some(elements) => elements.into_iter().for_each(|ty| add(ty, types)),
            None => types.push(ty),
        }
    }
    let mut types = Vec::new();
    ir::results(op).into_iter().for_each(|result| add(result.r#type(), &mut types));
    types
}

/// Checks the attribute [`SHAPES`], if a call has it. The messages are the same as in StableHLO.
///
/// # Errors
/// Fails if the attribute does not match the operands and the results, or if the shape in a
/// constant operand is not compatible with the type of the result.
pub fn check(op: Op<'_>) -> Result<(), Failure<'_>> {
    let Ok(attribute) = op.attribute(SHAPES) else { return Ok(()) };
    let fail = |message: String| Err(Failure::at(op, message));
    let (types, operands) = (flat_types(op), ir::operands(op));
    let suffix = if types.len() == ir::results(op).len() { "" } else { ", with tuples flattened" };
    let ty = TensorType::from_type(attribute.r#type());
    let Some((ty, indices)) = ty.zip(read_integers(attribute)) else {
        return fail(format!("{SHAPES}: must be a tensor of integers"));
    };
    if indices.len() != types.len() {
        return fail(format!(
            "{SHAPES}: number of elements ({}) must be equal to the number of operation results \
             ({}){suffix}",
            indices.len(),
            types.len()
        ));
    }
    if ty.rank() != 1 {
        return fail(format!("{SHAPES}: must have rank = 1"));
    }
    if ty.element_type() != ElementType::Signed(64) {
        return fail(format!("{SHAPES}: must have i64 element type"));
    }
    for (number, (index, ty)) in indices.into_iter().zip(types).enumerate() {
        let Some(operand) = usize::try_from(index).ok().and_then(|index| operands.get(index))
        else {
            return fail(format!(
                "{SHAPES}: index #{number} ({index}) must be within bounds for operation operands \
                 (from 0 to {})",
                operands.len()
            ));
        };
        let Some(sizes) = constant_integers(*operand) else { continue };
        let dims: Vec<Dim> = sizes.iter().map(|size| (*size >= 0).then_some(*size)).collect();
        let fits = ty.is_tensor()
            && TensorType::from_type(ty).is_none_or(|it| compatible_dims(it.dims(), &dims));
        if !fits {
            return fail(format!(
                "{SHAPES}: refinement #{number} ({sizes:?}) must be compatible with operation \
                 result #{number} ('{ty}'){suffix}"
            ));
        }
    }
    Ok(())
}

/// Builds the call without the operands that contain the shapes of its results, and returns the
/// results. Returns `None` if there are no such operands, if the type of a result is not static, or
/// if a result shares the memory of a removed operand.
pub fn without_shapes<'a>(context: &'a Context, op: Op<'a>) -> Option<Vec<Value<'a>>> {
    let shapes = shape_operands(op)?;
    let types: Vec<_> = ir::results(op).iter().map(|result| result.r#type()).collect();
    let is_static = |ty: Type<'a>| {
        !ty.is_unranked_tensor()
            && TensorType::from_type(ty).is_none_or(|tensor| tensor.is_static())
    };
    flat_types(op).into_iter().all(is_static).then_some(())?;
    let aliases = renumbered(context, op, &shapes).ok()?;
    let operands = ir::operands(op).into_iter().enumerate();
    let operands: Vec<_> =
        operands.filter(|(index, _)| !shapes.contains(index)).map(|(_, operand)| operand).collect();
    let new = Builder::before(context, op).op(ir::op_name(op)).operands(&operands);
    let new = new.attrs_of(op, &[SHAPES, LAYOUTS, ALIASES]);
    // Both attributes number the operands, some of which are removed.
    let layouts = op.attribute(LAYOUTS).ok().and_then(read_array);
    let new = match layouts {
        None => new,
        Some(layouts) => {
            let kept = layouts.into_iter().enumerate();
            let kept: Vec<_> = kept
                .filter(|(index, _)| !shapes.contains(index))
                .map(|(_, layout)| layout)
                .collect();
            new.attr(LAYOUTS, ir::array_attr(context, &kept))
        }
    };
    let new = match aliases {
        None => new,
        Some(aliases) => new.attr(ALIASES, ir::array_attr(context, &aliases)),
    };
    Some(ir::results(new.results(&types).build()))
}

/// Returns the attributes in `output_operand_aliases`, renumbered for the removal of the operands
/// `removed`. Returns `None` if the call has no such attribute.
///
/// # Errors
/// Fails if a removed operand has an alias, or if an alias cannot be read.
fn renumbered<'a>(
    context: &'a Context,
    op: Op<'a>,
    removed: &[usize],
) -> Result<Option<Vec<Attribute<'a>>>, ()> {
    let Some(aliases) = op.attribute(ALIASES).ok().and_then(read_array) else { return Ok(None) };
    let one = |alias: Attribute<'a>| {
        let alias = OutputOperandAlias::from_attribute(alias).ok_or(())?;
        let operand = usize::try_from(alias.operand_index).map_err(|_| ())?;
        if removed.contains(&operand) {
            return Err(());
        }
        let before = (0..operand).filter(|index| removed.contains(index)).count();
        let alias = format!(
            "#stablehlo.output_operand_alias<output_tuple_indices = {:?}, operand_index = {}, \
             operand_tuple_indices = {:?}>",
            alias.output_tuple_indices,
            operand - before,
            alias.operand_tuple_indices
        );
        Ok(ir::parse_attribute(context, &alias))
    };
    aliases.into_iter().map(one).collect::<Result<_, _>>().map(Some)
}

/// Returns the indices of the operands that contain the shapes of the results: one for each result,
/// or one for each element of a tuple. Returns `None` if [`SHAPES`] is absent or invalid.
fn shape_operands(op: Op) -> Option<Vec<usize>> {
    let indices = read_integers(op.attribute(SHAPES).ok()?)?;
    let indices = indices.into_iter().map(|index| usize::try_from(index).ok());
    let indices = indices.collect::<Option<Vec<_>>>()?;
    (indices.len() == flat_types(op).len()).then_some(indices)
}

/// Returns the function that a call names in `called_computations`, or `None` if the list does not
/// have exactly one function.
fn computation(op: Op<'_>) -> Option<Op<'_>> {
    let [name] = read_array(op.attribute("called_computations").ok()?)?[..] else { return None };
    let name = FlatSymbolRefAttribute::try_from(name).ok()?;
    ir::function_named(op, name.value())
}

/// Returns a copy of the body of a function as a region that ends with `stablehlo.return`. Returns
/// `None` for a declaration.
fn body_of<'a>(context: &'a Context, function: Op<'a>) -> Option<Region<'a>> {
    let copy = ir::clone_before(function, function);
    let block = ir::regions(copy).into_iter().flat_map(ir::blocks).next();
    let end = block.and_then(|block| ir::ops(block).pop());
    if let Some(end) = end {
        let operands = ir::operands(end);
        Builder::before(context, end).op("stablehlo.return").operands(&operands).build();
        ir::erase(end);
    }
    let region = ir::take_region(copy, 0);
    ir::erase(copy);
    end.map(|_| region)
}
