// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Executables of just-in-time compiled code.

use super::compiled::Compiled;
use super::ffi::{self, Addresses, Entry, Run};
use hloom_compiler::host::{EXTERNAL_ALIGNMENT, FedHostTransfers, HostExecutor, HostFeeds};
use hloom_compiler::interface::{
    DeviceBuffer, Executable, MemoryAnalysis, MemoryPlan, Profile, RunOptions, Signature, Stage,
    Stream, TransferManager, check_buffers,
};
use hloom_compiler::runtime::RuntimeCalls;
use hloom_compiler::{Error, Shape, serialized};
use hloom_values::{AlignedBytes, Literal};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Machine code, its runtime calls, and the arenas of its runs.
#[derive(Debug)]
struct Code {
    entry: Entry,
    calls: RuntimeCalls,
    arena_bytes: usize,
    /// The arenas of finished runs, which later runs reuse.
    arenas: Mutex<Vec<AlignedBytes>>,
}

impl Code {
    /// Loads the code into memory.
    ///
    /// # Errors
    /// Fails if there is no function for a runtime call, or if the code cannot be linked.
    fn load(compiled: &Compiled, feeds: &HostFeeds) -> Result<Self, Error> {
        let transfers: Arc<dyn TransferManager> = Arc::new(FedHostTransfers(feeds.clone()));
        let calls = RuntimeCalls::new(compiled.calls.clone(), &transfers, Some(feeds.queues()))?;
        let entry = ffi::entry(compiled).map_err(crate::error)?;
        Ok(Self { entry, calls, arena_bytes: compiled.arena_bytes, arenas: Mutex::default() })
    }

    fn run(
        &self,
        arguments: &[*mut u8],
        results: &[*mut u8],
        options: &RunOptions,
        profile: Option<&Profile>,
    ) -> Result<(), Error> {
        let mut arena = self.take_arena()?;
        let recorder = profile.map(|profile| profile.recorder.begin());
        let run = Run { options, calls: &self.calls, recorder: recorder.as_ref() };
        let outcome = self.entry.call(arguments, results, &mut arena, &run);
        drop(recorder);
        self.arenas.lock().unwrap_or_else(PoisonError::into_inner).push(arena);
        outcome
    }

    fn take_arena(&self) -> Result<AlignedBytes, Error> {
        if let Some(arena) = self.arenas.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            return Ok(arena);
        }
        AlignedBytes::try_zeroed(self.arena_bytes).ok_or_else(|| Error::OutOfMemory {
            bytes: self.arena_bytes,
            what: "the temporaries of a run".to_owned(),
        })
    }
}

/// A program compiled for the host.
#[derive(Debug)]
pub struct JitExecutable {
    compiled: Compiled,
    code: Arc<Code>,
    stages: Vec<Stage>,
    profile: Option<Arc<Profile>>,
    memory_plan: Option<Arc<MemoryPlan>>,
    fingerprint: String,
    device: HostExecutor,
}

impl JitExecutable {
    /// Creates an executable for `device`, whose infeed and outfeed are `feeds`. Serialization stores
    /// `fingerprint`, the fingerprint of the compiler.
    ///
    /// # Errors
    /// Fails if there is no function for a runtime call, or if the code cannot be linked.
    pub fn new(
        compiled: Compiled,
        fingerprint: String,
        device: HostExecutor,
        feeds: &HostFeeds,
    ) -> Result<Self, Error> {
        let start = Instant::now();
        let code = Arc::new(Code::load(&compiled, feeds)?);
        let stages = vec![Stage::new("load", start.elapsed())];
        Ok(Self { compiled, code, stages, profile: None, memory_plan: None, fingerprint, device })
    }

    /// Sets the compilation stages of an executable that was compiled, not just loaded.
    pub fn set_stages(&mut self, stages: Vec<Stage>) {
        self.stages = stages;
    }

    /// Sets the memory plan and the profile, which then records all runs.
    pub fn set_reports(&mut self, profile: Option<Profile>, memory_plan: Option<MemoryPlan>) {
        self.profile = profile.map(Arc::new);
        let runtime_bytes = self.memory_analysis().runtime_bytes as u64;
        self.memory_plan = memory_plan.map(|plan| Arc::new(MemoryPlan { runtime_bytes, ..plan }));
    }

    /// Checks that arguments have the values for which the program was specialized, if any.
    fn check_values(&self, arguments: &[DeviceBuffer]) -> Result<(), Error> {
        let expected =
            self.compiled.values.iter().zip(arguments).zip(&self.compiled.signature.arguments);
        for (index, ((value, buffer), shape)) in expected.enumerate() {
            let Some(value) = value else { continue };
            let bytes = self.device.read(buffer)?;
            let given = Literal::from_bytes(shape.clone(), &bytes)?;
            self.compiled.signature.check_value(index, *value, &given)?;
        }
        Ok(())
    }

    /// Returns the addresses of buffers, which must belong to the device. `what` names their role
    /// in messages.
    ///
    /// # Errors
    /// Fails if a buffer belongs to another device, or if it is a subrange that is not aligned to
    /// [`EXTERNAL_ALIGNMENT`] bytes. Compiled code expects at most this alignment of a buffer.
    fn addresses(&self, what: &str, buffers: &[DeviceBuffer]) -> Result<Addresses, Error> {
        let address = |(index, buffer): (usize, &DeviceBuffer)| {
            let address = self.device.host_address(buffer)?;
            if buffer.byte_size() > 0 && !address.addr().is_multiple_of(EXTERNAL_ALIGNMENT) {
                return Err(Error::invalid(format!(
                    "{what} {index}: expected a buffer that is aligned to {EXTERNAL_ALIGNMENT} bytes, found \
                     one at byte {} of its memory",
                    buffer.range().start
                )));
            }
            Ok(address)
        };
        let addresses = buffers.iter().enumerate().map(address);
        Ok(Addresses::new(addresses.collect::<Result<_, _>>()?))
    }
}

impl Executable for JitExecutable {
    fn signature(&self) -> &Signature {
        &self.compiled.signature
    }

    fn run_into(
        &self,
        stream: &mut dyn Stream,
        arguments: &[DeviceBuffer],
        results: &[DeviceBuffer],
        options: &RunOptions,
    ) -> Result<(), Error> {
        check_buffers(self, arguments, results)?;
        let inputs = self.addresses("argument", arguments)?;
        let outputs = self.addresses("result", results)?;
        self.check_values(arguments)?;
        for (result, argument) in &self.compiled.aliases {
            let (result, argument) = (&results[*result], &arguments[*argument]);
            if !result.overlaps(argument) {
                stream.copy_on_device(argument, result)?;
            }
        }
        let (code, options) = (Arc::clone(&self.code), options.clone());
        let profile = self.profile.clone();
        let alive: Vec<_> = arguments.iter().chain(results).cloned().collect();
        stream.call_host(Box::new(move || {
            let outcome =
                code.run(inputs.as_slice(), outputs.as_slice(), &options, profile.as_deref());
            drop(alive);
            outcome
        }))
    }

    fn aliases(&self) -> &[(usize, usize)] {
        &self.compiled.aliases
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        MemoryAnalysis {
            alias_bytes: self.compiled.aliased_results().filter_map(Shape::byte_size).sum(),
            arena_bytes: self.compiled.arena_bytes,
            runtime_bytes: self.code.calls.memory_bytes(self.compiled.threads),
            constant_bytes: self.compiled.constants.iter().map(|it| it.bytes.len()).sum(),
            code_bytes: self.compiled.objects.iter().map(Vec::len).sum(),
            ..MemoryAnalysis::of(&self.compiled.signature)
        }
    }

    fn profile(&self) -> Option<Arc<Profile>> {
        self.profile.clone()
    }

    fn memory_plan(&self) -> Option<Arc<MemoryPlan>> {
        self.memory_plan.clone()
    }

    fn stages(&self) -> &[Stage] {
        &self.stages
    }

    fn serialize(&self) -> Result<Vec<u8>, Error> {
        serialized::seal(&self.fingerprint, &self.compiled)
    }
}
