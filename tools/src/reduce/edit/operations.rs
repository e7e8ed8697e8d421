// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Edits of operations: replacement by operands or zeros, and inlining of branches.

use hloom_dialects::diagnostic::Diagnostics;
use hloom_dialects::op::Op as Kind;
use hloom_lowering::ir::{self, Attribute, Builder, Context, Op, Shaped, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// Replaces the used results of each chosen operation by operands of the operation with the same
/// types.
pub fn replace_by_operands<'a>(
    _: &'a Context,
    module: Op<'a>,
    is_chosen: &dyn Fn(usize) -> bool,
) -> usize {
    let of_type = |op: Op<'a>, ty: Type<'a>| {
        ir::operands(op).into_iter().find(|operand| operand.r#type() == ty)
    };
    let replaced = nested(module).into_iter().filter(|op| {
        ir::results(*op)
            .into_iter()
            .all(|result| !ir::has_uses(result) || of_type(*op, result.r#type()).is_some())
    });
    let replaced: Vec<_> = replaced.collect();
    for (_, op) in chosen(&replaced, is_chosen) {
        for result in ir::results(*op) {
            if let Some(operand) = of_type(*op, result.r#type()) {
                ir::replace_all_uses(result, operand);
            }
        }
        ir::erase_unused(*op);
    }
    replaced.len()
}

/// Replaces the used results of each chosen operation by zero constants.
pub fn replace_by_zeros<'a>(
    context: &'a Context,
    module: Op<'a>,
    is_chosen: &dyn Fn(usize) -> bool,
) -> usize {
    let is_hlo = ir::walk(module).into_iter().filter_map(ir::hlo_op).any(Kind::is_hlo);
    let replaced = nested(module).into_iter().filter(|op| {
        let used = ir::results(*op).into_iter().filter(|result| ir::has_uses(*result));
        !is_zero(*op)
            && !is_step(*op)
            && used.into_iter().all(|result| zero(context, result.r#type()).is_some())
    });
    let replaced: Vec<_> = replaced.collect();
    for (_, op) in chosen(&replaced, is_chosen) {
        let builder = Builder::before(context, *op);
        for result in ir::results(*op).into_iter().filter(|result| ir::has_uses(*result)) {
            if let Some(zero) = zero(context, result.r#type()) {
                ir::replace_all_uses(result, constant(builder, zero, result.r#type(), is_hlo));
            }
        }
        ir::erase_unused(*op);
    }
    replaced.len()
}

/// Returns true for an operation that computes the step of an `scf.for`, which must not be zero.
fn is_step(op: Op) -> bool {
    let uses = ir::results(op).into_iter().flat_map(ir::uses);
    uses.into_iter().any(|(user, operand)| ir::op_name(user) == "scf.for" && operand == 2)
}

/// Erases the chosen operations without results, such as stores and loops on memrefs. Terminators
/// are not among the candidates.
pub fn take_operations<'a>(
    _: &'a Context,
    module: Op<'a>,
    is_chosen: &dyn Fn(usize) -> bool,
) -> usize {
    let is_last = |op: Op<'a>| op.next_in_block().is_none();
    let is_erasable = |op: &Op<'a>| {
        ir::results(*op).is_empty()
            && op.block().is_some()
            && !is_last(*op)
            && ir::symbol_name(*op).is_none()
    };
    let found: Vec<_> = ir::walk(module).into_iter().filter(is_erasable).collect();
    // Operations inside of others come last, and are erased first.
    for (_, op) in chosen(&found, is_chosen) {
        ir::erase(*op);
    }
    found.len()
}

/// Replaces operations with regions, such as `stablehlo.if`, by the operations of one region,
/// regardless of the branch that the program would take.
///
/// A candidate is a region of one block without arguments that returns values of the operation's
/// result types. Replaces the operations of the chosen candidates, and returns the number of all
/// candidates.
pub fn inline_branches<'a>(
    _: &'a Context,
    module: Op<'a>,
    is_chosen: &dyn Fn(usize) -> bool,
) -> usize {
    let types = |values: Vec<Value<'a>>| -> Vec<_> {
        values.into_iter().map(|value| value.r#type()).collect()
    };
    let mut branches = Vec::new();
    for op in nested(module) {
        for region in ir::regions(op) {
            let [block] = ir::blocks(region)[..] else { continue };
            let Some(end) = ir::ops(block).last().copied() else { continue };
            let same = types(ir::operands(end)) == types(ir::results(op));
            if ir::args(block).is_empty() && same {
                branches.push((op, block));
            }
        }
    }
    let mut erased = None;
    for (_, (op, block)) in chosen(&branches, is_chosen) {
        // Another branch of the same operation may have been chosen already.
        if erased == Some(*op) {
            continue;
        }
        let values = ir::inline_block_before(*block, &[], *op);
        for (result, value) in ir::results(*op).into_iter().zip(values) {
            ir::replace_all_uses(result, value);
        }
        erased = Some(*op);
        ir::erase(*op);
    }
    branches.len()
}

/// Returns true if an operation is a constant.
pub fn is_constant(op: Op) -> bool {
    ir::hlo_op(op) == Some(Kind::StablehloConstant) || ir::op_name(op) == "arith.constant"
}

/// Returns true if an operation is a constant zero.
pub fn is_zero(op: Op) -> bool {
    let value = op.attribute("value").ok();
    is_constant(op)
        && value.is_some_and(|value| {
            let ty = ir::results(op).first().map(|result| result.r#type());
            let text = ty.and_then(zero_text);
            text.is_some_and(|text| text == value.to_string())
        })
}

/// Returns the operations of a module that have results, including nested operations.
fn nested(module: Op<'_>) -> Vec<Op<'_>> {
    ir::walk(module).into_iter().filter(|op| !ir::results(*op).is_empty()).collect()
}

/// Returns the items for whose index `is_chosen` returns true, with their indices, in reverse
/// order.
fn chosen<'b, T>(
    things: &'b [T],
    is_chosen: &'b dyn Fn(usize) -> bool,
) -> impl Iterator<Item = (usize, &'b T)> {
    things.iter().enumerate().rev().filter(|(index, _)| is_chosen(*index))
}

fn constant<'a>(
    builder: Builder<'a>,
    value: Attribute<'a>,
    ty: Type<'a>,
    is_hlo: bool,
) -> Value<'a> {
    let is_tensor = ty.to_string().starts_with("tensor<");
    let name = if is_hlo && is_tensor { "stablehlo.constant" } else { "arith.constant" };
    builder.op(name).attr("value", value).result(ty).value()
}

/// Returns the zero value of a number type, or of a tensor type of numbers with static shape, as an
/// attribute. Returns `None` for other types.
fn zero<'a>(context: &'a Context, ty: Type<'a>) -> Option<Attribute<'a>> {
    let text = zero_text(ty)?;
    let _said = Diagnostics::collect(context);
    Attribute::parse(context, &text)
}

/// Returns the zero value of a type in MLIR's notation, or `None` for the same types as [`zero`].
fn zero_text(ty: Type) -> Option<String> {
    let printed = ty.to_string();
    let Some(shaped) = Shaped::of(ty).filter(|_| printed.starts_with("tensor<")) else {
        return number(ty).filter(|_| ir::is_complex(ty).is_none()).map(|zero| match zero {
            "false" => zero.to_owned(),
            zero => format!("{zero} : {printed}"),
        });
    };
    let zero = number(shaped.element).filter(|_| shaped.is_static())?;
    // An empty tensor has a notation of its own.
    Some(if shaped.elements() == 0 {
        format!("dense<> : {printed}")
    } else {
        format!("dense<{zero}> : {printed}")
    })
}

fn number(element: Type) -> Option<&'static str> {
    if let Some(part) = ir::is_complex(element) {
        return ir::is_float(part).then_some("(0.000000e+00,0.000000e+00)");
    }
    match element.to_string().as_str() {
        "i1" => Some("false"),
        _ if ir::is_float(element) => Some("0.000000e+00"),
        _ if ir::is_integer(element) || ir::is_index(element) => Some("0"),
        _ => None,
    }
}
