// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-refine-shapes`: propagates static sizes through the program.
//!
//! Each operation gets the most specific types that follow from its operands. Sizes may also be
//! computed by operations, so that operations on constants are folded along the way. Calls must
//! have been inlined: the types of a function's results would have to hold for all its callers.

use super::canonicalize_dynamism::convolution;
use super::{WRAPPER, custom_calls, sizes};
use crate::build::Hlo;
use crate::fold_constants;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::constant_integers;
use hloom_dialects::shape::{TensorType, most_specific};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Block, Builder, Context, Op, Type, Value};
use melior::ir::ValueLike;

/// The pass `hlo-refine-shapes`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-refine-shapes",
    description: "infer static shapes from argument types and from computations of sizes",
    anchor: "func.func",
    level: Level::Hlo,
    options: &[],
    dialects: &["stablehlo", "chlo"],
    run,
};

/// Budget for the folding of shape computations: elements of a result and bytes of growth.
const BUDGET: i64 = 1024;

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    // Most programs have no dynamic shapes.
    if !ir::walk(function).into_iter().any(has_dynamic_result) {
        return Ok(());
    }
    for block in ir::regions(function).into_iter().flat_map(ir::blocks) {
        refine_block(context, block);
    }
    sizes::set_signature(context, function);
    Ok(())
}

fn has_dynamic_result(op: Op) -> bool {
    let is_dynamic = |value: Value| {
        TensorType::from_type(value.r#type()).is_some_and(|tensor| !tensor.is_static())
    };
    ir::results(op).into_iter().any(is_dynamic)
}

fn refine_block<'a>(context: &'a Context, block: Block<'a>) {
    for op in ir::ops(block) {
        let Some(op) = with_static_sizes(context, op) else { continue };
        if ir::hlo_op(op) == Some(Kind::StablehloWhile) {
            // The initial values alone do not determine the types of the results.
            refine_while(context, op);
            continue;
        }
        refine_regions(context, op);
        sizes::refine(op);
        if unwrap(op) || fold_dimension_size(context, op) {
            continue;
        }
        fold_constants::fold(context, op, BUDGET);
    }
}

fn refine_regions<'a>(context: &'a Context, op: Op<'a>) {
    for inner in ir::regions(op).into_iter().flat_map(ir::blocks) {
        refine_block(context, inner);
    }
}

/// Refines a loop. A carried value gets the type of its initial value if the body, given this type,
/// returns it.
///
/// Operations of the body are folded with the sizes of their operands, which cannot be undone. So
/// this refines clones of the loop. After each one it gives up the carried values of which the body
/// returned another type, until the body returns all types that it was given.
fn refine_while<'a>(context: &'a Context, op: Op<'a>) {
    let results = ir::results(op);
    let initial = ir::operands(op).into_iter().zip(&results).map(|(operand, result)| {
        refined(result.r#type(), operand.r#type()).filter(|ty| *ty != result.r#type())
    });
    let mut carried: Vec<Option<Type<'a>>> = initial.collect();
    while carried.iter().any(Option::is_some) {
        let trial = ir::clone_before(op, op);
        for block in ir::regions(trial).into_iter().flat_map(ir::blocks) {
            refine_values(&ir::args(block), &carried);
        }
        refine_regions(context, trial);
        let body = ir::regions(trial).into_iter().flat_map(ir::blocks).last();
        let end = body.and_then(|body| ir::ops(body).pop());
        let returned = end.map(ir::operands).unwrap_or_default();
        let implies = |value: &Value<'a>, ty| refined(value.r#type(), ty) == Some(value.r#type());
        let mut is_stable = true;
        for (index, ty) in carried.iter_mut().enumerate() {
            let returned = returned.get(index);
            if ty.is_some_and(|ty| !returned.is_some_and(|value| implies(value, ty))) {
                *ty = None;
                is_stable = false;
            }
        }
        if is_stable {
            refine_values(&ir::results(trial), &carried);
            return ir::replace(op, ir::results(trial));
        }
        ir::erase(trial);
    }
    refine_regions(context, op);
}

/// Gives each value the more specific type in the list, if there is one.
fn refine_values<'a>(values: &[Value<'a>], types: &[Option<Type<'a>>]) {
    for (value, ty) in values.iter().zip(types) {
        if let Some(ty) = ty.and_then(|ty| refined(value.r#type(), ty)) {
            ir::set_type(*value, ty);
        }
    }
}

/// Returns the tensor type that has what is known of both types; the element type is that of `own`.
fn refined<'a>(own: Type<'a>, other: Type<'a>) -> Option<Type<'a>> {
    let (own, other) = (TensorType::from_type(own)?, TensorType::from_type(other)?);
    let other = other.with_element(own.element());
    most_specific(&[own, other]).map(|merged| merged.ty())
}

/// Removes the wrapper between an argument and its users if their types agree. Returns true if
/// it did.
fn unwrap(op: Op) -> bool {
    let is_wrapper = ir::text(op, "call_target_name").is_some_and(|target| target == WRAPPER);
    let (operands, results) = (ir::operands(op), ir::results(op));
    match (is_wrapper, operands.first(), &results[..]) {
        (true, Some(operand), [result]) if operand.r#type() == result.r#type() => {
            ir::replace(op, [*operand]);
            true
        }
        _ => false,
    }
}

/// Replaces an operation whose size operands are constants by one of static shape, and returns
/// the operation that defines the new result, if one does. A `dynamic_conv` becomes a
/// `convolution`, because the inference of result types knows its size. A `set_dimension_size`
/// becomes a slice. A custom call becomes the operation that it stands for.
fn with_static_sizes<'a>(context: &'a Context, op: Op<'a>) -> Option<Op<'a>> {
    let new = match ir::hlo_op(op) {
        Some(Kind::StablehloCustomCall) => custom_calls::operation(context, op),
        Some(Kind::StablehloDynamicConv) => convolution(context, op).map(|value| vec![value]),
        Some(Kind::StablehloSetDimensionSize) => {
            slice_of_size(context, op).map(|value| vec![value])
        }
        _ => None,
    };
    let Some(new) = new else { return Some(op) };
    ir::replace(op, new.iter().copied());
    ir::defining_op(*new.first()?)
}

/// Returns the slice that remains when one dimension is set to a constant size.
fn slice_of_size<'a>(context: &'a Context, op: Op<'a>) -> Option<Value<'a>> {
    let (operands, dimension) = (ir::operands(op), ir::integer(op, "dimension")?);
    let mut limits = TensorType::from_type(operands[0].r#type())?.static_dims()?;
    let limit = limits.get_mut(usize::try_from(dimension).ok()?)?;
    let size = *constant_integers(operands[1])?.first()?;
    *limit = (0..=*limit).contains(&size).then_some(size)?;
    let hlo = Hlo { at: Builder::before(context, op) };
    Some(hlo.slice(operands[0], &vec![0; limits.len()], &limits, &vec![1; limits.len()]))
}

/// Replaces a `get_dimension_size` of a static dimension by a constant. Returns true if it did.
fn fold_dimension_size<'a>(context: &'a Context, op: Op<'a>) -> bool {
    if ir::hlo_op(op) != Some(Kind::StablehloGetDimensionSize) {
        return false;
    }
    let tensor = ir::operands(op).first().and_then(|it| TensorType::from_type(it.r#type()));
    let dimension = ir::integer(op, "dimension").and_then(|it| usize::try_from(it).ok());
    let size = tensor.zip(dimension).and_then(|(tensor, dimension)| tensor.dim(dimension));
    let (Some(size), [result]) = (size, &ir::results(op)[..]) else { return false };
    let constant = Hlo { at: Builder::before(context, op) }.int(size, result.r#type());
    ir::replace(op, [constant]);
    true
}
