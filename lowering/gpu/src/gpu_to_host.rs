// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-gpu-to-host`: turns kernels into functions of the host, which run one thread of a GPU.
//!
//! Before: `gpu.func @k(%a: memref<8xf32>) kernel { %i = gpu.thread_id x .. gpu.return }`
//! After:  `func.func @k(%a: memref<8xf32>, %block: index, %thread: index, %shared: memref<49152xi8>)`
//!
//! A barrier becomes a call of the runtime, which runs the other threads of the block meanwhile.

use crate::kernel_functions::{Machine, convert, is_along_x};
use crate::shared_memory;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Type};
use melior::ir::Region;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;

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
    let bytes = ir::memref(&[shared_memory::BYTES], ir::int(context, 8));
    let machine = Machine {
        arguments: &[index, index, bytes],
        shared_bytes: shared_memory::BYTES,
        share: &|at, arguments, types| {
            let mut used = 0;
            let view = |ty: &Type<'a>| {
                let start = at.index(used);
                let shape = Shaped::of(*ty).expect("shared memory has a shape");
                used += shared_memory::bytes(&shape.shape, shape.element);
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
    let waits = ir::walk(module).into_iter().any(|op| ir::op_name(op) == "gpu.barrier");
    convert(context, module, &machine)?;
    let block = ir::regions(module).into_iter().flat_map(ir::blocks).next();
    if let Some(block) = block.filter(|_| waits) {
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
