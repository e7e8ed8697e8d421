// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations, values and types through MLIR's C API, for which melior has no safe wrapper.
//!
//! Handles (`Op`, `Value`, `Block`) refer to valid IR until a pass erases it. MLIR gives a
//! running pass exclusive access to the operation it runs on and to everything nested in it; see
//! the crate's documentation. `SAFETY` comments below refer to this as the pass's exclusive
//! access.

use crate::{Attribute, Block, Context, Location, Op, Type, Value};
use hloom_dialects::strings::{text, text_ref};
use melior::ir::{
    AttributeLike, BlockLike, RegionLike, TypeLike, ValueLike, operation::OperationLike,
};
use mlir_sys::{
    mlirBlockAppendOwnedOperation, mlirComplexTypeGet, mlirComplexTypeGetElementType,
    mlirEmitError, mlirIdentifierStr, mlirOpOperandGetNextUse, mlirOpOperandGetOperandNumber,
    mlirOpOperandGetOwner, mlirOpOperandIsNull, mlirOperationDestroy, mlirOperationGetName,
    mlirOperationMoveBefore, mlirOperationRemoveFromParent, mlirShapedTypeGetDimSize,
    mlirShapedTypeGetElementType, mlirShapedTypeGetRank, mlirShapedTypeHasRank, mlirTypeIsAComplex,
    mlirTypeIsAFloat, mlirTypeIsAShaped, mlirValueGetFirstUse, mlirValueReplaceAllUsesOfWith,
};
use std::ffi::CString;

/// Creates a region with one block, which has the given arguments. `fill` adds the operations of
/// the block.
pub fn region_of_block<'a>(
    arguments: &[(Type<'a>, Location<'a>)],
    fill: impl FnOnce(Block<'a>),
) -> melior::ir::Region<'a> {
    let region = melior::ir::Region::new();
    let block = region.append_block(melior::ir::Block::new(arguments));
    // SAFETY: this function owns the region while `fill` uses the block. MLIR allocates blocks on
    // its heap, so the address stays valid when the region moves into an operation.
    fill(unsafe { Block::from_raw(block.to_raw()) });
    region
}

/// Returns the type `complex<element>`.
///
/// # Panics
/// Panics unless `element` is an integer or float type.
pub fn complex_type<'a>(element: Type<'a>) -> Type<'a> {
    let is_number = element.is_integer() || is_float(element);
    assert!(is_number, "expected an integer or float type, found `{element}`");
    // SAFETY: `element` is valid as long as its context, in which the result lives, too. It is of a
    // kind that complex types have, by the check above.
    unsafe { Type::from_raw(mlirComplexTypeGet(element.to_raw())) }
}

/// Returns the element type of a complex type, or `None` for other types.
pub fn complex_element(ty: Type<'_>) -> Option<Type<'_>> {
    // SAFETY: `ty` is valid as long as its context. The element type is read only if
    // `mlirTypeIsAComplex` holds.
    unsafe {
        mlirTypeIsAComplex(ty.to_raw())
            .then(|| Type::from_raw(mlirComplexTypeGetElementType(ty.to_raw())))
    }
}

/// Returns true if the type is a floating-point type.
pub fn is_float(ty: Type) -> bool {
    // SAFETY: `ty` is valid as long as its context.
    unsafe { mlirTypeIsAFloat(ty.to_raw()) }
}

/// Returns the shape and element type of a ranked shaped type, or `None` for other types.
pub fn shaped(ty: Type<'_>) -> Option<(Vec<i64>, Type<'_>)> {
    let raw = ty.to_raw();
    // SAFETY: `raw` is valid as long as its context. Rank, sizes and element type are read only
    // after the tests that the type is shaped and ranked.
    unsafe {
        if !mlirTypeIsAShaped(raw) || !mlirShapedTypeHasRank(raw) {
            return None;
        }
        let rank = mlirShapedTypeGetRank(raw);
        let shape = (0..rank).map(|dim| mlirShapedTypeGetDimSize(raw, dim as isize)).collect();
        Some((shape, Type::from_raw(mlirShapedTypeGetElementType(raw))))
    }
}

/// Returns the operation's name with its dialect prefix.
pub fn op_name<'a>(op: Op<'a>) -> &'a str {
    // SAFETY: the identifier is interned in the context, which outlives `'a`.
    unsafe { text(mlirIdentifierStr(mlirOperationGetName(op.to_raw()))) }
}

/// Erases an operation. Its handles and those of nested operations dangle afterwards.
pub fn erase(op: Op) {
    // SAFETY: the pass has exclusive access to `op`. By the rule in the crate's documentation, a
    // pass does not use handles of an erased operation.
    unsafe { mlirOperationDestroy(op.to_raw()) }
}

/// Replaces all uses of `of` with `with`.
pub fn replace_all_uses(of: Value, with: Value) {
    // SAFETY: both values are valid, and the pass has exclusive access to them and their users.
    unsafe { mlirValueReplaceAllUsesOfWith(of.to_raw(), with.to_raw()) }
}

/// Returns `Some(())` if the value has a use, otherwise `None`.
pub fn first_use(value: Value<'_>) -> Option<()> {
    // SAFETY: the value is valid; the use is only compared with null.
    unsafe { (!mlirOpOperandIsNull(mlirValueGetFirstUse(value.to_raw()))).then_some(()) }
}

/// Returns all uses of a value, each as the user and the operand number.
pub fn uses<'a>(value: Value<'a>) -> Vec<(Op<'a>, usize)> {
    let mut found = Vec::new();
    // SAFETY: the loop does not change the list of uses and stops at its null end. The owners are
    // operations of the IR that the pass has exclusive access to for `'a`.
    unsafe {
        let mut operand = mlirValueGetFirstUse(value.to_raw());
        while !mlirOpOperandIsNull(operand) {
            let owner = Op::from_raw(mlirOpOperandGetOwner(operand));
            found.push((owner, mlirOpOperandGetOperandNumber(operand) as usize));
            operand = mlirOpOperandGetNextUse(operand);
        }
    }
    found
}

/// Moves an operation before another, which may be in another block.
pub fn move_before(op: Op, other: Op) {
    // SAFETY: both operations are valid, and the pass has exclusive access to them.
    unsafe { mlirOperationMoveBefore(op.to_raw(), other.to_raw()) }
}

/// Moves an operation to the end of a block.
pub fn move_to_end(op: Op, block: Block) {
    // SAFETY: both are valid, and the pass has exclusive access to them. Removal transfers
    // ownership of the operation to this function, and appending transfers it to the block.
    unsafe {
        mlirOperationRemoveFromParent(op.to_raw());
        mlirBlockAppendOwnedOperation(block.to_raw(), op.to_raw());
    }
}

/// Emits an error diagnostic.
pub fn emit_error(location: Location, message: &str) {
    let message = CString::new(message.replace('\0', "?")).unwrap_or_default();
    // SAFETY: the location is valid as long as its context. The message is NUL-terminated and lives
    // until the call returns.
    unsafe { mlirEmitError(location.to_raw(), message.as_ptr()) }
}

/// Sets an inherent or discardable attribute.
pub fn set_attribute<'a>(op: Op<'a>, name: &str, value: Attribute<'a>) {
    // SAFETY: the pass has exclusive access to `op`. MLIR copies the name, which lives until the
    // call returns; the value is valid as long as its context.
    unsafe {
        mlir_sys::mlirOperationSetAttributeByName(op.to_raw(), text_ref(name), value.to_raw())
    }
}

/// Sets the location of an operation.
pub fn set_location<'a>(op: Op<'a>, location: Location<'a>) {
    // SAFETY: the pass has exclusive access to `op`; the location is valid as long as its context.
    unsafe { mlir_sys::mlirOperationSetLocation(op.to_raw(), location.to_raw()) }
}

/// Removes an attribute if it is present.
pub fn remove_attribute(op: Op, name: &str) {
    // SAFETY: the pass has exclusive access to `op`. MLIR only reads the name during the call.
    unsafe {
        mlir_sys::mlirOperationRemoveAttributeByName(op.to_raw(), text_ref(name));
    }
}

/// Inserts a clone of `op` before `before`.
///
/// # Panics
/// Panics if `before` is not in a block.
pub fn clone_before<'a>(op: Op<'a>, before: Op<'a>) -> Op<'a> {
    // SAFETY: `op` is valid. The clone has no owner until `owned` takes it, which the insertion
    // moves into the block.
    unsafe {
        let owned =
            melior::ir::operation::Operation::from_raw(mlir_sys::mlirOperationClone(op.to_raw()));
        before
            .block()
            .expect("`before` must be inside a block")
            .insert_operation_before(before, owned)
    }
}

/// Appends a clone of `op` to a block.
pub fn clone_at_end<'a>(op: Op<'a>, block: crate::Block<'a>) -> Op<'a> {
    // SAFETY: `op` is valid. The clone has no owner until `owned` takes it, which is then moved
    // into the block.
    unsafe {
        let owned =
            melior::ir::operation::Operation::from_raw(mlir_sys::mlirOperationClone(op.to_raw()));
        block.append_operation(owned)
    }
}

/// Sets operand number `position` of an operation.
///
/// # Panics
/// Panics if there is no operand with this number.
pub fn set_operand<'a>(op: Op<'a>, position: usize, value: Value<'a>) {
    let count = op.operand_count();
    assert!(
        position < count,
        "`{}`: expected an operand number below {count}, found {position}",
        op_name(op)
    );
    // SAFETY: the pass has exclusive access to `op`, which has an operand of this number.
    unsafe { mlir_sys::mlirOperationSetOperand(op.to_raw(), position as isize, value.to_raw()) }
}

/// Changes a value's type. Its users must accept the new type.
pub fn set_type<'a>(value: Value<'a>, ty: Type<'a>) {
    // SAFETY: the value and the type are of the same context, and the pass has exclusive access
    // to the value.
    unsafe { mlir_sys::mlirValueSetType(value.to_raw(), ty.to_raw()) }
}

/// Parses one top-level operation and inserts it before `before`. The calling pass constructs the
/// text.
///
/// # Panics
/// Panics if the text does not parse, which is a bug in the caller, or if `before` is not in a
/// block.
pub fn insert_parsed<'a>(context: &'a Context, before: Op<'a>, source: &str) {
    let name = "generated";
    // SAFETY: MLIR only reads the strings during the call. The parsed operation has no owner until
    // `op` takes it, which the insertion moves into the block.
    unsafe {
        let raw =
            mlir_sys::mlirOperationCreateParse(context.to_raw(), text_ref(source), text_ref(name));
        let op = melior::ir::operation::Operation::from_option_raw(raw)
            .expect("generated operations parse");
        before
            .block()
            .expect("`before` must be inside a block")
            .insert_operation_before(before, op);
    }
}

/// Returns the number of operands in group number `segment` of `operandSegmentSizes`, or `None` if
/// there is no such group.
pub fn segment_size(op: Op, segment: usize) -> Option<usize> {
    let sizes = op.attribute("operandSegmentSizes").ok()?;
    let sizes = melior::ir::attribute::DenseI32ArrayAttribute::try_from(sizes).ok()?;
    usize::try_from(sizes.element(segment).ok()?).ok()
}

/// Erases an argument of a block.
///
/// # Panics
/// Panics if there is no argument with this number, or if it has uses.
pub fn erase_argument(block: Block, index: usize) {
    let argument = block.argument(index).expect("the block must have an argument with this number");
    assert!(
        first_use(argument.into()).is_none(),
        "expected a block argument without uses, found one with uses"
    );
    // SAFETY: the pass has exclusive access to the block, which has an argument of this number. The
    // argument has no uses.
    unsafe { mlir_sys::mlirBlockEraseArgument(block.to_raw(), index as u32) }
}

/// Moves the blocks of region number `index` of `op` to a new region, and returns the new region.
///
/// # Panics
/// Panics if there is no region with this number.
pub fn take_region<'a>(op: Op<'a>, index: usize) -> melior::ir::Region<'a> {
    let count = op.region_count();
    assert!(
        index < count,
        "`{}`: expected a region number below {count}, found {index}",
        op_name(op)
    );
    let region = melior::ir::Region::new();
    // SAFETY: `region` is new and `op` is valid, with a region of this number. MLIR transfers the
    // ownership of the blocks to `region`.
    unsafe {
        mlir_sys::mlirRegionTakeBody(
            melior::ir::RegionLike::to_raw(&region),
            mlir_sys::mlirOperationGetRegion(op.to_raw(), index as isize),
        );
    }
    region
}
