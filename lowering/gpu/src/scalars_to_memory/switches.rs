// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Replaces chains of branches that compare the same number by a switch, for which the host reads only
//! one value.
//!
//! The `case` of HLO is lowered to such a chain. A switch on tensors could not be bufferized.
//!
//! Before: `scf.if %i == 0 { .. } else { scf.if %i == 1 { .. } else { .. } }`
//! After:  `scf.index_switch %i case 0 { .. } case 1 { .. } default { .. }`

use crate::host;
use hloom_ir::control_flow::yield_block;
use hloom_ir::renaming::Renaming;
use hloom_ir::{self as ir, Block, Builder, Context, Op, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{RegionLike, ValueLike};

/// Replaces chains of branches by switches, in the regions of `op` and in the control flow of the
/// host program inside it.
pub fn merge_branches<'a>(context: &'a Context, op: Op<'a>) {
    for block in ir::regions(op).into_iter().flat_map(ir::blocks) {
        for inner in ir::ops(block).into_iter().filter(|inner| host::is_control(*inner)) {
            merge_branches(context, merged(context, inner));
        }
    }
}

/// Replaces `op` by an `scf.index_switch` if it is the first branch of a chain. Returns the switch,
/// or `op` if it stays.
fn merged<'a>(context: &'a Context, op: Op<'a>) -> Op<'a> {
    let (Some((selector, number)), Some([Some(then), Some(mut rest)])) = (equality(op), arms(op))
    else {
        return op;
    };
    let mut cases = vec![(number, then)];
    while let Some((inner, number)) = inner_branch(rest, selector)
        && cases.iter().all(|(other, _)| *other != number)
        && let Some([Some(then), otherwise]) = arms(inner)
    {
        let otherwise = otherwise.unwrap_or_else(|| add_empty_arm(context, inner));
        extend(context, then, rest, (inner, true));
        extend(context, otherwise, rest, (inner, false));
        cases.push((number, then));
        rest = otherwise;
    }
    if cases.len() == 1 {
        return op;
    }
    let builder = Builder::before(context, op);
    let index = ir::index(context);
    let selector = if selector.r#type() == index {
        selector
    } else {
        builder.simple("arith.index_cast", &[selector], index)
    };
    let types: Vec<_> = ir::results(op).into_iter().map(|result| result.r#type()).collect();
    let (numbers, blocks): (Vec<_>, Vec<_>) = cases.into_iter().unzip();
    let numbers = ir::dense_i64_attr(context, &numbers);
    let switch = builder.op("scf.index_switch").operands(&[selector]).attr("cases", numbers);
    // The region of the default is the first one.
    let switch = [rest].into_iter().chain(blocks).fold(switch, |switch, block| {
        switch.region(builder.region(&[], |inside, _| yield_block(inside, block)))
    });
    let switch = switch.results(&types).build();
    let condition = ir::operands(op).first().copied().and_then(ir::defining_op);
    ir::replace(op, ir::results(switch));
    if let Some(condition) = condition {
        ir::erase_unused(condition);
    }
    switch
}

/// Returns the value that the condition of a branch compares for equality, and the constant with
/// which it is compared. Returns `None` for other conditions.
fn equality<'a>(op: Op<'a>) -> Option<(Value<'a>, i64)> {
    let condition = *ir::operands(op).first().filter(|_| ir::op_name(op) == "scf.if")?;
    let compare = ir::defining_op(condition).filter(|op| ir::op_name(*op) == "arith.cmpi")?;
    let [lhs, rhs] = ir::operands(compare)[..] else { return None };
    let is_number = |value: Value| {
        let ty = value.r#type();
        ir::is_index(ty) || (ir::is_integer(ty) && (2..=64).contains(&ir::element_width(ty)))
    };
    let is_equality = ir::integer(compare, "predicate") == Some(0) && is_number(lhs);
    let number = |value: Value| {
        let constant = ir::defining_op(value).filter(|op| ir::op_name(*op) == "arith.constant");
        ir::integer(constant.filter(|_| is_equality)?, "value")
    };
    match (number(lhs), number(rhs)) {
        (None, Some(number)) => Some((lhs, number)),
        (Some(number), None) => Some((rhs, number)),
        _ => None,
    }
}

/// Returns the block of each of the two regions of a branch, which is `None` for an empty region.
/// Returns `None` if a region has several blocks.
fn arms<'a>(op: Op<'a>) -> Option<[Option<Block<'a>>; 2]> {
    let only = |region| match ir::blocks(region)[..] {
        [] => Some(None),
        [block] => Some(Some(block)),
        _ => None,
    };
    let [then, otherwise] = ir::regions(op)[..] else { return None };
    Some([only(then)?, only(otherwise)?])
}

/// Adds a block to the empty second region of a branch without results.
fn add_empty_arm<'a>(context: &'a Context, branch: Op<'a>) -> Block<'a> {
    let block = ir::regions(branch)[1].append_block(melior::ir::Block::new(&[]));
    Builder::at_end(context, block, branch.location()).op("scf.yield").build();
    block
}

/// Returns the branch in a block that compares `selector` with a constant, and the constant.
/// Returns `None` if the block contains another operation that launches kernels, copies or calls
/// the runtime.
fn inner_branch<'a>(block: Block<'a>, selector: Value<'a>) -> Option<(Op<'a>, i64)> {
    let mut ops = ir::ops(block);
    ops.pop();
    ops.retain(|op| {
        let is_selection = ir::op_name(*op) == "arith.select";
        !is_selection && !host::is_transparent(*op) && !host::runs_on_thread(*op)
    });
    let [branch] = ops[..] else { return None };
    let (tested, number) = equality(branch)?;
    (tested == selector).then_some((branch, number))
}

/// Extends `arm`, one of the two arms of `branch`, by copies of the other operations in the block
/// `around` of `branch`. Afterwards, `arm` yields the values that `around` yields. `condition` is the
/// condition of `branch` with which `arm` is executed.
fn extend<'a>(
    context: &'a Context,
    arm: Block<'a>,
    around: Block<'a>,
    (branch, condition): (Op<'a>, bool),
) {
    let own = ir::ops(arm);
    let (Some(first), Some(end)) = (own.first().copied(), own.last().copied()) else { return };
    let mut place = first;
    let mut renaming = Renaming::default();
    let mut clones = Vec::new();
    let mut ops = ir::ops(around);
    let results = ops.pop().map(ir::operands).unwrap_or_default();
    for op in ops {
        let operands = ir::operands(op);
        if op == branch {
            for (result, value) in ir::results(op).into_iter().zip(ir::operands(end)) {
                renaming.add(result, renaming.of(value));
            }
            place = end;
        } else if ir::op_name(op) == "arith.select" && operands[0] == ir::operands(branch)[0] {
            let chosen = operands[if condition { 1 } else { 2 }];
            renaming.add(ir::results(op)[0], renaming.of(chosen));
        } else {
            clones.push(renaming.clone_before(op, place));
        }
    }
    let results: Vec<_> = results.into_iter().map(|result| renaming.of(result)).collect();
    Builder::before(context, end).op("scf.yield").operands(&results).build();
    ir::erase(end);
    ir::ops(arm).into_iter().for_each(|op| renaming.replace_inside(op));
    for clone in clones.into_iter().rev() {
        let is_pure = ir::dialect(clone) == "arith" || ir::op_name(clone) == "memref.load";
        if is_pure || host::is_transparent(clone) {
            ir::erase_unused(clone);
        }
    }
}
