// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-widen-integers`: widens integers of less than 64 bits, except integers of 1, 8, 16 and 32
//! bits.
//!
//! A value of N bits is sign-extended to the next supported width. After an operation that may
//! change the upper bits, the pass emits two shifts, which extend the sign again. Operations on
//! unsigned numbers, and stores, use only the low N bits of their operands; in memory, the upper
//! bits are zero.
//!
//! Arithmetic on i1 also becomes arithmetic on i8, because SPIR-V has only logical operations on
//! booleans.
//!
//! Before: `%0 = arith.addi %a, %b : i4`
//! After:  `%0 = arith.addi %a, %b : i8`, `%1 = arith.shli %0, %c4 : i8`,
//!         `%2 = arith.shrsi %1, %c4 : i8`

use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Type, Value};
use melior::ir::ValueLike;
use melior::ir::attribute::{IntegerAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{FunctionType, MemRefType};

/// The pass `hloom-widen-integers`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-widen-integers",
    description: "widen integers of fewer than 64 bits whose widths are not 1, 8, 16 or 32 bits, \
                  and compute arithmetic on i1 as i8",
    anchor: "",
    level: Level::Target,
    options: &[],
    dialects: &["arith"],
    run,
};

/// The effect of an operation on the upper bits of a widened value.
enum Effect {
    /// The operation keeps the sign bit extended to the wider type.
    Kept,
    /// The sign bit of the result must be extended to the wider type again.
    Changed,
    /// The operands must be zero-extended, and the sign of the result must be extended again.
    Unsigned,
}

fn run<'a>(context: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for op in ir::walk(root) {
        boolean_arithmetic(context, op);
    }
    let ops = ir::walk(root);
    if !ops.iter().any(|op| values_of(*op).into_iter().any(|it| is_narrow(it.r#type()))) {
        return Ok(());
    }
    // Operands are replaced by values of the wider types, so read the old types first.
    let first = |values: Vec<Value<'a>>| values.first().and_then(|it| width_of(it.r#type()));
    let widths: Vec<_> =
        ops.iter().map(|op| (first(ir::operands(*op)), first(ir::results(*op)))).collect();
    for (op, (from, to)) in ops.into_iter().zip(widths) {
        if from.is_some() || to.is_some() {
            operation(context, op, from, to)?;
        }
    }
    for op in ir::walk(root) {
        for value in values_of(op) {
            if let Some(ty) = widened(context, value.r#type()) {
                ir::set_type(value, ty);
            }
        }
        if let Some(ty) = ir::function_type(op).filter(|_| ir::op_name(op) == "func.func") {
            let wide = |ty: Type<'a>| widened(context, ty).unwrap_or(ty);
            let inputs: Vec<_> =
                (0..ty.input_count()).filter_map(|it| ty.input(it).ok()).map(wide).collect();
            let results: Vec<_> =
                (0..ty.result_count()).filter_map(|it| ty.result(it).ok()).map(wide).collect();
            let ty = FunctionType::new(context, &inputs, &results);
            ir::set_attribute(op, "function_type", TypeAttribute::new(ty.into()).into());
        }
    }
    Ok(())
}

/// Replaces arithmetic on i1 by arithmetic on i8.
fn boolean_arithmetic<'a>(context: &'a Context, op: Op<'a>) {
    let operands = ir::operands(op);
    if let ([operand], "arith.sitofp" | "arith.uitofp") = (&operands[..], ir::op_name(op))
        && operand.r#type() == ir::int(context, 1)
    {
        let extension =
            if ir::op_name(op) == "arith.sitofp" { "arith.extsi" } else { "arith.extui" };
        let at = Builder::before(context, op);
        ir::set_operand(op, 0, at.simple(extension, &[*operand], ir::int(context, 8)));
    }
    let [left, right] = operands[..] else { return };
    if left.r#type() != ir::int(context, 1) {
        return;
    }
    let name = ir::op_name(op);
    // Shifts are by unsigned numbers.
    let (left_extension, right_extension) = match name {
        "arith.addi" | "arith.subi" | "arith.muli" | "arith.divui" | "arith.ceildivui"
        | "arith.remui" | "arith.minui" | "arith.maxui" | "arith.shli" | "arith.shrui" => {
            ("arith.extui", "arith.extui")
        }
        "arith.divsi" | "arith.ceildivsi" | "arith.floordivsi" | "arith.remsi" | "arith.minsi"
        | "arith.maxsi" => ("arith.extsi", "arith.extsi"),
        "arith.shrsi" => ("arith.extsi", "arith.extui"),
        // The first predicates are equality and inequality, those from 6 on compare unsigned numbers.
        "arith.cmpi" => match ir::integer(op, "predicate") {
            Some(0 | 1) | None => return,
            Some(2..=5) => ("arith.extsi", "arith.extsi"),
            Some(_) => ("arith.extui", "arith.extui"),
        },
        _ => return,
    };
    let at = Builder::before(context, op);
    let i8 = ir::int(context, 8);
    let wide = [at.simple(left_extension, &[left], i8), at.simple(right_extension, &[right], i8)];
    let i1 = ir::int(context, 1);
    let value = match name {
        "arith.cmpi" => at.op(name).operands(&wide).attrs_of(op, &[]).result(i1).value(),
        _ => at.simple("arith.trunci", &[at.simple(name, &wide, i8)], i1),
    };
    ir::replace(op, [value]);
}

/// Returns the results of an operation and the arguments of its blocks.
fn values_of(op: Op<'_>) -> Vec<Value<'_>> {
    let arguments = ir::regions(op).into_iter().flat_map(ir::blocks).flat_map(ir::args);
    ir::results(op).into_iter().chain(arguments).collect()
}

fn width_of(ty: Type) -> Option<u32> {
    let width = ir::is_integer(ty).then(|| ir::element_width(ty))?;
    (width < 64 && !matches!(width, 1 | 8 | 16 | 32)).then_some(width)
}

fn is_narrow(ty: Type) -> bool {
    width_of(ir::element_of(ty)).is_some()
}

/// Returns the supported width to which integers of `width` bits are widened.
fn container(width: u32) -> u32 {
    width.max(8).next_power_of_two()
}

/// Returns the type that replaces `ty`, or `None` if `ty` does not change.
fn widened<'a>(context: &'a Context, ty: Type<'a>) -> Option<Type<'a>> {
    let element = ir::element_of(ty);
    let wide = ir::int(context, container(width_of(element)?));
    let Ok(memory) = MemRefType::try_from(ty) else {
        return (element == ty).then_some(wide);
    };
    let shape: Vec<_> = ir::Shaped::of(ty)?.shape;
    let space = memory.memory_space();
    Some(MemRefType::new(wide, &shape, Some(memory.layout()), space).into())
}

/// Changes an operation so that its results are correct in the wider types. `from` and `to` are the
/// widths of its first operand and first result, or `None` for widths that are not widened.
fn operation<'a>(
    context: &'a Context,
    op: Op<'a>,
    from: Option<u32>,
    to: Option<u32>,
) -> Result<(), Failure<'a>> {
    let (operands, results) = (ir::operands(op), ir::results(op));
    let name = ir::op_name(op);
    let at = Builder::before(context, op);
    let wide = |width: u32| ir::int(context, container(width));
    match name {
        "arith.constant" => {
            let value =
                op.attribute("value").ok().and_then(|it| IntegerAttribute::try_from(it).ok());
            let (Some(value), Some(width)) = (value, to) else {
                return Err(Failure::at(op, "`arith.constant`: expected an integer value"));
            };
            let shift = 64 - width;
            let value = value.value() << shift >> shift;
            ir::set_attribute(op, "value", ir::int_attr(wide(width), value));
        }
        "arith.extsi" | "arith.extui" | "arith.trunci" => {
            let Some(operand) = operands.first() else { return Ok(()) };
            let source = match from {
                Some(width) if name == "arith.extui" => unsigned(at, *operand, width),
                _ => *operand,
            };
            let bits = |width: Option<u32>, value: Value| {
                width.map_or_else(|| ir::element_width(value.r#type()), container)
            };
            let (old, new) = (bits(from, *operand), bits(to, results[0]));
            let target = ir::int(context, new);
            let value = match old.cmp(&new) {
                std::cmp::Ordering::Equal => source,
                std::cmp::Ordering::Less => at.simple(name, &[source], target),
                std::cmp::Ordering::Greater => at.simple("arith.trunci", &[source], target),
            };
            let value = match to {
                Some(width) => extended(at, value, width),
                None => value,
            };
            ir::replace(op, [value]);
        }
        "math.ctlz" | "math.cttz" => {
            let width = from.unwrap_or_default();
            let surplus = i64::from(container(width) - width);
            let ty = wide(width);
            let value = match name {
                "math.ctlz" => {
                    let count = at.simple(name, &[unsigned(at, operands[0], width)], ty);
                    at.simple("arith.subi", &[count, at.int(surplus, ty)], ty)
                }
                // A bit above the value ends the count.
                _ => {
                    let end = at.int((1_u64 << width).cast_signed(), ty);
                    at.simple(name, &[at.simple("arith.ori", &[operands[0], end], ty)], ty)
                }
            };
            ir::replace(op, [extended(at, value, width)]);
        }
        "memref.store" => {
            let width = from.unwrap_or_default();
            ir::set_operand(op, 0, unsigned(at, operands[0], width));
        }
        _ => match effect(op, name) {
            None if !name.starts_with("arith.") && !name.starts_with("math.") => {}
            None => {
                let width = from.or(to).unwrap_or_default();
                let message = format!("`{name}` of integers of {width} bits is not supported");
                return Err(Failure::at(op, message));
            }
            Some(Effect::Kept) => {}
            Some(effect) => {
                if let (Effect::Unsigned, Some(width)) = (&effect, from) {
                    for (position, operand) in operands.iter().enumerate() {
                        ir::set_operand(op, position, unsigned(at, *operand, width));
                    }
                }
                if let Some(width) = to {
                    extend_result(context, op, width);
                }
            }
        },
    }
    Ok(())
}

fn effect(op: Op, name: &str) -> Option<Effect> {
    Some(match name {
        "arith.andi" | "arith.ori" | "arith.xori" | "arith.shrsi" | "arith.remsi"
        | "arith.minsi" | "arith.maxsi" | "arith.select" | "arith.sitofp" => Effect::Kept,
        "arith.cmpi" => {
            // Predicates from 6 on compare unsigned numbers.
            let is_unsigned = ir::integer(op, "predicate").is_some_and(|it| it >= 6);
            if is_unsigned { Effect::Unsigned } else { Effect::Kept }
        }
        "arith.addi" | "arith.subi" | "arith.muli" | "arith.shli" | "arith.divsi"
        | "arith.ceildivsi" | "arith.floordivsi" | "arith.fptosi" | "arith.fptoui"
        | "arith.index_cast" | "memref.load" => Effect::Changed,
        "arith.shrui" | "arith.divui" | "arith.ceildivui" | "arith.remui" | "arith.minui"
        | "arith.maxui" | "arith.uitofp" | "arith.index_castui" | "math.ctpop" => Effect::Unsigned,
        _ => return None,
    })
}

/// Returns the low `width` bits of a value as an unsigned number.
fn unsigned<'a>(at: Builder<'a>, value: Value<'a>, width: u32) -> Value<'a> {
    let ty = ir::int(at.context(), container(width));
    at.simple("arith.andi", &[value, at.int((u64::MAX >> (64 - width)).cast_signed(), ty)], ty)
}

/// Returns a value with the sign of its low `width` bits extended to all bits.
fn extended<'a>(at: Builder<'a>, value: Value<'a>, width: u32) -> Value<'a> {
    let ty = ir::int(at.context(), container(width));
    let shift = at.int(i64::from(container(width) - width), ty);
    let high = at.simple("arith.shli", &[value, shift], ty);
    at.simple("arith.shrsi", &[high, shift], ty)
}

/// Emits the extension of the sign of the result of `op` after `op`, and replaces all uses of the
/// result.
fn extend_result<'a>(context: &'a Context, op: Op<'a>, width: u32) {
    let result = ir::results(op)[0];
    let uses = ir::uses(result);
    let Some(next) = op.next_in_block() else { return };
    let value = extended(Builder::before(context, next).at(op.location()), result, width);
    for (user, position) in uses {
        ir::set_operand(user, position, value);
    }
}
