// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Executables of a plugin in C.

use super::functions::ffi::{Functions, Handle};
use super::stream_executor::part;
use super::transfer_manager::CTransfers;
use hloom_compiler::interface::{
    DeviceBuffer, Executable, MemoryAnalysis, RunOptions, Signature, Stage, Stream,
    TransferManager, check_buffers,
};
use hloom_compiler::{Error, serialized};
use hloom_device::DeviceId;
use std::sync::Arc;

/// A program that a platform has compiled, in the form in which it is stored.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The name of the entry function, and the types of its arguments and results.
    pub signature: Signature,
    /// For each argument, the value that it must have because the compiler used this value to
    /// compute sizes; `None` if it may have any value.
    pub values: Vec<Option<i64>>,
    /// The bytes of the platform's compiler.
    pub code: Vec<u8>,
}

impl Compiled {
    /// Reads a program that [`CExecutable::serialize`] wrote with the same fingerprint.
    ///
    /// # Errors
    /// Fails if the bytes are damaged, or have another fingerprint.
    pub fn open(fingerprint: &str, serialized: &[u8]) -> Result<Self, Error> {
        let (signature, values, code) = serialized::open(fingerprint, serialized)?;
        Ok(Self { signature, values, code })
    }
}

/// An executable of a platform.
pub struct CExecutable {
    platform: &'static str,
    /// The fingerprint of the compiler; `None` if executables are not stored.
    fingerprint: Option<String>,
    compiled: Compiled,
    loaded: Arc<Loaded>,
    stages: Vec<Stage>,
}

/// An executable in the plugin, which frees it when this object is dropped.
struct Loaded {
    functions: Functions,
    executable: Handle,
}

impl Drop for Loaded {
    fn drop(&mut self) {
        self.functions.unload(self.executable);
    }
}

impl CExecutable {
    /// Lets the platform make an executable.
    ///
    /// # Errors
    /// Returns the error of the platform.
    pub fn new(
        platform: &'static str,
        fingerprint: Option<String>,
        functions: Functions,
        compiled: Compiled,
        stages: Vec<Stage>,
    ) -> Result<Self, Error> {
        let executable = functions.load(&compiled.code);
        let executable = executable.map_err(|failure| failure.into_error(platform))?;
        let loaded = Arc::new(Loaded { functions, executable });
        Ok(Self { platform, fingerprint, compiled, loaded, stages })
    }

    /// Checks the values of the arguments from which the compiler computed sizes.
    fn check_values(
        &self,
        stream: &mut dyn Stream,
        arguments: &[DeviceBuffer],
    ) -> Result<(), Error> {
        let Compiled { signature, values, .. } = &self.compiled;
        let transfers = CTransfers { platform: self.platform };
        let arguments = arguments.iter().zip(&signature.arguments).zip(values).enumerate();
        for (index, ((buffer, shape), value)) in arguments {
            if let Some(value) = value {
                let literal = transfers.to_host(stream, buffer, shape)?;
                signature.check_value(index, *value, &literal)?;
            }
        }
        Ok(())
    }
}

impl Executable for CExecutable {
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
        if options.participant.is_some() {
            return Err(Error::unsupported(self.platform, "device meshes"));
        }
        self.check_values(stream, arguments)?;
        let ordinal = stream.executor().ordinal();
        let device = DeviceId::new(self.platform, ordinal);
        let parts = |buffers: &[DeviceBuffer]| {
            buffers.iter().map(|buffer| part(buffer, &device)).collect::<Result<Vec<_>, _>>()
        };
        let (inputs, outputs) = (parts(arguments)?, parts(results)?);
        // The memory and the executable must live until the run has ended.
        let buffers = [arguments, results].concat();
        let (platform, loaded) = (self.platform, Arc::clone(&self.loaded));
        stream.call_host(Box::new(move || {
            let Loaded { functions, executable } = &*loaded;
            let outcome = functions.execute(*executable, ordinal, &inputs, &outputs);
            drop(buffers);
            outcome.map_err(|failure| failure.into_error(platform))
        }))
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        let Compiled { signature, code, .. } = &self.compiled;
        MemoryAnalysis { code_bytes: code.len(), ..MemoryAnalysis::of(signature) }
    }

    fn stages(&self) -> &[Stage] {
        &self.stages
    }

    fn serialize(&self) -> Result<Vec<u8>, Error> {
        let Some(fingerprint) = &self.fingerprint else {
            return Err(Error::unsupported(self.platform, "serializing executables"));
        };
        let Compiled { signature, values, code } = &self.compiled;
        serialized::seal(fingerprint, &(signature, values, code))
    }
}
