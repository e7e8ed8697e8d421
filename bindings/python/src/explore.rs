// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! HTML pages that show the steps of a compilation.

use crate::error::to_py;
use crate::setup;
use hloom_compiler::interface::CompileOptions;
use hloom_tools::explorer;
use pyo3::prelude::*;

/// Returns an HTML page that shows the compilation of a program for a platform.
#[pyfunction]
pub fn explore(
    py: Python<'_>,
    source: Vec<u8>,
    name: String,
    platform: &str,
    threads: Option<usize>,
) -> PyResult<String> {
    let page = py.detach(|| {
        hloom_backends::register_with_plugins()?;
        let program = setup::program(source, name, None)?;
        let options = CompileOptions { threads, ..CompileOptions::default() };
        explorer::explore(&program, platform, options)
    });
    Ok(page.map_err(|error| to_py(py, &error))?.text)
}
