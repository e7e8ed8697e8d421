// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The function table (`PJRT_Api`), in the order of the C header.

use super::entry::table;
use super::{extensions, structs};
use crate::failure::Failure;
use crate::handlers::{
    buffer, client, device, device_description, error, event, executable, execute, host_buffer,
    loaded_executable, memory, plugin, topology, transfers,
};
use hloom_pjrt_c_api::arguments::ApiVersion;

table! {
    then extensions::FIRST, arguments from structs;
    ErrorDestroy => error::destroy;
    ErrorMessage => error::message;
    ErrorGetCode => error::get_code;
    PluginInitialize => plugin::initialize;
    PluginAttributes => plugin::attributes;
    EventDestroy => event::destroy;
    EventIsReady => event::is_ready;
    EventError => event::error;
    EventAwait => event::await_;
    EventOnReady => event::on_ready;
    ClientCreate => client::create;
    ClientDestroy => client::destroy;
    ClientPlatformName => client::platform_name;
    ClientProcessIndex => client::process_index;
    ClientPlatformVersion => client::platform_version;
    ClientDevices => client::devices;
    ClientAddressableDevices => client::addressable_devices;
    ClientLookupDevice => client::lookup_device;
    ClientLookupAddressableDevice => client::lookup_addressable_device;
    ClientAddressableMemories => client::addressable_memories;
    ClientCompile => loaded_executable::compile;
    ClientDefaultDeviceAssignment => client::default_device_assignment;
    ClientBufferFromHostBuffer => host_buffer::buffer_from_host_buffer;
    DeviceDescriptionId => device_description::id;
    DeviceDescriptionProcessIndex => device_description::process_index;
    DeviceDescriptionAttributes => device_description::attributes;
    DeviceDescriptionKind => device_description::kind;
    DeviceDescriptionDebugString => device_description::debug_string;
    DeviceDescriptionToString => device_description::to_string;
    DeviceGetDescription => device::get_description;
    DeviceIsAddressable => device::is_addressable;
    DeviceLocalHardwareId => device::local_hardware_id;
    DeviceAddressableMemories => device::addressable_memories;
    DeviceDefaultMemory => device::default_memory;
    DeviceMemoryStats => device::memory_stats;
    MemoryId => memory::id;
    MemoryKind => memory::kind;
    MemoryDebugString => memory::debug_string;
    MemoryToString => memory::to_string;
    MemoryAddressableByDevices => memory::addressable_by_devices;
    ExecutableDestroy => executable::destroy;
    ExecutableName => executable::name;
    ExecutableNumReplicas => executable::num_replicas;
    ExecutableNumPartitions => executable::num_partitions;
    ExecutableNumOutputs => executable::num_outputs;
    ExecutableSizeOfGeneratedCodeInBytes => executable::size_of_generated_code;
    ExecutableGetCostAnalysis => executable::get_cost_analysis;
    ExecutableOutputMemoryKinds => executable::output_memory_kinds;
    ExecutableOptimizedProgram => executable::optimized_program;
    ExecutableSerialize => executable::serialize;
    LoadedExecutableDestroy => loaded_executable::destroy;
    LoadedExecutableGetExecutable => loaded_executable::get_executable;
    LoadedExecutableAddressableDevices => loaded_executable::addressable_devices;
    LoadedExecutableDelete => loaded_executable::delete;
    LoadedExecutableIsDeleted => loaded_executable::is_deleted;
    LoadedExecutableExecute => execute::execute;
    ExecutableDeserializeAndLoad => loaded_executable::deserialize_and_load;
    LoadedExecutableFingerprint => loaded_executable::fingerprint;
    BufferDestroy => buffer::destroy;
    BufferElementType => buffer::element_type;
    BufferDimensions => buffer::dimensions;
    BufferUnpaddedDimensions => buffer::unpadded_dimensions;
    BufferDynamicDimensionIndices => buffer::dynamic_dimension_indices;
    BufferGetMemoryLayout => buffer::get_memory_layout;
    BufferOnDeviceSizeInBytes => buffer::on_device_size_in_bytes;
    BufferDevice => buffer::device;
    BufferMemory => buffer::memory;
    BufferDelete => buffer::delete;
    BufferIsDeleted => buffer::is_deleted;
    BufferCopyToDevice => transfers::copy_to_device;
    BufferToHostBuffer => host_buffer::to_host_buffer;
    BufferIsOnCpu => buffer::is_on_cpu;
    BufferReadyEvent => buffer::ready_event;
    BufferUnsafePointer => buffer::raw_pointer;
    BufferIncreaseExternalReferenceCount => buffer::increase_external_reference_count;
    BufferDecreaseExternalReferenceCount => buffer::decrease_external_reference_count;
    BufferOpaqueDeviceMemoryDataPointer => buffer::opaque_device_memory_data_pointer;
    CopyToDeviceStreamDestroy => lacks("copy-to-device streams");
    CopyToDeviceStreamAddChunk => lacks("copy-to-device streams");
    CopyToDeviceStreamTotalBytes => lacks("copy-to-device streams");
    CopyToDeviceStreamGranuleSize => lacks("copy-to-device streams");
    CopyToDeviceStreamCurrentBytes => lacks("copy-to-device streams");
    TopologyDescriptionCreate => topology::create;
    TopologyDescriptionDestroy => topology::destroy;
    TopologyDescriptionPlatformName => topology::platform_name;
    TopologyDescriptionPlatformVersion => topology::platform_version;
    TopologyDescriptionGetDeviceDescriptions => topology::get_device_descriptions;
    TopologyDescriptionSerialize => topology::serialize;
    TopologyDescriptionAttributes => topology::attributes;
    Compile => executable::compile;
    ExecutableOutputElementTypes => executable::output_element_types;
    ExecutableOutputDimensions => executable::output_dimensions;
    BufferCopyToMemory => transfers::copy_to_memory;
    ClientCreateViewOfDeviceBuffer => host_buffer::create_view_of_device_buffer;
    ExecutableFingerprint => executable::fingerprint;
    ClientTopologyDescription => client::topology_description;
    ExecutableGetCompiledMemoryStats => executable::get_compiled_memory_stats;
    MemoryKindId => memory::kind_id;
    ExecuteContextCreate => execute::create_context;
    ExecuteContextDestroy => execute::destroy_context;
    BufferCopyRawToHost => transfers::copy_raw_to_host;
    AsyncHostToDeviceTransferManagerDestroy => lacks("asynchronous transfer managers");
    AsyncHostToDeviceTransferManagerTransferData => lacks("asynchronous transfer managers");
    ClientCreateBuffersForAsyncHostToDevice => lacks("asynchronous transfer managers");
    AsyncHostToDeviceTransferManagerRetrieveBuffer => lacks("asynchronous transfer managers");
    AsyncHostToDeviceTransferManagerDevice => lacks("asynchronous transfer managers");
    AsyncHostToDeviceTransferManagerBufferCount => lacks("asynchronous transfer managers");
    AsyncHostToDeviceTransferManagerBufferSize => lacks("asynchronous transfer managers");
    AsyncHostToDeviceTransferManagerSetBufferError => lacks("asynchronous transfer managers");
    AsyncHostToDeviceTransferManagerAddMetadata => lacks("asynchronous transfer managers");
    ClientDmaMap => client::dma_map;
    ClientDmaUnmap => client::dma_unmap;
    ClientCreateUninitializedBuffer => transfers::create_uninitialized_buffer;
    ClientUpdateGlobalProcessInfo => client::update_global_process_info;
    TopologyDescriptionDeserialize => topology::deserialize;
    ClientCreateAliasBuffer => lacks("alias buffers");
    ClientFulfillAliasBuffer => lacks("alias buffers");
    LoadedExecutableGetDeviceAssignment => loaded_executable::get_device_assignment;
    ClientCreateErrorBuffer => transfers::create_error_buffer;
    AsyncHostToDeviceTransferManagerTransferLiteral => lacks("asynchronous transfer managers");
    BufferCopyRawToHostFuture => lacks("copies to memory that is allocated later");
    DevicePoisonExecution => lacks("poisoned executions");
    DeviceCreateAsyncTrackingEvent => lacks("tracking events");
    AsyncTrackingEventDestroy => lacks("tracking events");
    ExecutableGetCompileOptions => executable::get_compile_options;
    BufferDonateWithControlDependency => lacks("donation with a control dependency");
    EventCreate => event::create;
    EventSet => event::set;
    DeviceGetAttributes => device::get_attributes;
    ClientLoad => loaded_executable::load;
    LoadedExecutableAddressableDeviceLogicalIds => loaded_executable::addressable_device_logical_ids;
    BufferBitcast => lacks("bitcasts of buffers");
    ErrorForEachPayload => error::for_each_payload;
    TopologyDescriptionFingerprint => topology::fingerprint;
    ExecutableParameterMemoryKinds => executable::parameter_memory_kinds;
    DeviceClearMemoryStats => device::clear_memory_stats;
    TopologyDescriptionMakeCanonicalShapeForMemorySpace => lacks("canonical memory space shapes");
    TopologyDescriptionGetMemorySpaceKindIds => topology::get_memory_space_kind_ids;
}

/// Creates the handler of a feature that hloom lacks. The handler fails with `Unimplemented` and
/// names the feature.
fn lacks<A>(what: &'static str) -> impl FnOnce(&mut A) -> Result<(), Failure> {
    move |_| Err(Failure::unimplemented(format!("hloom does not support {what}")))
}
