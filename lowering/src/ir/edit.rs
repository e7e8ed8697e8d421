// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Changing operations in place.

use super::{Attribute, Block, Op, Type, Value, query};
use crate::ffi;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, RegionLike};

/// Erases an operation whose results have no uses. Its handles dangle from here on.
pub fn erase(op: Op) {
    ffi::erase(op);
}

/// Erases `op` when none of its results is used; returns whether it did.
pub fn erase_unused(op: Op) -> bool {
    let unused = query::results(op).into_iter().all(|result| !has_uses(result));
    if unused {
        erase(op);
    }
    unused
}

/// Erases `op` after making the uses of its results use `values`.
pub fn replace<'a>(op: Op<'a>, values: impl IntoIterator<Item = Value<'a>>) {
    for (result, value) in query::results(op).into_iter().zip(values) {
        replace_all_uses(result, value);
    }
    erase(op);
}

/// Makes every use of `of` use `with`.
pub fn replace_all_uses<'a>(of: Value<'a>, with: Value<'a>) {
    ffi::replace_all_uses(of, with);
}

/// Makes an operation use a value as an operand.
pub fn set_operand<'a>(op: Op<'a>, position: usize, value: Value<'a>) {
    ffi::set_operand(op, position, value);
}

/// Erases an argument of a block that has no uses.
pub fn erase_argument(block: Block, index: usize) {
    ffi::erase_argument(block, index);
}

/// Changes a value's type. Its users must be able to take the new one.
pub fn set_type<'a>(value: Value<'a>, ty: Type<'a>) {
    ffi::set_type(value, ty);
}

/// Gives an operation an attribute, instead of any other of that name.
pub fn set_attribute<'a>(op: Op<'a>, name: &str, value: Attribute<'a>) {
    ffi::set_attribute(op, name, value);
}

/// Takes an attribute from an operation, if it has it.
pub fn remove_attribute(op: Op, name: &str) {
    ffi::remove_attribute(op, name);
}

/// Whether anything uses the value.
pub fn has_uses(value: Value) -> bool {
    ffi::first_use(value).is_some()
}

/// The uses of a value: the using operation and which operand it is.
pub fn uses<'a>(value: Value<'a>) -> Vec<(Op<'a>, usize)> {
    ffi::uses(value)
}

/// Moves `op` before `other`, which may be in another block.
pub fn move_before<'a>(op: Op<'a>, other: Op<'a>) {
    ffi::move_before(op, other);
}

/// Adds a block without arguments after another.
pub fn add_block_after(block: Block<'_>) -> Block<'_> {
    let region = block.parent_region().expect("a block of IR is in a region");
    region.insert_block_after(block, melior::ir::Block::new(&[]))
}

/// Moves `op` and all after it to a new block, which is behind the one it was in.
pub fn split_block<'a>(op: Op<'a>) -> Block<'a> {
    let block = op.block().expect("`op` is inside a block");
    let rest = add_block_after(block);
    let later = std::iter::successors(Some(op), |op| op.next_in_block());
    for op in later.collect::<Vec<_>>() {
        ffi::move_to_end(op, rest);
    }
    rest
}

/// Moves the operations of `block`, but its terminator, before `op`, its
/// arguments replaced by `arguments`; returns the terminator's operands.
pub fn inline_block_before<'a>(
    block: Block<'a>,
    arguments: &[Value<'a>],
    op: Op<'a>,
) -> Vec<Value<'a>> {
    for (argument, value) in query::args(block).into_iter().zip(arguments) {
        replace_all_uses(argument, *value);
    }
    let mut nested = query::ops(block);
    let terminator = nested.pop();
    for inner in nested {
        move_before(inner, op);
    }
    terminator.map(|terminator| OperationLike::operands(&terminator).collect()).unwrap_or_default()
}
