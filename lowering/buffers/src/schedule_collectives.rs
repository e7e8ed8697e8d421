// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-schedule-collectives`: moves collectives and the operations that use their results apart.
//!
//! Before: `%a = ...`, `%b = ...`, `%s = collective(%a)`, `%t = collective(%b)`, `%u = use(%s)`
//! After:  `%a = ...`, `%s = collective(%a)`, `%b = ...`, `%t = collective(%b)`, `%u = use(%s)`
//!
//! A collective moves up to the operation that computes its operand. The operations that use its
//! result, directly or through others, move down to the first operation that has to stay in its
//! place: another runtime call, a loop with such calls, or the end of the block. All participants
//! run the same program, and thus have the same order of collectives.

use crate::collectives::RuntimeCalls;
use hloom_ir::facts;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Block, Context, Op};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{BlockLike, ValueLike};
use std::collections::{HashMap, HashSet};

/// The pass `hloom-schedule-collectives`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-schedule-collectives",
    description: "move collectives up to the definitions of their operands, and the operations \
                  that use their results down",
    anchor: "builtin.module",
    level: Level::Loops,
    options: &[],
    dialects: &[],
    run,
};

fn run<'a>(_: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let calls = RuntimeCalls::of(module);
    let all = ir::walk(module).into_iter();
    let collectives: Vec<_> = all.filter(|op| calls.collective(*op).is_some()).collect();
    let mut blocks: Vec<Block> = Vec::new();
    for block in collectives.into_iter().filter_map(|call| call.block()) {
        // Early collectives and late uses need more memory.
        let function = block.first_operation().and_then(|op| ir::enclosing(op, "func.func"));
        let is_limited = function.is_none_or(|it| it.attribute(facts::MEMORY_TARGET).is_ok());
        if !is_limited && !blocks.contains(&block) {
            blocks.push(block);
        }
    }
    for block in blocks {
        for call in ir::ops(block).into_iter().filter(|op| calls.collective(*op).is_some()) {
            hoist(call, &calls);
        }
        sink_uses(block, &calls);
    }
    Ok(())
}

/// Moves a collective, and the operations that prepare its buffers, directly after the operation
/// that computes its operand, but not before a runtime call that is not a collective.
fn hoist<'a>(call: Op<'a>, calls: &RuntimeCalls<'a>) {
    let defining = ir::operands(call).into_iter().filter_map(ir::defining_op);
    let mut chain: Vec<_> = defining.filter(|op| op.block() == call.block()).collect();
    // Others may use these buffers.
    if chain.iter().any(|op| !is_buffer(*op)) {
        return;
    }
    let made = ir::operands(call).into_iter().flat_map(ir::uses).map(|(user, _)| user);
    let made: Vec<_> =
        made.filter(|user| ir::op_name(*user) == "bufferization.to_tensor").collect();
    if made.iter().any(|user| user.block() != call.block()) {
        return;
    }
    let inputs: HashSet<usize> = chain
        .iter()
        .flat_map(|op| ir::operands(*op))
        .filter_map(ir::defining_op)
        .map(ir::address)
        .collect();
    let own: HashSet<usize> = chain.iter().copied().map(ir::address).collect();
    let Some(block) = call.block() else { return };
    let is_before = |op: &Op<'a>| ir::address(*op) != ir::address(call);
    let previous: Vec<_> = ir::ops(block).into_iter().take_while(is_before).collect();
    let is_of_collective =
        |op: Op<'a>| ir::op_name(op) == "bufferization.to_tensor" || calls.collective(op).is_some();
    // The operand may be memory that another runtime call wrote.
    let buffers: HashSet<usize> = ir::operands(call).into_iter().map(ir::value_address).collect();
    let shares = |op: Op<'a>| {
        ir::operands(op).into_iter().any(|operand| buffers.contains(&ir::value_address(operand)))
    };
    let stays = |op: &Op<'a>| {
        inputs.contains(&ir::address(*op))
            || shares(*op)
            || (is_fixed(*op) && !is_of_collective(*op))
    };
    let mut target = call;
    for op in previous.into_iter().rev().take_while(|op| !stays(op)) {
        if !own.contains(&ir::address(op)) {
            target = op;
        }
    }
    if ir::address(target) == ir::address(call) {
        return;
    }
    chain.sort_by(|one, other| match one.is_before_in_block(*other) {
        true => std::cmp::Ordering::Less,
        false => std::cmp::Ordering::Greater,
    });
    chain.push(call);
    chain.extend(made);
    for op in chain {
        // A buffer may be before the target already.
        if ir::address(op) == ir::address(call) || target.is_before_in_block(op) {
            ir::move_before(op, target);
        }
    }
}

fn is_buffer(op: Op) -> bool {
    matches!(ir::op_name(op), "bufferization.to_buffer" | "memref.alloc")
}

/// Moves the operations that use results of collectives down to the next operation that must stay
/// in its place. They are ordered by the last collective on which each depends.
fn sink_uses<'a>(block: Block<'a>, calls: &RuntimeCalls<'a>) {
    let mut late: Vec<(usize, Op<'a>)> = Vec::new();
    // The number of the last collective on which a value depends.
    let mut values: HashMap<usize, usize> = HashMap::new();
    let mut buffers: HashMap<usize, usize> = HashMap::new();
    for (number, op) in ir::ops(block).into_iter().enumerate() {
        if calls.collective(op).is_some() {
            let operands = ir::operands(op).into_iter().map(ir::value_address);
            buffers.extend(operands.map(|buffer| (buffer, number)));
        }
        let last = |of: &HashMap<usize, usize>| {
            let used = ir::walk(op).into_iter().flat_map(ir::operands).map(ir::value_address);
            used.filter_map(|value| of.get(&value).copied()).max()
        };
        let results = ir::results(op).into_iter().map(ir::value_address);
        if let Some(last) = last(&values) {
            if is_fixed(op) || is_end(op) || is_buffer(op) {
                late.sort_by_key(|(last, _)| *last);
                late.drain(..).for_each(|(_, user)| ir::move_before(user, op));
                values.clear();
            } else {
                late.push((last, op));
                values.extend(results.map(|value| (value, last)));
            }
        } else if ir::op_name(op) == "bufferization.to_tensor"
            && let Some(last) = last(&buffers)
        {
            values.extend(results.map(|value| (value, last)));
        }
    }
}

/// Returns true if an operation may have effects, and therefore stays in its place: if it calls a
/// function or uses memory.
fn is_fixed(op: Op) -> bool {
    ir::walk(op).into_iter().any(|inner| {
        let mut operands = ir::operands(inner).into_iter();
        ir::op_name(inner) == "func.call"
            || operands.any(|operand| MemRefType::try_from(operand.r#type()).is_ok())
    })
}

fn is_end(op: Op) -> bool {
    op.next_in_block().is_none()
}
