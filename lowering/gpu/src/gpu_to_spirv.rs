// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-gpu-to-spirv`: turns kernels into functions for Vulkan.
//!
//! Before: `gpu.func @k(%a: memref<8xf32>) kernel { %i = gpu.thread_id x .. gpu.return }`
//! After:  `func.func @k(%a: memref<8xf32>) { %p = spirv.mlir.addressof @hloom_thread .. return }`
//!
//! The pass also sets the SPIR-V target environment of the module, which upstream's conversions to
//! SPIR-V read. The environment lists every capability that these conversions may use.
//! `spirv-update-vce` later removes the capabilities that the kernels do not need.

use crate::kernel_functions::{Machine, convert, is_along_x};
use crate::{shared_memory, spirv};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Type, Value};

/// The pass `hloom-gpu-to-spirv`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-gpu-to-spirv",
    description: "convert `gpu.func` kernels to functions for Vulkan",
    anchor: "gpu.module",
    level: Level::Target,
    options: &[],
    dialects: &["arith", "func", "memref", "spirv"],
    run,
};

/// The SPIR-V target environment: Vulkan 1.2 with the optional features that programs may need.
pub const ENVIRONMENT: &str = "#spirv.target_env<#spirv.vce<v1.5, [Shader, Int8, Int16, Int64, Float16, \
    Float64, StorageBuffer8BitAccess, StorageBuffer16BitAccess, PhysicalStorageBufferAddresses, \
    SignedZeroInfNanPreserve, RoundingModeRTE], []>, api=Vulkan, #spirv.resource_limits<>>";

/// The names of variables in the module, each with the built-in variable of SPIR-V that it
/// represents: the index of the block, the index of the thread in its block, and the number of
/// blocks.
pub(crate) const VARIABLES: [(&str, &str); 3] =
    [(BLOCK, "WorkgroupId"), (THREAD, "LocalInvocationId"), (BLOCKS, "NumWorkgroups")];

const BLOCK: &str = "hloom_block";
const THREAD: &str = "hloom_thread";
const BLOCKS: &str = "hloom_blocks";

/// The name of the variable with the push constants. Its fields are the address of the table of
/// arguments, and the address of the number that a kernel writes if the driver ends a loop early.
pub(crate) const ARGUMENTS: &str = "hloom_arguments";
pub(crate) const TABLE: i32 = 0;
pub(crate) const EARLY_END: i32 = 1;

/// The SPIR-V type of the push constants: a structure of two 64-bit integers.
const PUSH_CONSTANTS: &str = "!spirv.ptr<!spirv.struct<(i64 [0], i64 [8]), Block>, PushConstant>";

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    ir::set_attribute(module, "spirv.target_env", ir::parse_attribute(context, ENVIRONMENT));
    let machine = Machine {
        arguments: &[],
        shared_bytes: shared_memory::VULKAN_BYTES,
        share: &|at, _, types| {
            let variable =
                |ty: &Type<'a>| at.op("memref.alloca").segments(&[0, 0]).result(*ty).value();
            types.iter().map(variable).collect()
        },
        replace: &|builder, op, _| {
            let read = |variable, dimension| builtin(builder, variable, dimension);
            match ir::op_name(op) {
                // Devices limit the number of blocks of a dimension, so that launches have rows.
                "gpu.block_id" if is_along_x(op) => {
                    let rows = builder.binary("arith.muli", read(BLOCK, 1), read(BLOCKS, 0));
                    Some(vec![builder.binary("arith.addi", rows, read(BLOCK, 0))])
                }
                "gpu.thread_id" if is_along_x(op) => Some(vec![read(THREAD, 0)]),
                "gpu.barrier" => {
                    spirv::barrier(builder);
                    Some(Vec::new())
                }
                _ => None,
            }
        },
    };
    convert(context, module, &machine)?;
    let mut content = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    let Some(first) = content.next() else { return Ok(()) };
    // The serializer expects variables before their uses.
    let at = Builder::before(context, first);
    at.op("spirv.GlobalVariable")
        .attr("sym_name", ir::string_attr(context, ARGUMENTS))
        .attr("type", ir::type_attr(spirv::ty(context, PUSH_CONSTANTS)))
        .build();
    for (name, builtin) in VARIABLES {
        at.op("spirv.GlobalVariable")
            .attr("sym_name", ir::string_attr(context, name))
            .attr("type", ir::type_attr(pointer(context)))
            .attr("built_in", ir::string_attr(context, builtin))
            .build();
    }
    Ok(())
}

/// Returns the type of a built-in variable: a pointer to a vector of three 32-bit integers.
fn pointer(context: &Context) -> Type<'_> {
    spirv::ty(context, "!spirv.ptr<vector<3xi32>, Input>")
}

/// Emits the address of the module's global variable `name`.
fn variable<'a>(at: Builder<'a>, name: &str, ty: Type<'a>) -> Value<'a> {
    let symbol = ir::flat_symbol_attr(at.context(), name);
    at.op("spirv.mlir.addressof").attr("variable", symbol).result(ty).value()
}

/// Emits the load of the push constant number `field`.
pub(crate) fn load_argument<'a>(at: Builder<'a>, field: i32) -> Value<'a> {
    let context = at.context();
    let all = variable(at, ARGUMENTS, spirv::ty(context, PUSH_CONSTANTS));
    let field = spirv::constant(at, i64::from(field), ir::int(context, 32));
    let pointer = spirv::ty(context, "!spirv.ptr<i64, PushConstant>");
    let pointer = at.simple("spirv.AccessChain", &[all, field], pointer);
    at.simple("spirv.Load", &[pointer], ir::int(context, 64))
}

/// Emits the load of a built-in variable's element: 0 for dimension x, 1 for y, and 2 for z.
fn builtin<'a>(at: Builder<'a>, name: &str, dimension: i32) -> Value<'a> {
    let context = at.context();
    let address = variable(at, name, pointer(context));
    let i32 = ir::int(context, 32);
    let all = at.simple("spirv.Load", &[address], ir::vector(&[3], i32));
    let element = at
        .op("spirv.CompositeExtract")
        .operands(&[all])
        .attr("indices", ir::array_attr(context, &[ir::i32_attr(context, dimension)]))
        .result(i32)
        .value();
    at.simple("arith.index_castui", &[element], ir::index(context))
}
