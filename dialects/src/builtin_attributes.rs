// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The values of MLIR's builtin attributes: strings, integers, booleans and lists.
//!
//! Attributes under verification can have any kind. Each function returns `None` for an attribute
//! of another kind.

use crate::{element::ElementType, ffi};
use melior::ir::{
    Attribute, AttributeLike,
    attribute::{
        ArrayAttribute, DenseElementsAttribute, DenseI32ArrayAttribute, DenseI64ArrayAttribute,
        IntegerAttribute, StringAttribute,
    },
    r#type::IntegerType,
};

/// The largest number of elements of a splat that is read as a list of elements.
const MAX_SPLAT: usize = 1 << 20;

/// Returns the text of a string attribute, which may be empty.
pub fn read_text(attribute: Attribute<'_>) -> Option<&str> {
    StringAttribute::try_from(attribute).ok().map(ffi::string_value)
}

/// Returns the value of an integer attribute. A `ui64` of 2^63 or more becomes negative.
pub fn read_integer(attribute: Attribute) -> Option<i64> {
    let integer = IntegerAttribute::try_from(attribute).ok()?;
    Some(match IntegerType::try_from(attribute.r#type()) {
        Ok(ty) if ty.is_unsigned() => integer.unsigned_value() as i64,
        Ok(ty) if ty.is_signed() => integer.signed_value(),
        _ => integer.value(),
    })
}

/// Returns the integers of a dense array or of dense elements, in row-major order.
///
/// Returns `None` for a splat of more than 2^20 elements, which is small in a program but would be
/// large as a list.
pub fn read_integers(attribute: Attribute) -> Option<Vec<i64>> {
    if let Ok(array) = DenseI64ArrayAttribute::try_from(attribute) {
        return (0..array.len()).map(|index| array.element(index).ok()).collect();
    }
    if let Ok(array) = DenseI32ArrayAttribute::try_from(attribute) {
        return (0..array.len()).map(|index| array.element(index).ok().map(i64::from)).collect();
    }
    let elements = DenseElementsAttribute::try_from(attribute).ok()?;
    if elements.len() > MAX_SPLAT && elements.is_splat() {
        return None;
    }
    let kind = ElementType::from_type(ffi::shaped_element(attribute.r#type())?);
    (0..elements.len())
        .map(|index| {
            Some(match kind {
                ElementType::Boolean => i64::from(elements.bool_element(index).ok()?),
                ElementType::Signed(8) => i64::from(elements.i8_element(index).ok()?),
                ElementType::Signed(16) => i64::from(elements.i16_element(index).ok()?),
                ElementType::Signed(32) => i64::from(elements.i32_element(index).ok()?),
                ElementType::Signed(64) => elements.i64_element(index).ok()?,
                ElementType::Unsigned(8) => i64::from(elements.u8_element(index).ok()?),
                ElementType::Unsigned(16) => i64::from(elements.u16_element(index).ok()?),
                ElementType::Unsigned(32) => i64::from(elements.u32_element(index).ok()?),
                ElementType::Unsigned(64) => elements.u64_element(index).ok()? as i64,
                ElementType::Index => elements.index_element(index).ok()? as i64,
                _ => return None,
            })
        })
        .collect()
}

/// Returns the booleans of a dense array or of dense elements, in row-major order.
///
/// Returns `None` for a splat of more than 2^20 elements.
pub fn read_booleans(attribute: Attribute) -> Option<Vec<bool>> {
    if attribute.is_dense_bool_array() {
        return ffi::dense_bool_array(attribute);
    }
    let elements = DenseElementsAttribute::try_from(attribute).ok()?;
    let kind = ElementType::from_type(ffi::shaped_element(attribute.r#type())?);
    if kind != ElementType::Boolean || (elements.len() > MAX_SPLAT && elements.is_splat()) {
        return None;
    }
    (0..elements.len()).map(|index| elements.bool_element(index).ok()).collect()
}

/// Returns the elements of an array attribute.
pub fn read_array(attribute: Attribute<'_>) -> Option<Vec<Attribute<'_>>> {
    let array = ArrayAttribute::try_from(attribute).ok()?;
    (0..array.len()).map(|index| array.element(index).ok()).collect()
}
