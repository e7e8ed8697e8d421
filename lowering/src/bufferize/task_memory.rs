// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Where the temporaries of a parallel loop's tasks lie: on the stack of the thread
//! that runs the task or, if they are too many for that, in a buffer outside the
//! loop that has a part for each task.

use super::assign_buffers::byte_size;
use crate::ir::{self, Builder, Context, Op, Shaped, Value};
use crate::pass::Failure;
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// Bytes that a task may take of its thread's stack.
const STACK_LIMIT: u64 = 256 * 1024;
/// Alignment of every temporary.
const ALIGNMENT: u64 = 64;

/// The outermost parallel loop around `op`.
pub fn parallel_loop(op: Op<'_>) -> Option<Op<'_>> {
    std::iter::successors(op.parent_operation(), |op| op.parent_operation())
        .filter(|above| matches!(ir::op_name(*above), "scf.forall" | "scf.parallel"))
        .last()
}

/// Places the allocations inside one parallel loop. The smallest lie on the stack;
/// for the others, buffers are allocated before the loop.
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

/// A part of `size` bytes for each task, of one buffer before the loop.
fn to_part<'a>(
    context: &'a Context,
    nest: Op<'a>,
    op: Op<'a>,
    size: u64,
) -> Result<(), Failure<'a>> {
    let too_large = || {
        let size = byte_size(op).unwrap_or_default();
        Failure::at(op, format!("a temporary of {size} bytes for each task of a parallel loop"))
    };
    let Tasks { sizes, lower, step } = Tasks::of(nest).ok_or_else(too_large)?;
    let part = i64::try_from(size).map_err(|_| too_large())?;
    let total = sizes.iter().try_fold(part, |total, size| total.checked_mul(*size));
    let ty = ir::memref(&[total.ok_or_else(too_large)?], ir::int(context, 8));
    let whole =
        Builder::before(context, nest).op("memref.alloc").segments(&[0, 0]).result(ty).value();

    let body = ir::regions(nest).into_iter().flat_map(ir::blocks).next().ok_or_else(too_large)?;
    let start = ir::ops(body).first().copied().ok_or_else(too_large)?;
    let builder = Builder::before(context, start);
    let mut offset: Option<Value<'a>> = None;
    for (dim, variable) in ir::args(body).into_iter().take(sizes.len()).enumerate() {
        let begun = builder.binary("arith.subi", variable, builder.index(lower[dim]));
        let counter = builder.binary("arith.divui", begun, builder.index(step[dim]));
        offset = Some(match offset {
            None => counter,
            Some(outer) => {
                let outer = builder.binary("arith.muli", outer, builder.index(sizes[dim]));
                builder.binary("arith.addi", outer, counter)
            }
        });
    }
    let task = offset.unwrap_or_else(|| builder.index(0));
    let byte = builder.binary("arith.muli", task, builder.index(part));
    let own = builder.simple("memref.view", &[whole, byte], ir::results(op)[0].r#type());
    ir::replace_all_uses(ir::results(op)[0], own);
    ir::erase(op);
    Ok(())
}

/// The iterations of a parallel loop with static bounds, by dimension.
struct Tasks {
    sizes: Vec<i64>,
    lower: Vec<i64>,
    step: Vec<i64>,
}

impl Tasks {
    fn of(nest: Op) -> Option<Self> {
        let bounds = |name: &str| nest.attribute(name).ok().and_then(ir::i64_array);
        let (lower, upper, step) =
            (bounds("staticLowerBound")?, bounds("staticUpperBound")?, bounds("staticStep")?);
        let known = [&lower, &upper, &step].iter().all(|all| !all.contains(&Shaped::DYNAMIC));
        let length = |(lower, upper): (&i64, &i64)| (upper - lower).max(0);
        let lengths = lower.iter().zip(&upper).map(length).zip(&step);
        let sizes = lengths.map(|(length, step)| length / step + i64::from(length % step != 0));
        let sizes = sizes.collect();
        known.then_some(Self { sizes, lower, step })
    }
}
