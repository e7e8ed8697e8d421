// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Registration of backends and plugins, and the lists of registered platforms, pipelines and
//! passes.

use crate::error::to_py;
use hloom_backends::register_with_plugins;
use hloom_compiler::interface::{KnownArgument, Platform, Registry};
use hloom_compiler::{Error, Program};
use pyo3::prelude::*;
use std::sync::Arc;

/// Returns the platform called `name`.
///
/// # Errors
/// Fails if there is no such platform, or under the conditions of [`register_with_plugins`].
pub fn platform(name: &str) -> Result<Arc<dyn Platform>, Error> {
    register_with_plugins()?;
    hloom_compiler::platform(name)
}

/// Reads a program. If `entry` is given, it is the name of the entry function.
///
/// # Errors
/// Fails if the bytes are in none of the formats of programs.
pub fn program(source: Vec<u8>, name: String, entry: Option<String>) -> Result<Program, Error> {
    let program = Program::from_bytes(name, source)?;
    Ok(match entry {
        Some(entry) => program.with_entry(entry),
        None => program,
    })
}

/// Converts the known dimension sizes of each argument to the form of the compile options. `None`
/// stands for an argument whose sizes are not known.
pub fn known_arguments(sizes: Vec<Option<Vec<usize>>>) -> Vec<Option<KnownArgument>> {
    let known = |dims| KnownArgument { dims, value: None };
    sizes.into_iter().map(|dims| dims.map(known)).collect()
}

/// Returns the name, the description and the number of devices of each platform.
#[pyfunction]
pub fn platforms(py: Python<'_>) -> PyResult<Vec<(String, String, usize)>> {
    py.detach(register_with_plugins).map_err(|error| to_py(py, &error))?;
    let describe = |platform: &Arc<dyn Platform>| {
        (platform.name().to_owned(), platform.description().to_owned(), platform.device_count())
    };
    Ok(py.detach(|| Registry::global().platforms().iter().map(describe).collect()))
}

/// Returns the name and the description of each lowering pipeline.
#[pyfunction]
pub fn pipelines(py: Python<'_>) -> PyResult<Vec<(&'static str, &'static str)>> {
    py.detach(register_with_plugins).map_err(|error| to_py(py, &error))?;
    Ok(hloom_lowering::registry().pipelines())
}

/// Returns the name, the level and the description of each pass that hloom defines.
#[pyfunction]
pub fn passes(py: Python<'_>) -> PyResult<Vec<(&'static str, &'static str, &'static str)>> {
    py.detach(register_with_plugins).map_err(|error| to_py(py, &error))?;
    let passes = hloom_lowering::passes();
    Ok(passes.iter().map(|pass| (pass.argument, pass.level.name(), pass.description)).collect())
}
