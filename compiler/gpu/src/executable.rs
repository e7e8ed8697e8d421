// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Executables of GPUs.

use super::commands::{StreamCommands, read};
use hloom_codegen::{HostTransfers, check_value};
use hloom_compiler::interface::{
    DeviceBuffer, Executable, Kernel, MemoryAnalysis, RunOptions, Signature, Stage, Stream,
    StreamExecutor, TransferManager, check_buffers,
};
use hloom_compiler::runtime::{CallDescription, RuntimeCalls};
use hloom_compiler::{Error, Shape, serialized};
use hloom_launch_plan::{Buffers, Plan, run};
use hloom_values::{AlignedBytes, Literal};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The contents of an executable, as it is serialized.
#[derive(Debug, Serialize, Deserialize)]
pub struct GpuProgram {
    pub signature: Signature,
    /// The values that arguments must have because the code was specialized for them; `None` for
    /// any value.
    pub values: Vec<Option<i64>>,
    /// The runtime calls of the program, which the host makes.
    pub calls: Vec<CallDescription>,
    /// The indices of each result that takes the memory of an argument, and of that argument.
    pub aliases: Vec<(usize, usize)>,
    /// The host program.
    pub plan: Plan,
    /// The code of the kernels.
    pub code: Vec<u8>,
}

/// The kernels and constants of a program on a device.
struct Loaded {
    kernels: Vec<Arc<dyn Kernel>>,
    constants: Vec<DeviceBuffer>,
}

impl Loaded {
    /// Loads a program on a device.
    ///
    /// # Errors
    /// Fails if the device cannot load the code, or has too little memory for the constants.
    fn new(program: &GpuProgram, device: &dyn StreamExecutor) -> Result<Self, Error> {
        let names: Vec<_> = program.plan.kernels.iter().map(|kernel| &*kernel.name).collect();
        let kernels = device.load_kernels(&program.code, &names)?;
        let mut stream = device.create_stream()?;
        let mut constants = Vec::new();
        for constant in &program.plan.constants {
            let buffer = device.allocate(constant.len())?;
            let copy = AlignedBytes::try_copy_of(constant).ok_or_else(|| Error::OutOfMemory {
                bytes: constant.len(),
                what: "a constant".to_owned(),
            })?;
            stream.copy_from_host(Arc::new(copy), &buffer)?;
            constants.push(buffer);
        }
        stream.synchronize()?;
        Ok(Self { kernels, constants })
    }
}

/// A program compiled for GPUs. It is loaded on each device on which it runs.
pub struct GpuExecutable {
    program: GpuProgram,
    fingerprint: String,
    /// The program on the devices that have loaded it, by the ordinals of the devices.
    loaded: Mutex<HashMap<usize, Arc<Loaded>>>,
    calls: RuntimeCalls,
    stages: Vec<Stage>,
}

impl GpuExecutable {
    /// Creates an executable. It is serialized with `fingerprint`, the fingerprint of its compiler.
    ///
    /// # Errors
    /// Fails if there is no function for a runtime call.
    pub fn new(
        program: GpuProgram,
        fingerprint: String,
        stages: Vec<Stage>,
    ) -> Result<Self, Error> {
        let transfers: Arc<dyn TransferManager> = Arc::new(HostTransfers { platform: "host" });
        let calls = RuntimeCalls::new(program.calls.clone(), &transfers)?;
        Ok(Self { program, fingerprint, loaded: Mutex::default(), calls, stages })
    }

    /// Returns the program on a device. The first call loads it there.
    ///
    /// # Errors
    /// Fails if the device cannot load the program.
    fn on(&self, device: &dyn StreamExecutor) -> Result<Arc<Loaded>, Error> {
        // A panic cannot leave the map inconsistent, so a poisoned lock is usable.
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = loaded.get(&device.ordinal()) {
            return Ok(Arc::clone(loaded));
        }
        let new = Arc::new(Loaded::new(&self.program, device)?);
        loaded.insert(device.ordinal(), Arc::clone(&new));
        Ok(new)
    }

    /// Loads the program on a device before its first run.
    ///
    /// # Errors
    /// Fails if the device cannot load the program.
    pub fn load_on(&self, device: &dyn StreamExecutor) -> Result<(), Error> {
        self.on(device).map(drop)
    }

    /// Checks that arguments have the values for which the program was compiled.
    fn check_values(
        &self,
        stream: &mut dyn Stream,
        arguments: &[DeviceBuffer],
    ) -> Result<(), Error> {
        let Signature { name, arguments: shapes, .. } = &self.program.signature;
        let expected = self.program.values.iter().zip(arguments).zip(shapes);
        for (index, ((value, buffer), shape)) in expected.enumerate() {
            let Some(value) = value else { continue };
            let given = Literal::from_bytes(shape.clone(), &read(stream, buffer)?)?;
            check_value(name, index, *value, &given)?;
        }
        Ok(())
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
        self.check_values(stream, arguments)?;
        for (result, argument) in &self.program.aliases {
            let (result, argument) = (&results[*result], &arguments[*argument]);
            if !result.overlaps(argument) {
                stream.copy_on_device(argument, result)?;
            }
        }
        let loaded = self.on(stream.executor())?;
        let plan = &self.program.plan;
        let arena = stream.executor().allocate(plan.arena_bytes as usize)?;
        let buffers = Buffers { arguments, results, arena: &arena, constants: &loaded.constants };
        let (kernels, calls) = (&loaded.kernels[..], &self.calls);
        run(plan, buffers, &mut StreamCommands { stream, plan, kernels, calls, options })
    }

    fn aliases(&self) -> &[(usize, usize)] {
        &self.program.aliases
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        let total = |shapes: &[Shape]| shapes.iter().filter_map(Shape::byte_size).sum();
        let Signature { arguments, results, .. } = &self.program.signature;
        let aliased = self.program.aliases.iter().map(|(result, _)| &results[*result]);
        MemoryAnalysis {
            argument_bytes: total(arguments),
            result_bytes: total(results),
            alias_bytes: aliased.filter_map(Shape::byte_size).sum(),
            arena_bytes: self.program.plan.arena_bytes as usize,
            runtime_bytes: 0,
            constant_bytes: self.program.plan.constants.iter().map(|it| it.len()).sum(),
            code_bytes: self.program.code.len(),
        }
    }

    fn stages(&self) -> &[Stage] {
        &self.stages
    }

    fn serialize(&self) -> Result<Vec<u8>, Error> {
        serialized::seal(&self.fingerprint, &self.program)
    }
}
