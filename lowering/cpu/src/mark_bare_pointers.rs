// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-mark-bare-pointers`: requests the bare-pointer calling convention for memrefs.
//!
//! `convert-to-llvm` converts all dialects at once. It passes a memref as a descriptor, which has
//! three values and two more values for each dimension, unless the function has the attribute
//! `llvm.bareptr`. The memrefs at this level have static shapes, and the runtime passes only their
//! pointers.
//!
//! The MLIR of LLVM 22 does not convert a declaration of a function with a `memref<2x0xf32>`, whose
//! strides are 0, and reports no error. Memrefs without elements are therefore passed to declared
//! functions as `memref<0xf32>`.

use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Type, attributes};
use melior::ir::r#type::FunctionType;
use melior::ir::{TypeLike, ValueLike};

/// The pass `hloom-mark-bare-pointers`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-mark-bare-pointers",
    description: "request the bare-pointer calling convention for memrefs",
    anchor: "builtin.module",
    level: Level::Target,
    options: &[],
    dialects: &["llvm"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let functions: Vec<_> = ir::regions(module)
        .into_iter()
        .flat_map(ir::blocks)
        .flat_map(ir::ops)
        .filter(|op| ir::op_name(*op) == "func.func")
        .collect();
    let is_declared =
        |op: &Op<'a>| ir::regions(*op).into_iter().flat_map(ir::blocks).next().is_none();
    let declared = functions.iter().copied().filter(is_declared);
    let flattened = declared.filter(|function| flatten_signature(context, *function));
    let names: Vec<_> = flattened.filter_map(ir::symbol_name).collect();
    // Most programs have no memrefs without elements.
    let calls = if names.is_empty() { Vec::new() } else { ir::walk(module) };
    for op in calls.into_iter().filter(|op| ir::op_name(*op) == "func.call") {
        if attributes::symbol(op, "callee").is_some_and(|callee| names.contains(&callee)) {
            flatten_operands(context, op);
        }
    }
    for function in functions {
        ir::set_attribute(function, "llvm.bareptr", ir::unit_attr(context));
    }
    Ok(())
}

/// Returns the one-dimensional type that replaces the type of a memref of higher rank without
/// elements. Returns `None` for other types, which do not change.
fn flat(ty: Type<'_>) -> Option<Type<'_>> {
    let memref = Shaped::of(ty).filter(|_| ty.is_mem_ref())?;
    (memref.shape.len() > 1 && memref.shape.contains(&0)).then(|| ir::memref(&[0], memref.element))
}

/// Replaces the type of each parameter of a function by the type that [`flat`] returns, if any.
/// Returns true if a type changes.
fn flatten_signature<'a>(context: &'a Context, function: Op<'a>) -> bool {
    let Some(ty) = ir::function_type(function) else { return false };
    let inputs: Vec<_> = (0..ty.input_count()).filter_map(|index| ty.input(index).ok()).collect();
    if inputs.iter().all(|ty| flat(*ty).is_none()) {
        return false;
    }
    let results: Vec<_> =
        (0..ty.result_count()).filter_map(|index| ty.result(index).ok()).collect();
    let inputs: Vec<_> = inputs.into_iter().map(|ty| flat(ty).unwrap_or(ty)).collect();
    let ty = FunctionType::new(context, &inputs, &results);
    ir::set_attribute(function, "function_type", ir::type_attr(ty.into()));
    true
}

fn flatten_operands<'a>(context: &'a Context, call: Op<'a>) {
    let array = |values: &[i64]| ir::dense_i64_attr(context, values);
    for (position, operand) in ir::operands(call).into_iter().enumerate() {
        let Some(flat) = flat(operand.r#type()) else { continue };
        let cast = Builder::before(context, call)
            .op("memref.reinterpret_cast")
            .operands(&[operand])
            .attr("static_offsets", array(&[0]))
            .attr("static_sizes", array(&[0]))
            .attr("static_strides", array(&[1]))
            .segments(&[1, 0, 0, 0])
            .result(flat)
            .value();
        ir::set_operand(call, position, cast);
    }
}
