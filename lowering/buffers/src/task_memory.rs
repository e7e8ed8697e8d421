// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Places the temporaries of a parallel loop's tasks.
//!
//! Small temporaries are on the stack of the thread that runs the task. The other temporaries are
//! in buffers outside the loop, which have a separate slice for each task.

use super::allocation_size::byte_size;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Context, Forall, Op};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The maximum size in bytes of the temporaries of a task on the stack of its thread.
const STACK_LIMIT: u64 = 256 * 1024;
/// Alignment of every temporary, in bytes.
const ALIGNMENT: u64 = 64;

/// Returns the outermost parallel loop around `op`, if there is one.
pub fn parallel_loop(op: Op<'_>) -> Option<Op<'_>> {
    std::iter::successors(op.parent_operation(), |op| op.parent_operation())
        .filter(|above| matches!(ir::op_name(*above), "scf.forall" | "scf.parallel"))
        .last()
}

/// Places the allocations inside the parallel loop `nest`. The smallest allocations are placed
/// on the stack up to its limit. For each other allocation, a buffer is allocated before the loop.
///
/// # Errors
///
/// Fails if the size of an allocation is unknown. Also fails if an allocation does not fit on the
/// stack and the size of the buffer for all tasks is unknown or overflows.
pub fn place<'a>(
    context: &'a Context,
    nest: Op<'a>,
    allocations: &[Op<'a>],
) -> Result<(), Failure<'a>> {
    let mut sized = allocations
        .iter()
        .map(|op| Ok((byte_size(*op)?.next_multiple_of(ALIGNMENT), *op)))
        .collect::<Result<Vec<_>, Failure<'a>>>()?;
    sized.sort_by_key(|(size, _)| *size);
    let mut taken = 0u64;
    for (size, op) in sized {
        taken = taken.saturating_add(size);
        if taken <= STACK_LIMIT {
            to_stack(context, op);
        } else {
            to_part(context, nest, op, size)?;
        }
    }
    Ok(())
}

fn to_stack<'a>(context: &'a Context, op: Op<'a>) {
    let stack = Builder::before(context, op)
        .op("memref.alloca")
        .segments(&[0, 0])
        .attr("alignment", ir::i64_attr(context, ALIGNMENT as i64))
        .result(ir::results(op)[0].r#type())
        .value();
    ir::replace_all_uses(ir::results(op)[0], stack);
    ir::erase(op);
}

/// Replaces an allocation by the task's slice of a new buffer before the loop, which has `size`
/// bytes for each task.
fn to_part<'a>(
    context: &'a Context,
    nest: Op<'a>,
    op: Op<'a>,
    size: u64,
) -> Result<(), Failure<'a>> {
    let too_large = || {
        let size = byte_size(op).unwrap_or_default();
        let message = format!(
            "cannot allocate {size} bytes for each task of a parallel loop: the number of tasks \
             is unknown, or the sum overflows"
        );
        Failure::at(op, message)
    };
    let forall = Forall::of(nest).ok_or_else(too_large)?;
    let part = i64::try_from(size).map_err(|_| too_large())?;
    let total = forall.tasks().and_then(|tasks| tasks.checked_mul(part)).ok_or_else(too_large)?;
    let ty = ir::memref(&[total], ir::int(context, 8));
    let whole =
        Builder::before(context, nest).op("memref.alloc").segments(&[0, 0]).result(ty).value();

    let body = ir::regions(nest).into_iter().flat_map(ir::blocks).next().ok_or_else(too_large)?;
    let start = ir::ops(body).first().copied().ok_or_else(too_large)?;
    let builder = Builder::before(context, start);
    let task = forall.task(builder, &ir::args(body));
    let byte = builder.binary("arith.muli", task, builder.index(part));
    let own = builder.simple("memref.view", &[whole, byte], ir::results(op)[0].r#type());
    ir::replace_all_uses(ir::results(op)[0], own);
    ir::erase(op);
    Ok(())
}
