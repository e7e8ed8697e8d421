// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-refine-shapes`: what is known of sizes is carried through the program, together
//! with the values of what is computed of sizes.
//!
//! Calls must have been inlined: a function's results are those of all its callers.

use super::canonicalize_dynamism::convolution;
use super::{WRAPPER, custom_calls, sizes};
use crate::ffi;
use crate::hlo::build::Hlo;
use crate::hlo::fold_constants;
use crate::ir::{self, Block, Builder, Context, Op, Value};
use crate::pass::{Failure, OptionValues, PassInfo};
use hloom_dialects::op_view::constant_integers;
use hloom_dialects::shape::TensorType;
use melior::ir::ValueLike;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-refine-shapes",
    description: "infer static shapes from what is known of arguments and computed of sizes",
    anchor: "func.func",
    options: &[],
    dialects: &["stablehlo"],
    run,
};

/// The elements of what is computed of sizes.
const BUDGET: i64 = 1024;

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    // Most programs have nothing dynamic in them.
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
        let Some(op) = of_constants(context, op) else { continue };
        match ir::op_name(op) {
            "stablehlo.while" => refine_while(context, op),
            _ => {
                for inner in ir::regions(op).into_iter().flat_map(ir::blocks) {
                    refine_block(context, inner);
                }
            }
        }
        sizes::refine(op);
        if unwrap(op) || know_size(context, op) {
            continue;
        }
        fold_constants::fold(context, op, BUDGET);
    }
}

/// What a loop carries stays of the types it begins with, unless an iteration says
/// otherwise; then it is as the program declares it.
fn refine_while<'a>(context: &'a Context, op: Op<'a>) {
    let blocks: Vec<_> = ir::regions(op).into_iter().flat_map(ir::blocks).collect();
    let types: Vec<_> = ir::operands(op).iter().map(|operand| operand.r#type()).collect();
    let declared: Vec<_> = ir::results(op).iter().map(|result| result.r#type()).collect();
    if types == declared {
        return blocks.into_iter().for_each(|block| refine_block(context, block));
    }
    let set = |types: &[ir::Type<'a>]| {
        for block in &blocks {
            let arguments = ir::args(*block).into_iter().zip(types);
            arguments.for_each(|(argument, ty)| ffi::set_type(argument, *ty));
        }
        ir::results(op).into_iter().zip(types).for_each(|(result, ty)| ffi::set_type(result, *ty));
    };
    set(&types);
    blocks.iter().for_each(|block| refine_block(context, *block));
    let end = blocks.last().and_then(|body| ir::ops(*body).last().copied());
    let returned = end.map(ir::operands).unwrap_or_default();
    if !returned.iter().map(|value| value.r#type()).eq(types.iter().copied()) {
        set(&declared);
    }
}

/// Takes out what stands between an argument and its uses; says whether it did.
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

/// Makes a convolution with computed padding one of known padding, for its size is what
/// that one's is, makes what has its size set to a known one a slice, and makes calls
/// the operations that they stand for. Returns what operation is in its place, if one is.
fn of_constants<'a>(context: &'a Context, op: Op<'a>) -> Option<Op<'a>> {
    let new = match ir::op_name(op) {
        "stablehlo.custom_call" => custom_calls::operation(context, op),
        "stablehlo.dynamic_conv" => convolution(context, op).map(|value| vec![value]),
        "stablehlo.set_dimension_size" => part(context, op).map(|value| vec![value]),
        _ => None,
    };
    let Some(new) = new else { return Some(op) };
    ir::replace(op, new.iter().copied());
    ir::defining_op(*new.first()?)
}

/// The part of a tensor that is left when one size is set to a known one.
fn part<'a>(context: &'a Context, op: Op<'a>) -> Option<Value<'a>> {
    let (operands, dimension) = (ir::operands(op), ir::integer(op, "dimension")?);
    let mut limits = TensorType::from_type(operands[0].r#type())?.static_dims()?;
    let limit = limits.get_mut(usize::try_from(dimension).ok()?)?;
    let size = *constant_integers(operands[1])?.first()?;
    *limit = (0..=*limit).contains(&size).then_some(size)?;
    let hlo = Hlo { at: Builder::before(context, op) };
    Some(hlo.slice(operands[0], &vec![0; limits.len()], &limits, &vec![1; limits.len()]))
}

/// Replaces the size of a dimension by a constant; says whether it is known.
fn know_size<'a>(context: &'a Context, op: Op<'a>) -> bool {
    if ir::op_name(op) != "stablehlo.get_dimension_size" {
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
