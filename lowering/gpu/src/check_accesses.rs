// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-check-accesses`: adds a runtime call before each load and store of the kernels that run on the
//! host, which simulates a GPU.
//!
//! Before: `%0 = llvm.load %p : !llvm.ptr -> f32`
//! After:  `llvm.call @hloom_simt_access(%p, %bytes, %alignment, %is_write, %place)`, then the load
//!
//! The runtime finds accesses outside the kernel's memory, misaligned accesses, and data races. `%place`
//! is the address of a string with the source location of the operation. Some accesses are not checked:
//! accesses to a thread's local variables or to constants, accesses through an address that a loop
//! carries, and accesses in functions that a kernel calls.

use crate::kernel_functions::llvm_kernels;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Block, Builder, Context, Op, Type, Value, llvm};
use melior::ir::block::BlockArgument;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, ValueLike};
use std::collections::HashMap;

/// The pass `hloom-check-accesses`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-check-accesses",
    description: "call the runtime before loads and stores in kernels that simulate a GPU on the \
                  host, to check the accesses",
    anchor: "gpu.module",
    level: Level::Target,
    options: &[],
    dialects: &["llvm"],
    run,
};

/// The name of the runtime function that checks an access.
pub const ACCESS: &str = "hloom_simt_access";

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let Some(block) = ir::regions(module).into_iter().flat_map(ir::blocks).next() else {
        return Ok(());
    };
    let mut places = HashMap::new();
    for op in llvm_kernels(module).into_iter().flat_map(ir::walk) {
        let address = match ir::op_name(op) {
            "llvm.load" => ir::operands(op)[0],
            "llvm.store" => ir::operands(op)[1],
            _ => continue,
        };
        if is_of_argument(address) {
            check(context, block, op, address, &mut places);
        }
    }
    if !places.is_empty() {
        let (pointer, i64) = (llvm::pointer(context), ir::int(context, 64));
        let at = Builder::at_end(context, block, module.location());
        llvm::declare(at, ACCESS, &[pointer, i64, i64, i64, pointer]);
    }
    Ok(())
}

/// Returns true if an address is known to point into the memory of a function argument. It is the
/// argument, or `getelementptr` and `select` operations compute it from arguments. Other addresses
/// may point to a thread's local variables or to constants.
fn is_of_argument(address: Value) -> bool {
    let Some(op) = ir::defining_op(address) else { return is_argument(address) };
    let operands = ir::operands(op);
    match ir::op_name(op) {
        "llvm.getelementptr" => is_of_argument(operands[0]),
        "llvm.select" => operands[1..].iter().all(|operand| is_of_argument(*operand)),
        _ => false,
    }
}

/// Returns true if a value is an argument of a function's entry block.
fn is_argument(value: Value) -> bool {
    let Ok(argument) = BlockArgument::try_from(value) else { return false };
    let block = argument.owner();
    let function = block.parent_operation();
    let first = function.and_then(|op| ir::regions(op).into_iter().flat_map(ir::blocks).next());
    first == Some(block)
}

/// Emits the runtime call that checks the load or store `op`, before `op`. `places` maps the text
/// of a source location to the name of the string in `module` that contains it.
fn check<'a>(
    context: &'a Context,
    module: Block<'a>,
    op: Op<'a>,
    address: Value<'a>,
    places: &mut HashMap<String, String>,
) {
    let at = Builder::before(context, op);
    let is_write = ir::op_name(op) == "llvm.store";
    let value = if is_write { ir::operands(op)[0] } else { ir::results(op)[0] };
    let text = place(&at.location().to_string());
    let count = places.len();
    let name = places.entry(text).or_insert_with_key(|text| {
        let name = format!("hloom_place_{count}");
        let at = Builder::before(context, ir::ops(module)[0]).at(at.location());
        llvm::string(at, &name, text);
        name
    });
    let pointer = llvm::pointer(context);
    let symbol = ir::flat_symbol_attr(context, name);
    let place = at.op("llvm.mlir.addressof").attr("global_name", symbol).result(pointer).value();
    let operands = [
        address,
        size(at, value.r#type()),
        llvm::i64_constant(at, alignment(op, value.r#type())),
        llvm::i64_constant(at, i64::from(is_write)),
        place,
    ];
    llvm::call(at, Some(ACCESS), &operands);
}

/// Returns `FILE:LINE:COLUMN` if the printed MLIR location is a position in a file, and otherwise
/// the printed location unchanged.
fn place(location: &str) -> String {
    let inner = location.strip_prefix("loc(\"").and_then(|it| it.strip_suffix(')'));
    match inner.and_then(|it| it.split_once("\":")) {
        Some((file, position)) if !file.contains('"') => format!("{file}:{position}"),
        _ => location.to_owned(),
    }
}

/// Emits the size of a type in bytes, as an `i64`.
fn size<'a>(at: Builder<'a>, ty: Type<'a>) -> Value<'a> {
    let pointer = llvm::pointer(at.context());
    let zero = at.op("llvm.mlir.zero").result(pointer).value();
    let next = at
        .op("llvm.getelementptr")
        .operands(&[zero])
        .attr("elem_type", ir::type_attr(ty))
        .attr("rawConstantIndices", ir::parse_attribute(at.context(), "array<i32: 1>"))
        .result(pointer)
        .value();
    at.simple("llvm.ptrtoint", &[next], ir::int(at.context(), 64))
}

/// Returns the alignment of a load or store in bytes. It is the attribute `alignment`, but at least
/// the natural alignment of `ty` if `ty` is an integer or a float.
fn alignment(op: Op, ty: Type) -> i64 {
    let is_number = ir::is_float(ty) || ir::is_integer(ty);
    let natural = if is_number {
        i64::from(ir::element_width(ty).div_ceil(8).next_power_of_two()).min(8)
    } else {
        1
    };
    ir::integer(op, "alignment").unwrap_or(1).max(natural)
}
