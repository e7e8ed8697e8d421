// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-emit-spirv-entries`: emits the entry points of kernels for Vulkan.
//!
//! An entry point loads the addresses of the kernel's arguments from a table, whose address is the first
//! push constant:
//!
//! Before: `spirv.func @k(%a: i64) "None" { .. }`
//! After:  `spirv.func @hloom_k(%a: i64) "None" { .. }`
//!         `spirv.func @k() "None" { %a = spirv.Load .. spirv.FunctionCall @hloom_k(%a) .. }`
//!         `spirv.EntryPoint "GLCompute" @k, @hloom_arguments, ..`
//!
//! The pass forbids drivers to contract products and sums. It requires them to preserve signed zeros,
//! infinities and NaN, and to round to the nearest even number.

use crate::gpu_to_spirv::{ARGUMENTS, TABLE, VARIABLES, load_argument};
use crate::memrefs_to_addresses::SHARED;
use crate::spirv::{self, enumeration};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, attributes};
use melior::ir::ValueLike;
use melior::ir::attribute::DenseI32ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use std::collections::BTreeSet;

/// The pass `hloom-emit-spirv-entries`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-emit-spirv-entries",
    description: "emit the SPIR-V entry points of kernels for Vulkan",
    anchor: "gpu.module",
    level: Level::Target,
    options: &[],
    dialects: &["spirv"],
    run,
};

/// The operations that a driver could contract, for example to a fused multiply-add. The pass marks
/// them `no_contraction`.
const CONTRACTED: [&str; 4] = ["spirv.FAdd", "spirv.FDiv", "spirv.FMul", "spirv.FSub"];

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let Some(block) = ir::regions(module).into_iter().flat_map(ir::blocks).next() else {
        return Ok(());
    };
    let content = ir::ops(block);
    let at = Builder::at_end(context, block, module.location());
    let widths: BTreeSet<_> = content.iter().flat_map(|op| float_widths(*op)).collect();
    for function in content.into_iter().filter(|op| ir::op_name(*op) == "spirv.func") {
        for op in ir::walk(function) {
            if CONTRACTED.contains(&ir::op_name(op)) {
                ir::set_attribute(op, "no_contraction", ir::unit_attr(context));
            }
        }
        if function.attribute("gpu.kernel").is_ok() {
            emit_entry(at.at(function.location()), function, &widths)?;
        }
    }
    Ok(())
}

/// Emits the entry point of the kernel `function`, which is renamed to `hloom_<name>`. `widths`
/// contains the bit widths of the floating-point types with which the module computes.
fn emit_entry<'a>(
    at: Builder<'a>,
    function: Op<'a>,
    widths: &BTreeSet<i32>,
) -> Result<(), Failure<'a>> {
    let context = at.context();
    let name = ir::symbol_name(function).unwrap_or_default();
    let sizes = function.attribute("gpu.known_block_size").ok();
    let sizes = sizes.and_then(|sizes| DenseI32ArrayAttribute::try_from(sizes).ok());
    let threads = sizes.and_then(|sizes| sizes.element(0).ok());
    let threads = threads.ok_or_else(|| {
        let message = "`spirv.func`: expected a kernel with the attribute `gpu.known_block_size`";
        Failure::at(function, message)
    })?;
    let body = format!("hloom_{name}");
    ir::set_attribute(function, "sym_name", ir::string_attr(context, &body));
    for own in ["gpu.kernel", "gpu.known_block_size", "llvm.bareptr"] {
        ir::remove_attribute(function, own);
    }
    let count = ir::function_type(function).map_or(0, |ty| ty.input_count());
    let i64 = ir::int(context, 64);
    let region = at.region(&[], |inside, _| {
        let table = load_argument(inside, TABLE);
        let argument = |position: usize| {
            let offset = spirv::constant(inside, POINTER * position as i64, i64);
            let address = inside.simple("spirv.IAdd", &[table, offset], i64);
            spirv::load_at(inside, address, i64, POINTER)
        };
        let arguments: Vec<_> = (0..count).map(argument).collect();
        inside
            .op("spirv.FunctionCall")
            .operands(&arguments)
            .attr("callee", ir::flat_symbol_attr(context, &body))
            .build();
        inside.op("spirv.Return").build();
    });
    let ty = FunctionType::new(context, &[], &[]);
    at.op("spirv.func")
        .attr("sym_name", ir::string_attr(context, &name))
        .attr("function_type", ir::type_attr(ty.into()))
        .attr("function_control", enumeration(context, "function_control<None>"))
        // The verifier of launches expects it.
        .attr("gpu.kernel", ir::unit_attr(context))
        .region(region)
        .build();
    let symbol = ir::flat_symbol_attr(context, &name);
    let fixed = std::iter::once(ARGUMENTS).chain(VARIABLES.map(|(name, _)| name));
    // From SPIR-V 1.4 on an entry point lists all variables of the module that it uses.
    let used = ir::walk(function).into_iter().filter_map(|op| attributes::symbol(op, "variable"));
    let shared: BTreeSet<_> = used.filter(|name| name.starts_with(SHARED)).collect();
    let variables = fixed.map(str::to_owned).chain(shared);
    let variables: Vec<_> = variables.map(|it| ir::flat_symbol_attr(context, &it)).collect();
    at.op("spirv.EntryPoint")
        .attr("execution_model", enumeration(context, "execution_model<GLCompute>"))
        .attr("fn", symbol)
        .attr("interface", ir::array_attr(context, &variables))
        .build();
    let mode = |mode: &str, values: &[i32]| {
        let values: Vec<_> = values.iter().map(|value| ir::i32_attr(context, *value)).collect();
        at.op("spirv.ExecutionMode")
            .attr("fn", symbol)
            .attr("execution_mode", enumeration(context, &format!("execution_mode<{mode}>")))
            .attr("values", ir::array_attr(context, &values))
            .build();
    };
    mode("LocalSize", &[threads, 1, 1]);
    for width in widths {
        mode("SignedZeroInfNanPreserve", &[*width]);
        mode("RoundingModeRTE", &[*width]);
    }
    Ok(())
}

/// The size of an address in bytes.
const POINTER: i64 = 8;

/// Returns the bit widths of the floating-point types of all results of operations in a function.
fn float_widths(function: Op) -> Vec<i32> {
    let results = ir::walk(function).into_iter().flat_map(ir::results);
    let elements = results.map(|result| ir::element_of(result.r#type()));
    elements.filter(|ty| ir::is_float(*ty)).map(|ty| ir::element_width(ty) as i32).collect()
}
