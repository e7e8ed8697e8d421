// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The methods of `Module`: parsing, printing, and runs of passes.

use super::classes::{Block, Module, Operation};
use crate::error::{exception, to_py, with_warnings};
use crate::passes::{forget_cause, with_cause};
use crate::store::Store;
use hloom_codegen::lower::{Author, run_passes_of};
use hloom_codegen::registry_error;
use hloom_dialects::diagnostic::Diagnostic;
use hloom_lowering::registry;
use melior::ir::operation::OperationLike;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;

#[pymethods]
impl Module {
    /// Reads and verifies a program of any format.
    #[new]
    fn new(py: Python<'_>, source: Vec<u8>, name: &str) -> PyResult<Self> {
        let parsed = py.detach(|| {
            // Plugins may register dialects.
            hloom_backends::register_with_plugins().map_err(Failure::Setup)?;
            Store::parse(&source, name).map_err(Failure::Program)
        });
        match parsed {
            Ok(store) => Ok(Self(store)),
            Err(Failure::Setup(error)) => Err(to_py(py, &error)),
            Err(Failure::Program(error)) => Err(exception(py, "program", &error.to_string())),
        }
    }

    /// The operation `builtin.module`, which is the root of the module.
    #[getter]
    fn operation(&self) -> PyResult<Operation> {
        self.0.access(|access| Ok(Operation::new(access.handle(access.root()))))
    }

    /// The only block of the module's operation.
    #[getter]
    fn body(&self) -> PyResult<Block> {
        let operation = self.operation()?;
        Ok(Block::new(operation.0, 0, 0))
    }

    fn __str__(&self) -> PyResult<String> {
        self.operation()?.print(false, false, None)
    }

    /// Returns the module as MLIR bytecode, with locations. The module must be valid.
    fn bytecode<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.operation()?.verify(py)?;
        // Keeps the interpreter lock. Otherwise, other threads that read the module, for example to
        // compile it, would find it in use.
        let bytes = self.0.access(|access| Ok(access.root().write_bytecode()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Runs a pass pipeline, given in MLIR's textual form, on the module. Returns the warnings of
    /// the passes. Fails if a pass fails or if the passes leave an invalid module; the module may
    /// then be partly transformed, and the exception has the warnings.
    fn run_passes(&self, py: Python<'_>, pipeline: &str) -> PyResult<Vec<String>> {
        // Passes may crash on invalid programs, which edits may have left.
        self.operation()?.verify(py)?;
        forget_cause();
        let store = &self.0;
        let mut warnings = Vec::new();
        let outcome = py.detach(|| {
            store.run(|context, module| {
                run_passes_of(Author::User, context, module, pipeline, &mut warnings)
            })
        })?;
        let warnings = warnings.iter().map(Diagnostic::to_string).collect();
        match outcome {
            Ok(()) => Ok(warnings),
            Err(error) => Err(with_warnings(py, with_cause(py, to_py(py, &error)), warnings)),
        }
    }
}

/// The reason why a program cannot be read.
enum Failure {
    Setup(hloom_compiler::Error),
    Program(hloom_frontends::Error),
}

/// Returns the text of the lowering pipeline called `name`, from the level `start_at` to the level
/// `stop_after`.
#[pyfunction]
#[pyo3(signature = (name, start_at = "", stop_after = "", pipeline_file = "", schedules = vec![]))]
pub fn pipeline_text(
    py: Python<'_>,
    name: &str,
    start_at: &str,
    stop_after: &str,
    pipeline_file: &str,
    schedules: Vec<PathBuf>,
) -> PyResult<String> {
    py.detach(hloom_backends::register_with_plugins).map_err(|error| to_py(py, &error))?;
    let text = registry().pipeline_text(name, (start_at, stop_after), pipeline_file, &schedules);
    text.map_err(|error| to_py(py, &registry_error(error)))
}
