// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compilation of programs, and runs of executables.

use crate::buffer::{Buffer, External};
use crate::error::{invalid, to_py, with_warnings};
use crate::passes::{forget_cause, with_cause};
use crate::profile::{Recorded, Times};
use crate::setup;
use hloom_compiler::interface::{
    Argument, CompileOptions, DeviceBuffer, ExternalBytes, PipelineChanges, PipelineFile, Platform,
    RunOptions, StreamExecutor, TransferManager, Warnings,
};
use hloom_compiler::{
    CompilationCache, Error, Literal, Shape, TensorSpec, ThreadPool, interface, mlir,
};
use hloom_values::AlignedBytes;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// A program that was compiled for a device, and the thread pool for its runs.
#[pyclass(frozen, module = "hloom._hloom")]
pub struct Executable {
    executable: Box<dyn interface::Executable>,
    device: Arc<dyn StreamExecutor>,
    transfers: Arc<dyn TransferManager>,
    options: RunOptions,
    /// Whether the device uses host memory and can import the memory of arrays.
    has_host_memory: bool,
    recorded: Mutex<Recorded>,
}

/// The type of an argument or result: the name of the element type, and the size of each dimension,
/// which is -1 if it is dynamic.
type Spec = (String, Vec<i64>);

#[pymethods]
impl Executable {
    /// Returns the name of the entry function.
    #[getter]
    fn name(&self) -> &str {
        match self.executable.as_dynamic() {
            Some(dynamic) => &dynamic.dynamic_signature().name,
            None => &self.executable.signature().name,
        }
    }

    /// Returns the element type and the dimension sizes of each argument.
    fn argument_specs(&self) -> Vec<Spec> {
        match self.executable.as_dynamic() {
            Some(dynamic) => dynamic.dynamic_signature().arguments.iter().map(spec).collect(),
            None => self.executable.signature().arguments.iter().map(static_spec).collect(),
        }
    }

    /// Returns the element type and the dimension sizes of each result.
    fn result_specs(&self) -> Vec<Spec> {
        match self.executable.as_dynamic() {
            Some(dynamic) => dynamic.dynamic_signature().results.iter().map(spec).collect(),
            None => self.executable.signature().results.iter().map(static_spec).collect(),
        }
    }

    /// Runs the program. `arrays` contain the bytes of the arguments. If the program has dynamic
    /// shapes, `sizes` are the dimension sizes of each argument.
    fn run(
        &self,
        py: Python<'_>,
        arrays: Vec<PyBuffer<u8>>,
        sizes: Vec<Vec<usize>>,
    ) -> PyResult<Vec<Buffer>> {
        let arrays: Vec<_> =
            arrays.into_iter().map(|array| Arc::new(External::new(array))).collect();
        let outcome = py.detach(|| match self.executable.as_dynamic() {
            Some(_) => self.run_dynamic(&arrays, sizes),
            None => self.run_static(arrays),
        });
        outcome.map_err(|error| to_py(py, &error))
    }

    /// Returns the name and the duration in seconds of each stage of the compilation.
    fn stages(&self) -> Vec<(String, f64)> {
        let stages = self.executable.stages().iter();
        stages.map(|stage| (stage.name.clone(), stage.duration.as_secs_f64())).collect()
    }

    /// Returns the sizes in bytes of the memory that a run uses, by the kind of memory.
    fn memory(&self) -> Vec<(&'static str, usize)> {
        let memory = self.executable.memory_analysis();
        vec![
            ("arguments", memory.argument_bytes),
            ("results", memory.result_bytes),
            ("aliased", memory.alias_bytes),
            ("arena", memory.arena_bytes),
            ("runtime", memory.runtime_bytes),
            ("constants", memory.constant_bytes),
            ("code", memory.code_bytes),
        ]
    }

    /// Returns the times of all runs so far, or None if the program was compiled without profiling.
    fn profile(&self) -> Option<Times> {
        let profile = self.executable.profile()?;
        Some(self.recorded.lock().unwrap_or_else(PoisonError::into_inner).add(&profile))
    }

    /// Returns the executable in serialized form.
    fn serialize(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        py.detach(|| self.executable.serialize()).map_err(|error| to_py(py, &error))
    }
}

impl Executable {
    fn new(
        platform: &dyn Platform,
        executable: Box<dyn interface::Executable>,
        device: usize,
        threads: Option<usize>,
    ) -> Result<Self, Error> {
        let device = platform.device(device)?;
        let threads = ThreadPool::new(threads)?;
        let options = RunOptions { threads: Some(Arc::new(threads)), participant: None };
        let empty: Arc<dyn ExternalBytes> = Arc::new(External::default());
        let has_host_memory =
            device.description().has_host_memory && device.import(&empty).is_some();
        let transfers = platform.transfer_manager();
        let recorded = Mutex::default();
        Ok(Self { executable, device, transfers, options, has_host_memory, recorded })
    }

    fn run_static(&self, arrays: Vec<Arc<External>>) -> Result<Vec<Buffer>, Error> {
        let signature = self.executable.signature();
        let mut stream = self.device.create_stream()?;
        let arguments = signature.arguments.iter().zip(arrays).map(|(shape, array)| {
            // Other types have unused bits, which the caller may not have cleared.
            if shape.element_type.fills_bytes() {
                let bytes: Arc<dyn ExternalBytes> = Arc::clone(&array) as _;
                if let Some(buffer) = self.device.import(&bytes) {
                    return Ok(Argument::from(buffer));
                }
            }
            let literal = copy(shape.clone(), array.bytes())?;
            if !self.has_host_memory {
                return Ok(self.transfers.to_device(&mut *stream, &literal)?.into());
            }
            let bytes: Arc<dyn ExternalBytes> = Arc::new(Copied(literal));
            let refused =
                || Error::Internal("the device cannot import a copy of an argument".to_owned());
            Ok(self.device.import(&bytes).ok_or_else(refused)?.into())
        });
        let arguments: Vec<Argument> = arguments.collect::<Result<_, Error>>()?;
        let results = self.executable.run(&mut *stream, &arguments, &self.options)?;
        stream.synchronize()?;
        let results = results.into_iter().zip(&signature.results);
        results.map(|(result, shape)| self.result(&mut *stream, result, shape)).collect()
    }

    fn result(
        &self,
        stream: &mut dyn interface::Stream,
        result: DeviceBuffer,
        shape: &Shape,
    ) -> Result<Buffer, Error> {
        if self.has_host_memory {
            return Ok(Buffer::of_device(result, shape.clone()));
        }
        Ok(Buffer::of_literal(self.transfers.to_host(stream, &result, shape)?))
    }

    fn run_dynamic(
        &self,
        arrays: &[Arc<External>],
        sizes: Vec<Vec<usize>>,
    ) -> Result<Vec<Buffer>, Error> {
        let Some(dynamic) = self.executable.as_dynamic() else { return Ok(Vec::new()) };
        let types = dynamic.dynamic_signature().arguments.iter().map(|spec| spec.element.storage);
        let literals = types.zip(sizes).zip(arrays);
        let literals =
            literals.map(|((ty, sizes), array)| copy(Shape::new(ty, sizes), array.bytes()));
        let results = dynamic.run_on_literals(literals.collect::<Result<_, Error>>()?)?;
        Ok(results.into_iter().map(Buffer::of_literal).collect())
    }
}

/// A copy of an argument in host memory, which a device imports without another copy.
#[derive(Debug)]
struct Copied(Literal);

impl ExternalBytes for Copied {
    fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }
}

/// Copies the bytes of an array to a literal of the given shape.
fn copy(shape: Shape, bytes: &[u8]) -> Result<Literal, Error> {
    let out_of_memory =
        || Error::OutOfMemory { bytes: bytes.len(), what: "a copy of an argument".to_owned() };
    let mut bytes = AlignedBytes::try_copy_of(bytes).ok_or_else(out_of_memory)?;
    shape.element_type.clear_unused_bits(&mut bytes);
    Ok(Literal::from_aligned_bytes(shape, bytes)?)
}

fn static_spec(shape: &Shape) -> Spec {
    let dims = shape.dims.iter().map(|dim| i64::try_from(*dim).unwrap_or(i64::MAX));
    (shape.element_type.name().to_owned(), dims.collect())
}

fn spec(spec: &TensorSpec) -> Spec {
    let size = |dim: &Option<usize>| dim.map_or(-1, |dim| i64::try_from(dim).unwrap_or(i64::MAX));
    (spec.element.storage.name().to_owned(), spec.dims.iter().map(size).collect())
}

/// Compiles a program for a platform. Returns the executable and the warnings.
#[pyfunction]
#[pyo3(signature = (source, name, platform, *, entry, device, threads, sizes, memory_budget,
                    reproducible, device_only, pass_pipeline, pipeline_file, schedules, start_at,
                    dump_dir, cache, profile))]
#[expect(clippy::too_many_arguments, reason = "these are the keyword arguments in Python")]
pub fn compile(
    py: Python<'_>,
    source: Vec<u8>,
    name: String,
    platform: &str,
    entry: Option<String>,
    device: usize,
    threads: Option<usize>,
    sizes: Vec<Option<Vec<usize>>>,
    memory_budget: Option<u64>,
    reproducible: bool,
    device_only: bool,
    pass_pipeline: Option<String>,
    pipeline_file: Option<PathBuf>,
    schedules: Vec<PathBuf>,
    start_at: Option<&str>,
    dump_dir: Option<PathBuf>,
    cache: Option<PathBuf>,
    profile: bool,
) -> PyResult<(Executable, Vec<String>)> {
    let start_at = start_at.map(str::parse).transpose();
    let start_at = start_at.map_err(|error| {
        let error: hloom_lowering::pipeline::ParseLevelError = error;
        invalid(py, error.to_string())
    })?;
    forget_cause();
    let warnings = Warnings::default();
    let compiled = py.detach(|| {
        let platform = setup::platform(platform)?;
        let program = setup::program(source, name, entry)?;
        let file = pipeline_file.map(PipelineFile::read).transpose()?;
        let options = CompileOptions {
            device,
            threads,
            arguments: setup::known_arguments(sizes),
            memory_budget,
            reproducible,
            device_only,
            pipeline: PipelineChanges { passes: pass_pipeline, file, schedules, start_at },
            dump_dir,
            profile,
            warnings: Some(warnings.handler()),
            ..CompileOptions::default()
        };
        let executable = match cache {
            Some(folder) => {
                CompilationCache::new(folder)?.compile(&*platform, &program, &options)?
            }
            None => platform.compiler().compile(&program, &options)?,
        };
        Executable::new(&*platform, executable, device, threads)
    });
    match compiled {
        Ok(executable) => Ok((executable, warnings.take())),
        Err(error) => {
            let error = mlir::noting_sizes(error, "pass the sizes with `sizes`");
            Err(with_warnings(py, with_cause(py, to_py(py, &error)), warnings.take()))
        }
    }
}
