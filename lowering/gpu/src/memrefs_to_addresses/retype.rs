// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Replaces types that SPIR-V lacks: memrefs and indices become 64-bit integers, and complex
//! numbers become vectors of two elements.

use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Attribute, Builder, Context, Op, Type, Value};
use melior::ir::attribute::{ArrayAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{TypeLike, ValueLike};

/// Replaces the types that SPIR-V lacks in the values, operations and signature of a function.
///
/// # Errors
/// Fails at an operation on the replaced types that has no equivalent on integers and vectors, and at an
/// integer type of a width that Vulkan lacks.
pub fn run<'a>(context: &'a Context, function: Op<'a>) -> Result<(), Failure<'a>> {
    let blocks = ir::regions(function).into_iter().flat_map(ir::blocks).count();
    if blocks != 1 {
        let message = format!("`func.func`: expected a body of one basic block, found {blocks}");
        return Err(Failure::at(function, message));
    }
    for op in ir::walk(function) {
        let regions = ir::regions(op).into_iter().flat_map(ir::blocks).flat_map(ir::args);
        for value in ir::results(op).into_iter().chain(regions) {
            let ty = replacement(context, value.r#type());
            if ir::is_integer(ty) && !matches!(ir::element_width(ty), 1 | 8 | 16 | 32 | 64) {
                return Err(Failure::at(op, format!("Vulkan has no integers of type `{ty}`")));
            }
            if ty != value.r#type() {
                ir::set_type(value, ty);
            }
        }
    }
    for op in ir::walk(function) {
        operation(context, op)?;
    }
    let body = ir::regions(function).into_iter().flat_map(ir::blocks).next();
    if let Some(body) = body {
        let inputs: Vec<_> = ir::args(body).iter().map(|value| value.r#type()).collect();
        let end = ir::ops(body).pop().map(ir::operands).unwrap_or_default();
        let results: Vec<_> = end.iter().map(|value| value.r#type()).collect();
        let ty = FunctionType::new(context, &inputs, &results);
        ir::set_attribute(function, "function_type", TypeAttribute::new(ty.into()).into());
        ir::remove_attribute(function, "arg_attrs");
    }
    Ok(())
}

fn replacement<'a>(context: &'a Context, ty: Type<'a>) -> Type<'a> {
    match ir::is_complex(ty) {
        Some(part) => ir::vector(&[2], part),
        None if ir::is_index(ty) || ty.is_mem_ref() => ir::int(context, 64),
        None => ty,
    }
}

/// Replaces an operation that must change with the types of its operands and results, such as
/// `complex.create`.
fn operation<'a>(context: &'a Context, op: Op<'a>) -> Result<(), Failure<'a>> {
    let operands = ir::operands(op);
    let at = Builder::before(context, op);
    match ir::op_name(op) {
        "arith.constant" => {
            let ty = ir::results(op)[0].r#type();
            let value = op.attribute("value").ok();
            let value =
                value.and_then(|it| melior::ir::attribute::IntegerAttribute::try_from(it).ok());
            if let Some(value) = value.filter(|_| ir::element_width(ty) == 64) {
                ir::set_attribute(op, "value", ir::int_attr(ty, value.value()));
            }
        }
        name @ ("arith.index_cast" | "arith.index_castui") => {
            let (from, to) = (operands[0].r#type(), ir::results(op)[0].r#type());
            let value = match ir::element_width(from).cmp(&ir::element_width(to)) {
                std::cmp::Ordering::Equal => operands[0],
                std::cmp::Ordering::Greater => at.simple("arith.trunci", &operands, to),
                std::cmp::Ordering::Less if name == "arith.index_cast" => {
                    at.simple("arith.extsi", &operands, to)
                }
                std::cmp::Ordering::Less => at.simple("arith.extui", &operands, to),
            };
            ir::replace(op, [value]);
        }
        "complex.create" => {
            let value = at.simple("vector.from_elements", &operands, ir::results(op)[0].r#type());
            ir::replace(op, [value]);
        }
        "complex.re" => part(at, op, operands[0], 0),
        "complex.im" => part(at, op, operands[0], 1),
        "complex.constant" => {
            let parts = op.attribute("value").ok().and_then(|it| ArrayAttribute::try_from(it).ok());
            let number = |position| parts.and_then(|parts| parts.element(position).ok());
            let (Some(real), Some(imaginary)) = (number(0), number(1)) else {
                return Err(Failure::at(
                    op,
                    "`complex.constant`: expected a real and an imaginary part",
                ));
            };
            let ty = ir::results(op)[0].r#type();
            let element = ir::element_of(ty);
            let parts = [real, imaginary].map(|it: Attribute<'a>| at.constant(it, element));
            ir::replace(op, [at.simple("vector.from_elements", &parts, ty)]);
        }
        "scf.while" => {
            let conditions = ir::regions(op).into_iter().take(1).flat_map(ir::blocks);
            let mut inner = conditions.flat_map(ir::ops);
            if inner.any(|inner| !ir::regions(inner).is_empty()) {
                // The header of a loop in SPIR-V is one block.
                let message = "`scf.while`: the condition of a loop in a kernel for Vulkan cannot \
                               have regions";
                return Err(Failure::at(op, message));
            }
        }
        name if matches!(ir::dialect(op), "memref" | "complex") || name == "scf.index_switch" => {
            return Err(Failure::at(op, format!("`{name}` cannot be in a kernel for Vulkan")));
        }
        _ => {}
    }
    Ok(())
}

/// Replaces `complex.re` or `complex.im` by the element at `position` of the vector that stands for
/// the complex number.
fn part<'a>(at: Builder<'a>, op: Op<'a>, vector: Value<'a>, position: i64) {
    let position = ir::dense_i64_attr(at.context(), &[position]);
    let value = at
        .op("vector.extract")
        .operands(&[vector])
        .attr("static_position", position)
        .result(ir::results(op)[0].r#type())
        .value();
    ir::replace(op, [value]);
}
