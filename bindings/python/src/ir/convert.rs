// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of Python objects to MLIR types and attributes.

use super::classes::{Attribute, Type};
use crate::store::Access;
use hloom_dialects::Diagnostics;
use hloom_lowering::ir::{self, Op};
use melior::ir::ValueLike;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};

/// Converts a `Type`, or the text of a type, to an MLIR type.
///
/// # Errors
/// Fails if the text cannot be parsed, or if the object has another class.
pub fn to_type<'a>(access: &Access<'a>, given: &Bound<'_, PyAny>) -> PyResult<ir::Type<'a>> {
    if let Ok(ty) = given.cast::<Type>() {
        return access.ty(&ty.get().0);
    }
    let Ok(text) = given.cast::<PyString>() else {
        let class = given.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "expected a hloom.Type or the text of a type, found {class}"
        )));
    };
    parse_type(access, &text.to_cow()?)
}

/// Parses a type.
///
/// # Errors
/// Fails if the text is not a type.
pub fn parse_type<'a>(access: &Access<'a>, text: &str) -> PyResult<ir::Type<'a>> {
    let diagnostics = Diagnostics::collect(access.context());
    ir::Type::parse(access.context(), text).ok_or_else(|| not_parsed("type", text, &diagnostics))
}

/// Parses an attribute.
///
/// # Errors
/// Fails if the text is not an attribute.
pub fn parse_attribute<'a>(access: &Access<'a>, text: &str) -> PyResult<ir::Attribute<'a>> {
    let diagnostics = Diagnostics::collect(access.context());
    ir::Attribute::parse(access.context(), text)
        .ok_or_else(|| not_parsed("attribute", text, &diagnostics))
}

fn not_parsed(what: &str, text: &str, diagnostics: &Diagnostics) -> PyErr {
    let reasons: Vec<_> = diagnostics.take().into_iter().map(|it| it.message).collect();
    PyValueError::new_err(format!("`{text}` is not {what}: {}", reasons.join("; ")).replace(
        &format!("is not {what}"),
        &format!("is not {} {what}", if what == "attribute" { "an" } else { "a" }),
    ))
}

/// Converts an `Attribute`, the text of an attribute, or a Python boolean, integer or float to an
/// MLIR attribute.
///
/// # Errors
/// Fails if the text cannot be parsed, or if the object has another class.
pub fn to_attribute<'a>(
    access: &Access<'a>,
    given: &Bound<'_, PyAny>,
) -> PyResult<ir::Attribute<'a>> {
    let context = access.context();
    if let Ok(attribute) = given.cast::<Attribute>() {
        return access.attribute(&attribute.get().0);
    }
    if let Ok(text) = given.cast::<PyString>() {
        return parse_attribute(access, &text.to_cow()?);
    }
    if given.is_instance_of::<PyBool>() {
        return Ok(ir::bool_attr(context, given.extract()?));
    }
    if given.is_instance_of::<PyInt>() {
        return Ok(ir::i64_attr(context, given.extract()?));
    }
    if given.is_instance_of::<PyFloat>() {
        return Ok(ir::float_attr(context, ir::f64(context), given.extract()?));
    }
    let class = given.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "expected a hloom.Attribute, its text, a bool, an int or a float, found {class}"
    )))
}

/// Checks that the name of an attribute is not empty.
///
/// # Errors
/// Fails for an empty name. MLIR would print it but could not parse it again.
pub fn check_name(name: &str) -> PyResult<()> {
    if name.is_empty() {
        return Err(PyValueError::new_err(
            "expected the name of an attribute, found an empty text",
        ));
    }
    Ok(())
}

/// Returns the error for an attribute that MLIR ignores, because the operation defines an attribute
/// of this name with another kind of value.
pub fn not_accepted(op: Op, name: &str, attribute: ir::Attribute) -> PyErr {
    let op = ir::op_name(op);
    PyValueError::new_err(format!("`{op}`: the attribute `{name}` cannot be `{attribute}`"))
}

/// Checks that the value `with` has the same type as the value `of`, so that it can replace `of`.
///
/// # Errors
/// Fails if the types differ.
pub fn check_types(of: ir::Value, with: ir::Value) -> PyResult<()> {
    let (expected, found) = (of.r#type(), with.r#type());
    if expected == found {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "expected a value of the type `{expected}`, found `{found}`"
    )))
}
