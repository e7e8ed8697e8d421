// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Ahead-of-time compilation to object files and other forms of code that programs link or load.

use crate::error::{invalid, to_py, with_warnings};
use crate::passes::{forget_cause, with_cause};
use crate::setup;
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, AotFormat, PipelineChanges, PipelineFile, Warnings,
};
use hloom_compiler::mlir;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;

/// The code of a program that was compiled ahead of time, and its interface.
#[pyclass(frozen, module = "hloom._hloom")]
pub struct ObjectCode(AotCompilationResult);

#[pymethods]
impl ObjectCode {
    #[getter]
    fn code<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.code)
    }

    #[getter]
    fn header(&self) -> &str {
        &self.0.header
    }

    #[getter]
    fn entry_name(&self) -> &str {
        &self.0.entry_name
    }

    #[getter]
    fn triple(&self) -> &str {
        &self.0.triple
    }

    #[getter]
    fn arena_bytes(&self) -> usize {
        self.0.arena_bytes
    }

    #[getter]
    fn undefined_symbols(&self) -> Option<Vec<String>> {
        self.0.undefined_symbols.clone()
    }
}

/// Compiles a program to an object file, assembly, LLVM IR, an executable, or the code of a GPU.
/// Returns the code and the warnings.
#[pyfunction]
#[pyo3(signature = (source, name, platform, *, emit, triple, cpu, features, entry, entry_name,
                    sizes, memory_budget, reproducible, pass_pipeline, pipeline_file, schedules,
                    dump_dir))]
#[expect(clippy::too_many_arguments, reason = "these are the keyword arguments in Python")]
pub fn compile_to_object(
    py: Python<'_>,
    source: Vec<u8>,
    name: String,
    platform: &str,
    emit: &str,
    triple: String,
    cpu: String,
    features: String,
    entry: Option<String>,
    entry_name: String,
    sizes: Vec<Option<Vec<usize>>>,
    memory_budget: Option<u64>,
    reproducible: bool,
    pass_pipeline: Option<String>,
    pipeline_file: Option<PathBuf>,
    schedules: Vec<PathBuf>,
    dump_dir: Option<PathBuf>,
) -> PyResult<(ObjectCode, Vec<String>)> {
    let format = match emit {
        "object" => AotFormat::Object,
        "asm" => AotFormat::Assembly,
        "llvm-ir" => AotFormat::LlvmIr,
        "executable" => AotFormat::Executable,
        "image" => AotFormat::Image,
        _ => {
            let known = "object, asm, llvm-ir, executable or image";
            return Err(invalid(py, format!("emit: expected {known}, found `{emit}`")));
        }
    };
    forget_cause();
    let warnings = Warnings::default();
    let compiled = py.detach(|| {
        let platform = setup::platform(platform)?;
        let program = setup::program(source, name, entry)?;
        let file = pipeline_file.map(PipelineFile::read).transpose()?;
        let options = AotCompilationOptions {
            triple,
            cpu,
            features,
            entry_name,
            format,
            arguments: setup::known_arguments(sizes),
            memory_budget,
            reproducible,
            pipeline: PipelineChanges { passes: pass_pipeline, file, schedules, start_at: None },
            dump_dir,
            warnings: Some(warnings.handler()),
            ..AotCompilationOptions::default()
        };
        platform.compiler().compile_ahead_of_time(&program, &options)
    });
    match compiled {
        Ok(compiled) => Ok((ObjectCode(compiled), warnings.take())),
        Err(error) => {
            let error = mlir::noting_sizes(error, "pass the sizes with `sizes`");
            Err(with_warnings(py, with_cause(py, to_py(py, &error)), warnings.take()))
        }
    }
}
