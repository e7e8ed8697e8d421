// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-copy-yielded-slices`: copies the slices of tensors that branches and loops yield or carry, so
//! that each has its own memory.
//!
//! Before: `%s = tensor.extract_slice %x[%i] ..`, `scf.yield %s`
//! After:  `%s = tensor.extract_slice %x[%i] ..`, `%c = bufferization.alloc_tensor() copy(%s)`,
//!         `scf.yield %c`
//!
//! Without the copy, the memory of the result would be a part of `%x` whose offset depends on the branch
//! and on `%i`. The host program of a GPU does not know scalars of the device such as `%i`, and kernels
//! take bare pointers, which have no offset.

use crate::host;
use hloom_ir::linalg::destination;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use melior::ir::{TypeLike, ValueLike};

/// The pass `hloom-copy-yielded-slices`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-copy-yielded-slices",
    description: "copy the slices of tensors that branches and loops of the host program yield or \
                  carry",
    anchor: "func.func",
    level: Level::Buffers,
    options: &[],
    dialects: &["bufferization"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for op in ir::walk(function) {
        let passes_on =
            matches!(ir::op_name(op), "scf.yield" | "scf.condition" | "scf.for" | "scf.while");
        if !passes_on || host::kernel_of(op).is_some() {
            continue;
        }
        for (number, operand) in ir::operands(op).into_iter().enumerate() {
            if operand.r#type().is_tensor() && is_part(operand) {
                let copy = destination::copy(Builder::before(context, op), operand);
                ir::set_operand(op, number, copy);
            }
        }
    }
    Ok(())
}

/// Returns true if a tensor is a slice of another tensor, or a cast or reshape of a slice.
fn is_part(tensor: Value) -> bool {
    ir::defining_op(tensor).is_some_and(|op| match ir::op_name(op) {
        "tensor.extract_slice" => true,
        "tensor.cast" | "tensor.collapse_shape" | "tensor.expand_shape" => {
            is_part(ir::operands(op)[0])
        }
        _ => false,
    })
}
