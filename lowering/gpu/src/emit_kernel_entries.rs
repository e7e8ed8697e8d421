// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-emit-kernel-entries`: emits an entry function for each kernel that runs on the host. It takes
//! the arguments of the kernel as an array of pointers.
//!
//! The entry of a kernel `k` has the C signature
//! `void k_entry(void *const *arguments, int64_t block, int64_t thread, void *shared)`, where `shared` is
//! the memory that the threads of a block share. If the threads of a block wait for each other, the name
//! is `k_cooperative_entry` instead. `hloom-outline-kernels` names kernels so that both names are free.

use crate::gpu_to_host::{BARRIER, MULTIPLY};
use crate::kernel_functions::llvm_kernels;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, attributes, llvm};
use melior::ir::ValueLike;

/// The pass `hloom-emit-kernel-entries`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-emit-kernel-entries",
    description: "emit an entry function for each kernel that runs on the host, with the kernel's \
                  arguments as an array of pointers",
    anchor: "gpu.module",
    level: Level::Target,
    options: &[],
    dialects: &["llvm"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    llvm_kernels(module).into_iter().try_for_each(|kernel| emit_entry(context, kernel))
}

/// Emits the entry function of a kernel, in front of the kernel.
fn emit_entry<'a>(context: &'a Context, kernel: Op<'a>) -> Result<(), Failure<'a>> {
    let name = ir::symbol_name(kernel).unwrap_or_default();
    let block = ir::regions(kernel).into_iter().flat_map(ir::blocks).next();
    let types = block.map(ir::args).unwrap_or_default();
    let (pointer, i64) = (llvm::pointer(context), ir::int(context, 64));
    let last = [i64, i64, pointer];
    let is_last =
        |count: &usize| types[*count..].iter().map(|value| value.r#type()).eq(last.iter().copied());
    let Some(count) = types.len().checked_sub(last.len()).filter(is_last) else {
        let message = format!(
            "`llvm.func`: expected the numbers of the block (`i64`) and the thread (`i64`), and \
             the shared memory (`!llvm.ptr`), as the last three arguments of kernel `{name}`"
        );
        return Err(Failure::at(kernel, message));
    };
    if let Some(position) = types[..count].iter().position(|value| value.r#type() != pointer) {
        let found = types[position].r#type();
        let message = format!(
            "`llvm.func`: expected a pointer as argument {position} of kernel `{name}`, found `{found}`"
        );
        return Err(Failure::at(kernel, message));
    }
    let at = Builder::before(context, kernel);
    let waits = |op: Op<'a>| {
        matches!(attributes::symbol(op, "callee").as_deref(), Some(BARRIER | MULTIPLY))
    };
    let suffix =
        if ir::walk(kernel).into_iter().any(waits) { "cooperative_entry" } else { "entry" };
    llvm::function(
        at,
        &format!("{name}_{suffix}"),
        "external",
        &[pointer, i64, i64, pointer],
        |inside, given| {
            let argument = |position: usize| {
                let address = llvm::address(inside, given[0], POINTER * position as i64);
                llvm::load(inside, address, pointer)
            };
            let mut operands: Vec<_> = (0..count).map(argument).collect();
            operands.extend(&given[1..]);
            llvm::call(inside, Some(&name), &operands);
        },
    );
    Ok(())
}

/// The size of a pointer in bytes.
const POINTER: i64 = 8;
