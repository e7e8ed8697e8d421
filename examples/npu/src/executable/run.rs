// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs the segments of a program in order on a stream.

use super::fingerprint::fingerprint;
use super::host::HostPart;
use super::plan::{Code, Location, Placement, Plan};
use super::report;
use crate::device::{NpuExecutor, failure};
use hloom_compiler::interface::{
    DeviceBuffer, Executable, Kernel, KernelArgument, LaunchDimensions, MemoryAnalysis, Platform,
    RunOptions, Signature, Stage, Stream, StreamExecutor, check_buffers,
};
use hloom_compiler::{Error, serialized};
use std::sync::{Arc, Mutex, PoisonError};

/// Launch dimensions of a kernel that runs as one thread.
const ONCE: LaunchDimensions =
    LaunchDimensions { groups: [1; 3], threads: [1; 3], shared_bytes: 0 };

/// Maximum number of memory blocks of completed runs that an executable keeps for later runs.
const KEPT: usize = 2;

/// Name of the kernel of each segment, which is the only kernel of its binary.
pub const KERNEL: &str = "main";

/// A segment of a program, loaded on the device or on the host.
enum Loaded {
    Device { kernel: Arc<dyn Kernel>, arena_bytes: usize, constants: DeviceBuffer },
    Host(HostPart),
}

/// A program compiled for a device.
pub struct NpuExecutable {
    plan: Arc<Plan>,
    placement: Placement,
    parts: Vec<Loaded>,
    device: NpuExecutor,
    /// Memory blocks of completed runs, which later runs reuse.
    memory: Arc<Mutex<Vec<DeviceBuffer>>>,
    stages: Vec<Stage>,
}

impl NpuExecutable {
    /// Loads the code of a program's segments on the device and on the host platform.
    ///
    /// # Errors
    /// Fails if the code is corrupt, or if the device or the host platform cannot load it.
    pub fn new(
        plan: Plan,
        device: NpuExecutor,
        host: Option<&Arc<dyn Platform>>,
        stages: Vec<Stage>,
    ) -> Result<NpuExecutable, Error> {
        let mut parts = Vec::with_capacity(plan.parts.len());
        for part in &plan.parts {
            parts.push(match &part.code {
                Code::Device { binary, arena_bytes, constants } => {
                    let kernel = device.load_kernel(binary, KERNEL)?;
                    let buffer = device.allocate(constants.len())?;
                    device.write(&buffer, constants)?;
                    Loaded::Device { kernel, arena_bytes: *arena_bytes, constants: buffer }
                }
                Code::Host { serialized } => {
                    let host =
                        host.ok_or_else(|| failure("the host platform `cpu` is not registered"))?;
                    let executable = host.compiler().load(serialized)?;
                    Loaded::Host(HostPart::new(Arc::clone(host), executable))
                }
            });
        }
        let placement = Placement::of(&plan);
        let memory = Arc::default();
        Ok(NpuExecutable { plan: Arc::new(plan), placement, parts, device, memory, stages })
    }

    /// Sets the recorded stages of the compilation that produced this executable.
    pub fn set_stages(&mut self, stages: Vec<Stage>) {
        self.stages = stages;
    }

    /// Returns the segments of the program, which run on the device or on the host in sequence, and
    /// the sizes of the values that the segments read or write.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    fn take_memory(&self) -> Result<DeviceBuffer, Error> {
        let kept = self.memory.lock().unwrap_or_else(PoisonError::into_inner).pop();
        kept.map_or_else(|| self.device.allocate(self.placement.bytes), Ok)
    }
}

impl Executable for NpuExecutable {
    fn signature(&self) -> &Signature {
        &self.plan.signature
    }

    fn run_into(
        &self,
        stream: &mut dyn Stream,
        arguments: &[DeviceBuffer],
        results: &[DeviceBuffer],
        options: &RunOptions,
    ) -> Result<(), Error> {
        check_buffers(self, arguments, results)?;
        if stream.executor().ordinal() != self.device.ordinal() {
            return Err(Error::invalid(
                "expected a stream of the executable's device, found one of another device",
            ));
        }
        let memory = self.take_memory()?;
        let part_of = |start: usize, bytes: usize| {
            let slice = memory.slice(start..start + bytes);
            slice.ok_or_else(|| {
                Error::Internal(
                    "a value of the program exceeds the memory block of the run".to_owned(),
                )
            })
        };
        let buffer = |value: usize| match self.placement.locations[value] {
            Location::Argument(number) => Ok(arguments[number].clone()),
            Location::Result(number) => Ok(results[number].clone()),
            Location::Memory(offset) => part_of(offset, self.plan.sizes[value]),
        };
        let buffers = |values: &[usize]| -> Result<Vec<DeviceBuffer>, Error> {
            values.iter().map(|value| buffer(*value)).collect()
        };

        let before = Arc::new(Mutex::new(self.device.traffic()));
        let wanted = report::is_wanted();
        if wanted {
            let (device, before) = (self.device.clone(), Arc::clone(&before));
            stream.call_host(Box::new(move || {
                *before.lock().unwrap_or_else(PoisonError::into_inner) = device.traffic();
                Ok(())
            }))?;
        }
        for (part, loaded) in self.plan.parts.iter().zip(&self.parts) {
            let inputs = buffers(&part.inputs)?;
            let outputs = buffers(&part.outputs)?;
            match loaded {
                Loaded::Device { kernel, arena_bytes, constants } => {
                    let arena = part_of(self.placement.temporaries, *arena_bytes)?;
                    let all = inputs.into_iter().chain(outputs).chain([arena, constants.clone()]);
                    let all: Vec<_> = all.map(KernelArgument::Buffer).collect();
                    stream.launch(kernel, ONCE, &all)?;
                }
                Loaded::Host(host) => {
                    let (host, device) = (host.clone(), self.device.clone());
                    let options = options.clone();
                    stream.call_host(Box::new(move || {
                        host.run(&device, &inputs, &outputs, &options)
                    }))?;
                }
            }
        }
        for (number, value) in self.plan.results.iter().enumerate() {
            if self.placement.locations[*value] != Location::Result(number) {
                stream.copy_on_device(&buffer(*value)?, &results[number])?;
            }
        }
        let (kept, device, plan) =
            (Arc::clone(&self.memory), self.device.clone(), Arc::clone(&self.plan));
        stream.call_host(Box::new(move || {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() < KEPT {
                kept.push(memory);
            }
            if wanted {
                let before = *before.lock().unwrap_or_else(PoisonError::into_inner);
                eprint!("{}", report::report(&plan, &(device.traffic() - before)));
            }
            Ok(())
        }))
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        let mut analysis = MemoryAnalysis {
            arena_bytes: self.placement.bytes,
            ..MemoryAnalysis::of(&self.plan.signature)
        };
        for part in &self.plan.parts {
            match &part.code {
                Code::Device { binary, constants, .. } => {
                    analysis.code_bytes += binary.len();
                    analysis.constant_bytes += constants.len();
                }
                Code::Host { serialized } => analysis.code_bytes += serialized.len(),
            }
        }
        analysis
    }

    fn stages(&self) -> &[Stage] {
        &self.stages
    }

    fn serialize(&self) -> Result<Vec<u8>, Error> {
        serialized::seal(&fingerprint(), &*self.plan)
    }
}
