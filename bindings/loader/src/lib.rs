// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs serialized executables of Vulkan's devices, without MLIR and LLVM.
//!
//! `hlo-compile --platform vulkan --emit executable` writes such an executable. The program that runs
//! it needs this crate and the Vulkan loader:
//!
//! ```no_run
//! use hloom_loader::{Error, LoadedExecutable, Literal};
//!
//! fn main() -> Result<(), Error> {
//!     let relu = LoadedExecutable::read("relu.hloom", 0)?;
//!     let x = Literal::from_slice(&[-1.0_f32, 2.0], [2])?;
//!     println!("{}", relu.run(&[x])?[0]);
//!     Ok(())
//! }
//! ```
#![forbid(unsafe_code)]

pub use hloom_stream_executor::{Error, Signature};
pub use hloom_values::{ElementType, Literal, Shape, npy};

use hloom_gpu_runtime::device::GpuExecutor;
use hloom_gpu_runtime::{GpuProgram, HostFunctions, LoadedProgram, RunBuffers, fingerprint};
use hloom_stream_executor::{HostTransfers, StreamExecutor, TransferManager, serialized};
use hloom_vulkan::{CODE, Device, NAME};
use std::path::Path;
use std::sync::Arc;

/// An executable that is loaded on a device. It may be run from several threads at once.
pub struct LoadedExecutable {
    loaded: LoadedProgram,
    executor: GpuExecutor<Device>,
}

impl LoadedExecutable {
    /// Loads a serialized executable on the device with the ordinal `device`.
    ///
    /// # Errors
    /// Fails if the bytes are damaged or come from another build, if the host has to execute an
    /// operation, if there is no such device, or if the device lacks memory or a feature.
    pub fn new(serialized: &[u8], device: usize) -> Result<Self, Error> {
        let program: GpuProgram = serialized::open(&fingerprint(NAME, CODE), serialized)?;
        if !program.calls.is_empty() {
            let calls = program.calls.join(", ");
            let what = "operations that run on the host, without a compiler";
            return Err(Error::unsupported(NAME, format!("{what}: {calls}")));
        }
        let executor = GpuExecutor::new(hloom_vulkan::device(device)?, device);
        let loaded = LoadedProgram::new(&Arc::new(program), &executor)?;
        Ok(Self { loaded, executor })
    }

    /// Loads an executable from a file.
    ///
    /// # Errors
    /// Fails if the file cannot be read, and as [`LoadedExecutable::new`].
    pub fn read(path: impl AsRef<Path>, device: usize) -> Result<Self, Error> {
        let path = path.as_ref();
        Self::new(&std::fs::read(path).map_err(|error| Error::file(path, error))?, device)
    }

    /// Returns the name of the function and the types of its arguments and results.
    pub fn signature(&self) -> &Signature {
        &self.loaded.program().signature
    }

    /// Runs the executable, and waits for its results.
    ///
    /// # Errors
    /// Fails if the arguments do not have the types of the signature, or if the run fails.
    pub fn run(&self, arguments: &[Literal]) -> Result<Vec<Literal>, Error> {
        let Signature { name, arguments: shapes, results } = self.signature();
        if arguments.len() != shapes.len() {
            let (takes, given) = (shapes.len(), arguments.len());
            let message = format!("`{name}`: expected {takes} arguments, found {given}");
            return Err(Error::invalid(message));
        }
        for (index, (argument, shape)) in arguments.iter().zip(shapes).enumerate() {
            if argument.shape() != shape {
                let given = argument.shape();
                let message =
                    format!("argument {index} of `{name}`: expected {shape}, found {given}");
                return Err(Error::invalid(message));
            }
        }
        let transfers = HostTransfers { platform: NAME };
        let mut stream = self.executor.create_stream()?;
        let to_device = |argument: &Literal| transfers.to_device(&mut *stream, argument);
        let arguments = arguments.iter().map(to_device).collect::<Result<Vec<_>, _>>()?;
        let allocate = |shape| self.executor.allocate(transfers.byte_size(shape)?);
        let buffers = results.iter().map(allocate).collect::<Result<Vec<_>, _>>()?;
        let run = RunBuffers { arguments: &arguments, results: &buffers };
        self.loaded.run(&mut *stream, run, &NoFunctions)?;
        let to_host = |(buffer, shape)| transfers.to_host(&mut *stream, buffer, shape);
        buffers.iter().zip(results).map(to_host).collect()
    }
}

/// The host functions of a program that calls none.
struct NoFunctions;

impl HostFunctions for NoFunctions {
    fn call(&self, number: usize, _: &[&[u8]], _: &mut [&mut [u8]]) -> Result<(), Error> {
        Err(Error::Internal(format!(
            "the code calls host function {number} of a program that has no host functions"
        )))
    }
}
