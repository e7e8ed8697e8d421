// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-selects-to-linalg`: a choice of one of two tensors copies its elements.
//!
//! Before: `%r = arith.select %p, %a, %b : tensor<4xf32>`
//! After:  `%r = linalg.generic ins(%a, %b) { arith.select %p, .. }`
//!
//! Canonicalization makes the former of branches that compute nothing. Its memory
//! would be that of one or the other, which bufferization refuses where a loop
//! writes it to one of them.

use crate::ir::{self, Builder, Context, Op, Shaped};
use crate::linalg::generic::{Generic, empty, identity_map};
use crate::pass::{Failure, OptionValues, PassInfo};
use melior::ir::{TypeLike, ValueLike};

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-selects-to-linalg",
    description: "turn choices between tensors into linalg.generic",
    anchor: "func.func",
    options: &[],
    dialects: &["linalg", "tensor"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for op in ir::walk(function) {
        let [condition, yes, no] = ir::operands(op)[..] else { continue };
        if ir::op_name(op) != "arith.select" || !yes.r#type().is_tensor() {
            continue;
        }
        let Some(shaped) = Shaped::of(yes.r#type()).filter(Shaped::is_static) else { continue };
        let builder = Builder::before(context, op);
        let map = identity_map(context, shaped.rank());
        let chosen = Generic::new(builder, &vec![true; shaped.rank()])
            .input(yes, map)
            .input(no, map)
            .output(empty(builder, yes.r#type()), map)
            .build(|builder, elements| vec![builder.select(condition, elements[0], elements[1])]);
        ir::replace(op, chosen);
    }
    Ok(())
}
