// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! MLIR's C API where melior has no safe wrapper for it.

use crate::ir::{Attribute, Context, Op, Type, Value};
use melior::ir::{AttributeLike, TypeLike, ValueLike};
use mlir_sys::{
    MlirOpOperand, mlirAttributeGetType, mlirAttributeIsAComplex, mlirAttributeIsADenseElements,
    mlirComplexAttrGetImagDouble, mlirComplexAttrGetRealDouble, mlirDenseElementsAttrBoolGet,
    mlirDenseElementsAttrGetBoolSplatValue, mlirDenseElementsAttrGetBoolValue,
    mlirDenseElementsAttrGetRawData, mlirDenseElementsAttrIsSplat,
    mlirDenseElementsAttrRawBufferGet, mlirDenseElementsAttrReshapeGet,
    mlirElementsAttrGetNumElements, mlirIntegerTypeGet, mlirIntegerTypeUnsignedGet,
    mlirOpOperandGetNextUse, mlirOpOperandGetOwner, mlirOpOperandIsNull, mlirValueGetFirstUse,
};
use std::borrow::Cow;

/// HLO's integer type of `bits` bits: signless where it is signed.
pub fn integer_type(context: &Context, bits: u32, signed: bool) -> Type<'_> {
    // SAFETY: the context is valid and outlives the type.
    unsafe {
        Type::from_raw(if signed {
            mlirIntegerTypeGet(context.to_raw(), bits)
        } else {
            mlirIntegerTypeUnsignedGet(context.to_raw(), bits)
        })
    }
}

/// What a pass may compare and store of an operation: its address. After the
/// operation is erased another one may have it.
pub fn address(op: Op) -> usize {
    op.to_raw().ptr.addr()
}

/// As [`address`], of a value.
pub fn value_address(value: Value) -> usize {
    value.to_raw().ptr.addr()
}

/// Whether some operation uses the value, and none but `op`.
pub fn is_only_used_by(value: Value, op: Op) -> bool {
    let mut uses = uses(value).peekable();
    uses.peek().is_some() && uses.all(|user| user == op)
}

/// Whether one operand of one operation uses the value.
pub fn has_one_use(value: Value) -> bool {
    uses(value).take(2).count() == 1
}

/// The users of a value, found one by one.
fn uses<'a>(value: Value<'a>) -> impl Iterator<Item = Op<'a>> {
    // SAFETY: the value is valid, and so are its uses while nothing is changed, which
    // the callers above do not; an operand is asked for its owner once known not null.
    unsafe {
        let known = |operand: MlirOpOperand| (!mlirOpOperandIsNull(operand)).then_some(operand);
        let first = known(mlirValueGetFirstUse(value.to_raw()));
        std::iter::successors(first, move |operand| known(mlirOpOperandGetNextUse(*operand)))
            .map(|operand| Op::from_raw(mlirOpOperandGetOwner(operand)))
    }
}

/// Whether a dense attribute stores one element for all.
pub fn is_splat(attribute: Attribute) -> bool {
    // SAFETY: the attribute is valid, and known to be dense where it is asked.
    unsafe {
        mlirAttributeIsADenseElements(attribute.to_raw())
            && mlirDenseElementsAttrIsSplat(attribute.to_raw())
    }
}

/// The type of a dense elements attribute; none for any other attribute.
pub fn dense_type(attribute: Attribute<'_>) -> Option<Type<'_>> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is valid, and elements attributes have a type.
    unsafe { mlirAttributeIsADenseElements(raw).then(|| Type::from_raw(mlirAttributeGetType(raw))) }
}

/// The elements of a dense attribute as MLIR stores them, and whether it stores one
/// for all. `size` is the bytes of an element; zero stands for `i1`, which comes as a
/// byte each.
///
/// None if the attribute is not dense, or holds what has no fixed size.
pub fn dense_data(attribute: Attribute<'_>, size: usize) -> Option<(Cow<'_, [u8]>, bool)> {
    dense_type(attribute)?;
    let raw = attribute.to_raw();
    // SAFETY: the attribute is dense, so it has a number of elements and is a splat
    // or not; elements are read below that number; the raw data has `size` bytes for
    // every element stored, and lives as long as the context, which is all of `'a`.
    unsafe {
        let splat = mlirDenseElementsAttrIsSplat(raw);
        let count = usize::try_from(mlirElementsAttrGetNumElements(raw)).ok()?;
        if size == 0 {
            let bits = if splat {
                vec![u8::from(mlirDenseElementsAttrGetBoolSplatValue(raw) != 0)]
            } else {
                let bit = |index| u8::from(mlirDenseElementsAttrGetBoolValue(raw, index as isize));
                (0..count).map(bit).collect()
            };
            return Some((bits.into(), splat));
        }
        let stored = if splat { 1 } else { count };
        if stored == 0 {
            return Some((Cow::Borrowed(&[]), false));
        }
        let data = mlirDenseElementsAttrGetRawData(raw).cast::<u8>();
        if data.is_null() {
            return None;
        }
        Some((Cow::Borrowed(std::slice::from_raw_parts(data, stored * size)), splat))
    }
}

/// Dense elements of the static shaped type `ty` from what [`dense_data`] gives: one
/// element for all or all of them. None if MLIR does not take the data.
pub fn dense_from_data<'a>(ty: Type<'a>, data: &[u8], size: usize) -> Option<Attribute<'a>> {
    // SAFETY: MLIR copies the data; the number of booleans is what the type says, or
    // one; the raw buffer's size is checked by MLIR, which gives null where it differs.
    unsafe {
        if size == 0 {
            let bits: Vec<i32> = data.iter().map(|bit| i32::from(*bit)).collect();
            let attribute =
                mlirDenseElementsAttrBoolGet(ty.to_raw(), bits.len() as isize, bits.as_ptr());
            return Attribute::from_option_raw(attribute);
        }
        let data = (data.as_ptr(), data.len());
        let attribute = mlirDenseElementsAttrRawBufferGet(ty.to_raw(), data.1, data.0.cast());
        Attribute::from_option_raw(attribute)
    }
}

/// The parts of the complex dialect's number attribute; none for other attributes.
pub fn complex_parts(attribute: Attribute) -> Option<(f64, f64)> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is valid, and known to be a complex number where it is read.
    unsafe {
        mlirAttributeIsAComplex(raw)
            .then(|| (mlirComplexAttrGetRealDouble(raw), mlirComplexAttrGetImagDouble(raw)))
    }
}

/// The same elements in the shape of `ty`, which has as many and of the same type.
pub fn dense_reshape<'a>(attribute: Attribute<'a>, ty: Type<'a>) -> Option<Attribute<'a>> {
    dense_type(attribute)?;
    // SAFETY: the attribute is dense; the caller gives a type of as many elements.
    unsafe {
        Attribute::from_option_raw(mlirDenseElementsAttrReshapeGet(attribute.to_raw(), ty.to_raw()))
    }
}
