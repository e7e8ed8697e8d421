// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-reuse-operands`: an elementwise operation writes over an input that
//! nothing reads after it.
//!
//! Before: `linalg.generic ins(%a, %b) outs(%empty)`, `%a` used here last
//! After:  `linalg.generic ins(%b) outs(%a)`
//!
//! Bufferization then needs no buffer for the result.

use crate::ffi;
use crate::ir::{self, Builder, Context, Op, Value};
use crate::linalg::structured::Structured;
use crate::pass::{Failure, OptionValues, PassInfo};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-reuse-operands",
    description: "let elementwise operations write over inputs that nothing else reads",
    anchor: "func.func",
    options: &[],
    dialects: &["linalg"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for op in ir::walk(function) {
        if let Some(generic) = Structured::of(op)
            && let Some(input) = reusable_input(&generic)
        {
            reuse(context, &generic, input);
        }
    }
    Ok(())
}

/// The input that the one output can overwrite: same type and map, produced by
/// an operation that makes a new value, and not used again.
fn reusable_input(generic: &Structured) -> Option<usize> {
    let operands = ir::operands(generic.op);
    let [output] = operands[generic.inputs..] else { return None };
    let fresh = ir::defining_op(output).is_some_and(|op| ir::op_name(op) == "tensor.empty");
    if !fresh || !generic.is_elementwise() {
        return None;
    }
    (0..generic.inputs).find(|input| {
        let value = operands[*input];
        value.r#type() == output.r#type()
            && generic.maps[*input] == generic.maps[generic.inputs]
            && is_new_value(value, generic.op)
            && is_last_use(value, generic.op)
    })
}

/// Whether the value is computed into memory of its own, in the same block.
fn is_new_value<'a>(value: Value<'a>, user: Op<'a>) -> bool {
    ir::defining_op(value)
        .is_some_and(|op| ir::op_name(op).starts_with("linalg.") && op.block() == user.block())
}

/// Whether every other use comes before `user` in its block.
fn is_last_use<'a>(value: Value<'a>, user: Op<'a>) -> bool {
    let mut own = 0;
    ir::uses(value).into_iter().all(|(other, _)| {
        if other == user {
            own += 1;
            return own == 1;
        }
        other.block() == user.block() && other.is_before_in_block(user)
    })
}

fn reuse<'a>(context: &'a Context, generic: &Structured<'a>, input: usize) {
    let op = generic.op;
    let mut operands = ir::operands(op);
    let reused = operands.remove(input);
    let output = generic.inputs - 1;
    operands[output] = reused;
    let mut maps: Vec<_> = generic.maps.iter().map(|map| ir::affine_map_attr(*map)).collect();
    maps.remove(input);
    let Some(body) = generic.body() else { return };
    let arguments = ir::args(body);
    ir::replace_all_uses(arguments[input], arguments[generic.inputs]);
    ffi::erase_argument(body, input);
    let results: Vec<_> = ir::results(op).iter().map(|result| result.r#type()).collect();
    let new = Builder::before(context, op)
        .op("linalg.generic")
        .operands(&operands)
        .attr("indexing_maps", ir::array_attr(context, &maps))
        .attr("iterator_types", ir::iterator_types(context, &generic.parallel))
        .segments(&[output as i32, 1])
        .results(&results)
        .region(ffi::take_region(op, 0))
        .build();
    ir::replace(op, ir::results(new));
}
