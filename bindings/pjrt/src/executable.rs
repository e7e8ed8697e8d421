// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Executables (`PJRT_Executable`): compiled programs, and the same programs loaded on devices
//! (`PJRT_LoadedExecutable`).
//!
//! An [`Executable`] is independent of any client, so that it can be compiled ahead of time. Its
//! serialized form contains everything that loading requires. A [`LoadedExecutable`] adds the
//! client and the devices to run on.

use crate::c_api::nested_structs::{BufferType, LogicalDeviceIds};
use crate::c_api::values::{Handle, NamedValue, TextList, Value};
use crate::client::Client;
use crate::compile_options::{Assignment, memory_budget, pipeline, reproducible};
use crate::device::Device;
use crate::element_type;
use crate::failure::{Code, Failure};
use crate::memory_kinds::KINDS;
use crate::memory_layout::MemoryLayout;
use crate::optimized_program::OptimizedProgram;
use crate::profiler;
use crate::program::{ProgramProperties, read_program};
use hloom_compiler::interface::{
    CompileOptions, CostAnalysis, Executable as Compiled, PipelineChanges,
};
use hloom_compiler::{Program, Shape, serialized};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// A compiled program, which is not loaded on devices. Clones share the data.
#[derive(Clone)]
pub struct Executable(Arc<ExecutableProperties>);

/// The data of an executable, in the form in which handlers return it.
pub struct ExecutableProperties {
    pub compiled: Box<dyn Compiled>,
    pub assignment: Assignment,
    pub program: ProgramProperties,
    pub optimized_program: OptimizedProgram,
    /// Whether runs access so little memory that they may run on the calling thread if the queue of
    /// the device is empty; see [`SMALL`].
    pub is_small: bool,
    /// Whether runs compute so little that the host runs them on the calling thread even if the
    /// queue is not empty; see [`CHEAP`]. This includes programs that only move values, such as
    /// `jnp.array`. Such a run has read the caller's memory when the call returns, so the caller
    /// may then overwrite the memory.
    pub is_cheap: bool,
    /// The serialized compile options.
    pub options: Vec<u8>,
    /// The version of hloom and the platform that compiled the program.
    version: String,
    pub output_types: Vec<BufferType>,
    pub output_dims: Vec<i64>,
    pub output_ranks: Vec<usize>,
    costs: [(String, Value); 3],
    named_costs: OnceLock<Vec<NamedValue>>,
    pub parameter_kinds: TextList,
    pub output_kinds: TextList,
    pub parameter_layouts: Layouts,
    pub output_layouts: Layouts,
    /// The serialized `OpSharding`s of the parameters; `None` for a single partition.
    pub parameter_shardings: Option<TextList>,
    /// The serialized `OpSharding`s of the results; `None` for a single partition.
    pub output_shardings: Option<TextList>,
}

/// The layouts of all parameters or of all results, and handles to the layouts, which are created
/// on demand.
pub struct Layouts {
    layouts: Vec<MemoryLayout>,
    handles: OnceLock<Vec<Handle<MemoryLayout>>>,
}

impl Layouts {
    /// Creates the layouts of values. For each value, `values` contains whether it is a token, and
    /// its shape, and `said` contains the text of the requested layout. A value without a requested
    /// layout is row-major. The layout of a token has rank 0.
    fn of<'s>(values: impl Iterator<Item = (bool, &'s Shape)>, said: &[Option<String>]) -> Self {
        let layout = |(index, (is_token, shape)): (usize, (bool, &Shape))| {
            let said = said.get(index).and_then(Option::as_deref).and_then(MemoryLayout::read);
            let rank = if is_token { 0 } else { shape.rank() };
            said.unwrap_or_else(|| MemoryLayout::row_major(rank))
        };
        Self { layouts: values.enumerate().map(layout).collect(), handles: OnceLock::new() }
    }

    /// Returns the layout of the parameter or result at `index`.
    ///
    /// # Panics
    /// Panics if the index is out of range.
    pub fn get(&self, index: usize) -> &MemoryLayout {
        &self.layouts[index]
    }

    /// Returns handles to all layouts. The handles are valid as long as the executable lives.
    pub fn handles(&self) -> &[Handle<MemoryLayout>] {
        self.handles.get_or_init(|| self.layouts.iter().map(Handle::to).collect())
    }
}

/// Converts memory kinds, which are indices into [`KINDS`], to their names.
fn names_of(kinds: &[usize]) -> TextList {
    TextList::of(kinds.iter().map(|kind| KINDS[*kind].as_bytes().to_vec()).collect())
}

impl Deref for Executable {
    type Target = ExecutableProperties;

    fn deref(&self) -> &ExecutableProperties {
        &self.0
    }
}

/// A bound in bytes. A run whose arguments, results and temporaries together take fewer bytes may
/// stay on the calling thread, because a switch to another thread could take longer than the run.
const SMALL: usize = 64 << 10;

/// The number of arithmetic operations and evaluations of functions below which a run is cheap;
/// XLA's CPU client uses the same bound.
const CHEAP: f64 = 1000.0;

impl Executable {
    /// Compiles a program, or loads it from the compilation cache.
    ///
    /// # Errors
    /// Fails if the compile options or the program are invalid, or the backend cannot compile it.
    pub fn compile(client: &Client, code: &[u8], options: &[u8]) -> Result<Self, Failure> {
        let assignment = Assignment::read(options)?;
        let (program, properties) = read_program(code, &assignment)?;
        let ongoing = profiler::begin(|| "compiler".to_owned(), || "compile".to_owned());
        let mut devices = assignment.devices.iter().flatten();
        let first = devices.find(|id| client.local_devices().contains(id)).copied();
        let device = client.local(first.unwrap_or(client.local_devices().start))?.ordinal;
        let threads = client.thread_count;
        let memory_budget = memory_budget(options)?;
        let file = pipeline(options)?;
        // Passes of the user may be functions of Python, whose code is not part of the cache's key.
        let cache = client.cache.as_ref().filter(|_| file.is_none());
        let compile_options = CompileOptions {
            device,
            threads,
            memory_budget,
            pipeline: PipelineChanges { file, ..PipelineChanges::default() },
            reproducible: reproducible(options)?,
            tuning: client.tuning.clone(),
            ..CompileOptions::default()
        };
        let compiled = match cache {
            Some(cache) => cache.compile(&*client.platform, &program, &compile_options)?,
            None => client.compiler.compile(&program, &compile_options)?,
        };
        drop(ongoing);
        let source = OptimizedProgram::of(program);
        Self::new(
            compiled,
            properties,
            source,
            assignment,
            options.to_vec(),
            client.version.clone(),
        )
    }

    /// Serializes the executable in the form that [`Executable::deserialize`] reads.
    ///
    /// # Errors
    /// Fails if the platform cannot serialize executables, or if the program calls Python
    /// functions, which are identified by numbers that are valid only in this process.
    pub fn serialize(&self) -> Result<Vec<u8>, Failure> {
        if self.program.calls_python {
            let message = "a program that calls Python functions cannot be serialized";
            return Err(Failure::unimplemented(message));
        }
        let source = self.optimized_program.source();
        let content = (&self.options, &self.program, source, self.compiled.serialize()?);
        Ok(serialized::seal(&self.version, &content)?)
    }

    /// Returns the cost analysis as named values. The values are valid as long as the executable
    /// lives.
    pub fn named_costs(&self) -> &[NamedValue] {
        self.named_costs.get_or_init(|| {
            self.costs.iter().map(|(name, value)| NamedValue::of(name, value)).collect()
        })
    }

    /// Loads a serialized executable.
    ///
    /// # Errors
    /// Fails if the bytes are damaged, or if another version or platform wrote them.
    pub fn deserialize(client: &Client, bytes: &[u8]) -> Result<Self, Failure> {
        let content = serialized::open(&client.version, bytes)?;
        let (options, program, source, compiled): (Vec<u8>, _, Vec<u8>, Vec<u8>) = content;
        let assignment = Assignment::read(&options)?;
        let compiled = client.compiler.load(&compiled)?;
        let source = OptimizedProgram::of(Program::from_bytes("jit", source)?);
        Self::new(compiled, program, source, assignment, options, client.version.clone())
    }

    fn new(
        compiled: Box<dyn Compiled>,
        mut program: ProgramProperties,
        optimized_program: OptimizedProgram,
        assignment: Assignment,
        options: Vec<u8>,
        version: String,
    ) -> Result<Self, Failure> {
        let results = &compiled.signature().results;
        let is_token = |index: usize| program.tokens.get(index).copied().unwrap_or(false);
        let known: Vec<_> =
            results.iter().enumerate().map(|(index, shape)| (is_token(index), shape)).collect();
        let types = known.iter().map(|(is_token, shape)| match is_token {
            true => Ok(element_type::TOKEN),
            false => element_type::number_of(shape.element_type),
        });
        let parameters = compiled.signature().arguments.iter().map(|shape| (false, shape));
        let parameter_layouts = Layouts::of(parameters, &program.parameter_layouts);
        let output_layouts = Layouts::of(known.iter().copied(), &program.output_layouts);
        let dims = known.iter().enumerate().filter(|(_, (is_token, _))| !is_token);
        let dims =
            dims.flat_map(|(index, (_, shape))| output_layouts.get(index).of_stored(shape).dims);
        program.donated.resize(compiled.signature().arguments.len(), false);
        program.parameter_kinds.resize(compiled.signature().arguments.len(), 0);
        program.output_kinds.resize(results.len(), 0);
        let memory = compiled.memory_analysis();
        let bytes = memory.argument_bytes + memory.result_bytes + memory.arena_bytes;
        let cost = compiled.cost_analysis().unwrap_or(CostAnalysis {
            flops: program.flops,
            transcendentals: program.transcendentals,
            bytes_accessed: bytes as f64,
        });
        let costs = [
            ("flops", cost.flops),
            ("transcendentals", cost.transcendentals),
            ("bytes accessed", cost.bytes_accessed),
        ];
        let costs = costs.map(|(name, cost)| (name.to_owned(), Value::Float(cost as f32)));
        Ok(Self(Arc::new(ExecutableProperties {
            output_types: types.collect::<Result<_, _>>()?,
            output_dims: dims.map(|dim| dim as i64).collect(),
            output_ranks: known
                .iter()
                .map(|(is_token, shape)| if *is_token { 0 } else { shape.rank() })
                .collect(),
            parameter_kinds: names_of(&program.parameter_kinds),
            output_kinds: names_of(&program.output_kinds),
            parameter_layouts,
            output_layouts,
            parameter_shardings: program.parameter_shardings.clone().map(TextList::of),
            output_shardings: program.output_shardings.clone().map(TextList::of),
            is_small: program.is_plain && bytes < SMALL,
            is_cheap: program.is_plain && program.flops + program.transcendentals < CHEAP,
            compiled,
            assignment,
            program,
            optimized_program,
            options,
            version,
            costs,
            named_costs: OnceLock::new(),
        })))
    }
}

/// An executable that is loaded on devices.
pub struct LoadedExecutable {
    pub client: Client,
    pub executable: Executable,
    /// The devices that run the program. They may differ from the devices for which the program was
    /// compiled.
    pub assignment: Assignment,
    /// Handles to the devices of `assignment` that belong to this process.
    pub device_handles: Vec<Handle<Device>>,
    /// The replica and the partition that each device of `device_handles` runs.
    pub logical_ids: Vec<LogicalDeviceIds>,
    is_deleted: AtomicBool,
}

impl LoadedExecutable {
    /// Loads an executable on the devices for which it was compiled. If the serialized compile
    /// options `options` are not empty, loads it on the devices in `options` instead.
    ///
    /// # Errors
    /// Fails if the client lacks one of the devices, or if the options have a different number of
    /// replicas or partitions.
    pub fn new(client: Client, executable: Executable, options: &[u8]) -> Result<Self, Failure> {
        let mut assignment = executable.assignment.clone();
        if !options.is_empty() {
            assignment = Assignment::read(options)?;
            assignment.check_counts_of(&executable.assignment)?;
        }
        let devices = assignment.devices.as_deref().unwrap_or_default();
        let (mut device_handles, mut logical_ids) = (Vec::new(), Vec::new());
        for (index, id) in devices.iter().enumerate() {
            let device = client.device(*id)?;
            if device.is_local() {
                device_handles.push(Handle::to(device));
                logical_ids.push(LogicalDeviceIds {
                    replica: (index / assignment.partitions) as i32,
                    partition: (index % assignment.partitions) as i32,
                });
            }
        }
        let is_deleted = AtomicBool::new(false);
        Ok(Self { client, executable, assignment, device_handles, logical_ids, is_deleted })
    }

    /// Returns the IDs of the devices that run the program, in all processes; empty for a portable
    /// executable.
    pub fn devices(&self) -> &[usize] {
        self.assignment.devices.as_deref().unwrap_or_default()
    }

    /// Returns the IDs of the devices that run the program and belong to this process.
    pub fn local_devices(&self) -> Vec<usize> {
        let local = self.client.local_devices();
        self.devices().iter().copied().filter(|id| local.contains(id)).collect()
    }

    /// Deletes the executable. It can no longer run, but its properties can still be read.
    pub fn delete(&self) {
        self.is_deleted.store(true, Ordering::Release);
    }

    /// Returns true if the executable was deleted.
    pub fn is_deleted(&self) -> bool {
        self.is_deleted.load(Ordering::Acquire)
    }

    /// Checks that the executable can still run.
    ///
    /// # Errors
    /// Fails if the executable was deleted.
    pub fn check(&self) -> Result<(), Failure> {
        if self.is_deleted() {
            let message = "cannot use an executable that has been deleted";
            return Err(Failure::new(Code::FailedPrecondition, message));
        }
        Ok(())
    }
}

/// The context of a run (`PJRT_ExecuteContext`). It has no content.
#[derive(Debug, Default)]
pub struct ExecuteContext;
