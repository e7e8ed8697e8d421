// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Handlers of `PJRT_Executable`, and compilation ahead of time.

use crate::c_api::nested_structs::Program;
use crate::c_api::structs::{
    Compile, ExecutableDestroy, ExecutableFingerprint, ExecutableGetCompileOptions,
    ExecutableGetCompiledMemoryStats, ExecutableGetCostAnalysis, ExecutableName,
    ExecutableNumOutputs, ExecutableNumPartitions, ExecutableNumReplicas,
    ExecutableOptimizedProgram, ExecutableOutputDimensions, ExecutableOutputElementTypes,
    ExecutableOutputMemoryKinds, ExecutableParameterMemoryKinds, ExecutableSerialize,
    ExecutableSizeOfGeneratedCodeInBytes,
};
use crate::c_api::values::{CountedList, Handle, List, OwnedBytes, Text};
use crate::client::Client;
use crate::executable::Executable;
use crate::failure::Failure;

/// The format name of optimized programs in PJRT.
const OPTIMIZED_FORMAT: &str = "mlir";

/// Compiles a program ahead of time. If the caller passes no client, creates a temporary client for
/// the topology.
pub fn compile(arguments: &mut Compile) -> Result<(), Failure> {
    let (topology, program) = (arguments.topology.get()?, arguments.program.get()?);
    let client = match arguments.client.get_if_any() {
        Some(client) => client.clone(),
        None => Client::of_topology(topology)?,
    };
    let options = arguments.compile_options.bytes();
    check_format(program)?;
    let executable = Executable::compile(&client, program.code.bytes(), options)?;
    arguments.executable = Handle::give(executable);
    Ok(())
}

/// Checks that a program has a supported format, by the name of its format.
///
/// # Errors
/// Fails if the format is not supported.
pub fn check_format(program: &Program) -> Result<(), Failure> {
    match program.format.text().as_str() {
        // `Program::from_bytes` recognizes the format by the content.
        "mlir" | "hlo" | "hlo_with_config" => Ok(()),
        other => Err(Failure::unimplemented(format!(
            "program format `{other}`: expected `mlir`, `hlo` or `hlo_with_config`"
        ))),
    }
}

pub fn serialize(arguments: &mut ExecutableSerialize) -> Result<(), Failure> {
    arguments.serialized = OwnedBytes::of(arguments.executable.get()?.serialize()?);
    Ok(())
}

pub fn get_compile_options(arguments: &mut ExecutableGetCompileOptions) -> Result<(), Failure> {
    arguments.serialized = OwnedBytes::of(arguments.executable.get()?.options.clone());
    Ok(())
}

pub fn destroy(arguments: &mut ExecutableDestroy) -> Result<(), Failure> {
    arguments.executable.take();
    Ok(())
}

pub fn name(arguments: &mut ExecutableName) -> Result<(), Failure> {
    arguments.executable_name = Text::of(&arguments.executable.get()?.compiled.signature().name);
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
    arguments.properties = CountedList::of(arguments.executable.get()?.named_costs());
    Ok(())
}

pub fn get_compiled_memory_stats(
    arguments: &mut ExecutableGetCompiledMemoryStats,
) -> Result<(), Failure> {
    let memory = arguments.executable.get()?.compiled.memory_analysis();
    arguments.generated_code_size_in_bytes = memory.code_bytes as i64;
    arguments.argument_size_in_bytes = memory.argument_bytes as i64;
    arguments.output_size_in_bytes = memory.result_bytes as i64;
    arguments.temp_size_in_bytes = memory.temporary_bytes() as i64;
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
    let total = memory.argument_bytes + results + memory.temporary_bytes();
    arguments.peak_memory_in_bytes = total as i64;
    arguments.total_size_in_bytes = total as i64;
    arguments.total_allocation_bytes = total as i64;
    arguments.peak_unpadded_heap_bytes = memory.temporary_bytes() as i64;
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

/// Returns the size of the optimized program's text, and writes the text if the caller passes
/// memory for it.
pub fn optimized_program(arguments: &mut ExecutableOptimizedProgram) -> Result<(), Failure> {
    let text = arguments.executable.get()?.optimized_program.optimized()?;
    let program = arguments.program.get()?;
    program.format = Text::of(OPTIMIZED_FORMAT);
    Ok(program.code.fill(text.as_bytes())?)
}
