// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiled code and how it is run.

use crate::ffi::{Addresses, Entry};
use crate::platform::NAME;
use hloom_compiler::host::HostExecutor;
use hloom_compiler::interface::{
    DeviceBuffer, Executable, MemoryAnalysis, RunOptions, Stage, Stream,
};
use hloom_compiler::literal::{AlignedBytes, Literal, Scalar};
use hloom_compiler::mlir::Signature;
use hloom_compiler::runtime::Library;
use hloom_compiler::{Error, Shape};
use std::sync::{Arc, Mutex, PoisonError};

/// Machine code with the arenas it runs in.
#[derive(Debug)]
pub struct Code {
    entry: Entry,
    library: Library,
    arena_bytes: usize,
    code_bytes: usize,
    /// Arenas of finished runs, for the next ones.
    arenas: Mutex<Vec<AlignedBytes>>,
}

impl Code {
    /// Code that needs an arena of `arena_bytes` a run, and these functions.
    pub fn new(entry: Entry, library: Library, arena_bytes: usize, code_bytes: usize) -> Self {
        Self { entry, library, arena_bytes, code_bytes, arenas: Mutex::default() }
    }

    fn run(
        &self,
        arguments: &[*mut u8],
        results: &[*mut u8],
        options: &RunOptions,
    ) -> Result<(), Error> {
        let mut arena = self.take_arena()?;
        let threads = options.threads.as_deref();
        let outcome = self.entry.call(arguments, results, &mut arena, threads, &self.library);
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
pub struct CpuExecutable {
    signature: Signature,
    /// The values that arguments must have, where the code is for these alone.
    values: Vec<Option<i64>>,
    code: Arc<Code>,
    stages: Vec<Stage>,
    device: HostExecutor,
}

impl CpuExecutable {
    /// An executable for `device`.
    pub fn new(
        signature: Signature,
        values: Vec<Option<i64>>,
        code: Arc<Code>,
        stages: Vec<Stage>,
        device: HostExecutor,
    ) -> Self {
        Self { signature, values, code, stages, device }
    }

    /// Refuses arguments that the program was not compiled for.
    fn check_values(&self, arguments: &[DeviceBuffer]) -> Result<(), Error> {
        let expected = self.values.iter().zip(arguments).zip(&self.signature.arguments);
        for (index, ((value, buffer), shape)) in expected.enumerate() {
            let Some(value) = value else { continue };
            let bytes = self.device.read(buffer)?;
            let given = Literal::from_bytes(shape.clone(), &bytes)?.get(0).map(Scalar::to_integer);
            if given != Some(i128::from(*value)) {
                let name = &self.signature.name;
                return Err(Error::invalid(format!(
                    "`{name}` was compiled for {value} as argument {index}: its sizes depend on it"
                )));
            }
        }
        Ok(())
    }

    /// The addresses of buffers, which must be the device's and as large as `shapes`.
    fn addresses(
        &self,
        what: &str,
        shapes: &[Shape],
        buffers: &[DeviceBuffer],
    ) -> Result<Addresses, Error> {
        if shapes.len() != buffers.len() {
            let (takes, given) = (shapes.len(), buffers.len());
            let name = &self.signature.name;
            return Err(Error::invalid(format!("`{name}` has {takes} {what}s, {given} are given")));
        }
        let mut addresses = Vec::with_capacity(buffers.len());
        for (index, (shape, buffer)) in shapes.iter().zip(buffers).enumerate() {
            if shape.byte_size() != Some(buffer.byte_size()) {
                let given = buffer.byte_size();
                let message = format!("{what} {index} is a {shape}, the buffer has {given} bytes");
                return Err(Error::invalid(message));
            }
            addresses.push(self.device.host_address(buffer)?);
        }
        Ok(Addresses::new(addresses))
    }
}

impl Executable for CpuExecutable {
    fn name(&self) -> &str {
        &self.signature.name
    }

    fn argument_shapes(&self) -> &[Shape] {
        &self.signature.arguments
    }

    fn result_shapes(&self) -> &[Shape] {
        &self.signature.results
    }

    fn run_into(
        &self,
        stream: &mut dyn Stream,
        arguments: &[DeviceBuffer],
        results: &[DeviceBuffer],
        options: &RunOptions,
    ) -> Result<(), Error> {
        let inputs = self.addresses("argument", self.argument_shapes(), arguments)?;
        self.check_values(arguments)?;
        let outputs = self.addresses("result", self.result_shapes(), results)?;
        for (index, result) in results.iter().enumerate() {
            let mut others = arguments.iter().chain(&results[..index]);
            if others.any(|other| result.overlaps(other)) {
                return Err(Error::invalid(format!(
                    "result {index} shares memory with an argument or another result"
                )));
            }
        }
        let (code, options) = (Arc::clone(&self.code), options.clone());
        let alive: Vec<_> = arguments.iter().chain(results).cloned().collect();
        stream.call_host(Box::new(move || {
            let outcome = code.run(inputs.as_slice(), outputs.as_slice(), &options);
            drop(alive);
            outcome
        }))
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        let total = |shapes: &[Shape]| shapes.iter().filter_map(Shape::byte_size).sum();
        MemoryAnalysis {
            argument_bytes: total(&self.signature.arguments),
            result_bytes: total(&self.signature.results),
            arena_bytes: self.code.arena_bytes,
            constant_bytes: 0,
            code_bytes: self.code.code_bytes,
        }
    }

    fn stages(&self) -> &[Stage] {
        &self.stages
    }

    fn serialize(&self) -> Result<Vec<u8>, Error> {
        Err(Error::unsupported(NAME, "serializing executables"))
    }
}
