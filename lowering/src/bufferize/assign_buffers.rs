// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-assign-buffers`: every temporary gets an offset in one arena.
//!
//! Before: `%t = memref.alloc() : memref<8xf32>`
//! After:  `%t = memref.view %arena[%offset][] : memref<Nxi8> to memref<8xf32>`
//!
//! The arena becomes the function's last argument, `memref<Nxi8>`, whose size
//! `N` is known here; buffers that are not live at the same time share bytes.
//! Temporaries of a parallel loop's tasks are placed first ([`task_memory`]).
//! The arena of a function that was a body is on the stack of who calls it.

use super::lifetime::Lifetimes;
use super::packing::{Request, pack};
use super::task_memory;
use crate::ffi;
use crate::hlo::outline_bodies::is_body;
use crate::ir::{self, Block, Builder, Context, Op, Shaped, Type, Value};
use crate::pass::{Failure, OptionValues, PassInfo, PassOption};
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, ValueLike};

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-assign-buffers",
    description: "place every temporary of a function at an offset in one arena",
    anchor: "func.func",
    options: &[PassOption {
        name: "alignment",
        description: "alignment of every offset in bytes, a power of two",
        default: "64",
    }],
    dialects: &["arith", "memref"],
    run,
};

/// Bytes of the stack that a function that was a body may take: threads have 2 MiB.
const MOST_ON_STACK: i64 = 256 << 10;

fn run<'a>(
    context: &'a Context,
    function: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let alignment = options.number("alignment", function)?;
    let alignment = u64::try_from(alignment).ok().filter(|value| value.is_power_of_two());
    let alignment = alignment
        .ok_or_else(|| Failure::at(function, "option `alignment` is not a power of two"))?;
    let Some(body) = ir::regions(function).into_iter().flat_map(ir::blocks).next() else {
        return Ok(());
    };

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
    let size = i64::try_from(packing.size)
        .map_err(|_| Failure::at(function, "the temporaries do not fit in 63 bits of memory"))?;
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
    ffi::set_attribute(function, "function_type", TypeAttribute::new(ty.into()).into());
    let empty = ir::parse_attribute(context, "{}");
    ffi::set_attribute(function, "arg_attrs", ir::array_attr(context, &vec![empty; inputs.len()]));
    ffi::set_attribute(function, "hloom.arena_bytes", ir::i64_attr(context, size));
    Ok(())
}

/// Memory on the stack, taken once a call.
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
             {MOST_ON_STACK} that it can have"
        );
        return Err(Failure::at(function, message));
    }
    let builder = Builder::before(context, ir::ops(body)[0]);
    let alignment = ir::i64_attr(context, alignment as i64);
    let alloca = builder.op("memref.alloca").segments(&[0, 0]).attr("alignment", alignment);
    Ok(alloca.result(ty).value())
}

/// Places the temporaries of every parallel loop's tasks.
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

/// The bytes of an allocation.
///
/// # Errors
/// If its size is not known or does not fit.
pub fn byte_size<'a>(op: Op<'a>) -> Result<u64, Failure<'a>> {
    let ty = ir::results(op)[0].r#type();
    let shaped = Shaped::of(ty)
        .filter(Shaped::is_static)
        .ok_or_else(|| Failure::at(op, format!("the size of `{ty}` is not known")))?;
    let element = if ir::is_index(shaped.element) {
        8
    } else if let Some(part) = ir::is_complex(shaped.element) {
        2 * storage_bytes(ir::element_width(part))
    } else {
        storage_bytes(ir::element_width(shaped.element))
    };
    shaped
        .shape
        .iter()
        .try_fold(element, |size, dim| size.checked_mul(u64::try_from(*dim).ok()?))
        .ok_or_else(|| Failure::at(op, format!("the size of `{ty}` overflows")))
}

/// Bytes an element of `bits` bits takes in memory: LLVM stores it in a power
/// of two of bytes.
fn storage_bytes(bits: u32) -> u64 {
    u64::from(bits.div_ceil(8).next_power_of_two())
}
