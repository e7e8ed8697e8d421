// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-gpu-to-rocdl`: turns kernels into functions for AMD's GPUs.
//!
//! Before: `gpu.func @k(%a: memref<8xf32>) kernel { %i = gpu.thread_id x .. gpu.return }`
//! After:  `func.func @k(%a: memref<8xf32>) { %i = rocdl.workitem.id.x : i32 .. return }`
//!
//! The pass replaces upstream's `convert-gpu-to-rocdl`, which turns elementary functions into calls
//! of OCML, a library of ROCm. `convert-to-llvm` converts everything outside the gpu dialect. Only
//! functions of the LLVM dialect can be marked as kernels, so `hloom-mark-rocdl-kernels` marks them
//! later.

use crate::block_variables::block_variables;
use crate::kernel_functions::{Machine, convert, is_along_x, llvm_kernels, threads};
use crate::shared_memory;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op};
use melior::ir::ValueLike;
use melior::ir::r#type::MemRefType;

/// The pass `hloom-gpu-to-rocdl`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-gpu-to-rocdl",
    description: "convert `gpu.func` kernels to functions for AMD's GPUs",
    anchor: "gpu.module",
    level: Level::Target,
    options: &[],
    dialects: &["arith", "func", "llvm", "memref", "rocdl"],
    run,
};

/// The address space of a thread's private memory on AMD's GPUs.
const PRIVATE_SPACE: i64 = 5;

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let machine = Machine {
        arguments: &[],
        shared_bytes: shared_memory::BYTES,
        share: &|at, _, types| block_variables(at, module, types),
        replace: &|builder, op, _| {
            if ir::op_name(op) == "gpu.barrier" {
                barrier(builder);
                return Some(Vec::new());
            }
            let register = match ir::op_name(op) {
                "gpu.block_id" if is_along_x(op) => "rocdl.workgroup.id.x",
                "gpu.thread_id" if is_along_x(op) => "rocdl.workitem.id.x",
                _ => return None,
            };
            let id = builder.op(register).result(ir::int(context, 32)).value();
            Some(vec![builder.simple("arith.index_castui", &[id], ir::index(context))])
        },
    };
    convert(context, module, &machine)?;
    for op in ir::walk(module).into_iter().filter(|op| ir::op_name(*op) == "memref.alloca") {
        allocate_privately(context, op);
    }
    Ok(())
}

/// Emits a barrier of the threads of a block. Memory accesses before the barrier happen before
/// memory accesses after it.
fn barrier(at: Builder<'_>) {
    let fence = |ordering: &str| {
        at.op("llvm.fence")
            .attr("ordering", ir::parse_attribute(at.context(), &format!("{ordering} : i64")))
            .attr("syncscope", ir::string_attr(at.context(), "workgroup"))
            .build();
    };
    fence(RELEASE);
    at.op("rocdl.s.barrier").build();
    fence(ACQUIRE);
}

/// The number of the atomic ordering `acquire` in the LLVM dialect.
const ACQUIRE: &str = "4";
/// The number of the atomic ordering `release` in the LLVM dialect.
const RELEASE: &str = "5";

/// Moves a stack allocation to the address space of a thread's private memory, where LLVM's backend
/// for AMD expects it. The users of the allocation still see it in the default address space.
fn allocate_privately<'a>(context: &'a Context, op: Op<'a>) {
    let old = ir::results(op)[0].r#type();
    let space = ir::i64_attr(context, PRIVATE_SPACE);
    let shape = ir::Shaped::of(old).expect("the type of a stack allocation must have a shape");
    let own = MemRefType::new(shape.element, &shape.shape, None, Some(space)).into();
    let at = Builder::before(context, op);
    let memory = at.op("memref.alloca").operands(&ir::operands(op)).segments(&[0, 0]);
    let memory = memory.result(own).value();
    ir::replace(op, [at.simple("memref.memory_space_cast", &[memory], old)]);
}

/// The pass `hloom-mark-rocdl-kernels`.
pub static MARK: PassInfo = PassInfo {
    argument: "hloom-mark-rocdl-kernels",
    description: "mark the functions that are kernels of AMD's GPUs",
    anchor: "gpu.module",
    level: Level::Target,
    options: &[],
    dialects: &["llvm", "rocdl"],
    run: mark,
};

/// The module flag with the version of AMD's code object format. Version 5 requires ROCm 5.6 or
/// later.
const CODE_OBJECT_VERSION: &str =
    r#"[#llvm.mlir.module_flag<error, "amdhsa_code_object_version", 500 : i32>]"#;

fn mark<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for kernel in llvm_kernels(module) {
        ir::remove_attribute(kernel, "llvm.bareptr");
        ir::set_attribute(kernel, "rocdl.kernel", ir::unit_attr(context));
        if let Some(threads) = threads(kernel) {
            let size = format!("{threads},{threads}");
            let sizes = ir::parse_attribute(context, &format!("array<i32: {threads}, 1, 1>"));
            ir::set_attribute(
                kernel,
                "rocdl.flat_work_group_size",
                ir::string_attr(context, &size),
            );
            ir::set_attribute(kernel, "rocdl.reqd_work_group_size", sizes);
        }
    }
    if let Some(block) = ir::regions(module).into_iter().flat_map(ir::blocks).next() {
        let flags = ir::parse_attribute(context, CODE_OBJECT_VERSION);
        let location = melior::ir::Location::unknown(context);
        Builder::at_end(context, block, location)
            .op("llvm.module_flags")
            .attr("flags", flags)
            .build();
    }
    Ok(())
}
