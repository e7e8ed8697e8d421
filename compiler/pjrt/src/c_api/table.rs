// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The table of functions (`PJRT_Api`), in the interface's order.

use super::entry::{Header, table};
use super::objects::Error;
use super::structs;
use crate::failure::Failure;
use crate::{
    buffer, client, device, event, executable, execute, failure, host_buffer, memory,
    optimized_program, topology, transfers,
};
use std::ffi::{c_int, c_void};
use std::mem::offset_of;
use std::ptr;

/// The version that this is.
const MAJOR: c_int = 0;
const MINOR: c_int = 112;

/// `PJRT_Api_Version`.
#[repr(C)]
struct ApiVersion {
    header: Header,
    major: c_int,
    minor: c_int,
}

table! {
    ErrorDestroy => failure::destroy;
    ErrorMessage => failure::message;
    ErrorGetCode => failure::get_code;
    PluginInitialize => client::initialize;
    PluginAttributes => client::plugin_attributes;
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
    ClientCompile => executable::compile;
    ClientDefaultDeviceAssignment => client::default_device_assignment;
    ClientBufferFromHostBuffer => host_buffer::buffer_from_host_buffer;
    DeviceDescriptionId => device::id;
    DeviceDescriptionProcessIndex => device::process_index;
    DeviceDescriptionAttributes => device::attributes;
    DeviceDescriptionKind => device::kind;
    DeviceDescriptionDebugString => device::debug_string;
    DeviceDescriptionToString => device::to_string;
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
    ExecutableOptimizedProgram => optimized_program::get;
    ExecutableSerialize => executable::serialize;
    LoadedExecutableDestroy => executable::destroy_loaded;
    LoadedExecutableGetExecutable => executable::get_executable;
    LoadedExecutableAddressableDevices => executable::addressable_devices;
    LoadedExecutableDelete => executable::delete;
    LoadedExecutableIsDeleted => executable::is_deleted;
    LoadedExecutableExecute => execute::execute;
    ExecutableDeserializeAndLoad => executable::deserialize_and_load;
    LoadedExecutableFingerprint => executable::loaded_fingerprint;
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
    CopyToDeviceStreamDestroy => lacks("streams to a device");
    CopyToDeviceStreamAddChunk => lacks("streams to a device");
    CopyToDeviceStreamTotalBytes => lacks("streams to a device");
    CopyToDeviceStreamGranuleSize => lacks("streams to a device");
    CopyToDeviceStreamCurrentBytes => lacks("streams to a device");
    TopologyDescriptionCreate => topology::create;
    TopologyDescriptionDestroy => topology::destroy;
    TopologyDescriptionPlatformName => topology::platform_name;
    TopologyDescriptionPlatformVersion => topology::platform_version;
    TopologyDescriptionGetDeviceDescriptions => topology::get_device_descriptions;
    TopologyDescriptionSerialize => topology::serialize;
    TopologyDescriptionAttributes => topology::attributes;
    Compile => executable::compile_ahead;
    ExecutableOutputElementTypes => executable::output_element_types;
    ExecutableOutputDimensions => executable::output_dimensions;
    BufferCopyToMemory => transfers::copy_to_memory;
    ClientCreateViewOfDeviceBuffer => host_buffer::create_view_of_device_buffer;
    ExecutableFingerprint => executable::fingerprint;
    ClientTopologyDescription => client::topology_description;
    ExecutableGetCompiledMemoryStats => executable::get_compiled_memory_stats;
    MemoryKindId => memory::kind_id;
    ExecuteContextCreate => executable::create_context;
    ExecuteContextDestroy => executable::destroy_context;
    BufferCopyRawToHost => transfers::copy_raw_to_host;
    AsyncHostToDeviceTransferManagerDestroy => lacks("asynchronous transfers by a manager");
    AsyncHostToDeviceTransferManagerTransferData => lacks("asynchronous transfers by a manager");
    ClientCreateBuffersForAsyncHostToDevice => lacks("asynchronous transfers by a manager");
    AsyncHostToDeviceTransferManagerRetrieveBuffer => lacks("asynchronous transfers by a manager");
    AsyncHostToDeviceTransferManagerDevice => lacks("asynchronous transfers by a manager");
    AsyncHostToDeviceTransferManagerBufferCount => lacks("asynchronous transfers by a manager");
    AsyncHostToDeviceTransferManagerBufferSize => lacks("asynchronous transfers by a manager");
    AsyncHostToDeviceTransferManagerSetBufferError => lacks("asynchronous transfers by a manager");
    AsyncHostToDeviceTransferManagerAddMetadata => lacks("asynchronous transfers by a manager");
    ClientDmaMap => client::dma_map;
    ClientDmaUnmap => client::dma_unmap;
    ClientCreateUninitializedBuffer => transfers::create_uninitialized_buffer;
    ClientUpdateGlobalProcessInfo => client::update_global_process_info;
    TopologyDescriptionDeserialize => topology::deserialize;
    ClientCreateAliasBuffer => lacks("alias buffers");
    ClientFulfillAliasBuffer => lacks("alias buffers");
    LoadedExecutableGetDeviceAssignment => executable::get_device_assignment;
    ClientCreateErrorBuffer => transfers::create_error_buffer;
    AsyncHostToDeviceTransferManagerTransferLiteral => lacks("asynchronous transfers by a manager");
    BufferCopyRawToHostFuture => lacks("copies to memory that is still to come");
    DevicePoisonExecution => lacks("poisoned executions");
    DeviceCreateAsyncTrackingEvent => lacks("tracking events");
    AsyncTrackingEventDestroy => lacks("tracking events");
    ExecutableGetCompileOptions => executable::get_compile_options;
    BufferDonateWithControlDependency => lacks("donation with a control dependency");
    EventCreate => event::create;
    EventSet => event::set;
    DeviceGetAttributes => device::get_attributes;
    ClientLoad => executable::load;
    LoadedExecutableAddressableDeviceLogicalIds => executable::addressable_device_logical_ids;
    BufferBitcast => lacks("bitcasts of buffers");
    ErrorForEachPayload => failure::for_each_payload;
    TopologyDescriptionFingerprint => topology::fingerprint;
    ExecutableParameterMemoryKinds => executable::parameter_memory_kinds;
    DeviceClearMemoryStats => device::clear_memory_stats;
    TopologyDescriptionMakeCanonicalShapeForMemorySpace => lacks("shapes of memory spaces");
    TopologyDescriptionGetMemorySpaceKindIds => topology::get_memory_space_kind_ids;
}

/// A function that there is not, and what it would be for.
fn lacks<A>(what: &'static str) -> impl FnOnce(&mut A) -> Result<(), Failure> {
    move |_| Err(Failure::unimplemented(format!("hloom does not support {what}")))
}
