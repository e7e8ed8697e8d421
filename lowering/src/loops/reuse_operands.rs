// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-reuse-operands`: an elementwise operation writes over an input that
//! nothing reads after it.
//!
//! Before: `linalg.generic ins(%a, %b) outs(%empty)`, `%a` used here last
//! After:  `linalg.generic ins(%b) outs(%a)`
//!
//! Bufferization then needs no buffer for the result. The same goes for a loop whose tasks
//! read no other part of `%a` than the one that they, and they alone, write of the result.
//! Arguments are written over where they are given up
//! ([`alias_results`](crate::hlo::alias_results)); what makes the result that takes the memory of
//! one is done after all else that reads it.

use super::overwrite::Overwrite;
use crate::hlo::alias_results::aliases;
use crate::ir::{self, Context, Op, Value};
use crate::linalg::destination::readers;
use crate::pass::{Failure, OptionValues, PassInfo};
use melior::ir::BlockLike;
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
    let body = ir::regions(function).into_iter().flat_map(ir::blocks).next();
    let Some((body, end)) = body.and_then(|body| Some((body, body.terminator()?))) else {
        return Ok(());
    };
    let arguments = ir::args(body);
    let taken: Vec<_> = aliases(function)
        .into_iter()
        .filter_map(|(result, argument)| Some((result, *arguments.get(argument)?)))
        .collect();
    for _ in 0..ROUNDS {
        taken.iter().for_each(|(result, argument)| read_last(*result, *argument, end));
    }
    for (result, argument) in taken {
        let overwrite = overwrite_of(result, argument, end);
        let may = |(op, _): &(Op<'a>, Overwrite)| is_last_use(argument, *op);
        if let Some((_, overwrite)) = overwrite.filter(may) {
            overwrite.apply(context);
        }
    }
    let mut ops = ir::walk(function);
    // What a loop reads of a tensor that it writes over is erased.
    ops.retain(|op| ir::op_name(*op) != "tensor.extract_slice");
    for op in ops {
        let may = |overwrite: &Overwrite<'a>| {
            let tensor = overwrite.tensor();
            overwrite.is_there_already() || (is_ours(tensor, op) && is_last_use(tensor, op))
        };
        // A loop may have several results.
        while let Some(overwrite) = Overwrite::all(op).into_iter().find(may) {
            let is_loop = matches!(overwrite, Overwrite::Parts { .. });
            overwrite.apply(context);
            if !is_loop {
                break;
            }
        }
    }
    Ok(())
}

/// How often results are moved behind each other. Those that an optimizer makes read each
/// other's arguments, the step the momentum.
const ROUNDS: usize = 3;

/// What makes a result, and how that can write it over an argument. `end` is the last operation
/// of the function.
fn overwrite_of<'a>(
    result: usize,
    argument: Value<'a>,
    end: Op<'a>,
) -> Option<(Op<'a>, Overwrite<'a>)> {
    let result = *ir::operands(end).get(result)?;
    let op = ir::defining_op(result).filter(|op| op.block() == end.block())?;
    let number = ir::results(op).iter().position(|it| *it == result)?;
    let mut overwrites = Overwrite::all(op).into_iter();
    let overwrite = overwrites.find(|it| it.number() == number && it.tensor() == argument)?;
    Some((op, overwrite))
}

/// Moves what can write a result over an argument behind all else that reads that, unless that
/// needs the result.
fn read_last<'a>(result: usize, argument: Value<'a>, end: Op<'a>) {
    let Some((op, _)) = overwrite_of(result, argument, end) else { return };
    let readers = readers(argument).into_iter().filter_map(|user| ir::beside(user, end));
    let later = |one: Op<'a>, other| if one.is_before_in_block(other) { other } else { one };
    let last = readers.reduce(later).filter(|last| *last != op);
    let Some(next) = last.and_then(|last| last.next_in_block()) else { return };
    let mut uses = ir::results(op).into_iter().flat_map(ir::uses);
    let is_after = |op: Op<'a>| op == next || next.is_before_in_block(op);
    if uses.all(|(user, _)| ir::beside(user, end).is_some_and(is_after)) {
        ir::move_before(op, next);
    }
}

/// Whether the value is computed into memory of its own, in the same block.
fn is_ours<'a>(value: Value<'a>, user: Op<'a>) -> bool {
    ir::defining_op(value).is_some_and(|op| {
        let name = ir::op_name(op);
        (name.starts_with("linalg.") || name == "scf.forall") && op.block() == user.block()
    })
}

/// Whether every use but one by `user` or in it comes before `user` in its block.
fn is_last_use<'a>(value: Value<'a>, user: Op<'a>) -> bool {
    let mut own = 0;
    readers(value).into_iter().all(|other| {
        if other == user {
            own += 1;
            return own == 1;
        }
        ir::beside(other, user).is_some_and(|op| op == user || op.is_before_in_block(user))
    })
}
