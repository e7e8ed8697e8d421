// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Maps the operations inside a loop over thread blocks to the threads of a block.
//!
//! An `scf.forall` whose iterations are thread blocks contains structured operations. Each of them
//! becomes a loop over threads, after which all threads of the block wait for each other.
//! Allocations in the `scf.forall` become memory that the threads of a block share. All threads of
//! a block execute a sequential loop around such operations.

use super::memory_copy::MemoryCopy;
use super::nest::Nest;
use super::shared::{SharedMemory, too_large};
use crate::{host, shared_memory};
use hloom_ir::linalg::structured::Structured;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Block, Builder, Context, Mapping, Op, Shaped, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};

/// Moves the allocations in a loop over thread blocks to shared memory, and copies inputs there
/// that several operations read. `bytes` is the size of the shared memory. Returns `None` for a
/// loop without a body.
///
/// # Errors
/// Fails if an allocation does not fit into the shared memory.
pub fn prepare<'a>(
    context: &'a Context,
    nest: Op<'a>,
    bytes: i64,
) -> Result<Option<SharedMemory<'a>>, Failure<'a>> {
    let Some(block) = ir::regions(nest).into_iter().flat_map(ir::blocks).next() else {
        return Ok(None);
    };
    let mut memory = SharedMemory::new(context, block, bytes);
    for op in ops_in_sequence(block) {
        if matches!(ir::op_name(op), "memref.alloc" | "memref.alloca") {
            let ty = ir::results(op)[0].r#type();
            let Some(shape) = Shaped::of(ty) else { continue };
            let own = memory.allocate(&shape.shape, shape.element).ok_or_else(|| too_large(op))?;
            ir::replace(op, [own]);
        } else if ir::op_name(op) == "memref.load" {
            // All threads load before one stores.
            if let Some(next) = op.next_in_block() {
                Builder::before(context, next).op("gpu.barrier").build();
            }
        }
    }
    copy_inputs(context, &mut memory);
    Ok(Some(memory))
}

/// Returns true if the iterations of a loop can be thread blocks. The loop must be mapped to
/// blocks. All threads of a block must be able to execute each operation inside it, or to share its
/// iterations.
pub fn is_of_blocks(nest: Op) -> bool {
    let mut inside = ir::regions(nest).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    Mapping::of(nest) == Some(Mapping::Block) && inside.all(can_share)
}

/// Returns the body of an `scf.for` that carries no values, which all threads of a block can
/// execute. Returns `None` for other operations.
pub fn sequential_body<'a>(op: Op<'a>) -> Option<Block<'a>> {
    let is_loop = ir::op_name(op) == "scf.for" && ir::results(op).is_empty();
    ir::regions(op).into_iter().flat_map(ir::blocks).next().filter(|_| is_loop)
}

/// Returns the operations of an MLIR block, including those in the bodies of sequential loops
/// ([`sequential_body`]).
fn ops_in_sequence<'a>(block: Block<'a>) -> Vec<Op<'a>> {
    let with_inner = |op: Op<'a>| {
        let inner = sequential_body(op).map(ops_in_sequence).unwrap_or_default();
        std::iter::once(op).chain(inner)
    };
    ir::ops(block).into_iter().flat_map(with_inner).collect()
}

fn can_share(op: Op) -> bool {
    if let Some(body) = sequential_body(op) {
        return ir::ops(body).into_iter().all(can_share);
    }
    let name = ir::op_name(op);
    let is_alike = host::is_transparent(op)
        || matches!(ir::dialect(op), "affine" | "arith" | "complex" | "math")
        || matches!(name, "memref.load" | "scf.forall.in_parallel" | "scf.yield");
    let is_static = |value: Value| Shaped::of(value.r#type()).is_none_or(|shape| shape.is_static());
    let is_loop = || {
        // A thread cannot wait for others inside of an iteration.
        let inner = ir::regions(op).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
        let mut inner = inner.flat_map(ir::walk);
        Mapping::of(op) == Some(Mapping::Thread)
            && !inner.any(|op| Mapping::of(op).is_some() || ir::op_name(op) == "gpu.barrier")
    };
    let is_shared = name.starts_with("linalg.") || is_loop();
    let has_static_shapes = || {
        ir::operands(op).into_iter().all(is_static) && ir::results(op).into_iter().all(is_static)
    };
    // Parts whose size is computed at run time are only copied.
    host::is_view(op)
        || MemoryCopy::of(op).is_some()
        || ((is_alike || is_shared) && has_static_shapes())
}

/// Copies each device memref that several operations read to shared memory if enough of it is free,
/// so that the block reads the memref only once.
fn copy_inputs<'a>(context: &'a Context, memory: &mut SharedMemory<'a>) {
    let ops = ir::ops(memory.block);
    let nests: Vec<_> = ops.iter().filter_map(|op| Nest::of(*op)).collect();
    let mut readers: Vec<(Value<'a>, Vec<Op<'a>>)> = Vec::new();
    for nest in &nests {
        let op = nest.generic.op;
        let read = ir::operands(op).into_iter().take(nest.generic.inputs);
        for value in read.filter(|value| value.r#type().is_mem_ref()) {
            match readers.iter_mut().find(|(known, _)| *known == value) {
                Some((_, users)) if users.contains(&op) => {}
                Some((_, users)) => users.push(op),
                None => readers.push((value, vec![op])),
            }
        }
    }
    for (value, users) in readers {
        let is_written = || {
            let outputs = ops.iter().flat_map(|op| ir::walk(*op)).flat_map(written);
            outputs.map(host::root).any(|output| output == host::root(value))
        };
        if users.len() < 2 || shared_memory::is_shared(host::root(value)) || is_written() {
            continue;
        }
        let Some(shape) = Shaped::of(value.r#type()).filter(Shaped::is_static) else { continue };
        // The parts of reductions must fit.
        memory.free -= Mapping::PARTS_BYTES;
        let target = memory.allocate(&shape.shape, shape.element);
        memory.free += Mapping::PARTS_BYTES;
        let Some(target) = target else { continue };
        let Some(copy) = MemoryCopy::new(value, target) else { continue };
        // Nothing may stand between a reduction and the fill of its result, so copy early.
        let first = nests[0].generic.op;
        let place = |op: Op<'a>| ops.iter().position(|it| *it == op);
        let is_known = ir::defining_op(value).and_then(place) < place(first);
        let at = Builder::before(context, if is_known { first } else { users[0] });
        copy.emit(at);
        for user in users {
            for (position, operand) in ir::operands(user).into_iter().enumerate() {
                if operand == value {
                    ir::set_operand(user, position, target);
                }
            }
        }
    }
}

/// Returns the memrefs that an operation writes.
fn written(op: Op<'_>) -> Vec<Value<'_>> {
    let operands = ir::operands(op);
    match ir::op_name(op) {
        "memref.store" | "memref.copy" => vec![operands[1]],
        _ => match Structured::of(op) {
            Some(generic) => operands[generic.inputs..].to_vec(),
            None => Vec::new(),
        },
    }
}
