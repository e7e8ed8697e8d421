// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-fold-constants`: folds operations on constants to constants.
//!
//! The pass folds only operations with a unique correct result: operations on integers and
//! booleans, data movement, and float operations that IEEE 754 rounds correctly. `exponential` and
//! similar functions are left to the math functions of the target. A splat counts as one element of
//! the budget.

mod evaluation;

use super::build::Hlo;
use super::elements::{self, Elements, Format};
use evaluation::Evaluation;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped};
use melior::ir::ValueLike;
use std::collections::HashSet;

/// The pass `hlo-fold-constants`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-fold-constants",
    description: "fold StableHLO operations on constants, within a size budget",
    anchor: "",
    level: Level::Hlo,
    options: &[PassOption {
        name: "budget",
        description: "maximum number of elements of a folded result, and maximum number of bytes \
        by which one folding may enlarge the constants of the program",
        default: "65536",
    }],
    dialects: &["stablehlo"],
    run,
};

/// The maximum number of elements of a folded `iota` or broadcast. Computing these elements is
/// cheaper than reading them from memory.
const GENERATED: i64 = 256;

/// The maximum number of evaluation steps per element of the budget.
const WORK: i64 = 16;

fn run<'a>(context: &'a Context, root: Op<'a>, options: &OptionValues) -> Result<(), Failure<'a>> {
    let budget = options.number("budget", root)?;
    for op in inside_out(root) {
        if !elements::is_constant(op) {
            fold(context, op, budget);
        }
    }
    // Constants in regions of folded operations have been erased by now.
    erase_unused_constants(root);
    Ok(())
}

/// Erases unused constants, such as constants that folding has replaced.
pub fn erase_unused_constants(root: Op) {
    for op in ir::walk(root).into_iter().filter(|op| elements::is_constant(*op)) {
        ir::erase_unused(op);
    }
}

/// Returns the operations nested in `root` in program order. Operations in a region precede the
/// operation that owns the region, because folding may erase the owner.
fn inside_out<'a>(root: Op<'a>) -> Vec<Op<'a>> {
    let nested = ir::regions(root).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    nested.flat_map(|op| inside_out(op).into_iter().chain([op])).collect()
}

/// Replaces the result of `op` by a constant, and erases `op`. Returns `None` if `op` cannot be
/// folded within the budget. `budget` is the maximum number of elements of the result, and the
/// maximum number of bytes by which the constants of the program may grow.
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

    // The result of splats is a splat. For other operands its size is known after the
    // evaluation, and checked below.
    let stays_small = evaluation.keeps_splats() && operands.iter().all(|(_, it)| it.is_splat());
    if !stays_small {
        let limit = if evaluation.generates() { budget.min(GENERATED) } else { budget };
        let work = evaluation.work(op, &operands.iter().map(|(_, it)| it).collect::<Vec<_>>())?;
        if result.elements() > limit || work > budget.saturating_mul(WORK) {
            return None;
        }
    }

    // Constants that only this operation uses are freed.
    let mut seen = HashSet::new();
    let freed: usize = operands
        .iter()
        .filter(|(value, _)| ir::is_only_used_by(*value, op))
        .filter(|(value, _)| ir::defining_op(*value).is_some_and(|it| seen.insert(ir::address(it))))
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
