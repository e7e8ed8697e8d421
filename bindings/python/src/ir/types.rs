// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The methods of `Type`.

use super::classes::{Type, hash_of_text, store_of};
use super::convert::parse_type;
use crate::store::Access;
use hloom_lowering::ir::Shaped;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

impl Type {
    fn text(&self) -> PyResult<String> {
        self.0.store().access(|access| Ok(access.ty(&self.0)?.to_string()))
    }

    fn shaped<R>(&self, read: impl for<'a> FnOnce(&Access<'a>, Shaped<'a>) -> R) -> PyResult<R> {
        self.0.store().access(|access| {
            let ty = access.ty(&self.0)?;
            let shaped = Shaped::of(ty).ok_or_else(|| {
                PyTypeError::new_err(format!("expected a ranked tensor or memref, found `{ty}`"))
            })?;
            Ok(read(access, shaped))
        })
    }
}

#[pymethods]
impl Type {
    /// Parses a type for use in the module of `context`, which is a `Module` or an `Operation`.
    #[staticmethod]
    fn parse(asm: &str, context: &Bound<'_, PyAny>) -> PyResult<Self> {
        store_of(context)?.access(|access| Ok(Self(access.keep_type(parse_type(access, asm)?))))
    }

    /// The size of each dimension of a ranked tensor or memref type; None for a dynamic size.
    #[getter]
    fn shape(&self) -> PyResult<Vec<Option<u64>>> {
        self.shaped(|_, shaped| {
            // MLIR's number for a dynamic size is negative.
            shaped.shape.iter().map(|size| u64::try_from(*size).ok()).collect()
        })
    }

    /// The number of dimensions of a ranked tensor or memref type.
    #[getter]
    fn rank(&self) -> PyResult<usize> {
        self.shaped(|_, shaped| shaped.shape.len())
    }

    /// The element type of a ranked tensor or memref type.
    #[getter]
    fn element_type(&self) -> PyResult<Self> {
        self.shaped(|access, shaped| Self(access.keep_type(shaped.element)))
    }

    fn __str__(&self) -> PyResult<String> {
        self.text()
    }

    fn __repr__(&self) -> String {
        let text = self.text();
        text.map_or_else(|_| "Type(no longer valid)".to_owned(), |text| format!("Type({text})"))
    }

    /// Compares types. Types of two different modules are equal if their texts are equal.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Self>() else { return Ok(false) };
        let other = other.get();
        Ok(self.0 == other.0 || self.text()? == other.text()?)
    }

    fn __hash__(&self) -> PyResult<u64> {
        Ok(hash_of_text(&self.text()?))
    }
}
