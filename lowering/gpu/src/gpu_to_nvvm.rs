// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-gpu-to-nvvm`: turns kernels into functions for NVIDIA's GPUs.
//!
//! Before: `gpu.func @k(%a: memref<8xf32>) kernel { %i = gpu.thread_id x .. gpu.return }`
//! After:  `func.func @k(%a: memref<8xf32>) { %i = nvvm.read.ptx.sreg.tid.x : i32 .. return }`
//!
//! The pass replaces upstream's `convert-gpu-to-nvvm`, which turns the absolute value and the
//! square root into calls of libdevice, a library of NVIDIA's toolkit. Upstream's pass also rejects
//! the intrinsics for which LLVM has instructions. `convert-to-llvm` converts everything outside
//! the gpu dialect. Only functions of the LLVM dialect can be marked as kernels, so
//! `hloom-mark-nvvm-kernels` marks them later.

use crate::block_variables::block_variables;
use crate::kernel_functions::{Machine, convert, is_along_x, llvm_kernels};
use crate::shared_memory;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op};
use melior::ir::operation::OperationLike;

/// The pass `hloom-gpu-to-nvvm`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-gpu-to-nvvm",
    description: "convert `gpu.func` kernels to functions for NVIDIA's GPUs",
    anchor: "gpu.module",
    level: Level::Target,
    options: &[],
    dialects: &["arith", "func", "memref", "nvvm"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let machine = Machine {
        arguments: &[],
        shared_bytes: shared_memory::BYTES,
        share: &|at, _, types| block_variables(at, module, types),
        replace: &|builder, op, _| {
            if ir::op_name(op) == "gpu.barrier" {
                builder.op("nvvm.barrier0").build();
                return Some(Vec::new());
            }
            let register = match ir::op_name(op) {
                "gpu.block_id" if is_along_x(op) => "nvvm.read.ptx.sreg.ctaid.x",
                "gpu.thread_id" if is_along_x(op) => "nvvm.read.ptx.sreg.tid.x",
                _ => return None,
            };
            let id = builder.op(register).result(ir::int(context, 32)).value();
            Some(vec![builder.simple("arith.index_castui", &[id], ir::index(context))])
        },
    };
    convert(context, module, &machine)
}

/// The minimum number of blocks that a multiprocessor should run at the same time, so that one
/// block computes while another block waits. With blocks of 256 threads, this limits a thread to
/// 128 registers.
const LEAST_BLOCKS: i32 = 2;

/// The pass `hloom-mark-nvvm-kernels`.
pub static MARK: PassInfo = PassInfo {
    argument: "hloom-mark-nvvm-kernels",
    description: "mark the functions that are kernels of NVIDIA's GPUs",
    anchor: "gpu.module",
    level: Level::Target,
    options: &[],
    dialects: &["llvm", "nvvm"],
    run: mark,
};

fn mark<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for kernel in llvm_kernels(module) {
        ir::remove_attribute(kernel, "llvm.bareptr");
        ir::set_attribute(kernel, "nvvm.kernel", ir::unit_attr(context));
        if let Ok(sizes) = kernel.attribute("gpu.known_block_size") {
            ir::set_attribute(kernel, "nvvm.reqntid", sizes);
            ir::set_attribute(kernel, "nvvm.minctasm", ir::i32_attr(context, LEAST_BLOCKS));
        }
    }
    Ok(())
}
