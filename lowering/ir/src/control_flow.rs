// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Rewrites of `scf` control flow to simpler `scf` operations.

use crate::renaming::Renaming;
use crate::{self as ir, Block, Builder, Op, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// Creates nested `scf.if` operations for an `scf.index_switch`, and returns the results. Moves the
/// operations of the switch's regions into the new regions. Returns `None` if a region has several
/// blocks.
pub fn expand_switch<'a>(builder: Builder<'a>, op: Op<'a>) -> Option<Vec<Value<'a>>> {
    let selector = *ir::operands(op).first()?;
    let values = ir::i64_array(op.attribute("cases").ok()?)?;
    let mut blocks = ir::regions(op).into_iter().map(only_block).collect::<Option<Vec<_>>>()?;
    let default = blocks.remove(0);
    let cases: Vec<_> = values.into_iter().zip(blocks).collect();
    let types: Vec<_> = ir::results(op).into_iter().map(|value| value.r#type()).collect();
    if cases.is_empty() {
        return Some(ir::inline_block_before(default, &[], op));
    }
    Some(branch(builder, selector, &cases, default, &types))
}

/// Creates an `scf.if` for the first of `cases`. Its second region contains the `scf.if` for the
/// other cases, or the default case.
fn branch<'a>(
    builder: Builder<'a>,
    selector: Value<'a>,
    cases: &[(i64, Block<'a>)],
    default: Block<'a>,
    types: &[Type<'a>],
) -> Vec<Value<'a>> {
    let ((value, block), others) =
        cases.split_first().expect("`cases` must have at least one case");
    let condition = builder.cmpi("eq", selector, builder.index(*value));
    let yes = builder.region(&[], |builder, _| yield_block(builder, *block));
    let no = builder.region(&[], |builder, _| match others {
        [] => yield_block(builder, default),
        _ => {
            let values = branch(builder, selector, others, default, types);
            builder.op("scf.yield").operands(&values).build();
        }
    });
    let branch = builder.op("scf.if").operands(&[condition]).results(types);
    ir::results(branch.region(yes).region(no).build())
}

/// Moves the operations of a block without arguments to the end of the builder's block, and yields
/// the operands of its terminator.
pub fn yield_block<'a>(builder: Builder<'a>, block: Block<'a>) {
    let end = builder.op("scf.yield").build();
    let values = ir::inline_block_before(block, &[], end);
    ir::erase(end);
    builder.op("scf.yield").operands(&values).build();
}

/// Creates a loop in which the condition of an `scf.while` is computed at the end of each
/// iteration, and returns the results. Moves the operations of the old loop's regions into the new
/// loop. Returns `None` if a region has several blocks.
///
/// ```text
/// while (first(x) -> c, y; c) { x = second(y) }
/// c, y = first(x); while (c) { c, y = first(second(y)) }
/// ```
pub fn rotate_while<'a>(builder: Builder<'a>, op: Op<'a>) -> Option<Vec<Value<'a>>> {
    let blocks = ir::regions(op).into_iter().map(only_block).collect::<Option<Vec<_>>>()?;
    let [first, second] = blocks[..] else { return None };
    let types: Vec<_> = [ir::int(builder.context(), 1)]
        .into_iter()
        .chain(ir::args(second).into_iter().map(|value| value.r#type()))
        .collect();
    let condition = builder.region(&types, |builder, arguments| {
        let passed = [&arguments[..1], arguments].concat();
        builder.op("scf.condition").operands(&passed).build();
    });
    let body = builder.region(&types, |builder, arguments| {
        let end = builder.op("scf.yield").build();
        let next = ir::inline_block_before(second, &arguments[1..], end);
        let values = clone_before(first, &next, end);
        ir::erase(end);
        builder.op("scf.yield").operands(&values).build();
    });
    let initial = ir::inline_block_before(first, &ir::operands(op), op);
    let rotated = builder.op("scf.while").operands(&initial).results(&types);
    Some(ir::results(rotated.region(condition).region(body).build())[1..].to_vec())
}

/// Clones the operations of a block, except its terminator, before `end`, with `arguments` in place
/// of the block's arguments. Returns the clones of the terminator's operands.
fn clone_before<'a>(block: Block<'a>, arguments: &[Value<'a>], end: Op<'a>) -> Vec<Value<'a>> {
    let mut renaming = Renaming::new(&ir::args(block), arguments);
    let mut ops = ir::ops(block);
    let terminator = ops.pop().map(ir::operands).unwrap_or_default();
    for op in ops {
        renaming.clone_before(op, end);
    }
    terminator.into_iter().map(|value| renaming.of(value)).collect()
}

/// Returns the only block of a region, or `None` if the region has no or several blocks.
fn only_block(region: ir::Region<'_>) -> Option<Block<'_>> {
    let [block] = ir::blocks(region)[..] else { return None };
    Some(block)
}
