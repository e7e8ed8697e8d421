// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Executables: compiled programs, and on which devices they run.

use crate::c_api::structs::{
    self, BufferType, ClientCompile, ClientLoad, Compile, ExecutableDeserializeAndLoad,
    ExecutableDestroy, ExecutableFingerprint, ExecutableGetCompileOptions,
    ExecutableGetCompiledMemoryStats, ExecutableGetCostAnalysis, ExecutableName,
    ExecutableNumOutputs, ExecutableNumPartitions, ExecutableNumReplicas,
    ExecutableOutputDimensions, ExecutableOutputElementTypes, ExecutableOutputMemoryKinds,
    ExecutableParameterMemoryKinds, ExecutableSerialize, ExecutableSizeOfGeneratedCodeInBytes,
    ExecuteContextCreate, ExecuteContextDestroy, LoadedExecutableAddressableDeviceLogicalIds,
    LoadedExecutableAddressableDevices, LoadedExecutableDelete, LoadedExecutableDestroy,
    LoadedExecutableFingerprint, LoadedExecutableGetDeviceAssignment,
    LoadedExecutableGetExecutable, LoadedExecutableIsDeleted, LogicalDeviceIds,
};
use crate::c_api::values::{
    CountedList, Handle, KeptBytes, List, NamedValue, Text, TextList, Value,
};
use crate::client::Client;
use crate::compile_options::Assignment;
use crate::device::Device;
use crate::element_type;
use crate::failure::{Code, Failure};
use crate::memory::KINDS;
use crate::memory_layout::MemoryLayout;
use crate::optimized_program::OptimizedProgram;
use crate::profiler;
use crate::program::{ProgramFacts, read_program};
use hloom_compiler::interface::{CompileOptions, CostAnalysis, Executable as Compiled};
use hloom_compiler::{Program, Shape, serialized};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// A compiled program. Copies are the same one.
#[derive(Clone)]
pub struct Executable(Arc<Facts>);

/// What is known of it.
pub struct Facts {
    pub compiled: Box<dyn Compiled>,
    pub assignment: Assignment,
    pub program: ProgramFacts,
    pub optimized_program: OptimizedProgram,
    /// Whether it is small enough to be run on the thread that asks for it, if nothing is
    /// before it.
    pub is_small: bool,
    /// Whether it computes so little that the host runs it there whatever is before it. What
    /// only moves values, as `jnp.array` has it done, has then read the caller's memory, which
    /// the caller may write into.
    pub is_cheap: bool,
    /// What it was compiled with, serialized.
    options: Vec<u8>,
    /// What it was compiled by.
    version: String,
    output_types: Vec<BufferType>,
    output_dims: Vec<i64>,
    output_ranks: Vec<usize>,
    costs: [(String, Value); 3],
    named_costs: OnceLock<Vec<NamedValue>>,
    parameter_kinds: TextList,
    output_kinds: TextList,
    pub parameter_layouts: Layouts,
    pub output_layouts: Layouts,
    /// Serialized `OpSharding`s, of a program of several devices.
    pub parameter_shardings: Option<TextList>,
    pub output_shardings: Option<TextList>,
}

/// The layouts of values, and pointers to them once they have a place.
pub struct Layouts {
    layouts: Vec<MemoryLayout>,
    handles: OnceLock<Vec<Handle<MemoryLayout>>>,
}

impl Layouts {
    /// Those that are said, row by row where nothing is; tokens have no dimensions.
    fn of<'s>(values: impl Iterator<Item = (bool, &'s Shape)>, said: &[Option<String>]) -> Self {
        let layout = |(index, (is_token, shape)): (usize, (bool, &Shape))| {
            let said = said.get(index).and_then(Option::as_deref).and_then(MemoryLayout::read);
            let rank = if is_token { 0 } else { shape.rank() };
            said.unwrap_or_else(|| MemoryLayout::row_major(rank))
        };
        Self { layouts: values.enumerate().map(layout).collect(), handles: OnceLock::new() }
    }

    /// The layout of a value.
    pub fn get(&self, index: usize) -> &MemoryLayout {
        &self.layouts[index]
    }

    /// All of them.
    pub fn handles(&self) -> &[Handle<MemoryLayout>] {
        self.handles.get_or_init(|| self.layouts.iter().map(Handle::to).collect())
    }
}

/// The names of kinds of memory.
fn names_of(kinds: &[usize]) -> TextList {
    TextList::of(kinds.iter().map(|kind| KINDS[*kind].as_bytes().to_vec()).collect())
}

impl Deref for Executable {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        &self.0
    }
}

/// Runs that touch fewer bytes are not worth another thread.
const SMALL: usize = 64 << 10;

/// Runs that compute less are cheap, as for XLA's CPU.
const CHEAP: f64 = 1000.0;

impl Executable {
    /// Compiles a program, or finds it in the cache.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn compile(client: &Client, code: &[u8], options: &[u8]) -> Result<Self, Failure> {
        let assignment = Assignment::read(options)?;
        let (program, facts) = read_program(code, assignment.partitions)?;
        let ongoing = profiler::begin(|| "compiler".to_owned(), || "compile".to_owned());
        let first = assignment.devices.as_ref().and_then(|devices| devices.first());
        let device = client.device(first.copied().unwrap_or(0))?.ordinal;
        let threads = client.thread_count;
        let compile_options = CompileOptions { device, threads, ..CompileOptions::default() };
        let compiled = match &client.cache {
            Some(cache) => cache.compile(&*client.platform, &program, &compile_options)?,
            None => client.compiler.compile(&program, &compile_options)?,
        };
        drop(ongoing);
        let source = OptimizedProgram::of(program);
        Self::new(compiled, facts, source, assignment, options.to_vec(), client.version.clone())
    }

    /// As bytes for [`Executable::deserialize`].
    ///
    /// # Errors
    /// If the platform has no such bytes; if it calls Python, whose functions are known by
    /// numbers of this process alone.
    fn serialize(&self) -> Result<Vec<u8>, Failure> {
        if self.program.calls_python {
            let message = "a program that calls functions of Python cannot be serialized";
            return Err(Failure::unimplemented(message));
        }
        let source = self.optimized_program.source();
        let content = (&self.options, &self.program, source, self.compiled.serialize()?);
        Ok(serialized::seal(&self.version, &content)?)
    }

    /// Loads what was serialized.
    ///
    /// # Errors
    /// If it is damaged, or was made by another version or platform.
    fn deserialize(client: &Client, bytes: &[u8]) -> Result<Self, Failure> {
        let content = serialized::open(&client.version, bytes)?;
        let (options, program, source, compiled): (Vec<u8>, _, Vec<u8>, Vec<u8>) = content;
        let assignment = Assignment::read(&options)?;
        let compiled = client.compiler.load(&compiled)?;
        let source = OptimizedProgram::of(Program::from_bytes("jit", source)?);
        Self::new(compiled, program, source, assignment, options, client.version.clone())
    }

    fn new(
        compiled: Box<dyn Compiled>,
        mut program: ProgramFacts,
        optimized_program: OptimizedProgram,
        assignment: Assignment,
        options: Vec<u8>,
        version: String,
    ) -> Result<Self, Failure> {
        let results = compiled.result_shapes();
        let is_token = |index: usize| program.tokens.get(index).copied().unwrap_or(false);
        let known: Vec<_> =
            results.iter().enumerate().map(|(index, shape)| (is_token(index), shape)).collect();
        let types = known.iter().map(|(is_token, shape)| match is_token {
            true => Ok(element_type::TOKEN),
            false => element_type::number_of(shape.element_type),
        });
        let parameters = compiled.argument_shapes().iter().map(|shape| (false, shape));
        let parameter_layouts = Layouts::of(parameters, &program.parameter_layouts);
        let output_layouts = Layouts::of(known.iter().copied(), &program.output_layouts);
        let dims = known.iter().enumerate().filter(|(_, (is_token, _))| !is_token);
        let dims =
            dims.flat_map(|(index, (_, shape))| output_layouts.get(index).of_stored(shape).dims);
        program.donated.resize(compiled.argument_shapes().len(), false);
        program.parameter_kinds.resize(compiled.argument_shapes().len(), 0);
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
        Ok(Self(Arc::new(Facts {
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

/// An executable on devices.
pub struct LoadedExecutable {
    pub client: Client,
    pub executable: Executable,
    /// The devices it runs on, which need not be those it was compiled for.
    pub assignment: Assignment,
    handles: Vec<Handle<Device>>,
    logical_ids: Vec<LogicalDeviceIds>,
    is_deleted: AtomicBool,
}

impl LoadedExecutable {
    /// Loads an executable on its devices, or on those that serialized options name.
    ///
    /// # Errors
    /// If the client lacks one, or they are not as many.
    pub fn new(client: Client, executable: Executable, options: &[u8]) -> Result<Self, Failure> {
        let mut assignment = executable.assignment.clone();
        if !options.is_empty() {
            assignment = Assignment::read(options)?;
            assignment.check_counts_of(&executable.assignment)?;
        }
        let devices = assignment.devices.as_deref().unwrap_or_default();
        let handles = devices.iter().map(|id| Ok(Handle::to(client.device(*id)?)));
        let handles = handles.collect::<Result<_, Failure>>()?;
        let logical = |index: usize| LogicalDeviceIds {
            replica: (index / assignment.partitions) as i32,
            partition: (index % assignment.partitions) as i32,
        };
        let logical_ids = (0..devices.len()).map(logical).collect();
        let is_deleted = AtomicBool::new(false);
        Ok(Self { client, executable, assignment, handles, logical_ids, is_deleted })
    }

    /// The devices it runs on; none if any will do.
    pub fn devices(&self) -> &[usize] {
        self.assignment.devices.as_deref().unwrap_or_default()
    }

    /// Refuses what was deleted.
    ///
    /// # Errors
    /// If it was.
    pub fn check(&self) -> Result<(), Failure> {
        if self.is_deleted.load(Ordering::Acquire) {
            return Err(Failure::new(Code::FailedPrecondition, "the executable has been deleted"));
        }
        Ok(())
    }
}

/// What a run is to know beside its arguments.
#[derive(Debug, Default)]
pub struct ExecuteContext;

pub fn create_context(arguments: &mut ExecuteContextCreate) -> Result<(), Failure> {
    arguments.context = Handle::give(ExecuteContext);
    Ok(())
}

pub fn destroy_context(arguments: &mut ExecuteContextDestroy) -> Result<(), Failure> {
    arguments.context.take();
    Ok(())
}

pub fn compile(arguments: &mut ClientCompile) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let program = arguments.program.get()?;
    check_format(program)?;
    let options = arguments.compile_options.bytes();
    let executable = Executable::compile(client, program.code.bytes(), options)?;
    // It is for the devices of the options it was compiled with.
    let loaded = LoadedExecutable::new(client.clone(), executable, &[])?;
    arguments.executable = Handle::give(loaded);
    Ok(())
}

/// Without a client there is none to run it: one is made to compile.
pub fn compile_ahead(arguments: &mut Compile) -> Result<(), Failure> {
    let (topology, program) = (arguments.topology.get()?, arguments.program.get()?);
    let client = match arguments.client.get_if_any() {
        Some(client) => client.clone(),
        None => topology.client()?,
    };
    let options = arguments.compile_options.bytes();
    check_format(program)?;
    let executable = Executable::compile(&client, program.code.bytes(), options)?;
    arguments.executable = Handle::give(executable);
    Ok(())
}

fn check_format(program: &structs::Program) -> Result<(), Failure> {
    match program.format.text().as_str() {
        // Which of them it is, its content says.
        "mlir" | "hlo" | "hlo_with_config" => Ok(()),
        other => Err(Failure::unimplemented(format!("programs of the format `{other}`"))),
    }
}

pub fn load(arguments: &mut ClientLoad) -> Result<(), Failure> {
    let (client, executable) = (arguments.client.get()?, arguments.executable.get()?);
    let options = arguments.compile_options.bytes();
    let loaded = LoadedExecutable::new(client.clone(), executable.clone(), options)?;
    arguments.loaded_executable = Handle::give(loaded);
    Ok(())
}

pub fn serialize(arguments: &mut ExecutableSerialize) -> Result<(), Failure> {
    arguments.serialized = KeptBytes::of(arguments.executable.get()?.serialize()?);
    Ok(())
}

pub fn deserialize_and_load(arguments: &mut ExecutableDeserializeAndLoad) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let executable = Executable::deserialize(client, arguments.serialized_executable.bytes())?;
    let options = arguments.overridden_serialized_compile_options.bytes();
    let loaded = LoadedExecutable::new(client.clone(), executable, options)?;
    arguments.loaded_executable = Handle::give(loaded);
    Ok(())
}

pub fn get_compile_options(arguments: &mut ExecutableGetCompileOptions) -> Result<(), Failure> {
    arguments.serialized = KeptBytes::of(arguments.executable.get()?.options.clone());
    Ok(())
}

pub fn destroy(arguments: &mut ExecutableDestroy) -> Result<(), Failure> {
    arguments.executable.take();
    Ok(())
}

pub fn name(arguments: &mut ExecutableName) -> Result<(), Failure> {
    arguments.executable_name = Text::of(arguments.executable.get()?.compiled.name());
    Ok(())
}

pub fn num_replicas(arguments: &mut ExecutableNumReplicas) -> Result<(), Failure> {
    arguments.num_replicas = arguments.executable.get()?.assignment.replicas;
    Ok(())
}

pub fn num_partitions(arguments: &mut ExecutableNumPartitions) -> Result<(), Failure> {
    arguments.num_partitions = arguments.executable.get()?.assignment.partitions;
    Ok(())
}

pub fn num_outputs(arguments: &mut ExecutableNumOutputs) -> Result<(), Failure> {
    arguments.num_outputs = arguments.executable.get()?.output_types.len();
    Ok(())
}

pub fn size_of_generated_code(
    arguments: &mut ExecutableSizeOfGeneratedCodeInBytes,
) -> Result<(), Failure> {
    let memory = arguments.executable.get()?.compiled.memory_analysis();
    arguments.size_in_bytes = memory.code_bytes as i64;
    Ok(())
}

pub fn fingerprint(arguments: &mut ExecutableFingerprint) -> Result<(), Failure> {
    arguments.executable_fingerprint = Text::of(&arguments.executable.get()?.program.fingerprint);
    Ok(())
}

pub fn get_cost_analysis(arguments: &mut ExecutableGetCostAnalysis) -> Result<(), Failure> {
    let executable = arguments.executable.get()?;
    let name = || executable.costs.iter().map(|(name, value)| NamedValue::of(name, value));
    arguments.properties = CountedList::of(executable.named_costs.get_or_init(|| name().collect()));
    Ok(())
}

pub fn get_compiled_memory_stats(
    arguments: &mut ExecutableGetCompiledMemoryStats,
) -> Result<(), Failure> {
    let memory = arguments.executable.get()?.compiled.memory_analysis();
    arguments.generated_code_size_in_bytes = memory.code_bytes as i64;
    arguments.argument_size_in_bytes = memory.argument_bytes as i64;
    arguments.output_size_in_bytes = memory.result_bytes as i64;
    arguments.temp_size_in_bytes = memory.arena_bytes as i64;
    arguments.alias_size_in_bytes = memory.alias_bytes as i64;
    for none in [
        &mut arguments.host_generated_code_size_in_bytes,
        &mut arguments.host_argument_size_in_bytes,
        &mut arguments.host_output_size_in_bytes,
        &mut arguments.host_alias_size_in_bytes,
        &mut arguments.host_temp_size_in_bytes,
        &mut arguments.indefinite_allocations,
    ] {
        *none = 0;
    }
    let results = memory.result_bytes - memory.alias_bytes;
    let total = memory.argument_bytes + results + memory.arena_bytes;
    arguments.peak_memory_in_bytes = total as i64;
    arguments.total_size_in_bytes = total as i64;
    arguments.total_allocation_bytes = total as i64;
    arguments.peak_unpadded_heap_bytes = memory.arena_bytes as i64;
    Ok(())
}

pub fn output_element_types(arguments: &mut ExecutableOutputElementTypes) -> Result<(), Failure> {
    arguments.output_types = List::of(&arguments.executable.get()?.output_types);
    Ok(())
}

pub fn output_dimensions(arguments: &mut ExecutableOutputDimensions) -> Result<(), Failure> {
    let executable = arguments.executable.get()?;
    arguments.num_outputs = executable.output_ranks.len();
    arguments.dims = executable.output_dims.as_ptr();
    arguments.dim_sizes = executable.output_ranks.as_ptr();
    Ok(())
}

pub fn parameter_memory_kinds(
    arguments: &mut ExecutableParameterMemoryKinds,
) -> Result<(), Failure> {
    let kinds = &arguments.executable.get()?.parameter_kinds;
    arguments.num_parameters = kinds.count();
    (arguments.memory_kinds, arguments.memory_kind_sizes) = kinds.pointers();
    Ok(())
}

pub fn output_memory_kinds(arguments: &mut ExecutableOutputMemoryKinds) -> Result<(), Failure> {
    let kinds = &arguments.executable.get()?.output_kinds;
    arguments.num_outputs = kinds.count();
    (arguments.memory_kinds, arguments.memory_kind_sizes) = kinds.pointers();
    Ok(())
}

pub fn destroy_loaded(arguments: &mut LoadedExecutableDestroy) -> Result<(), Failure> {
    arguments.executable.take();
    Ok(())
}

pub fn get_executable(arguments: &mut LoadedExecutableGetExecutable) -> Result<(), Failure> {
    let executable = arguments.loaded_executable.get()?.executable.clone();
    arguments.executable = Handle::give(executable);
    Ok(())
}

pub fn get_device_assignment(
    arguments: &mut LoadedExecutableGetDeviceAssignment,
) -> Result<(), Failure> {
    let assignment = &arguments.executable.get()?.assignment;
    arguments.serialized = KeptBytes::of(assignment.to_bytes());
    Ok(())
}

pub fn addressable_devices(
    arguments: &mut LoadedExecutableAddressableDevices,
) -> Result<(), Failure> {
    arguments.addressable_devices = List::of(&arguments.executable.get()?.handles);
    Ok(())
}

pub fn addressable_device_logical_ids(
    arguments: &mut LoadedExecutableAddressableDeviceLogicalIds,
) -> Result<(), Failure> {
    let ids = &arguments.executable.get()?.logical_ids;
    arguments.addressable_device_logical_ids = List::of(ids);
    Ok(())
}

pub fn delete(arguments: &mut LoadedExecutableDelete) -> Result<(), Failure> {
    arguments.executable.get()?.is_deleted.store(true, Ordering::Release);
    Ok(())
}

pub fn is_deleted(arguments: &mut LoadedExecutableIsDeleted) -> Result<(), Failure> {
    let is_deleted = arguments.executable.get()?.is_deleted.load(Ordering::Acquire);
    arguments.is_deleted = is_deleted.into();
    Ok(())
}

pub fn loaded_fingerprint(arguments: &mut LoadedExecutableFingerprint) -> Result<(), Failure> {
    let fingerprint = &arguments.executable.get()?.executable.program.fingerprint;
    arguments.executable_fingerprint = Text::of(fingerprint);
    Ok(())
}
