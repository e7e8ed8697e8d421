// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-selects-to-linalg`: converts an `arith.select` of tensors to an elementwise copy.
//!
//! Before: `%r = arith.select %p, %a, %b : tensor<4xf32>`
//! After:  `%r = linalg.generic ins(%a, %b) { arith.select %p, .. }`
//!
//! Canonicalization converts branches without computations to `arith.select`. The result would be
//! in the memory of one of the two operands, depending on the condition. Bufferization rejects such
//! a program if a loop writes the result to the memory of one operand.

use hloom_ir::linalg::generic::{Generic, empty, identity_map};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped};
use melior::ir::{TypeLike, ValueLike};

/// The pass `hloom-selects-to-linalg`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-selects-to-linalg",
    description: "convert `arith.select` of tensors to `linalg.generic`",
    anchor: "func.func",
    level: Level::Buffers,
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
