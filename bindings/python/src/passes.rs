// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Passes that are implemented by Python functions.
//!
//! Each pass is registered with MLIR under a name, so that textual pipelines, pipeline files and
//! other tools in the process find it. MLIR's registry keeps passes forever. A later registration
//! of the same name replaces only the Python function.

use crate::error::invalid;
use crate::ir::Operation;
use crate::store::Store;
use hloom_lowering::ir::{self, Op};
use hloom_lowering::pass::{Failure, OptionValues, PassInfo};
use hloom_lowering::pipeline::Level;
use melior::ir::operation::OperationLike;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The dialects whose operations a Python pass may create.
const DIALECTS: [&str; 12] = [
    "arith",
    "chlo",
    "complex",
    "func",
    "linalg",
    "math",
    "memref",
    "scf",
    "shape",
    "stablehlo",
    "tensor",
    "vector",
];

type Functions = HashMap<String, Py<PyAny>>;

/// Returns the Python functions of the registered passes, by the names of the passes.
fn functions() -> MutexGuard<'static, Option<Functions>> {
    static FUNCTIONS: Mutex<Option<Functions>> = Mutex::new(None);
    // A map stays valid if a thread panics while it holds the lock.
    FUNCTIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    /// The last exception that a Python pass raised on this thread.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Registers a Python function as a pass on modules. The pass calls the function with the operation
/// on which the pass runs.
#[pyfunction]
pub fn register_pass(
    py: Python<'_>,
    name: String,
    function: Py<PyAny>,
    description: String,
    level: &str,
) -> PyResult<()> {
    let level: Level =
        level.parse().map_err(|error: hloom_lowering::pipeline::ParseLevelError| {
            invalid(py, error.to_string())
        })?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    if name.is_empty() || !name.bytes().all(is_name) {
        let message = "expected a pass name of letters, digits, `-` and `_`";
        return Err(invalid(py, format!("{message}, found `{name}`")));
    }
    py.detach(hloom_backends::register_with_plugins)
        .map_err(|error| crate::error::to_py(py, &error))?;
    let mut guard = functions();
    let functions = guard.get_or_insert_default();
    let added = if functions.contains_key(&name) {
        Ok(())
    } else {
        // MLIR's registry keeps the description of the pass as long as the process lives.
        let info: &'static PassInfo = Box::leak(Box::new(PassInfo {
            argument: String::leak(name.clone()),
            description: String::leak(description),
            anchor: "builtin.module",
            level,
            options: &[],
            dialects: &DIALECTS,
            run,
        }));
        hloom_lowering::registry().add_passes(&[info])
    };
    let replaced = added.map(|()| functions.insert(name, function));
    // Dropping a function and creating an exception run code in Python, which may register or run
    // a pass. It must find the lock free.
    drop(guard);
    replaced.map(drop).map_err(|error| invalid(py, error.to_string()))
}

/// Runs a Python pass on an operation.
fn run<'a>(_: &'a ir::Context, root: Op<'a>, options: &OptionValues) -> Result<(), Failure<'a>> {
    let name = options.pass().argument;
    let outcome = Python::attach(|py| {
        let function = functions().as_ref().and_then(|known| Some(known.get(name)?.clone_ref(py)));
        let Some(function) = function else { return Ok(()) };
        Store::with_borrowed(root, |store| {
            let operation =
                Operation::new(store.access(|access| Ok(access.handle(access.root())))?);
            function.call1(py, (operation,)).map(drop)
        })
        .map_err(|error| {
            let message = format!("pass `{name}`: {}", error.value(py));
            let kind = error.get_type(py).name().map(|kind| kind.to_string());
            let message = match kind {
                Ok(kind) => format!("pass `{name}`: {kind}: {}", error.value(py)),
                Err(_) => message,
            };
            RAISED.set(Some(error));
            message
        })
    });
    outcome.map_err(|message| Failure::at(root, message))?;
    // Pipelines do not verify after each pass in release builds. The verifier emits diagnostics.
    if !root.verify() {
        return Err(Failure::at(root, format!("pass `{name}`: the result is an invalid program")));
    }
    Ok(())
}

/// Returns `error` with the exception that a Python pass raised on this thread as its cause. If
/// that exception must not be caught as an error, such as `KeyboardInterrupt`, returns the
/// exception itself.
pub fn with_cause(py: Python<'_>, error: PyErr) -> PyErr {
    match RAISED.take() {
        Some(raised) if !raised.is_instance_of::<PyException>(py) => raised,
        raised => {
            error.set_cause(py, raised);
            error
        }
    }
}

/// Forgets the exception that a Python pass raised earlier on this thread.
pub fn forget_cause() {
    RAISED.set(None);
}
