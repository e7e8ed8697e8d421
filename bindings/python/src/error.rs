// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of errors to the Python exceptions of `hloom/errors.py`.

use hloom_compiler::Error;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Converts an error to a Python exception.
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

/// Returns the Python exception for a kind of error. The message may consist of rendered
/// diagnostics.
pub fn exception(py: Python<'_>, kind: &str, message: &str) -> PyErr {
    let make = || py.import("hloom.errors")?.call_method1("make", (kind, message));
    match make() {
        Ok(instance) => PyErr::from_value(instance),
        Err(error) => error,
    }
}

/// Adds the warnings that preceded a failure to its exception, as the attribute `warnings`.
pub fn with_warnings(py: Python<'_>, error: PyErr, warnings: Vec<String>) -> PyErr {
    let added = PyTuple::new(py, warnings)
        .and_then(|warnings| error.value(py).setattr("warnings", warnings));
    match added {
        Ok(()) => error,
        Err(failure) => failure,
    }
}

/// Returns the Python exception for an invalid argument or request.
pub fn invalid(py: Python<'_>, message: impl AsRef<str>) -> PyErr {
    exception(py, "invalid", message.as_ref())
}

/// Returns the Python exception for a handle that is no longer valid, or for a module that is in
/// use.
pub fn state(message: &str) -> PyErr {
    PyRuntimeError::new_err(message.to_owned())
}
