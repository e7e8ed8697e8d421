// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers `fft`, `rng` and custom calls to runtime calls (StableHLO specification, sections "fft",
//! "rng" and "custom_call").
//!
//! ```mlir
//! %in = bufferization.to_buffer %operand read_only
//! %out = memref.alloc()
//! call @hloom_call_0(%in, %out)
//! %result = bufferization.to_tensor %out restrict writable
//! ```
//!
//! The called function, such as `@hloom_call_0`, is a declaration. Its attribute
//! `hloom.runtime_call` describes the call: the name and the attributes of the operation, and the
//! HLO types of its operands and results.

use super::Emitter;
use hloom_dialects::op::Op as HloOp;
use hloom_dialects::op_view::read_array;
use hloom_evaluator::custom_call::IDENTITIES;
use hloom_ir::facts::{OPERAND_TYPES, RESULT_TYPES, RUNTIME_CALL, RUNTIME_CALL_PREFIX};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Attribute, Builder, Op, Shaped, Type, Value};
use melior::ir::attribute::{DictionaryAttribute, StringAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{AttributeLike, Identifier, ValueLike};

/// Returns true if an operation is lowered to a runtime call.
pub fn is_runtime_call(op: Op) -> bool {
    match ir::hlo_op(op) {
        Some(HloOp::StablehloFft | HloOp::StablehloRng) => true,
        Some(HloOp::StablehloCustomCall) => !is_annotation(op),
        _ => false,
    }
}

/// Lowers an operation to a runtime call.
///
/// # Errors
/// Fails if the operation is not inside a `func.func` of a module.
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

/// Lowers a custom call. An annotation such as `@Sharding` is replaced by its operands; any other
/// custom call becomes a runtime call.
///
/// # Errors
/// Fails if a runtime call is not inside a function of a module.
pub fn emit_custom_call<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    if is_annotation(op) {
        return Ok(operands.to_vec());
    }
    emit(emitter, builder, op, operands)
}

/// Returns true if a custom call only annotates its operands, that is, if its results are its
/// operands.
fn is_annotation(op: Op) -> bool {
    let target = ir::text(op, "call_target_name").unwrap_or_default();
    let types = |values: Vec<Value>| {
        values.iter().map(|value| value.r#type().to_string()).collect::<Vec<_>>()
    };
    IDENTITIES.contains(&target.as_str()) && types(ir::operands(op)) == types(ir::results(op))
}

/// Declares the function that represents the runtime call of an operation, and returns the name of
/// the function.
fn declare<'a>(
    builder: Builder<'a>,
    op: Op<'a>,
    buffers: &[Value<'a>],
) -> Result<String, Failure<'a>> {
    let context = builder.context();
    let enclosing = |name| ir::enclosing(op, name);
    let (Some(function), Some(module)) = (enclosing("func.func"), enclosing("builtin.module"))
    else {
        return Err(Failure::at(
            op,
            "runtime call: expected an enclosing `func.func` in a `builtin.module`, found none",
        ));
    };
    // Other symbols, such as meshes, do not take numbers: runtime calls are numbered from 0.
    let symbols = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    let functions = symbols.filter(|op| ir::op_name(*op) == "func.func");
    let names = functions.filter_map(ir::symbol_name);
    let name = format!(
        "{RUNTIME_CALL_PREFIX}{}",
        names.filter(|name| name.starts_with(RUNTIME_CALL_PREFIX)).count()
    );

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
        .attr(RUNTIME_CALL, call.into())
        .region(melior::ir::Region::new())
        .build();
    Ok(name)
}

/// Replaces the references to functions in an attribute, or in an array of attributes, by strings
/// such as `@f`. The runtime has its own copies of the functions that it calls, so the functions of
/// the program do not have to be compiled.
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
