// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-gpu-to-host`: turns kernels into functions of the host, which run one thread of a GPU.
//!
//! Before: `gpu.func @k(%a: memref<8xf32>) kernel { %i = gpu.thread_id x .. gpu.return }`
//! After:  `func.func @k(%a: memref<8xf32>, %block: index, %thread: index, %shared: memref<49152xi8>)`
//!
//! A barrier becomes a call of the runtime, which runs the other threads of the block meanwhile.

use crate::kernel_functions::{Machine, convert, is_along_x};
use crate::matrix_unit::{self, MatrixUnit};
use crate::shared_memory;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Type, Value};
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
    let calls = multiply_on_host(context, module);
    let waits = ir::walk(module).into_iter().any(|op| ir::op_name(op) == "gpu.barrier");
    convert(context, module, &machine)?;
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
    if calls {
        let word = ir::int(context, 32);
        declare(MULTIPLY, [&[word; matrix_unit::OPERANDS], &[]]);
        declare(SUM, [&[word], &[word]]);
    }
    Ok(())
}

/// Turns the operations of matrix units into calls of the runtime. Returns true if there are any.
fn multiply_on_host<'a>(context: &'a Context, module: Op<'a>) -> bool {
    let ops = ir::walk(module).into_iter();
    let ops: Vec<_> = ops.filter(|op| ir::op_name(*op) == matrix_unit::MULTIPLY).collect();
    let word = ir::int(context, 32);
    for op in &ops {
        let at = Builder::before(context, *op);
        let cast = |value: Value<'a>, ty: Type<'a>| match value.r#type() == ty {
            true => value,
            false => at.simple("llvm.bitcast", &[value], ty),
        };
        let mut operands = vec![at.int(MatrixUnit::of_op(*op).map_or(0, MatrixUnit::code), word)];
        operands.extend(ir::operands(*op).into_iter().map(|operand| cast(operand, word)));
        let call =
            |name: &str| at.op("func.call").attr("callee", ir::flat_symbol_attr(context, name));
        call(MULTIPLY).operands(&operands).build();
        let sums = ir::results(*op).into_iter().flat_map(ir::uses).map(|(user, _)| user);
        for user in sums.collect::<Vec<_>>() {
            let position = user.attribute("position").ok().and_then(ir::i64_array);
            let position = position.and_then(|it| it.first().copied()).unwrap_or(0);
            let sum = call(SUM).operands(&[at.int(position, word)]).result(word).value();
            ir::replace(user, [cast(sum, ir::results(user)[0].r#type())]);
        }
        ir::erase(*op);
    }
    !ops.is_empty()
}

/// The function of the runtime in which a thread waits for the other threads of its block.
pub const BARRIER: &str = "hloom_simt_barrier";

/// The function of the runtime that multiplies matrices with the other threads of a warp. It takes the
/// code of a [`MatrixUnit`] and the registers of the operands.
pub const MULTIPLY: &str = "hloom_simt_multiply";

/// The function of the runtime that returns one of the last sums of the thread.
pub const SUM: &str = "hloom_simt_sum";
