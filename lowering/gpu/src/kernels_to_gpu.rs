// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-kernels-to-gpu`: moves kernels to a `gpu.module`, and turns their calls into launches.
//!
//! A kernel that `hloom-outline-kernels` made has a number of tasks, and computes a range of them. On
//! a GPU each task has a thread of its own:
//!
//! Before: `func.call @k(%a, %c0, %c1000) : (memref<..>, index, index) -> ()`
//! After:  `gpu.launch_func @kernels::@k blocks in (4, 1, 1) threads in (256, 1, 1) args(%a : ..)`
//!
//! The functions and constants that kernels refer to move, too.

use hloom_ir::facts::TASKS;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Attribute, Builder, Context, Op, Value, attributes};
use melior::ir::attribute::{ArrayAttribute, DenseI32ArrayAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::ValueLike;
use std::collections::HashMap;

/// The pass `hloom-kernels-to-gpu`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-kernels-to-gpu",
    description: "move kernels to a `gpu.module`, and launch them with a thread for each task",
    anchor: "builtin.module",
    level: Level::Target,
    options: &[PassOption {
        name: "threads",
        description: "the number of threads of a block",
        default: "256",
    }],
    dialects: &["arith", "func", "gpu", "scf"],
    run,
};

/// The name of the module of kernels.
pub const MODULE: &str = "kernels";

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let threads = options.number("threads", module)?;
    let Some(top) = ir::regions(module).into_iter().flat_map(ir::blocks).next() else {
        return Ok(());
    };
    let is_kernel = |op: &Op<'a>| ir::integer(*op, TASKS).is_some();
    let (kernels, others): (Vec<_>, Vec<_>) = ir::ops(top).into_iter().partition(is_kernel);
    if kernels.is_empty() {
        return Ok(());
    }
    let builder = Builder::at_end(context, top, module.location());
    let body = builder.region(&[], |_, _| {});
    let gpu = builder.op("gpu.module").attr("sym_name", ir::string_attr(context, MODULE));
    let gpu = gpu.region(body).build();
    let inside = ir::regions(gpu).into_iter().flat_map(ir::blocks).next();
    let inside = Builder::at_end(context, inside.expect("it has a block"), module.location());

    let mut launches = HashMap::new();
    for kernel in &kernels {
        let (name, tasks) = (ir::symbol_name(*kernel), ir::integer(*kernel, TASKS));
        let (Some(name), Some(tasks)) = (name, tasks) else { continue };
        let launch = Launch::of(tasks, threads);
        emit_kernel(inside, *kernel, &name, &launch);
        launches.insert(name, launch);
    }
    for call in ir::walk(module).into_iter().filter(|op| ir::op_name(*op) == "func.call") {
        let callee = attributes::symbol(call, "callee").unwrap_or_default();
        if let Some(launch) = launches.get(&callee) {
            emit_launch(context, call, &callee, launch);
        }
    }
    kernels.into_iter().for_each(ir::erase);
    move_references(gpu, &others);
    ir::set_attribute(module, "gpu.container_module", ir::unit_attr(context));
    Ok(())
}

/// The dimensions of a launch.
struct Launch {
    tasks: i64,
    blocks: i64,
    threads: i64,
}

impl Launch {
    /// Returns the launch of a kernel with blocks of at most `threads` threads.
    fn of(tasks: i64, threads: i64) -> Self {
        let threads = threads.min(tasks).max(1);
        Self { tasks, blocks: (tasks + threads - 1) / threads, threads }
    }
}

/// Emits the kernel whose body is that of `function`, at most one task a thread.
fn emit_kernel<'a>(at: Builder<'a>, function: Op<'a>, name: &str, launch: &Launch) {
    let context = at.context();
    let Some(block) = ir::regions(function).into_iter().flat_map(ir::blocks).next() else { return };
    let mut types: Vec<_> = ir::args(block).iter().map(|argument| argument.r#type()).collect();
    types.truncate(types.len() - 2);
    let at = at.at(function.location());
    let body = at.region(&types, |builder, parameters| {
        let id = |name: &str| {
            let dimension = ir::parse_attribute(context, "#gpu<dim x>");
            let id = builder.op(name).attr("dimension", dimension);
            id.result(ir::index(context)).value()
        };
        let first = builder.binary("arith.muli", id("gpu.block_id"), builder.index(launch.threads));
        let task = builder.binary("arith.addi", first, id("gpu.thread_id"));
        // The range of one task is empty beyond the last one.
        let (next, tasks) = (builder.index(1), builder.index(launch.tasks));
        let next = builder.binary("arith.addi", task, next);
        let end = builder.binary("arith.minui", next, tasks);
        let last = builder.op("gpu.return").build();
        let arguments = [parameters, &[task, end]].concat();
        ir::inline_block_before(block, &arguments, last);
    });
    let ty = FunctionType::new(context, &types, &[]);
    let mut kernel = at
        .op("gpu.func")
        .attr("sym_name", ir::string_attr(context, name))
        .attr("function_type", TypeAttribute::new(ty.into()).into())
        .attr("gpu.kernel", ir::unit_attr(context))
        .attr("known_block_size", dimensions(context, launch.threads))
        .attr("known_grid_size", dimensions(context, launch.blocks));
    if let Some(attributes) = argument_attributes(function, types.len()) {
        kernel = kernel.attr("arg_attrs", ir::array_attr(context, &attributes));
    }
    kernel.region(body).build();
}

fn dimensions(context: &Context, size: i64) -> Attribute<'_> {
    let size = i32::try_from(size).unwrap_or(i32::MAX);
    DenseI32ArrayAttribute::new(context, &[size, 1, 1]).into()
}

/// Returns the attributes of the first `count` arguments of a function.
fn argument_attributes<'a>(function: Op<'a>, count: usize) -> Option<Vec<Attribute<'a>>> {
    let all = ArrayAttribute::try_from(function.attribute("arg_attrs").ok()?).ok()?;
    (0..count).map(|position| all.element(position).ok()).collect()
}

/// Replaces the call of a kernel by its launch.
fn emit_launch<'a>(context: &'a Context, call: Op<'a>, callee: &str, launch: &Launch) {
    let builder = Builder::before(context, call);
    let one = builder.index(1);
    let mut operands = vec![builder.index(launch.blocks), one, one];
    operands.extend([builder.index(launch.threads), one, one]);
    let mut arguments: Vec<Value> = ir::operands(call);
    arguments.truncate(arguments.len() - 2);
    operands.extend(&arguments);
    builder
        .op("gpu.launch_func")
        .operands(&operands)
        .attr("kernel", ir::parse_attribute(context, &format!("@{MODULE}::@{callee}")))
        .segments(&[0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, arguments.len() as i32, 0])
        .build();
    ir::erase(call);
}

/// Moves the functions and constants of the module that kernels refer to, directly or through
/// others, into the module of kernels. A constant that the host program needs, too, stays as well.
fn move_references<'a>(gpu: Op<'a>, symbols: &[Op<'a>]) {
    let mut known: HashMap<String, Op<'a>> = HashMap::new();
    for op in symbols.iter().filter(|op| matches!(ir::op_name(**op), "func.func" | "memref.global")) {
        known.extend(ir::symbol_name(*op).map(|name| (name, *op)));
    }
    let mut pending = ir::walk(gpu);
    while let Some(op) = pending.pop() {
        let name = match ir::op_name(op) {
            "func.call" => attributes::symbol(op, "callee"),
            "memref.get_global" => attributes::symbol(op, "name"),
            _ => continue,
        };
        let Some(symbol) = name.and_then(|name| known.remove(&name)) else { continue };
        let Some(first) = ir::regions(gpu).into_iter().flat_map(ir::blocks).next() else { return };
        let copy = ir::clone_at_end(symbol, first);
        pending.extend(ir::walk(copy));
    }
}
