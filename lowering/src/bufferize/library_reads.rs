// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-library-reads`: a call of the library reads its operands where it stands.
//!
//! The calls are on memory when all else is still on tensors. CSE makes one of two
//! `bufferization.to_buffer` of a tensor, and folding takes the memory that a call wrote
//! for what another one reads; bufferization, which sees tensors alone, would then let an
//! operation in between work in memory that is still to be read. Here every operand is
//! made to be read from its tensor again, right before its call.

use crate::ffi;
use crate::hlo_to_linalg::library_call::PREFIX;
use crate::ir::{self, Builder, Context, Op, Value};
use crate::pass::{Failure, OptionValues, PassInfo};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-library-reads",
    description: "make calls of the library read tensors where they stand",
    anchor: "func.func",
    options: &[],
    dialects: &["bufferization"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for call in ir::walk(function) {
        let callee = call.attribute("callee").ok().map(|callee| callee.to_string());
        let callee = callee.filter(|_| ir::op_name(call) == "func.call").unwrap_or_default();
        if !callee.trim_start_matches('@').starts_with(PREFIX) {
            continue;
        }
        for (index, buffer) in ir::operands(call).into_iter().enumerate() {
            let Some(tensor) = tensor_read(call, buffer) else { continue };
            let read = Builder::before(context, call)
                .op("bufferization.to_buffer")
                .operands(&[tensor])
                .attr("read_only", ir::unit_attr(context))
                .result(buffer.r#type());
            ffi::set_operand(call, index, read.value());
            if let Some(earlier) = ir::defining_op(buffer) {
                ir::erase_unused(earlier);
            }
        }
    }
    Ok(())
}

/// The tensor whose memory a call reads as one of its buffers; nothing for a buffer that it
/// writes.
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

/// Whether an operation comes before another one, or one that has it inside, in its block.
fn is_before<'a>(op: Op<'a>, other: Op<'a>) -> bool {
    let after = std::iter::successors(op.next_in_block(), |op| op.next_in_block());
    after.into_iter().any(|next| ir::is_inside(other, next))
}
