// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiled code and how it is run.

use super::ffi::{self, Addresses, Entry};
use super::transfer_manager::HostTransfers;
use hloom_compiler::host::HostExecutor;
use hloom_compiler::interface::{
    DeviceBuffer, Executable, MemoryAnalysis, RunOptions, Stage, Stream, TransferManager,
    check_buffers,
};
use hloom_compiler::literal::{AlignedBytes, Literal, Scalar};
use hloom_compiler::mlir::Signature;
use hloom_compiler::runtime::{CallDescription, Library};
use hloom_compiler::{Error, Shape, serialized};
use hloom_llvm::LoadedObject;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// All that an executable is made from, as it is serialized.
#[derive(Debug, Serialize, Deserialize)]
pub struct Compiled {
    pub signature: Signature,
    /// The values that arguments must have, where the code is for these alone.
    pub values: Vec<Option<i64>>,
    /// The functions of the library that it calls.
    pub calls: Vec<CallDescription>,
    /// Bytes of the arena that a run needs.
    pub arena_bytes: usize,
    /// Results and the arguments whose memory they take, where the entry expects these.
    pub aliases: Vec<(usize, usize)>,
    /// The object file.
    pub object: Vec<u8>,
}

impl Compiled {
    /// The types of the results that take the memory of arguments.
    fn aliased_results(&self) -> impl Iterator<Item = &Shape> {
        self.aliases.iter().map(|(result, _)| &self.signature.results[*result])
    }
}

/// Machine code with the arenas it runs in.
#[derive(Debug)]
struct Code {
    entry: Entry,
    library: Library,
    arena_bytes: usize,
    /// Arenas of finished runs, for the next ones.
    arenas: Mutex<Vec<AlignedBytes>>,
}

impl Code {
    /// Loads the code.
    ///
    /// # Errors
    /// If nobody has a function that it calls, and if it cannot be linked.
    fn load(compiled: &Compiled) -> Result<Self, Error> {
        let transfers: Arc<dyn TransferManager> = Arc::new(HostTransfers { platform: "host" });
        let library = Library::new(compiled.calls.clone(), &transfers)?;
        let object = LoadedObject::load(&compiled.object).map_err(crate::error)?;
        let symbol = format!("{}_entry", compiled.signature.name);
        let entry = ffi::entry(object, &symbol).map_err(crate::error)?;
        Ok(Self { entry, library, arena_bytes: compiled.arena_bytes, arenas: Mutex::default() })
    }

    fn run(
        &self,
        arguments: &[*mut u8],
        results: &[*mut u8],
        options: &RunOptions,
    ) -> Result<(), Error> {
        let mut arena = self.take_arena()?;
        let outcome = self.entry.call(arguments, results, &mut arena, options, &self.library);
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
    fingerprint: String,
    device: HostExecutor,
}

impl JitExecutable {
    /// An executable for `device`, serialized with the fingerprint of its compiler.
    ///
    /// # Errors
    /// If nobody has a function that it calls, and if its code cannot be linked.
    pub fn new(
        compiled: Compiled,
        fingerprint: String,
        device: HostExecutor,
    ) -> Result<Self, Error> {
        let start = Instant::now();
        let code = Arc::new(Code::load(&compiled)?);
        let stages = vec![Stage::new("load", start.elapsed())];
        Ok(Self { compiled, code, stages, fingerprint, device })
    }

    /// Says how the executable came to be, if it was not just loaded.
    pub fn set_stages(&mut self, stages: Vec<Stage>) {
        self.stages = stages;
    }

    /// Refuses arguments that the program was not compiled for.
    fn check_values(&self, arguments: &[DeviceBuffer]) -> Result<(), Error> {
        let expected =
            self.compiled.values.iter().zip(arguments).zip(&self.compiled.signature.arguments);
        for (index, ((value, buffer), shape)) in expected.enumerate() {
            let Some(value) = value else { continue };
            let bytes = self.device.read(buffer)?;
            let given = Literal::from_bytes(shape.clone(), &bytes)?.get(0).map(Scalar::to_integer);
            if given != Some(i128::from(*value)) {
                let name = &self.compiled.signature.name;
                return Err(Error::invalid(format!(
                    "`{name}` was compiled for {value} as argument {index}: its sizes depend on it"
                )));
            }
        }
        Ok(())
    }

    /// The addresses of buffers, which must be the device's.
    fn addresses(&self, buffers: &[DeviceBuffer]) -> Result<Addresses, Error> {
        let addresses = buffers.iter().map(|buffer| self.device.host_address(buffer));
        Ok(Addresses::new(addresses.collect::<Result<_, _>>()?))
    }
}

impl Executable for JitExecutable {
    fn name(&self) -> &str {
        &self.compiled.signature.name
    }

    fn argument_shapes(&self) -> &[Shape] {
        &self.compiled.signature.arguments
    }

    fn result_shapes(&self) -> &[Shape] {
        &self.compiled.signature.results
    }

    fn run_into(
        &self,
        stream: &mut dyn Stream,
        arguments: &[DeviceBuffer],
        results: &[DeviceBuffer],
        options: &RunOptions,
    ) -> Result<(), Error> {
        check_buffers(self, arguments, results)?;
        self.check_values(arguments)?;
        for (result, argument) in &self.compiled.aliases {
            let (result, argument) = (&results[*result], &arguments[*argument]);
            if !result.overlaps(argument) {
                stream.copy_on_device(argument, result)?;
            }
        }
        let (inputs, outputs) = (self.addresses(arguments)?, self.addresses(results)?);
        let (code, options) = (Arc::clone(&self.code), options.clone());
        let alive: Vec<_> = arguments.iter().chain(results).cloned().collect();
        stream.call_host(Box::new(move || {
            let outcome = code.run(inputs.as_slice(), outputs.as_slice(), &options);
            drop(alive);
            outcome
        }))
    }

    fn aliases(&self) -> &[(usize, usize)] {
        &self.compiled.aliases
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        let total = |shapes: &[Shape]| shapes.iter().filter_map(Shape::byte_size).sum();
        MemoryAnalysis {
            argument_bytes: total(&self.compiled.signature.arguments),
            result_bytes: total(&self.compiled.signature.results),
            alias_bytes: self.compiled.aliased_results().filter_map(Shape::byte_size).sum(),
            arena_bytes: self.compiled.arena_bytes,
            constant_bytes: 0,
            code_bytes: self.compiled.object.len(),
        }
    }

    fn stages(&self) -> &[Stage] {
        &self.stages
    }

    fn serialize(&self) -> Result<Vec<u8>, Error> {
        serialized::seal(&self.fingerprint, &self.compiled)
    }
}
