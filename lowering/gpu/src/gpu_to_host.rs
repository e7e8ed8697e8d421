// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-gpu-to-host`: turns kernels into functions of the host, which run one thread of a GPU.
//!
//! Before: `gpu.func @k(%a: memref<8xf32>) kernel { %i = gpu.thread_id x .. gpu.return }`
//! After:  `func.func @k(%a: memref<8xf32>, %block: index, %thread: index) { .. return }`

use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op};
use melior::ir::ValueLike;
use melior::ir::attribute::{ArrayAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;

/// The pass `hloom-gpu-to-host`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-gpu-to-host",
    description: "turn kernels into functions of the host that run one thread",
    anchor: "gpu.module",
    level: Level::Target,
    options: &[],
    dialects: &["func"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for op in ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops) {
        match ir::op_name(op) {
            "gpu.func" => convert(context, op)?,
            "func.func" => ir::set_attribute(op, "llvm.bareptr", ir::unit_attr(context)),
            _ => {}
        }
    }
    Ok(())
}

fn convert<'a>(context: &'a Context, kernel: Op<'a>) -> Result<(), Failure<'a>> {
    let Some(block) = ir::regions(kernel).into_iter().flat_map(ir::blocks).next() else {
        return Ok(());
    };
    let is_unsupported = |op: &Op<'a>| {
        ir::dialect(*op) == "gpu" && !matches!(ir::op_name(*op), "gpu.block_id" | "gpu.thread_id")
    };
    let inner: Vec<_> = ir::ops(block).into_iter().flat_map(ir::walk).collect();
    let mut inner = inner.into_iter().filter(|op| ir::op_name(*op) != "gpu.return");
    if let Some(op) = inner.find(is_unsupported) {
        let message = format!("`{}` cannot be simulated on the host", ir::op_name(op));
        return Err(Failure::at(op, message));
    }
    let name = ir::symbol_name(kernel).unwrap_or_default();
    let own: Vec<_> = ir::args(block).iter().map(|argument| argument.r#type()).collect();
    let types = [&own[..], &[ir::index(context), ir::index(context)]].concat();
    let builder = Builder::before(context, kernel);
    let region = builder.region(&types, |inside, arguments| {
        let end = inside.op("func.return").build();
        let ids = [("gpu.block_id", arguments[own.len()]), ("gpu.thread_id", arguments[own.len() + 1])];
        for op in ir::walk(kernel) {
            let id = ids.iter().find(|(name, _)| *name == ir::op_name(op));
            if let Some((_, id)) = id {
                ir::replace(op, [*id]);
            }
        }
        ir::inline_block_before(block, arguments, end);
    });
    let none = ir::parse_attribute(context, "{}");
    let given = kernel.attribute("arg_attrs").ok().and_then(|it| ArrayAttribute::try_from(it).ok());
    let attribute = |position: usize| given.and_then(|given| given.element(position).ok());
    let attributes: Vec<_> =
        (0..types.len()).map(|position| attribute(position).unwrap_or(none)).collect();
    builder
        .op("func.func")
        .attr("sym_name", ir::string_attr(context, &name))
        .attr("function_type", TypeAttribute::new(FunctionType::new(context, &types, &[]).into()).into())
        .attr("arg_attrs", ir::array_attr(context, &attributes))
        .attr("llvm.bareptr", ir::unit_attr(context))
        .attr("gpu.kernel", ir::unit_attr(context))
        .region(region)
        .build();
    ir::erase(kernel);
    Ok(())
}
