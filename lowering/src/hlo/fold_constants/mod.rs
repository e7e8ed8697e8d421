// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-fold-constants`: operations on constants become constants.
//!
//! What is folded is what has one right answer: integers and booleans, moving of
//! elements, and float operations that IEEE 754 rounds exactly. `exponential` and
//! its like are left to the target's own math. A constant that repeats one element
//! costs one element.

mod evaluation;

use super::build::Hlo;
use super::elements::{self, Elements, Format};
use crate::ir::{self, Builder, Context, Op, Shaped};
use crate::pass::{Failure, OptionValues, PassInfo, PassOption};
use evaluation::Evaluation;
use melior::ir::ValueLike;
use std::collections::HashSet;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-fold-constants",
    description: "fold StableHLO operations on constants, within a budget of size",
    anchor: "",
    options: &[PassOption {
        name: "budget",
        description: "the elements an operation may be folded to, and the bytes by which its \
                      folding may make the program's constants larger",
        default: "65536",
    }],
    dialects: &["stablehlo"],
    run,
};

/// The elements that may come of nothing, as iota's do, or of fewer, as those of a
/// broadcast: computing them again is cheap, reading them from memory is not.
const GENERATED: i64 = 256;

/// Steps of work for each element of the budget.
const WORK: i64 = 16;

fn run<'a>(context: &'a Context, root: Op<'a>, options: &OptionValues) -> Result<(), Failure<'a>> {
    let budget = options.number("budget", root)?;
    for op in inside_out(root) {
        if !elements::is_constant(op) {
            fold(context, op, budget);
        }
    }
    // Those in regions of what was folded are gone by now.
    for op in ir::walk(root).into_iter().filter(|op| elements::is_constant(*op)) {
        ir::erase_unused(op);
    }
    Ok(())
}

/// The operations nested in `root` in program order, but what a region holds before
/// the operation that has it, for that may be erased.
fn inside_out<'a>(root: Op<'a>) -> Vec<Op<'a>> {
    let nested = ir::regions(root).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    nested.flat_map(|op| inside_out(op).into_iter().chain([op])).collect()
}

/// Replaces `op` by the constant that its result is, and erases it; none if it cannot be
/// folded, or not within the budget.
pub fn fold<'a>(context: &'a Context, op: Op<'a>, budget: i64) -> Option<()> {
    let evaluation = Evaluation::of(op)?;
    let operands = ir::operands(op);
    if !operands.iter().all(|operand| elements::constant_attribute(*operand).is_some()) {
        return None;
    }
    let result = Shaped::of(ir::results(op).first()?.r#type()).filter(|ty| ty.is_static())?;
    let format = Format::of(result.element)?;
    let operands: Vec<_> = operands
        .into_iter()
        .map(|operand| Some((operand, Elements::of_value(operand)?)))
        .collect::<Option<_>>()?;

    // One element where every operand is one; where only some are, the evaluation
    // decides, and what it makes is counted below.
    let stays_small = evaluation.keeps_splats() && operands.iter().all(|(_, it)| it.is_splat());
    if !stays_small {
        let limit = if evaluation.generates() { budget.min(GENERATED) } else { budget };
        let work = evaluation.work(op, &operands.iter().map(|(_, it)| it).collect::<Vec<_>>())?;
        if result.elements() > limit || work > budget.saturating_mul(WORK) {
            return None;
        }
    }

    // Constants that only this operation uses go.
    let mut seen = HashSet::new();
    let freed: usize = operands
        .iter()
        .filter(|(value, _)| super::ffi::is_only_used_by(*value, op))
        .filter(|(value, _)| {
            ir::defining_op(*value).is_some_and(|it| seen.insert(super::ffi::address(it)))
        })
        .map(|(_, elements)| elements.data().len())
        .sum();
    let values: Vec<_> = operands.into_iter().map(|(_, elements)| elements).collect();
    let folded = evaluation.run(op, &values)?;
    debug_assert_eq!(folded.format, format);
    if folded.data().len() as i64 - freed as i64 > budget {
        return None;
    }
    let result = ir::results(op)[0];
    if folded.ty() != result.r#type() {
        return None;
    }
    let constant =
        Hlo { at: Builder::before(context, op) }.constant(folded.attribute()?, folded.ty());
    ir::replace(op, [constant]);
    Some(())
}
