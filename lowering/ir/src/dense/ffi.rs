// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Dense attributes and the uses of values through MLIR's C API.

use crate::{Attribute, Context, Op, Type, Value};
use melior::ir::{AttributeLike, TypeLike, ValueLike};
use mlir_sys::{
    MlirAttribute, MlirOpOperand, MlirType, mlirAttributeGetType, mlirAttributeIsAComplex,
    mlirAttributeIsADenseElements, mlirComplexAttrGetImagDouble, mlirComplexAttrGetRealDouble,
    mlirDenseElementsAttrBoolGet, mlirDenseElementsAttrGetBoolSplatValue,
    mlirDenseElementsAttrGetBoolValue, mlirDenseElementsAttrGetRawData,
    mlirDenseElementsAttrIsSplat, mlirDenseElementsAttrRawBufferGet,
    mlirDenseElementsAttrReshapeGet, mlirElementsAttrGetNumElements, mlirIntegerTypeGet,
    mlirIntegerTypeUnsignedGet, mlirOpOperandGetNextUse, mlirOpOperandGetOwner,
    mlirOpOperandIsNull, mlirValueGetFirstUse,
};
use std::borrow::Cow;

unsafe extern "C" {
    fn hloomSplatValue(value: MlirAttribute) -> MlirAttribute;
    fn hloomDenseWithType(value: MlirAttribute, ty: MlirType) -> MlirAttribute;
}

/// Returns elements as a dense attribute of type `ty` with the same bits. Returns `None` unless the
/// types have the same shape and element width.
pub fn dense_with_type<'a>(value: Attribute<'a>, ty: Type<'a>) -> Option<Attribute<'a>> {
    let raw = hloom_dialects::attributes::dense_elements(value)?.to_raw();
    // SAFETY: `raw` and `ty` are valid as long as their context. `hloomDenseWithType` returns
    // null if shapes or element widths differ.
    unsafe { Attribute::from_option_raw(hloomDenseWithType(raw, ty.to_raw())) }
}

/// Returns the element of a splat as an integer, float or (for complex) array attribute. Returns
/// `None` for other attributes.
pub fn splat_value(value: Attribute<'_>) -> Option<Attribute<'_>> {
    // SAFETY: `value` is valid as long as its context. `hloomSplatValue` returns null for
    // anything but a splat.
    unsafe { Attribute::from_option_raw(hloomSplatValue(value.to_raw())) }
}

/// Returns dense elements of the shaped type `ty`. There must be as many elements as `ty` has, each
/// of its element type.
pub fn dense_elements<'a>(ty: Type<'a>, elements: &[Attribute<'a>]) -> Attribute<'a> {
    let raw: Vec<_> = elements.iter().map(|element| element.to_raw()).collect();
    // SAFETY: the handles are valid as long as their context. MLIR copies the list, which lives
    // until the call returns. Callers pass elements whose number and types match `ty`, as the
    // documentation requires; MLIR checks this in builds with assertions.
    unsafe {
        let count = raw.len() as isize;
        Attribute::from_raw(mlir_sys::mlirDenseElementsAttrGet(ty.to_raw(), count, raw.as_ptr()))
    }
}

/// Returns a splat of the shaped type `ty`. The element must be of its element type.
pub fn splat_attribute<'a>(ty: Type<'a>, element: Attribute<'a>) -> Attribute<'a> {
    // SAFETY: both are valid as long as their context. Callers pass an element of the
    // element type of `ty`; MLIR checks this in builds with assertions.
    unsafe {
        Attribute::from_raw(mlir_sys::mlirDenseElementsAttrSplatGet(ty.to_raw(), element.to_raw()))
    }
}

/// Returns HLO's integer type of `bits` bits. Signed integers are signless in MLIR.
pub fn integer_type(context: &Context, bits: u32, signed: bool) -> Type<'_> {
    // SAFETY: the lifetime of the result ties the type to the context, which is borrowed.
    unsafe {
        Type::from_raw(if signed {
            mlirIntegerTypeGet(context.to_raw(), bits)
        } else {
            mlirIntegerTypeUnsignedGet(context.to_raw(), bits)
        })
    }
}

/// Returns the address of an operation, as an identity that a pass may store and compare. After the
/// operation is erased, another operation may have the same address.
pub fn address(op: Op) -> usize {
    op.to_raw().ptr.addr()
}

/// Returns the address of a value, with the same meaning as [`address`].
pub fn value_address(value: Value) -> usize {
    value.to_raw().ptr.addr()
}

/// Returns true if the value has uses, all of them by `op`.
pub fn is_only_used_by(value: Value, op: Op) -> bool {
    let mut uses = uses(value).peekable();
    uses.peek().is_some() && uses.all(|user| user == op)
}

/// Returns true if the value has exactly one use.
pub fn has_one_use(value: Value) -> bool {
    uses(value).take(2).count() == 1
}

/// Iterates over the users of a value, one entry for each use.
fn uses<'a>(value: Value<'a>) -> impl Iterator<Item = Op<'a>> {
    // SAFETY: the value is valid, and its list of uses does not change: `is_only_used_by` and
    // `has_one_use`, the only callers, do not change the IR. `known` filters null operands.
    unsafe {
        let known = |operand: MlirOpOperand| (!mlirOpOperandIsNull(operand)).then_some(operand);
        let first = known(mlirValueGetFirstUse(value.to_raw()));
        std::iter::successors(first, move |operand| known(mlirOpOperandGetNextUse(*operand)))
            .map(|operand| Op::from_raw(mlirOpOperandGetOwner(operand)))
    }
}

/// Returns true if the attribute is a dense attribute that stores one value for all elements.
pub fn is_splat(attribute: Attribute) -> bool {
    // SAFETY: the attribute is valid as long as its context, and `mlirDenseElementsAttrIsSplat` is
    // called only if `mlirAttributeIsADenseElements` holds.
    unsafe {
        mlirAttributeIsADenseElements(attribute.to_raw())
            && mlirDenseElementsAttrIsSplat(attribute.to_raw())
    }
}

/// Returns the type of a dense elements attribute, or `None` for other attributes.
pub fn dense_type(attribute: Attribute<'_>) -> Option<Type<'_>> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is valid as long as its context, and its type is read only if
    // `mlirAttributeIsADenseElements` holds.
    unsafe { mlirAttributeIsADenseElements(raw).then(|| Type::from_raw(mlirAttributeGetType(raw))) }
}

/// Returns the elements of a dense attribute as MLIR stores them, and whether it is a splat, of
/// which one element is stored.
///
/// `size` must be the size of an element in bytes. Size 0 stands for `i1`, whose elements are
/// returned as a byte each. Returns `None` if the attribute is not dense or has elements without
/// a fixed size.
pub fn dense_data(attribute: Attribute<'_>, size: usize) -> Option<(Cow<'_, [u8]>, bool)> {
    dense_type(attribute)?;
    let raw = attribute.to_raw();
    // SAFETY: `dense_type` shows that the attribute is dense. Booleans are read by indices below
    // its number of elements. The raw data has `size` bytes for every stored element, as the
    // caller guarantees, and lives as long as the context, which outlives `'a`.
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

/// Returns dense elements of the static shaped type `ty` from data in the form of [`dense_data`]:
/// one element for a splat, or all elements. Returns `None` if MLIR rejects the data.
pub fn dense_from_data<'a>(ty: Type<'a>, data: &[u8], size: usize) -> Option<Attribute<'a>> {
    // SAFETY: MLIR copies the data, which lives until the calls return. The number of
    // booleans is one or that of `ty`, as the form of `dense_data` requires. MLIR returns null if
    // the size of a raw buffer does not fit.
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

/// Returns the real and imaginary part of a number attribute of the complex dialect. Returns `None`
/// for other attributes.
pub fn complex_parts(attribute: Attribute) -> Option<(f64, f64)> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is valid as long as its context, and its parts are read only if
    // `mlirAttributeIsAComplex` holds.
    unsafe {
        mlirAttributeIsAComplex(raw)
            .then(|| (mlirComplexAttrGetRealDouble(raw), mlirComplexAttrGetImagDouble(raw)))
    }
}

/// Returns the same elements in the shape of `ty`, which must have the same number of elements and
/// the same element type.
pub fn dense_reshape<'a>(attribute: Attribute<'a>, ty: Type<'a>) -> Option<Attribute<'a>> {
    dense_type(attribute)?;
    // SAFETY: `dense_type` shows that the attribute is dense. Callers pass a type with the same
    // number and type of elements; MLIR checks this in builds with assertions.
    unsafe {
        Attribute::from_option_raw(mlirDenseElementsAttrReshapeGet(attribute.to_raw(), ty.to_raw()))
    }
}
