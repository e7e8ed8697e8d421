// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Dense attributes and the uses of values through MLIR's C API.

use crate::ffi::{complex_element, is_float};
use crate::{Attribute, Context, Op, Shaped, Type, Value, element_width};
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

/// Returns a dense attribute of type `ty` with the bits of `value`, which is a dense, sparse or
/// resource attribute. Returns `None` for other attributes, if the types differ in shape or in
/// element width, or if the element types differ and are not integers or floats.
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

/// Returns a dense attribute of the shaped type `ty` with `elements` in row-major order.
///
/// # Panics
/// Panics unless `ty` has a static shape, and `elements` has one number of its element type for
/// each element.
pub fn dense_elements<'a>(ty: Type<'a>, elements: &[Attribute<'a>]) -> Attribute<'a> {
    let (count, element) =
        numbers_of(ty).unwrap_or_else(|| panic!("expected a static type of numbers, found `{ty}`"));
    assert_eq!(elements.len(), count, "expected one number for each element of `{ty}`");
    for number in elements {
        assert!(is_number(*number, element), "expected a number of `{element}`, found `{number}`");
    }
    let raw: Vec<_> = elements.iter().map(|element| element.to_raw()).collect();
    // SAFETY: the handles are valid as long as their context. MLIR copies the list, which lives
    // until the call returns. The checks above show that number and types of the elements match
    // `ty`, which is a shaped type of static shape.
    unsafe {
        let count = raw.len() as isize;
        Attribute::from_raw(mlir_sys::mlirDenseElementsAttrGet(ty.to_raw(), count, raw.as_ptr()))
    }
}

/// Returns a dense attribute of the shaped type `ty`, whose elements are all `element`.
///
/// # Panics
/// Panics unless `ty` has a static shape and `element` is a number of its element type.
pub fn splat_attribute<'a>(ty: Type<'a>, element: Attribute<'a>) -> Attribute<'a> {
    let (_, number) =
        numbers_of(ty).unwrap_or_else(|| panic!("expected a static type of numbers, found `{ty}`"));
    assert!(is_number(element, number), "expected a number of `{number}`, found `{element}`");
    // SAFETY: both are valid as long as their context. The checks above show that `ty` is a shaped
    // type of static shape, and that the element is of its element type.
    unsafe {
        Attribute::from_raw(mlir_sys::mlirDenseElementsAttrSplatGet(ty.to_raw(), element.to_raw()))
    }
}

/// Returns the number of elements and the element type of a statically shaped type, if its elements
/// are integers, floats, indices or complex numbers. Returns `None` for other types.
fn numbers_of(ty: Type<'_>) -> Option<(usize, Type<'_>)> {
    let Shaped { shape, element } = Shaped::of(ty)?;
    stored_size(element)?;
    let sizes = shape.into_iter().map(|size| usize::try_from(size).ok());
    let count = sizes.into_iter().try_fold(1_usize, |count, size| count.checked_mul(size?))?;
    Some((count, element))
}

/// Returns true if an attribute is a number of the type `element`. A complex number is an array of
/// its real and imaginary part.
fn is_number(number: Attribute, element: Type) -> bool {
    match complex_element(element) {
        Some(part) => hloom_dialects::op_view::read_array(number).is_some_and(|parts| {
            parts.len() == 2 && parts.into_iter().all(|it| is_number(it, part))
        }),
        None => (number.is_integer() || number.is_float()) && number.r#type() == element,
    }
}

/// Returns the size in bytes with which MLIR stores an element of a dense attribute. Booleans have
/// size 0, as in [`dense_data`]. Returns `None` for elements that are not numbers.
fn stored_size(element: Type) -> Option<usize> {
    if let Some(part) = complex_element(element) {
        return Some(2 * stored_size(part).filter(|size| *size > 0)?);
    }
    if !element.is_integer() && !element.is_index() && !is_float(element) {
        return None;
    }
    match element_width(element) {
        1 if element.is_integer() => Some(0),
        width => Some(width.div_ceil(8) as usize),
    }
}

/// Returns StableHLO's integer type of `bits` bits: signless if `signed` is true, otherwise
/// unsigned.
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

/// Returns the address of an operation, which a pass may store and compare as its identity. After
/// the operation is erased, another operation may have the same address.
pub fn address(op: Op) -> usize {
    op.to_raw().ptr.addr()
}

/// Returns the address of a value, which a pass may store and compare as its identity, as with
/// [`address`].
pub fn value_address(value: Value) -> usize {
    value.to_raw().ptr.addr()
}

/// Returns true if the value has uses, and `op` is the only user.
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

/// Returns the elements of a dense attribute in MLIR's storage format, and true if the attribute is
/// a splat, which stores a single element.
///
/// `size` is the size of an element in bytes. Size 0 stands for `i1`; the function then returns a
/// byte for each element. Returns `None` if the attribute is not dense, or if its elements are not
/// numbers of this size.
pub fn dense_data(attribute: Attribute<'_>, size: usize) -> Option<(Cow<'_, [u8]>, bool)> {
    let (_, element) = numbers_of(dense_type(attribute)?)?;
    if stored_size(element) != Some(size) {
        return None;
    }
    let raw = attribute.to_raw();
    // SAFETY: `dense_type` shows that the attribute is dense. Booleans are read by indices below
    // its number of elements. The raw data has `size` bytes for every stored element, as
    // `stored_size` shows, and lives as long as the context, which outlives `'a`.
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

/// Returns a dense attribute of the static shaped type `ty` from data in the form of
/// [`dense_data`]: one element for a splat, or all elements. Returns `None` if the data or the
/// element size does not match the type.
pub fn dense_from_data<'a>(ty: Type<'a>, data: &[u8], size: usize) -> Option<Attribute<'a>> {
    let (count, element) = numbers_of(ty)?;
    if stored_size(element) != Some(size) || (size == 0 && ![1, count].contains(&data.len())) {
        return None;
    }
    // SAFETY: MLIR copies the data, which lives until the calls return. The checks above show that
    // `ty` is a shaped type of static shape whose elements are numbers, and that there are one or
    // `count` booleans. MLIR returns null if the size of a raw buffer does not fit.
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

/// Returns a dense attribute of type `ty` with the elements of `attribute` in the same order.
/// Returns `None` if the attribute is not dense, or if the types differ in the number or the type
/// of their elements.
pub fn dense_reshape<'a>(attribute: Attribute<'a>, ty: Type<'a>) -> Option<Attribute<'a>> {
    if numbers_of(dense_type(attribute)?)? != numbers_of(ty)? {
        return None;
    }
    // SAFETY: `dense_type` shows that the attribute is dense, and the check above that `ty` has the
    // same number and type of elements.
    unsafe {
        Attribute::from_option_raw(mlirDenseElementsAttrReshapeGet(attribute.to_raw(), ty.to_raw()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_dialects::Context as Dialects;

    fn with_context(
        test: impl Fn(&dyn Fn(&str) -> Type<'static>, &dyn Fn(&str) -> Attribute<'static>),
    ) {
        let context: &'static Dialects = Box::leak(Box::new(Dialects::new()));
        let ty = |text: &str| Type::parse(context, text).expect("a type");
        test(&ty, &|text| Attribute::parse(context, text).expect("an attribute"));
    }

    #[test]
    fn data_of_another_size_is_not_read() {
        with_context(|_, attribute| {
            let dense = attribute("dense<[1, 2, 3]> : tensor<3xi16>");
            assert_eq!(dense_data(dense, 2), Some((vec![1, 0, 2, 0, 3, 0].into(), false)));
            for size in [0, 1, 4, 8] {
                assert_eq!(dense_data(dense, size), None, "{size}");
            }
            let booleans = attribute("dense<[true, false]> : tensor<2xi1>");
            assert_eq!(dense_data(booleans, 0), Some((vec![1, 0].into(), false)));
            assert_eq!(dense_data(booleans, 1), None);
            let complex = attribute("dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>");
            assert_eq!(
                dense_data(complex, 8).map(|(data, splat)| (data.len(), splat)),
                Some((8, true))
            );
            assert_eq!(dense_data(complex, 4), None);
            assert_eq!(dense_data(attribute("dense<\"a\"> : tensor<2x!quant.any<i8>>"), 1), None);
        });
    }

    #[test]
    fn data_that_does_not_fit_makes_no_attribute() {
        with_context(|ty, _| {
            let three = dense_from_data(ty("tensor<3xi1>"), &[1, 0, 1], 0).map(|it| it.to_string());
            assert_eq!(three.as_deref(), Some("dense<[true, false, true]> : tensor<3xi1>"));
            assert!(dense_from_data(ty("tensor<3xi1>"), &[1], 0).is_some());
            for (text, bytes, size) in [
                ("tensor<3xi1>", 2, 0),
                ("tensor<3xi8>", 3, 0),
                ("tensor<3xi8>", 3, 2),
                ("tensor<3xi16>", 3, 2),
                ("tensor<?xi8>", 3, 1),
                ("i8", 1, 1),
                ("tensor<2x!stablehlo.token>", 2, 1),
            ] {
                assert_eq!(dense_from_data(ty(text), &vec![0; bytes], size), None, "{text}");
            }
        });
    }

    #[test]
    fn only_the_shape_changes() {
        with_context(|ty, attribute| {
            let dense = attribute("dense<[1, 2]> : tensor<2xi8>");
            let reshaped = dense_reshape(dense, ty("tensor<2x1xi8>")).map(|it| it.to_string());
            assert_eq!(reshaped.as_deref(), Some("dense<[[1], [2]]> : tensor<2x1xi8>"));
            for other in ["tensor<3xi8>", "tensor<2xi16>", "tensor<?xi8>", "tensor<*xi8>"] {
                assert_eq!(dense_reshape(dense, ty(other)), None, "{other}");
            }
        });
    }

    #[test]
    #[should_panic = "expected one number for each element of `tensor<3xi8>`"]
    fn elements_are_counted() {
        with_context(|ty, attribute| {
            dense_elements(ty("tensor<3xi8>"), &[attribute("1 : i8"), attribute("2 : i8")]);
        });
    }

    #[test]
    #[should_panic = "expected a number of `i8`, found `2 : i16`"]
    fn elements_have_the_type() {
        with_context(|ty, attribute| {
            dense_elements(ty("tensor<2xi8>"), &[attribute("1 : i8"), attribute("2 : i16")]);
        });
    }

    #[test]
    #[should_panic = "expected a number of `f32`, found `1 : i32`"]
    fn splats_have_the_type() {
        with_context(|ty, attribute| {
            splat_attribute(ty("tensor<2xf32>"), attribute("1 : i32"));
        });
    }

    #[test]
    #[should_panic = "expected a static type of numbers, found `tensor<?xf32>`"]
    fn splats_have_a_static_shape() {
        with_context(|ty, attribute| {
            splat_attribute(ty("tensor<?xf32>"), attribute("1.0 : f32"));
        });
    }
}
