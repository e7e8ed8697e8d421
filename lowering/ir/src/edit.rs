// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! In-place changes of operations.

use super::{Attribute, Block, Location, Op, Type, Value, query};
use crate::ffi;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Region, RegionLike};

/// Erases an operation whose results have no uses. Its handles dangle afterwards.
pub fn erase(op: Op) {
    ffi::erase(op);
}

/// Erases `op` if none of its results is used. Returns true if it was erased.
pub fn erase_unused(op: Op) -> bool {
    let unused = query::results(op).into_iter().all(|result| !has_uses(result));
    if unused {
        erase(op);
    }
    unused
}

/// Replaces all uses of the results of `op` with `values` and erases `op`.
pub fn replace<'a>(op: Op<'a>, values: impl IntoIterator<Item = Value<'a>>) {
    for (result, value) in query::results(op).into_iter().zip(values) {
        replace_all_uses(result, value);
    }
    erase(op);
}

/// Replaces all uses of `of` with `with`.
pub fn replace_all_uses<'a>(of: Value<'a>, with: Value<'a>) {
    ffi::replace_all_uses(of, with);
}

/// Sets operand number `position` of an operation.
pub fn set_operand<'a>(op: Op<'a>, position: usize, value: Value<'a>) {
    ffi::set_operand(op, position, value);
}

/// Erases an argument of a block. The argument must have no uses.
pub fn erase_argument(block: Block, index: usize) {
    ffi::erase_argument(block, index);
}

/// Changes a value's type. Its users must accept the new type.
pub fn set_type<'a>(value: Value<'a>, ty: Type<'a>) {
    ffi::set_type(value, ty);
}

/// Sets an attribute of an operation. Replaces any attribute of the same name.
pub fn set_attribute<'a>(op: Op<'a>, name: &str, value: Attribute<'a>) {
    ffi::set_attribute(op, name, value);
}

/// Sets the location of an operation.
pub fn set_location<'a>(op: Op<'a>, location: Location<'a>) {
    ffi::set_location(op, location);
}

/// Removes an attribute from an operation, if it is present.
pub fn remove_attribute(op: Op, name: &str) {
    ffi::remove_attribute(op, name);
}

/// Returns true if the value has a use.
pub fn has_uses(value: Value) -> bool {
    ffi::first_use(value).is_some()
}

/// Returns the uses of a value, each as the user and the operand number.
pub fn uses<'a>(value: Value<'a>) -> Vec<(Op<'a>, usize)> {
    ffi::uses(value)
}

/// Moves `op` before `other`, which may be in another block.
pub fn move_before<'a>(op: Op<'a>, other: Op<'a>) {
    ffi::move_before(op, other);
}

/// Inserts a new block without arguments after `block`, and returns the new block.
///
/// # Panics
/// Panics if the block is not in a region.
pub fn add_block_after(block: Block<'_>) -> Block<'_> {
    let region = block.parent_region().expect("the block must be in a region");
    region.insert_block_after(block, melior::ir::Block::new(&[]))
}

/// Moves `op` and all operations after it to a new block after the block of `op`. Returns the new
/// block.
///
/// # Panics
/// Panics if `op` is not in a block.
pub fn split_block<'a>(op: Op<'a>) -> Block<'a> {
    let block = op.block().expect("`op` must be inside a block");
    let rest = add_block_after(block);
    let later = std::iter::successors(Some(op), |op| op.next_in_block());
    for op in later.collect::<Vec<_>>() {
        ffi::move_to_end(op, rest);
    }
    rest
}

/// Returns a copy of the first region of an operation.
///
/// # Panics
/// Panics if the operation has no region.
pub fn copy_region<'a>(op: Op<'a>) -> Region<'a> {
    let copy = ffi::clone_before(op, op);
    let region = ffi::take_region(copy, 0);
    erase(copy);
    region
}

/// Moves the operations of `block` except its terminator before `op`, and replaces the block's
/// arguments with `arguments`. Returns the terminator's operands.
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

/// Replaces `of` with `with` in the operands of `root` and of the operations nested in `root`.
pub fn replace_uses_inside<'a>(of: Value<'a>, with: Value<'a>, root: Op<'a>) {
    for (user, operand) in uses(of) {
        if query::is_inside(user, root) {
            set_operand(user, operand, with);
        }
    }
}
