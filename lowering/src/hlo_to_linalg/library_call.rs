// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Calls of the runtime's library: `fft`, `rng` and custom calls (specification, sections of
//! the same names).
//!
//! ```mlir
//! %in = bufferization.to_buffer %operand read_only
//! %out = memref.alloc()
//! call @hloom_call_0(%in, %out)
//! %result = bufferization.to_tensor %out restrict writable
//! ```
//!
//! The function is a declaration that says in its attribute `hloom.library_call` what is
//! called: the operation's name and attributes, and the types that buffers stand for.

use super::{Emitter, control_flow};
use crate::hlo::legalize_elements::{OPERAND_TYPES, RESULT_TYPES};
use crate::ir::{self, Attribute, Builder, Op, Shaped, Type, Value};
use crate::pass::Failure;
use hloom_dialects::op_view::read_array;
use melior::ir::attribute::{DictionaryAttribute, StringAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{AttributeLike, Identifier, ValueLike};

/// What the names of the declared functions begin with.
pub const PREFIX: &str = "hloom_call_";

/// The attribute of a declared function that says what it calls.
pub const CALL: &str = "hloom.library_call";

/// Whether an operation is lowered to a call of the library.
pub fn is_library(op: Op) -> bool {
    match ir::op_name(op) {
        "stablehlo.fft" | "stablehlo.rng" => true,
        "stablehlo.custom_call" => !control_flow::is_annotation(op),
        _ => false,
    }
}

/// Lowers an operation to a call of the library.
pub fn emit<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let context = emitter.context();
    let buffer = |ty: Type<'a>| {
        let shaped = Shaped::of(ty);
        shaped.map_or(ty, |shaped| ir::memref(&shaped.shape, shaped.element))
    };
    let mut buffers = Vec::new();
    for operand in operands {
        let read = builder
            .op("bufferization.to_buffer")
            .operands(&[*operand])
            .attr("read_only", ir::unit_attr(context))
            .result(buffer(operand.r#type()));
        buffers.push(read.value());
    }
    let mut results = Vec::new();
    for result in ir::results(op) {
        let ty = ir::tensor_type(context, result.r#type());
        let alloc = builder.op("memref.alloc").segments(&[0, 0]).result(buffer(ty)).value();
        buffers.push(alloc);
        results.push((alloc, ty));
    }
    let callee = declare(builder, op, &buffers)?;
    builder
        .op("func.call")
        .attr("callee", ir::flat_symbol_attr(context, &callee))
        .operands(&buffers)
        .build();
    let tensor = |(buffer, ty): (Value<'a>, Type<'a>)| {
        let tensor = builder.op("bufferization.to_tensor").operands(&[buffer]).result(ty);
        let tensor = tensor.attr("restrict", ir::unit_attr(context));
        tensor.attr("writable", ir::unit_attr(context)).value()
    };
    Ok(results.into_iter().map(tensor).collect())
}

/// Declares the function that stands for an operation.
fn declare<'a>(
    builder: Builder<'a>,
    op: Op<'a>,
    buffers: &[Value<'a>],
) -> Result<String, Failure<'a>> {
    let context = builder.context();
    let enclosing = |name| ir::enclosing(op, name);
    let (Some(function), Some(module)) = (enclosing("func.func"), enclosing("builtin.module"))
    else {
        return Err(Failure::at(op, "a call of the library outside of a function"));
    };
    let declared = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    let names = declared.filter_map(ir::symbol_name);
    let name = format!("{PREFIX}{}", names.filter(|name| name.starts_with(PREFIX)).count());

    let types = |name: &str, values: Vec<Value<'a>>| {
        op.attribute(name).unwrap_or_else(|_| {
            let types: Vec<_> = values.iter().map(|value| ir::type_attr(value.r#type())).collect();
            ir::array_attr(context, &types)
        })
    };
    let attributes = op.attributes().filter(|(name, _)| {
        !matches!(name.as_string_ref().as_str(), Ok(OPERAND_TYPES | RESULT_TYPES))
    });
    let attributes: Vec<_> =
        attributes.map(|(name, value)| (name, unlinked(context, value))).collect();
    let entry = |name: &str, value| (Identifier::new(context, name), value);
    let call = DictionaryAttribute::new(
        context,
        &[
            entry("attributes", DictionaryAttribute::new(context, &attributes).into()),
            entry("name", StringAttribute::new(context, ir::op_name(op)).into()),
            entry("operands", types(OPERAND_TYPES, ir::operands(op))),
            entry("results", types(RESULT_TYPES, ir::results(op))),
        ],
    );
    let inputs: Vec<_> = buffers.iter().map(|buffer| buffer.r#type()).collect();
    let ty = FunctionType::new(context, &inputs, &[]);
    Builder::before(context, function)
        .at(op.location())
        .op("func.func")
        .attr("sym_name", ir::string_attr(context, &name))
        .attr("sym_visibility", ir::string_attr(context, "private"))
        .attr("function_type", ir::type_attr(ty.into()))
        .attr(CALL, call.into())
        .region(melior::ir::Region::new())
        .build();
    Ok(name)
}

/// An attribute with the names of functions for references to them: whom the library calls
/// it has itself, and the program's own need not be compiled.
fn unlinked<'a>(context: &'a ir::Context, attribute: Attribute<'a>) -> Attribute<'a> {
    if attribute.is_flat_symbol_ref() {
        return ir::string_attr(context, &attribute.to_string());
    }
    match read_array(attribute) {
        Some(elements) => {
            let elements: Vec<_> =
                elements.into_iter().map(|element| unlinked(context, element)).collect();
            ir::array_attr(context, &elements)
        }
        None => attribute,
    }
}
