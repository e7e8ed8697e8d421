// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs serialized executables on GPUs, without MLIR and LLVM.
//!
//! `hlo-compile --emit executable` writes such an executable for the platform `cuda`, `rocm` or
//! `vulkan`. The program that runs it needs this crate, and NVIDIA's driver, the HIP runtime or the
//! Vulkan loader. The executable contains the name of its platform:
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

mod driver;

pub use hloom_stream_executor::{Error, Signature, Times, milliseconds};
pub use hloom_values::{ElementType, Literal, Shape, npy};

use driver::Match;
use hloom_gpu_runtime::{GpuProgram, HostFunctions, LoadedProgram, RunBuffers};
use hloom_stream_executor::{
    DeviceBuffer, HostTransfers, Stream, StreamExecutor, TransferManager, serialized,
};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// An executable that is loaded on a device. It may be run from several threads at once.
pub struct LoadedExecutable {
    platform: &'static str,
    loaded: LoadedProgram,
    executor: Box<dyn StreamExecutor>,
}

impl LoadedExecutable {
    /// Loads a serialized executable on the device of its platform with the ordinal `device`.
    ///
    /// # Errors
    /// Fails if the bytes are damaged or come from another build, if the platform is neither `cuda`
    /// nor `rocm` nor `vulkan`, if the host has to execute an operation, if there is no driver or no such
    /// device, or if the device lacks memory or a feature.
    pub fn new(serialized: &[u8], device: usize) -> Result<Self, Error> {
        let found = Match::find(serialized)?;
        let platform = found.driver.platform;
        let program: GpuProgram = serialized::open(&found.fingerprint, serialized)?;
        if !program.calls.is_empty() {
            let calls = program.calls.join(", ");
            let what = "operations that run on the host, without a compiler";
            return Err(Error::unsupported(platform, format!("{what}: {calls}")));
        }
        let executor = found.device(device)?;
        let loaded = LoadedProgram::new(&Arc::new(program), &*executor)?;
        Ok(Self { platform, loaded, executor })
    }

    /// Loads an executable from a file.
    ///
    /// # Errors
    /// Fails if the file cannot be read, and under the same conditions as
    /// [`LoadedExecutable::new`].
    pub fn read(path: impl AsRef<Path>, device: usize) -> Result<Self, Error> {
        let path = path.as_ref();
        Self::new(&std::fs::read(path).map_err(|error| Error::file(path, error))?, device)
    }

    /// Returns the name of the platform, such as `cuda`.
    pub fn platform(&self) -> &str {
        self.platform
    }

    /// Returns the signature of the program: the name of its entry function, and the types of its
    /// arguments and results.
    pub fn signature(&self) -> &Signature {
        &self.loaded.program().signature
    }

    /// Returns the size of the arena that each run allocates for temporaries, in bytes.
    pub fn arena_bytes(&self) -> u64 {
        self.loaded.program().plan.arena_bytes
    }

    /// Runs the executable, and waits for its results.
    ///
    /// # Errors
    /// Fails if the arguments do not have the types of the signature, or if the run fails.
    pub fn run(&self, arguments: &[Literal]) -> Result<Vec<Literal>, Error> {
        let mut run = self.prepare(arguments)?;
        run.enqueue()?;
        run.results()
    }

    /// Runs the executable `warm_ups` times, and then `count` times, and waits for the end of each
    /// run. Returns the times of these `count` runs, and the results of the last run. Arguments and
    /// results stay on the device between the runs.
    ///
    /// # Errors
    /// Fails under the same conditions as [`LoadedExecutable::run`].
    pub fn benchmark(
        &self,
        arguments: &[Literal],
        warm_ups: usize,
        count: usize,
    ) -> Result<(Times, Vec<Literal>), Error> {
        let mut run = self.prepare(arguments)?;
        (0..warm_ups).try_for_each(|_| run.enqueue_and_wait())?;
        let timed = |_| {
            let start = Instant::now();
            run.enqueue_and_wait().map(|()| start.elapsed())
        };
        let times = (0..count).map(timed).collect::<Result<Vec<_>, _>>()?;
        Ok((Times::from(times), run.results()?))
    }

    /// Checks the arguments, copies them to the device, and allocates the results there.
    fn prepare(&self, arguments: &[Literal]) -> Result<PreparedRun<'_>, Error> {
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
        let transfers = HostTransfers { platform: self.platform };
        let mut stream = self.executor.create_stream()?;
        let to_device = |argument: &Literal| transfers.to_device(&mut *stream, argument);
        let arguments = arguments.iter().map(to_device).collect::<Result<Vec<_>, _>>()?;
        let allocate = |shape| self.executor.allocate(transfers.byte_size(shape)?);
        let results = results.iter().map(allocate).collect::<Result<Vec<_>, _>>()?;
        Ok(PreparedRun { executable: self, stream, arguments, results, transfers })
    }
}

/// A run whose arguments have been copied to the device, and whose result buffers are allocated
/// there.
struct PreparedRun<'a> {
    executable: &'a LoadedExecutable,
    stream: Box<dyn Stream>,
    arguments: Vec<DeviceBuffer>,
    results: Vec<DeviceBuffer>,
    transfers: HostTransfers,
}

impl PreparedRun<'_> {
    fn enqueue(&mut self) -> Result<(), Error> {
        let buffers = RunBuffers { arguments: &self.arguments, results: &self.results };
        self.executable.loaded.run(&mut *self.stream, buffers, &NoFunctions)
    }

    fn enqueue_and_wait(&mut self) -> Result<(), Error> {
        self.enqueue()?;
        self.stream.synchronize()
    }

    /// Copies the results to the host.
    fn results(&mut self) -> Result<Vec<Literal>, Error> {
        let results = self.results.iter().zip(&self.executable.signature().results);
        let (transfers, stream) = (&self.transfers, &mut *self.stream);
        results.map(|(buffer, shape)| transfers.to_host(stream, buffer, shape)).collect()
    }
}

/// The host functions of a program without host functions. Any call is an internal error.
struct NoFunctions;

impl HostFunctions for NoFunctions {
    fn call(&self, number: usize, _: &[&[u8]], _: &mut [&mut [u8]]) -> Result<(), Error> {
        Err(Error::Internal(format!(
            "the compiled code calls host function {number}, but its program has no host functions"
        )))
    }
}
