// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-gpu-to-host`: turns kernels into functions of the host, which run one thread of a GPU.
//!
//! Before: `gpu.func @k(%a: memref<8xf32>) kernel { %i = gpu.thread_id x .. gpu.return }`
//! After:  `func.func @k(%a: memref<8xf32>, %block: index, %thread: index, %shared: memref<49152xi8>)`
//!
//! A barrier becomes a call of the runtime, which runs the other threads of the block meanwhile.

use crate::kernel_functions::{Machine, convert, is_along_x};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Type, attributes};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{Region, ValueLike};

/// The pass `hloom-gpu-to-host`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-gpu-to-host",
    description: "turn kernels into functions of the host that run one thread",
    anchor: "gpu.module",
    level: Level::Target,
    options: &[],
    dialects: &["arith", "func", "memref"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let index = ir::index(context);
    let bytes = ir::memref(&[SHARED_BYTES], ir::int(context, 8));
    let machine = Machine {
        arguments: &[index, index, bytes],
        share: &|at, arguments, types| {
            let mut used = 0;
            let view = |ty: &Type<'a>| {
                let start = at.index(used);
                let shape = Shaped::of(*ty).expect("shared memory has a shape");
                used += shared_bytes(&shape);
                let ty = ir::memref(&shape.shape, shape.element);
                let view = at.op("memref.view").operands(&[arguments[2], start]);
                view.result(ty).value()
            };
            types.iter().map(view).collect()
        },
        replace: &|builder, op, arguments| match ir::op_name(op) {
            "gpu.block_id" if is_along_x(op) => Some(vec![arguments[0]]),
            "gpu.thread_id" if is_along_x(op) => Some(vec![arguments[1]]),
            "gpu.barrier" => {
                let callee = ir::flat_symbol_attr(context, BARRIER);
                builder.op("func.call").attr("callee", callee).build();
                Some(Vec::new())
            }
            _ => None,
        },
    };
    ir::walk(module).into_iter().filter(|op| ir::op_name(*op) == "gpu.func").try_for_each(check)?;
    convert(context, module, &machine)?;
    let is_call = |op: &Op| ir::op_name(*op) == "func.call";
    let mut calls = ir::walk(module).into_iter().filter(is_call);
    let block = ir::regions(module).into_iter().flat_map(ir::blocks).next();
    if let Some(block) = block.filter(|_| {
        calls.any(|call| attributes::symbol(call, "callee").as_deref() == Some(BARRIER))
    }) {
        Builder::at_end(context, block, module.location())
            .op("func.func")
            .attr("sym_name", ir::string_attr(context, BARRIER))
            .attr("sym_visibility", ir::string_attr(context, "private"))
            .attr("function_type", ir::type_attr(FunctionType::new(context, &[], &[]).into()))
            .region(Region::new())
            .build();
    }
    Ok(())
}

/// The function of the runtime in which a thread waits for the other threads of its block.
pub const BARRIER: &str = "hloom_simt_barrier";

/// The size of the memory that the threads of a block share.
pub const SHARED_BYTES: i64 = 48 * 1024;

/// Returns the bytes of a variable in the memory of a block, which is aligned to 16 bytes.
fn shared_bytes(shape: &Shaped) -> i64 {
    let element = i64::from(ir::element_width(shape.element).div_ceil(8));
    shape.elements().saturating_mul(element).saturating_add(15) / 16 * 16
}

/// Checks that the variables of a kernel fit in the memory of a block.
fn check(kernel: Op<'_>) -> Result<(), Failure<'_>> {
    let block = ir::regions(kernel).into_iter().flat_map(ir::blocks).next();
    let arguments = block.map(ir::args).unwrap_or_default();
    let shared = ir::integer(kernel, "workgroup_attributions").unwrap_or(0) as usize;
    let first = arguments.len().saturating_sub(shared);
    let shapes = arguments[first..].iter().filter_map(|value| Shaped::of(value.r#type()));
    let bytes = shapes.map(|shape| shared_bytes(&shape)).fold(0, i64::saturating_add);
    if bytes > SHARED_BYTES {
        let message =
            format!("expected at most {SHARED_BYTES} bytes of shared memory, found {bytes}");
        return Err(Failure::at(kernel, format!("`gpu.func`: {message}")));
    }
    Ok(())
}
