// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-gpu-to-host`: turns kernels into functions of the host, which run one thread of a GPU.
//!
//! Before: `gpu.func @k(%a: memref<8xf32>) kernel { %i = gpu.thread_id x .. gpu.return }`
//! After:  `func.func @k(%a: memref<8xf32>, %block: index, %thread: index) { .. return }`

use crate::kernel_functions::{Machine, convert, is_along_x};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op};

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
    let index = ir::index(context);
    let machine = Machine {
        arguments: &[index, index],
        replace: &|_, op, arguments| match ir::op_name(op) {
            "gpu.block_id" if is_along_x(op) => Some(vec![arguments[0]]),
            "gpu.thread_id" if is_along_x(op) => Some(vec![arguments[1]]),
            _ => None,
        },
    };
    convert(context, module, &machine)
}
