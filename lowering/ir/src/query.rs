// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Queries on operations and the surrounding IR.

use super::{Attribute, Block, Context, Op, Region, Shaped, Value};
use crate::ffi;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::read_text;
use hloom_dialects::strings::identifier_text;
use melior::ir::attribute::{
    DenseI32ArrayAttribute, DenseI64ArrayAttribute, IntegerAttribute, TypeAttribute,
};
use melior::ir::operation::{OperationLike, OperationResult};
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, ValueLike};

/// Returns the operation's name with its dialect prefix.
pub fn op_name<'a>(op: Op<'a>) -> &'a str {
    ffi::op_name(op)
}

/// Returns the name of the operation's dialect, such as `linalg`.
pub fn dialect<'a>(op: Op<'a>) -> &'a str {
    let name = op_name(op);
    name.split_once('.').map_or(name, |(dialect, _)| dialect)
}

/// Returns the only operation in the body of a reduction, and true if its operands are the body's
/// arguments in reverse order. Returns `None` for a body of another form.
pub fn reducer(reduction: Op<'_>) -> Option<(Op<'_>, bool)> {
    let block = regions(reduction).into_iter().flat_map(blocks).next()?;
    let [combined, returned] = ops(block)[..] else { return None };
    let (arguments, mut taken) = (args(block), operands(combined));
    let is_reversed = taken != arguments;
    if is_reversed {
        taken.reverse();
    }
    let is_only = taken == arguments && operands(returned) == results(combined);
    is_only.then_some((combined, is_reversed))
}

/// Returns the operation's kind, if it belongs to a dialect of this workspace, such as StableHLO
/// and CHLO.
pub fn hlo_op(op: Op) -> Option<Kind> {
    Kind::from_name(op_name(op))
}

/// Returns the operands of an operation.
pub fn operands<'a>(op: Op<'a>) -> Vec<Value<'a>> {
    OperationLike::operands(&op).collect()
}

/// Returns the results of an operation.
pub fn results<'a>(op: Op<'a>) -> Vec<Value<'a>> {
    OperationLike::results(&op).map(Value::from).collect()
}

/// Returns the regions of an operation.
pub fn regions<'a>(op: Op<'a>) -> Vec<Region<'a>> {
    OperationLike::regions(&op).collect()
}

/// Returns the blocks of a region in order.
pub fn blocks<'a>(region: Region<'a>) -> Vec<Block<'a>> {
    use melior::ir::RegionLike;
    std::iter::successors(region.first_block(), |block| block.next_in_region()).collect()
}

/// Returns the operations of a block in order. The list is collected first, so that the caller may
/// change the block.
pub fn ops<'a>(block: Block<'a>) -> Vec<Op<'a>> {
    std::iter::successors(block.first_operation(), |op| op.next_in_block()).collect()
}

/// Returns a block's arguments.
pub fn args<'a>(block: Block<'a>) -> Vec<Value<'a>> {
    (0..block.argument_count())
        .map(|index| {
            block
                .argument(index)
                .expect("the index must be less than the number of arguments")
                .into()
        })
        .collect()
}

/// Returns the operation that defines `value`, or `None` for a block argument.
pub fn defining_op<'a>(value: Value<'a>) -> Option<Op<'a>> {
    OperationResult::try_from(value).ok().map(|result| result.owner())
}

/// Returns `root` and every operation nested in it, parents before children.
///
/// The list is collected first, so that the caller may change the IR. Erasing an operation leaves
/// the handles of its nested operations dangling. A caller that erases operations with regions must
/// therefore iterate in reverse, or select the operations to change beforehand.
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

/// Returns the dimension sizes of a value of a ranked shaped type. The list is empty for other
/// values.
pub fn shape_of(value: Value) -> Vec<i64> {
    Shaped::of(value.r#type()).map(|shaped| shaped.shape).unwrap_or_default()
}

/// Returns the names of the operation's discardable attributes, with their values.
pub fn discardable_attributes<'a>(op: Op<'a>) -> impl Iterator<Item = (&'a str, Attribute<'a>)> {
    (0..op.discardable_attribute_count()).filter_map(move |index| {
        let (name, value) = op.discardable_attribute_at(index).ok()?;
        Some((identifier_text(name), value))
    })
}

/// Returns the value of the integer attribute `name`, or `None` if the attribute is absent or has
/// another kind.
pub fn integer(op: Op, name: &str) -> Option<i64> {
    let attribute = IntegerAttribute::try_from(op.attribute(name).ok()?).ok()?;
    Some(attribute.value())
}

/// Returns the value of the string attribute `name`, or `None` if the attribute is absent or has
/// another kind.
pub fn text(op: Op, name: &str) -> Option<String> {
    read_text(op.attribute(name).ok()?).map(str::to_owned)
}

/// Returns the name of a function or another symbol.
pub fn symbol_name(op: Op) -> Option<String> {
    text(op, "sym_name")
}

/// Returns true if `op` is `other`, or is nested in `other`.
pub fn is_inside<'a>(op: Op<'a>, other: Op<'a>) -> bool {
    std::iter::successors(Some(op), |op| op.parent_operation()).any(|op| op == other)
}

/// Returns `op` or its ancestor that is in the same block as `other`, or `None` if there is no such
/// ancestor.
pub fn beside<'a>(op: Op<'a>, other: Op<'a>) -> Option<Op<'a>> {
    std::iter::successors(Some(op), |op| op.parent_operation())
        .find(|op| op.block() == other.block())
}

/// Returns true for a cast, reshape or subview of a memref. Its result refers to the memory of its
/// first operand.
pub fn is_view(op: Op) -> bool {
    matches!(
        op_name(op),
        "memref.cast" | "memref.collapse_shape" | "memref.expand_shape" | "memref.subview"
    )
}

/// Returns the nearest ancestor of `op` with the given name.
pub fn enclosing<'a>(op: Op<'a>, name: &str) -> Option<Op<'a>> {
    std::iter::successors(op.parent_operation(), |op| op.parent_operation())
        .find(|op| op_name(*op) == name)
}

/// Returns the `func.func` with the given name in the innermost module around `op`.
pub fn function_named<'a>(op: Op<'a>, name: &str) -> Option<Op<'a>> {
    regions(enclosing(op, "builtin.module")?)
        .into_iter()
        .flat_map(blocks)
        .flat_map(ops)
        .find(|op| op_name(*op) == "func.func" && symbol_name(*op).as_deref() == Some(name))
}

/// Returns the type of a function, or `None` if it is not a builtin function type, as for an
/// `llvm.func`.
pub fn function_type<'a>(function: Op<'a>) -> Option<FunctionType<'a>> {
    let ty = TypeAttribute::try_from(function.attribute("function_type").ok()?).ok()?;
    FunctionType::try_from(ty.value()).ok()
}

/// Returns the case of an enum attribute, such as `LT` for `#stablehlo<comparison_direction LT>`.
pub fn enum_case(op: Op, name: &str) -> Option<String> {
    let printed = op.attribute(name).ok()?.to_string();
    Some(printed.trim_end_matches('>').rsplit([' ', '<']).next()?.to_owned())
}

/// Returns the values of an `array<i64: ...>` attribute, or `None` for other attributes.
pub fn i64_array(attribute: Attribute) -> Option<Vec<i64>> {
    let array = DenseI64ArrayAttribute::try_from(attribute).ok()?;
    (0..array.len()).map(|index| array.element(index).ok()).collect()
}

/// Returns the elements of a dense array of `i32`, or `None` for other attributes.
pub fn i32_array(attribute: Attribute) -> Option<Vec<i32>> {
    let array = DenseI32ArrayAttribute::try_from(attribute).ok()?;
    (0..array.len()).map(|index| array.element(index).ok()).collect()
}

/// Parses the text of an attribute that the calling pass constructs.
///
/// # Panics
/// Panics if the text does not parse, which is a bug in the caller.
pub fn parse_attribute<'a>(context: &'a Context, source: &str) -> Attribute<'a> {
    Attribute::parse(context, source).unwrap_or_else(|| {
        panic!("a pass constructed an attribute that does not parse: `{source}`")
    })
}
