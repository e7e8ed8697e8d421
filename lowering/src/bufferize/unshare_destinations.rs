// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-unshare-destinations`: every operation gets a destination of its own.
//!
//! CSE makes one of two equal `tensor.empty` or `linalg.fill`. Bufferization
//! would then copy one destination to get the other, and upstream's
//! elimination of empty tensors would give both the memory of one result.

use crate::ffi;
use crate::ir::{self, Context, Op};
use crate::pass::{Failure, OptionValues, PassInfo};

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-unshare-destinations",
    description: "give every use of an empty or filled tensor one of its own",
    anchor: "func.func",
    options: &[],
    dialects: &["linalg", "tensor"],
    run,
};

fn run<'a>(_: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    // Users first: a copied fill is another use of what it fills.
    for op in ir::walk(function).into_iter().rev() {
        if !matches!(ir::op_name(op), "tensor.empty" | "linalg.fill") {
            continue;
        }
        let [result] = ir::results(op)[..] else { continue };
        for (user, operand) in ir::uses(result).into_iter().skip(1) {
            let own = ffi::clone_before(op, user);
            ffi::set_operand(user, operand, ir::results(own)[0]);
        }
    }
    Ok(())
}
