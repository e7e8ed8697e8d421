// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Executables that run programs on GPUs.

use super::host_report::report;
use hloom_compiler::interface::{
    DeviceBuffer, Executable, HostReport, HostTransfers, MemoryAnalysis, RunOptions, Signature,
    Stage, Stream, StreamExecutor, TransferManager, check_buffers,
};
use hloom_compiler::runtime::{CallContext, CallDescription, RuntimeCalls};
use hloom_compiler::{Error, Shape, serialized};
use hloom_gpu_runtime::{GpuProgram, HostFunctions, LoadedProgram, RunBuffers};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A program that was compiled for GPUs. It is loaded on each device before its first run there.
pub struct GpuExecutable {
    program: Arc<GpuProgram>,
    descriptions: Vec<CallDescription>,
    fingerprint: String,
    /// The loaded programs, by the ordinals of the devices on which they are loaded.
    loaded: Mutex<HashMap<usize, Arc<LoadedProgram>>>,
    calls: RuntimeCalls,
    stages: Vec<Stage>,
}

impl GpuExecutable {
    /// Creates an executable. `fingerprint` identifies compatible builds and chips in its
    /// serialized form. `descriptions` describe the operations that the host executes.
    ///
    /// # Errors
    /// Fails if the runtime has no function for one of the operations that the host executes.
    pub fn new(
        program: GpuProgram,
        descriptions: Vec<CallDescription>,
        fingerprint: String,
        stages: Vec<Stage>,
    ) -> Result<Self, Error> {
        let transfers: Arc<dyn TransferManager> = Arc::new(HostTransfers { platform: "host" });
        let calls = RuntimeCalls::new(descriptions.clone(), &transfers, None)?;
        let (program, loaded) = (Arc::new(program), Mutex::default());
        Ok(Self { program, descriptions, fingerprint, loaded, calls, stages })
    }

    /// Creates an executable from bytes that [`seal`] returned for the same fingerprint.
    ///
    /// # Errors
    /// Fails if the bytes are damaged, if the fingerprint differs, or if the runtime has no
    /// function for one of the operations that the host executes.
    pub fn open(serialized: &[u8], fingerprint: String) -> Result<Self, Error> {
        let (program, descriptions) = serialized::open(&fingerprint, serialized)?;
        Self::new(program, descriptions, fingerprint, Vec::new())
    }

    /// Returns the program as it is loaded on a device. The first call for a device loads the
    /// program.
    ///
    /// # Errors
    /// Fails if the device cannot load the program.
    fn on(&self, device: &dyn StreamExecutor) -> Result<Arc<LoadedProgram>, Error> {
        // A panic cannot leave the map inconsistent, so a poisoned lock is usable.
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = loaded.get(&device.ordinal()) {
            return Ok(Arc::clone(loaded));
        }
        let new = Arc::new(LoadedProgram::new(&self.program, device)?);
        loaded.insert(device.ordinal(), Arc::clone(&new));
        Ok(new)
    }

    /// Loads the program on a device, so that its first run there does not have to load it.
    ///
    /// # Errors
    /// Fails if the device cannot load the program.
    pub fn load_on(&self, device: &dyn StreamExecutor) -> Result<(), Error> {
        self.on(device).map(drop)
    }
}

/// Serializes a program, followed by the descriptions of the operations that the host executes. A
/// loader without runtime calls reads only the program, which comes first.
///
/// # Errors
/// Returns [`Error::Internal`] if the program cannot be serialized.
pub fn seal(
    fingerprint: &str,
    program: &GpuProgram,
    descriptions: &[CallDescription],
) -> Result<Vec<u8>, Error> {
    serialized::seal(fingerprint, &(program, descriptions))
}

/// The runtime calls of an executable with the options of one run, as host functions of the plan.
struct Calls<'a> {
    calls: &'a RuntimeCalls,
    options: &'a RunOptions,
}

impl HostFunctions for Calls<'_> {
    fn call(
        &self,
        number: usize,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), Error> {
        let context = CallContext {
            threads: self.options.threads.as_deref(),
            participant: self.options.participant.as_ref(),
        };
        self.calls.run(number, operands, results, context)
    }
}

impl Executable for GpuExecutable {
    fn signature(&self) -> &Signature {
        &self.program.signature
    }

    fn run_into(
        &self,
        stream: &mut dyn Stream,
        arguments: &[DeviceBuffer],
        results: &[DeviceBuffer],
        options: &RunOptions,
    ) -> Result<(), Error> {
        check_buffers(self, arguments, results)?;
        let loaded = self.on(stream.executor())?;
        let functions = Calls { calls: &self.calls, options };
        loaded.run(stream, RunBuffers { arguments, results }, &functions)
    }

    fn aliases(&self) -> &[(usize, usize)] {
        &self.program.aliases
    }

    fn host_report(&self) -> Option<HostReport> {
        Some(report(&self.program.plan, &self.descriptions))
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        let signature = &self.program.signature;
        let aliased = self.program.aliases.iter().map(|(result, _)| &signature.results[*result]);
        MemoryAnalysis {
            alias_bytes: aliased.filter_map(Shape::byte_size).sum(),
            arena_bytes: self.program.plan.arena_bytes as usize,
            constant_bytes: self.program.plan.constants.iter().map(|it| it.len()).sum(),
            code_bytes: self.program.code.len(),
            ..MemoryAnalysis::of(signature)
        }
    }

    fn stages(&self) -> &[Stage] {
        &self.stages
    }

    fn serialize(&self) -> Result<Vec<u8>, Error> {
        seal(&self.fingerprint, &self.program, &self.descriptions)
    }
}
