// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-gpu-to-host`: turns kernels into functions of the host. A call of such a function executes one
//! thread of a simulated GPU.
//!
//! Before: `gpu.func @k(%a: memref<8xf32>) kernel { %i = gpu.thread_id x .. gpu.return }`
//! After:  `func.func @k(%a: memref<8xf32>, %block: index, %thread: index, %shared: memref<49152xi8>)`
//!
//! A barrier becomes a runtime call, during which the runtime executes the other threads of the block.

use crate::kernel_functions::{Machine, convert, is_along_x};
use crate::matrix_unit::{self, MatrixUnit};
use crate::shared_memory;
use crate::warpgroup_unit::{self, WarpgroupUnit};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Type, Value, llvm};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{Region, ValueLike};

/// The pass `hloom-gpu-to-host`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-gpu-to-host",
    description: "convert GPU kernels to functions of the host, each call of which executes one \
                  thread",
    anchor: "gpu.module",
    level: Level::Target,
    options: &[],
    dialects: &["arith", "func", "llvm", "memref"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let index = ir::index(context);
    let bytes = ir::memref(&[shared_memory::BYTES], ir::int(context, 8));
    let machine = Machine {
        arguments: &[index, index, bytes],
        shared_bytes: shared_memory::BYTES,
        share: &|at, arguments, types| {
            let (offsets, _) = shared_memory::offsets(types);
            let view = |(ty, offset): (&Type<'a>, i64)| {
                let shape = Shaped::of(*ty)
                    .expect("the type of a variable in shared memory must have a shape");
                let ty = ir::memref(&shape.shape, shape.element);
                let view = at.op("memref.view").operands(&[arguments[2], at.index(offset)]);
                view.result(ty).value()
            };
            types.iter().zip(offsets).map(view).collect()
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
    let has_warps = multiply_in_registers(context, module);
    let has_warpgroups = multiply_in_shared_memory(context, module);
    let block = ir::regions(module).into_iter().flat_map(ir::blocks).next();
    let Some(block) = block else { return Ok(()) };
    let declare = |name: &str, types: [&[Type<'a>]; 2]| {
        let ty = FunctionType::new(context, types[0], types[1]);
        Builder::at_end(context, block, module.location())
            .op("func.func")
            .attr("sym_name", ir::string_attr(context, name))
            .attr("sym_visibility", ir::string_attr(context, "private"))
            .attr("function_type", ir::type_attr(ty.into()))
            .region(Region::new())
            .build();
    };
    if waits {
        declare(BARRIER, [&[], &[]]);
    }
    let (pointer, i64) = (llvm::pointer(context), ir::int(context, 64));
    if has_warps {
        declare(MULTIPLY, [&[i64, pointer], &[]]);
    }
    if has_warpgroups {
        declare(MULTIPLY_SHARED, [&[i64, pointer, i64, i64], &[]]);
    }
    Ok(())
}

/// Replaces the matrix multiplications of a warp by runtime calls. Before each call, the words of
/// both operands and the sums are stored one after the other in stack memory, whose address the
/// call takes. Returns true if there are any such operations.
fn multiply_in_registers<'a>(context: &'a Context, module: Op<'a>) -> bool {
    let mut has_any = false;
    for op in ir::walk(module) {
        let Some(unit) = MatrixUnit::of_op(op) else { continue };
        let layout = unit.layout();
        let words = format!("!llvm.array<{} x i32>", layout.register_count());
        let words = Type::parse(context, &words).expect("`!llvm.array<N x i32>` must be a type");
        let Some(memory) = stack_memory(context, op, words) else { continue };
        has_any = true;
        let at = Builder::before(context, op);
        let mut stored = 0;
        for operand in registers(op) {
            let ty = operand.r#type();
            let address = llvm::address(at, memory, 4 * stored);
            let alignment = ir::i64_attr(context, 4);
            at.op("llvm.store").operands(&[operand, address]).attr("alignment", alignment).build();
            stored += matrix_unit::words_of(ty);
        }
        let code = at.int(unit.code(), ir::int(context, 64));
        at.op("func.call")
            .attr("callee", ir::flat_symbol_attr(context, MULTIPLY))
            .operands(&[code, memory])
            .build();
        let first = (layout.register_count() - layout.sums.len()) as i64;
        let sums = at
            .op("llvm.load")
            .operands(&[llvm::address(at, memory, 4 * first)])
            .attr("alignment", ir::i64_attr(context, 4))
            .result(ir::results(op)[0].r#type())
            .value();
        ir::replace(op, [sums]);
    }
    has_any
}

/// Returns the operands of a matrix multiplication without the trailing flags of `rocdl.mfma`.
fn registers(op: Op<'_>) -> Vec<Value<'_>> {
    let mut operands = ir::operands(op);
    if ir::op_name(op).starts_with("rocdl.mfma") {
        operands.truncate(3);
    }
    operands
}

/// Allocates stack memory for a value of type `ty` at the start of the function that contains `op`.
/// Returns its address, or `None` if `op` is not in a function.
fn stack_memory<'a>(context: &'a Context, op: Op<'a>, ty: Type<'a>) -> Option<Value<'a>> {
    let function = ir::enclosing(op, "func.func")?;
    let block = ir::regions(function).into_iter().flat_map(ir::blocks).next()?;
    let start = Builder::before(context, ir::ops(block).into_iter().next()?);
    let memory = start.op("llvm.alloca").operands(&[llvm::i64_constant(start, 1)]);
    Some(memory.attr("elem_type", ir::type_attr(ty)).result(llvm::pointer(context)).value())
}

/// Replaces the matrix multiplications of a warpgroup by runtime calls, and erases the operations
/// that order their memory accesses. Returns true if there are any multiplications.
fn multiply_in_shared_memory<'a>(context: &'a Context, module: Op<'a>) -> bool {
    let mut has_any = false;
    for op in ir::walk(module) {
        if warpgroup_unit::ORDER.contains(&ir::op_name(op)) {
            // A thread executes its accesses and products in their order.
            ir::erase(op);
            continue;
        }
        let Some(unit) = WarpgroupUnit::of_op(op) else { continue };
        has_any = true;
        let [sums, left, right] = ir::operands(op)[..] else { continue };
        let Some(memory) = stack_memory(context, op, sums.r#type()) else { continue };
        let at = Builder::before(context, op);
        at.op("llvm.store").operands(&[sums, memory]).build();
        let code = at.int(unit.code(), ir::int(context, 64));
        at.op("func.call")
            .attr("callee", ir::flat_symbol_attr(context, MULTIPLY_SHARED))
            .operands(&[code, memory, left, right])
            .build();
        ir::replace(op, [llvm::load(at, memory, sums.r#type())]);
    }
    has_any
}

/// The name of the runtime function in which a thread waits for the other threads of its block.
pub const BARRIER: &str = "hloom_simt_barrier";

/// The name of the runtime function in which a thread multiplies matrices together with the other
/// threads of its warp. It takes the code of a [`MatrixUnit`], and the address of the words of the
/// left operand, of the right operand, and of the sums. It overwrites the sums.
pub const MULTIPLY: &str = "hloom_simt_multiply";

/// The name of the runtime function that adds a product of matrices in shared memory to the sums of
/// a thread. It takes the code of a [`WarpgroupUnit`], the address of the sums, and the descriptors
/// of the left and the right operand.
pub const MULTIPLY_SHARED: &str = "hloom_simt_multiply_shared";
