// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-copy-arguments`: copies arguments that operations update, with a parallel loop.
//!
//! An update such as a `dynamic_update_slice` is computed in place. If the caller keeps the
//! argument, a copy must precede the update. Bufferization would otherwise insert a sequential copy
//! to a temporary, and a result would be copied from the temporary again.
//!
//! Before: `tensor.insert_slice %update into %argument`
//! After:  `%copy = linalg.generic ins(%argument) outs(%empty)`, and `tensor.insert_slice %update
//! into %copy`
//!
//! If the updated tensor is a result of the program, the copy is written directly to the memory of
//! the result.

use hloom_ir::facts::{aliases, is_body};
use hloom_ir::linalg::destination::destination;
use hloom_ir::linalg::generic::{Generic, empty, identity_map};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped};
use melior::ir::ValueLike;

/// The pass `hloom-copy-arguments`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-copy-arguments",
    description: "copy large arguments with parallel loops before operations update them in place",
    anchor: "func.func",
    level: Level::Loops,
    options: &[],
    dialects: &["linalg", "tensor"],
    run,
};

/// Minimum number of elements of an argument that the pass copies.
const LEAST_ELEMENTS: i64 = 16 * 1024;

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let body = ir::regions(function).into_iter().flat_map(ir::blocks).next();
    let Some(body) = body.filter(|_| !is_body(function)) else { return Ok(()) };
    // An update of a donated argument needs no copy.
    let donated: Vec<_> = aliases(function).into_iter().map(|(_, argument)| argument).collect();
    let arguments = ir::args(body).into_iter().enumerate();
    let kept: Vec<_> =
        arguments.filter(|(at, _)| !donated.contains(at)).map(|(_, value)| value).collect();
    for op in ir::ops(body) {
        for number in 0..ir::results(op).len() {
            let Some(position) = destination(op, number) else { continue };
            let Some(argument) = ir::operands(op).get(position).copied() else { continue };
            let Some(shaped) = Shaped::of(argument.r#type()).filter(Shaped::is_static) else {
                continue;
            };
            if shaped.elements() >= LEAST_ELEMENTS && kept.contains(&argument) && updates(op) {
                let builder = Builder::before(context, op);
                let map = identity_map(context, shaped.rank());
                let copy = Generic::new(builder, &vec![true; shaped.rank()])
                    .input(argument, map)
                    .output(empty(builder, argument.r#type()), map)
                    .build(|_, elements| vec![elements[0]]);
                ir::set_operand(op, position, copy[0]);
            }
        }
    }
    Ok(())
}

/// Returns true if an operation may write only some elements of its destination, and preserves the
/// others.
fn updates(op: Op) -> bool {
    matches!(
        ir::op_name(op),
        "tensor.insert_slice" | "tensor.insert" | "scf.for" | "scf.forall" | "scf.while"
    )
}
