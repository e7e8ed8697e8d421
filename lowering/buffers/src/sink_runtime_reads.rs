// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-sink-runtime-reads`: makes a runtime call read its operands from tensors immediately
//! before the call.
//!
//! Runtime calls have memref operands, whereas all other operations still have tensor operands. CSE
//! merges the `bufferization.to_buffer` operations of a tensor, and folding replaces the memory
//! that one call reads by the memory that another call wrote. Bufferization analyzes only tensors,
//! so it could then let an operation between the calls overwrite memory that a later call still
//! reads.

use hloom_ir::facts::is_runtime_call;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The pass `hloom-sink-runtime-reads`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-sink-runtime-reads",
    description: "convert tensors to the memref operands of a runtime call directly before the \
                  call",
    anchor: "func.func",
    level: Level::Buffers,
    options: &[],
    dialects: &["bufferization"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for call in ir::walk(function) {
        if !is_runtime_call(call) {
            continue;
        }
        for (index, buffer) in ir::operands(call).into_iter().enumerate() {
            let Some(tensor) = tensor_read(call, buffer) else { continue };
            let read = Builder::before(context, call)
                .op("bufferization.to_buffer")
                .operands(&[tensor])
                .attr("read_only", ir::unit_attr(context))
                .result(buffer.r#type());
            ir::set_operand(call, index, read.value());
            if let Some(earlier) = ir::defining_op(buffer) {
                ir::erase_unused(earlier);
            }
        }
    }
    Ok(())
}

/// Returns the tensor that a call reads through one of its buffers, or `None` for a buffer that the
/// call writes.
fn tensor_read<'a>(call: Op<'a>, buffer: Value<'a>) -> Option<Value<'a>> {
    let origin = ir::defining_op(buffer)?;
    if ir::op_name(origin) == "bufferization.to_buffer" {
        return ir::operands(origin).first().copied();
    }
    let made =
        |user: Op<'a>| ir::op_name(user) == "bufferization.to_tensor" && is_before(user, call);
    let (tensor, _) = ir::uses(buffer).into_iter().find(|(user, _)| made(*user))?;
    ir::results(tensor).first().copied()
}

/// Returns true if `op` is before `other`, or before an operation that contains `other`, in the
/// block of `op`.
fn is_before<'a>(op: Op<'a>, other: Op<'a>) -> bool {
    let after = std::iter::successors(op.next_in_block(), |op| op.next_in_block());
    after.into_iter().any(|next| ir::is_inside(other, next))
}
