// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-assign-buffers`: assigns every temporary an offset in one arena.
//!
//! Before: `%t = memref.alloc() : memref<8xf32>`
//! After:  `%t = memref.view %arena[%offset][] : memref<Nxi8> to memref<8xf32>`
//!
//! The arena becomes the function's last argument, `memref<Nxi8>`, whose size `N` in bytes is
//! static. Buffers that are not live at the same time share bytes. A temporary that is copied to a
//! result takes the memory of the result ([`result_copies`]). A temporary that is copied to a slice
//! of an array takes the memory of the slice ([`slice_copies`]). A slice of a temporary is copied
//! to a result as soon as it is computed ([`early_copies`]). The temporaries of a parallel loop's
//! tasks are placed first ([`task_memory`]). An outlined body has no arena argument: its arena is
//! on the stack.

use super::allocation_size::byte_size;
use super::lifetime::Lifetimes;
use super::packing::{Request, pack};
use super::report::Report;
use super::{early_copies, result_copies, slice_copies, task_memory};
use hloom_ir::facts;
use hloom_ir::facts::is_body;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Block, Builder, Context, Op, Shaped, Type, Value};
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{FunctionType, MemRefType};
use melior::ir::{BlockLike, ValueLike};

/// The pass `hloom-assign-buffers`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-assign-buffers",
    description: "assign each temporary buffer of a function an offset in one buffer, the arena",
    anchor: "func.func",
    level: Level::Buffers,
    options: &[PassOption {
        name: "alignment",
        description: "alignment of every offset in bytes, a power of two",
        default: "64",
    }],
    dialects: &["arith", "memref"],
    run,
};

/// The maximum size in bytes of the temporaries of an outlined body, which are on the stack. The
/// stack of a thread has 2 MiB.
const MOST_ON_STACK: i64 = 256 << 10;

fn run<'a>(
    context: &'a Context,
    function: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let given = options.number("alignment", function)?;
    let alignment = u64::try_from(given).ok().filter(|value| value.is_power_of_two());
    let alignment = alignment.ok_or_else(|| {
        let message = format!("option `alignment`: expected a power of two, found `{given}`");
        Failure::at(function, message)
    })?;
    let Some(body) = ir::regions(function).into_iter().flat_map(ir::blocks).next() else {
        return Ok(());
    };

    check_memory_spaces(function)?;
    result_copies::remove(context, function, body);
    slice_copies::remove(context, function)?;
    early_copies::hoist(function, body);
    place_task_memory(context, function)?;
    let lifetimes = Lifetimes::new(function);
    let mut allocations = Vec::new();
    let mut requests = Vec::new();
    for op in ir::walk(function) {
        match ir::op_name(op) {
            "memref.alloc" => {}
            // The arena outlives every use.
            "memref.dealloc" => {
                ir::erase(op);
                continue;
            }
            _ => continue,
        }
        let live = lifetimes.of(op).map_err(|escape| {
            let name = ir::op_name(escape);
            Failure::at(escape, format!("the memory of a temporary escapes through `{name}`"))
        })?;
        requests.push(Request { size: byte_size(op)?, live });
        allocations.push(op);
    }

    let packing = pack(&requests, alignment);
    if let Some(mut report) = Report::of(context, function) {
        report.add_arguments(body, &lifetimes);
        for (index, op) in allocations.iter().enumerate() {
            report.add_temporary(*op, &requests[index], packing.offsets[index], &lifetimes);
        }
        report.store(function);
    }
    let size = i64::try_from(packing.size).map_err(|_| {
        Failure::at(
            function,
            "the total size of the temporaries exceeds 2^63 - 1 \
        bytes",
        )
    })?;
    let arena_type = ir::memref(&[size], ir::int(context, 8));
    let arena = if is_body(function) {
        stack(context, function, body, arena_type, alignment)?
    } else {
        body.add_argument(arena_type, function.location())
    };
    for (op, offset) in allocations.into_iter().zip(packing.offsets) {
        let builder = Builder::before(context, op);
        let offset = builder.index(offset as i64);
        let view = builder
            .op("memref.view")
            .operands(&[arena, offset])
            .result(ir::results(op)[0].r#type())
            .value();
        ir::replace(op, [view]);
    }
    if is_body(function) {
        return Ok(());
    }
    let inputs: Vec<_> = ir::args(body).iter().map(|argument| argument.r#type()).collect();
    let ty = FunctionType::new(context, &inputs, &[]);
    ir::set_attribute(function, "function_type", TypeAttribute::new(ty.into()).into());
    let empty = ir::parse_attribute(context, "{}");
    ir::set_attribute(function, "arg_attrs", ir::array_attr(context, &vec![empty; inputs.len()]));
    ir::set_attribute(function, facts::ARENA_BYTES, ir::i64_attr(context, size));
    Ok(())
}

/// Checks that all temporaries are in the default memory space, like the arena.
///
/// # Errors
/// Fails with a message at each temporary in another memory space.
fn check_memory_spaces(function: Op<'_>) -> Result<(), Failure<'_>> {
    let mut refused = Failure::default();
    for op in ir::walk(function).into_iter().filter(|op| ir::op_name(*op) == "memref.alloc") {
        let ty = ir::results(op)[0].r#type();
        if MemRefType::try_from(ty).is_ok_and(|ty| ty.memory_space().is_some()) {
            let message =
                format!("`memref.alloc`: expected the default memory space, found `{ty}`");
            refused.merge(Failure::at(op, message));
        }
    }
    refused.into_result()
}

/// Allocates stack memory of type `ty` at the start of an outlined body.
///
/// # Errors
/// Fails if the size exceeds [`MOST_ON_STACK`] bytes.
fn stack<'a>(
    context: &'a Context,
    function: Op<'a>,
    body: Block<'a>,
    ty: Type<'a>,
    alignment: u64,
) -> Result<Value<'a>, Failure<'a>> {
    let size = Shaped::of(ty).map_or(0, |shaped| shaped.elements());
    if size > MOST_ON_STACK {
        let message = format!(
            "the body of an operation needs {size} bytes of temporaries, more than the \
             {MOST_ON_STACK} that its stack may take"
        );
        return Err(Failure::at(function, message));
    }
    let builder = Builder::before(context, ir::ops(body)[0]);
    let alignment = ir::i64_attr(context, alignment as i64);
    let alloca = builder.op("memref.alloca").segments(&[0, 0]).attr("alignment", alignment);
    Ok(alloca.result(ty).value())
}

/// Places the temporaries of the tasks of each parallel loop in memory.
fn place_task_memory<'a>(context: &'a Context, function: Op<'a>) -> Result<(), Failure<'a>> {
    let mut loops: Vec<(Op<'a>, Vec<Op<'a>>)> = Vec::new();
    for op in ir::walk(function).into_iter().filter(|op| ir::op_name(*op) == "memref.alloc") {
        let Some(nest) = task_memory::parallel_loop(op) else { continue };
        match loops.last_mut().filter(|(last, _)| *last == nest) {
            Some((_, allocations)) => allocations.push(op),
            None => loops.push((nest, vec![op])),
        }
    }
    loops.iter().try_for_each(|(nest, ops)| task_memory::place(context, *nest, ops))
}
