// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Constructors of MLIR attributes.

use crate::ffi;
use hloom_dialects::dense;
use melior::Context;
use melior::ir::attribute::{
    ArrayAttribute, BoolAttribute, DenseI64ArrayAttribute, DictionaryAttribute, IntegerAttribute,
};
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, Identifier, Type};

/// Returns a 64-bit integer attribute.
pub fn i64(context: &Context, value: i64) -> Attribute<'_> {
    IntegerAttribute::new(IntegerType::new(context, 64).into(), value).into()
}

/// Returns a 32-bit integer attribute.
pub fn i32(context: &Context, value: i32) -> Attribute<'_> {
    IntegerAttribute::new(IntegerType::new(context, 32).into(), value.into()).into()
}

/// Returns a Boolean attribute.
pub fn boolean(context: &Context, value: bool) -> Attribute<'_> {
    BoolAttribute::new(context, value).into()
}

/// Returns a string attribute.
pub fn string<'c>(context: &'c Context, text: &str) -> Attribute<'c> {
    ffi::string(context, text.as_bytes())
}

/// Returns a dense array attribute of 64-bit integers.
pub fn integers<'c>(context: &'c Context, values: &[i64]) -> Attribute<'c> {
    DenseI64ArrayAttribute::new(context, values).into()
}

/// Returns an array attribute.
pub fn array<'c>(context: &'c Context, values: &[Attribute<'c>]) -> Attribute<'c> {
    ArrayAttribute::new(context, values).into()
}

/// Returns a dictionary attribute.
pub fn dictionary<'c, S: AsRef<str>>(
    context: &'c Context,
    entries: &[(S, Attribute<'c>)],
) -> Attribute<'c> {
    let entry =
        |(name, value): &(S, Attribute<'c>)| (Identifier::new(context, name.as_ref()), *value);
    let entries: Vec<_> = entries.iter().map(entry).collect();
    DictionaryAttribute::new(context, &entries).into()
}

/// Returns a dense elements attribute of 64-bit integers or of `index` elements. A single value
/// applies to all elements.
///
/// # Errors
/// Fails if the number of values does not match the sizes.
pub fn tensor<'c>(
    context: &'c Context,
    sizes: &[i64],
    element: Type<'c>,
    values: impl IntoIterator<Item = i64>,
) -> Result<Attribute<'c>, String> {
    let bytes: Vec<u8> = values.into_iter().flat_map(i64::to_ne_bytes).collect();
    let ty = ffi::tensor_type(context, sizes, element, None);
    ty.and_then(|ty| dense::attribute(ty, &bytes))
        .ok_or_else(|| format!("cannot build a tensor of integers of shape {sizes:?}"))
}

/// Returns a dense elements attribute of a matrix of 64-bit integers, given in row-major order.
///
/// # Errors
/// Fails if the number of values is not a multiple of `columns`.
pub fn matrix<'c>(
    context: &'c Context,
    columns: usize,
    values: Vec<i64>,
) -> Result<Attribute<'c>, String> {
    let rows = values.len().checked_div(columns).unwrap_or(0);
    let element = IntegerType::new(context, 64).into();
    tensor(context, &[rows as i64, columns as i64], element, values)
}

/// Parses an attribute.
///
/// # Errors
/// Fails if the text is not an attribute, or nests more than 64 levels deep. Deeper nesting would
/// overflow the stack of MLIR's recursive parser.
pub fn parse<'c>(context: &'c Context, text: &str) -> Result<Attribute<'c>, String> {
    const MOST_NESTED: usize = 64;
    let none = || format!("cannot parse `{text}` as an MLIR attribute");
    let (mut depth, mut in_text, mut is_escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'[' | b'{' | b'<' | b'(' => depth += 1,
            b']' | b'}' | b'>' | b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MOST_NESTED {
            return Err(format!(
                "expected an attribute with at most {MOST_NESTED} nesting levels, found more"
            ));
        }
    }
    Attribute::parse(context, text).ok_or_else(none)
}
