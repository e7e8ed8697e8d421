// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reading operations.

use super::{Attribute, Block, Context, Op, Region, Shaped, Value};
use crate::ffi;
use hloom_dialects::op_view::read_text;
use melior::ir::attribute::{DenseI64ArrayAttribute, IntegerAttribute};
use melior::ir::operation::{OperationLike, OperationResult};
use melior::ir::{BlockLike, ValueLike};

/// The operation's name, with its dialect.
pub fn op_name<'a>(op: Op<'a>) -> &'a str {
    ffi::op_name(op)
}

/// The operands.
pub fn operands<'a>(op: Op<'a>) -> Vec<Value<'a>> {
    OperationLike::operands(&op).collect()
}

/// The results.
pub fn results<'a>(op: Op<'a>) -> Vec<Value<'a>> {
    OperationLike::results(&op).map(Value::from).collect()
}

/// The regions.
pub fn regions<'a>(op: Op<'a>) -> Vec<Region<'a>> {
    OperationLike::regions(&op).collect()
}

/// The blocks of a region in order.
pub fn blocks<'a>(region: Region<'a>) -> Vec<Block<'a>> {
    use melior::ir::RegionLike;
    std::iter::successors(region.first_block(), |block| block.next_in_region()).collect()
}

/// The operations of a block in order. Collected first, so that the block may be changed.
pub fn ops<'a>(block: Block<'a>) -> Vec<Op<'a>> {
    std::iter::successors(block.first_operation(), |op| op.next_in_block()).collect()
}

/// A block's arguments.
pub fn args<'a>(block: Block<'a>) -> Vec<Value<'a>> {
    (0..block.argument_count())
        .map(|index| block.argument(index).expect("index is in range").into())
        .collect()
}

/// The operation that defines `value`; none for a block argument.
pub fn defining_op<'a>(value: Value<'a>) -> Option<Op<'a>> {
    OperationResult::try_from(value).ok().map(|result| result.owner())
}

/// Every operation nested in `root` (and `root`), parents before children.
/// Collected first, so that the IR may be changed; but operations nested in one that is
/// erased dangle, so that whoever erases such goes through them in reverse, or selects
/// what is to be changed before.
pub fn walk<'a>(root: Op<'a>) -> Vec<Op<'a>> {
    let mut found = Vec::new();
    let mut pending = vec![root];
    while let Some(op) = pending.pop() {
        found.push(op);
        let mut nested: Vec<_> = regions(op).into_iter().flat_map(blocks).flat_map(ops).collect();
        nested.reverse();
        pending.extend(nested);
    }
    found
}

/// The sizes of a ranked tensor or memref; none for anything else.
pub fn shape_of(value: Value) -> Vec<i64> {
    Shaped::of(value.r#type()).map(|shaped| shaped.shape).unwrap_or_default()
}

/// The value of an integer attribute.
pub fn integer(op: Op, name: &str) -> Option<i64> {
    let attribute = IntegerAttribute::try_from(op.attribute(name).ok()?).ok()?;
    Some(attribute.value())
}

/// The value of a string attribute.
pub fn text(op: Op, name: &str) -> Option<String> {
    read_text(op.attribute(name).ok()?).map(str::to_owned)
}

/// The name of a function or another symbol.
pub fn symbol_name(op: Op) -> Option<String> {
    text(op, "sym_name")
}

/// Whether `op` is `other` or in one of its regions.
pub fn is_inside<'a>(op: Op<'a>, other: Op<'a>) -> bool {
    std::iter::successors(Some(op), |op| op.parent_operation()).any(|op| op == other)
}

/// Of `op` and the operations that have it in them, the one in the same block as `other`.
pub fn beside<'a>(op: Op<'a>, other: Op<'a>) -> Option<Op<'a>> {
    std::iter::successors(Some(op), |op| op.parent_operation())
        .find(|op| op.block() == other.block())
}

/// The nearest operation of a name that has `op` in it.
pub fn enclosing<'a>(op: Op<'a>, name: &str) -> Option<Op<'a>> {
    std::iter::successors(op.parent_operation(), |op| op.parent_operation())
        .find(|op| op_name(*op) == name)
}

/// The function of a name in the module that `op` is in.
pub fn function_named<'a>(op: Op<'a>, name: &str) -> Option<Op<'a>> {
    regions(enclosing(op, "builtin.module")?)
        .into_iter()
        .flat_map(blocks)
        .flat_map(ops)
        .find(|op| op_name(*op) == "func.func" && symbol_name(*op).as_deref() == Some(name))
}

/// The case of an enum attribute: `LT` of `#stablehlo<comparison_direction LT>`.
pub fn enum_case(op: Op, name: &str) -> Option<String> {
    let printed = op.attribute(name).ok()?.to_string();
    Some(printed.trim_end_matches('>').rsplit([' ', '<']).next()?.to_owned())
}

/// The values of an `array<i64: ...>` attribute.
pub fn i64_array(attribute: Attribute) -> Option<Vec<i64>> {
    let array = DenseI64ArrayAttribute::try_from(attribute).ok()?;
    (0..array.len()).map(|index| array.element(index).ok()).collect()
}

/// Parses an attribute that this crate spells itself.
///
/// # Panics
/// If it does not parse, which is a mistake in this crate.
pub fn parse_attribute<'a>(context: &'a Context, source: &str) -> Attribute<'a> {
    Attribute::parse(context, source).unwrap_or_else(|| panic!("`{source}` is not an attribute"))
}
