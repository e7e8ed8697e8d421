// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of errors to the exceptions of `hloom/errors.py`.

use hloom_compiler::Error;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Converts an error to an exception.
pub fn to_py(py: Python<'_>, error: &Error) -> PyErr {
    let kind = match error {
        Error::Program(_) => "program",
        Error::Invalid(_) | Error::UnknownPlatform { .. } | Error::DuplicatePlatform(_) => {
            "invalid"
        }
        Error::File { .. } => "file",
        Error::Unsupported { .. } => "unsupported",
        Error::OutOfMemory { .. } => "memory",
        Error::Internal(_) => "internal",
        _ => "other",
    };
    exception(py, kind, &error.to_string())
}

/// Returns the exception of a kind, with a message that may consist of rendered diagnostics.
pub fn exception(py: Python<'_>, kind: &str, message: &str) -> PyErr {
    let make = || py.import("hloom.errors")?.call_method1("make", (kind, message));
    match make() {
        Ok(instance) => PyErr::from_value(instance),
        Err(error) => error,
    }
}

/// Returns the exception for a request that cannot be met.
pub fn invalid(py: Python<'_>, message: impl AsRef<str>) -> PyErr {
    exception(py, "invalid", message.as_ref())
}

/// Returns the exception for a handle that is no longer valid, or a module that is in use.
pub fn state(message: &str) -> PyErr {
    PyRuntimeError::new_err(message.to_owned())
}
