// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The methods of `Attribute` and of `OpAttributeMap`, the attributes of an operation.

use super::classes::{Attribute, OpAttributeMap, Type, hash_of_text, store_of};
use super::convert::{check_name, not_accepted, parse_attribute, to_attribute};
use crate::buffer::Buffer;
use hloom_compiler::mlir::literal_of_attribute;
use hloom_dialects::op_view::read_text;
use hloom_dialects::strings::identifier_text;
use hloom_lowering::ir;
use melior::ir::AttributeLike;
use melior::ir::attribute::{
    ArrayAttribute, BoolAttribute, FlatSymbolRefAttribute, FloatAttribute, IntegerAttribute,
    TypeAttribute,
};
use melior::ir::operation::OperationLike;
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyInt;

impl Attribute {
    fn text(&self) -> PyResult<String> {
        self.0.store().access(|access| Ok(access.attribute(&self.0)?.to_string()))
    }
}

#[pymethods]
impl Attribute {
    /// Parses an attribute for use in the module of `context`, which is a `Module` or an
    /// `Operation`.
    #[staticmethod]
    fn parse(asm: &str, context: &Bound<'_, PyAny>) -> PyResult<Self> {
        store_of(context)?
            .access(|access| Ok(Self(access.keep_attribute(parse_attribute(access, asm)?))))
    }

    /// The value of a boolean, integer, float, string, symbol, type or array attribute, as a Python
    /// object.
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let attribute = &self.0;
        let parts = attribute.store().access(|access| {
            let attribute = access.attribute(attribute)?;
            if let Ok(value) = BoolAttribute::try_from(attribute) {
                return Ok(Ok(value.value().into_pyobject(py)?.to_owned().into_any().unbind()));
            }
            if IntegerAttribute::try_from(attribute).is_ok() {
                return Ok(Ok(integer(py, attribute)?));
            }
            if let Ok(value) = FloatAttribute::try_from(attribute) {
                return Ok(Ok(value.value().into_pyobject(py)?.into_any().unbind()));
            }
            if let Some(text) = read_text(attribute) {
                return Ok(Ok(text.into_pyobject(py)?.into_any().unbind()));
            }
            if let Ok(symbol) = FlatSymbolRefAttribute::try_from(attribute) {
                return Ok(Ok(symbol.value().into_pyobject(py)?.into_any().unbind()));
            }
            if let Ok(ty) = TypeAttribute::try_from(attribute) {
                let ty = Type(access.keep_type(ty.value()));
                return Ok(Ok(ty.into_pyobject(py)?.into_any().unbind()));
            }
            if let Some(values) = ir::i64_array(attribute) {
                return Ok(Ok(values.into_pyobject(py)?.unbind()));
            }
            if let Some(values) = ir::i32_array(attribute) {
                return Ok(Ok(values.into_pyobject(py)?.unbind()));
            }
            if let Ok(array) = ArrayAttribute::try_from(attribute) {
                let elements = (0..array.len()).filter_map(|index| array.element(index).ok());
                let elements = elements.map(|element| Self(access.keep_attribute(element)));
                return Ok(Err(elements.collect::<Vec<_>>()));
            }
            Err(PyTypeError::new_err(format!(
                "`{attribute}` has no value in Python; use `str` or `buffer`"
            )))
        })?;
        match parts {
            Ok(value) => Ok(value),
            Err(elements) => Ok(elements.into_pyobject(py)?.unbind()),
        }
    }

    /// Returns the elements of a dense attribute as an array.
    fn buffer(&self, py: Python<'_>) -> PyResult<Buffer> {
        let literal = self.0.store().access(|access| {
            let attribute = access.attribute(&self.0)?;
            Ok(literal_of_attribute(attribute).map_err(|error| error.to_string()))
        })?;
        literal.map(Buffer::of_literal).map_err(|error| crate::error::invalid(py, error))
    }

    /// The MLIR type of the attribute.
    #[getter]
    fn r#type(&self) -> PyResult<Type> {
        self.0
            .store()
            .access(|access| Ok(Type(access.keep_type(access.attribute(&self.0)?.r#type()))))
    }

    fn __str__(&self) -> PyResult<String> {
        self.text()
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("Attribute({})", self.text()?))
    }

    /// Compares attributes. Attributes of two different modules are equal if their texts are equal.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let other = other.get();
        Ok(self.0 == other.0 || self.text()? == other.text()?)
    }

    fn __hash__(&self) -> PyResult<u64> {
        Ok(hash_of_text(&self.text()?))
    }
}

/// Returns the value of an integer attribute of any width and signedness as a Python integer. The
/// value is read from the attribute's text, because MLIR's accessors support at most 64 bits.
fn integer(py: Python<'_>, attribute: ir::Attribute) -> PyResult<Py<PyAny>> {
    let text = attribute.to_string();
    let digits = text.split_once(' ').map_or(&text[..], |(digits, _)| digits);
    Ok(py.get_type::<PyInt>().call1((digits,))?.unbind())
}

#[pymethods]
impl OpAttributeMap {
    fn __getitem__(&self, name: &str) -> PyResult<Attribute> {
        self.0.store().access(|access| match access.op(&self.0)?.attribute(name) {
            Ok(attribute) => Ok(Attribute(access.keep_attribute(attribute))),
            Err(_) => Err(PyKeyError::new_err(name.to_owned())),
        })
    }

    fn __setitem__(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        check_name(name)?;
        self.0.store().access(|access| {
            let op = access.op(&self.0)?;
            let (old, new) = (op.attribute(name).ok(), to_attribute(access, value)?);
            ir::set_attribute(op, name, new);
            if op.attribute(name).ok() == Some(new) {
                return Ok(());
            }
            if let Some(old) = old {
                ir::set_attribute(op, name, old);
            }
            Err(not_accepted(op, name, new))
        })
    }

    fn __delitem__(&self, name: &str) -> PyResult<()> {
        self.0.store().access(|access| {
            let op = access.op(&self.0)?;
            if op.attribute(name).is_err() {
                return Err(PyKeyError::new_err(name.to_owned()));
            }
            ir::remove_attribute(op, name);
            Ok(())
        })
    }

    fn __contains__(&self, name: &str) -> PyResult<bool> {
        self.0.store().access(|access| Ok(access.op(&self.0)?.attribute(name).is_ok()))
    }

    fn __len__(&self) -> PyResult<usize> {
        self.0.store().access(|access| Ok(access.op(&self.0)?.attribute_count()))
    }

    /// Returns the names of the attributes of the operation.
    fn keys(&self) -> PyResult<Vec<String>> {
        self.0.store().access(|access| {
            let op = access.op(&self.0)?;
            let names = op.attributes().map(|(name, _)| identifier_text(name).to_owned());
            Ok(names.collect())
        })
    }

    /// Returns the attributes of the operation, in the order of `keys`.
    fn values(&self) -> PyResult<Vec<Attribute>> {
        self.0.store().access(|access| {
            let op = access.op(&self.0)?;
            let values = op.attributes().map(|(_, value)| Attribute(access.keep_attribute(value)));
            Ok(values.collect())
        })
    }

    /// Returns pairs of the name and the value of each attribute of the operation.
    fn items(&self) -> PyResult<Vec<(String, Attribute)>> {
        Ok(self.keys()?.into_iter().zip(self.values()?).collect())
    }

    fn __iter__(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let keys = slf.get().keys()?.into_pyobject(slf.py())?;
        Ok(keys.try_iter()?.into_any().unbind())
    }

    fn __repr__(&self) -> PyResult<String> {
        let items = self.items()?;
        let items = items.iter().map(|(name, value)| Ok(format!("{name} = {}", value.text()?)));
        Ok(format!("{{{}}}", items.collect::<PyResult<Vec<_>>>()?.join(", ")))
    }
}
