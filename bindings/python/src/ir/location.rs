// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The methods of `Location`.

use super::classes::{Location, store_of};
use hloom_dialects::diagnostic::render_location;
use hloom_lowering::ir;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

impl Location {
    /// Returns the file, line and column of the location, or `None` if it has no position in a
    /// file.
    fn position(&self) -> PyResult<Option<(String, u32, u32)>> {
        self.0.store().access(|access| {
            let text = render_location(access.location(&self.0)?);
            let mut parts = text.rsplitn(3, ':');
            let (column, line, file) = (parts.next(), parts.next(), parts.next());
            let number = |text: Option<&str>| text.and_then(|text| text.parse().ok());
            Ok(match (file, number(line), number(column)) {
                (Some(file), Some(line), Some(column)) => Some((file.to_owned(), line, column)),
                _ => None,
            })
        })
    }
}

#[pymethods]
impl Location {
    /// Returns the location of a position in a file, for use in the module of `context`, which is a
    /// `Module` or an `Operation`.
    #[staticmethod]
    fn file(filename: &str, line: u32, col: u32, context: &Bound<'_, PyAny>) -> PyResult<Self> {
        let is_known = |number: u32| i32::try_from(number).is_ok();
        if !is_known(line) || !is_known(col) {
            return Err(PyOverflowError::new_err(format!(
                "expected a line and a column below 2^31, found line {line} and column {col}"
            )));
        }
        let (line, col) = (line as usize, col as usize);
        store_of(context)?.access(|access| {
            let location = ir::Location::new(access.context(), filename, line, col);
            Ok(Self(access.keep_location(location)))
        })
    }

    /// The name of the file of the first position in the location, or None.
    #[getter]
    fn filename(&self) -> PyResult<Option<String>> {
        Ok(self.position()?.map(|(file, ..)| file))
    }

    /// The line of the first position in the location, or None.
    #[getter]
    fn start_line(&self) -> PyResult<Option<u32>> {
        Ok(self.position()?.map(|(_, line, _)| line))
    }

    /// The column of the first position in the location, or None.
    #[getter]
    fn start_col(&self) -> PyResult<Option<u32>> {
        Ok(self.position()?.map(|(.., column)| column))
    }

    fn __str__(&self) -> PyResult<String> {
        self.0.store().access(|access| Ok(access.location(&self.0)?.to_string()))
    }

    fn __repr__(&self) -> PyResult<String> {
        self.__str__()
    }
}
