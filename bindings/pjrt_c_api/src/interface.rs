// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The argument structs and the function table of the interface, version 0.112.
//!
//! A plugin and its caller see different objects behind the same pointers: `PJRT_Client*` is an
//! object of the plugin, and opaque to the caller. The declarations are therefore a macro, which
//! each side expands in a module that defines types with these names: `Buffer`, `Client`, `Device`,
//! `DeviceDescription`, `Error`, `Event`, `Executable`, `ExecuteContext`, `LoadedExecutable`,
//! `Memory`, `MemoryLayout` and `TopologyDescription`.
//!
//! The names of the structs are the names in the C header without underscores, the prefix `PJRT_`
//! and the suffix `_Args`.

/// Declares the argument structs, `ExecuteOptions` and the function table `Api`; see the
/// [module](self).
#[macro_export]
macro_rules! interface {
    () => {
        use $crate::arguments::{ApiVersion, Header, arguments, function_table};
        use $crate::callbacks::{DeleteCallback, Deleter, PayloadVisitor, ReadyCallback};
        use $crate::nested_structs::{
            BufferMemoryLayout, BufferType, LogicalDeviceIds, Program,
        };
        use $crate::values::{
            CBool, CountedList, Handle, HostMemory, List, NamedValue, Object, Output, OutputArray,
            OwnedBytes, Text, TextPointer,
        };
        use std::ffi::{c_char, c_int, c_void};

        arguments! {
            ErrorDestroy { error: Handle<Error> }
            ErrorMessage { error: Handle<Error>, message: Text }
            ErrorGetCode { error: Handle<Error>, code: c_int }
            ErrorForEachPayload { error: Handle<Error>, visitor: Option<PayloadVisitor>, user_arg: *mut c_void }

            PluginInitialize {  }
            PluginAttributes { attributes: List<NamedValue> }

            EventDestroy { event: Handle<Event> }
            EventIsReady { event: Handle<Event>, is_ready: CBool }
            EventError { event: Handle<Event> }
            EventAwait { event: Handle<Event> }
            EventOnReady { event: Handle<Event>, callback: ReadyCallback<Error> }
            EventCreate { event: Handle<Event> }
            EventSet { event: Handle<Event>, error_code: c_int, error_message: Text }

            ClientCreate { create_options: List<NamedValue>, kv_callbacks: [*mut c_void; 4], client: Handle<Client>, kv_try_get: [*mut c_void; 2] }
            ClientDestroy { client: Handle<Client> }
            ClientPlatformName { client: Handle<Client>, platform_name: Text }
            ClientProcessIndex { client: Handle<Client>, process_index: c_int }
            ClientPlatformVersion { client: Handle<Client>, platform_version: Text }
            ClientTopologyDescription { client: Handle<Client>, topology: Handle<TopologyDescription> }
            ClientDevices { client: Handle<Client>, devices: List<Handle<Device>> }
            ClientAddressableDevices { client: Handle<Client>, addressable_devices: List<Handle<Device>> }
            ClientLookupDevice { client: Handle<Client>, id: c_int, device: Handle<Device> }
            ClientLookupAddressableDevice { client: Handle<Client>, local_hardware_id: c_int, addressable_device: Handle<Device> }
            ClientUpdateGlobalProcessInfo { client: Handle<Client>, process_infos: List<c_void> }
            ClientAddressableMemories { client: Handle<Client>, addressable_memories: List<Handle<Memory>> }
            ClientCompile { client: Handle<Client>, program: Handle<Program>, compile_options: Text, executable: Handle<LoadedExecutable> }
            ClientLoad { client: Handle<Client>, executable: Handle<Executable>, compile_options: Text, loaded_executable: Handle<LoadedExecutable> }
            ClientDefaultDeviceAssignment { client: Handle<Client>, num_replicas: c_int, num_partitions: c_int, default_assignment_size: usize, default_assignment: OutputArray<c_int> }
            ClientDmaMap { client: Handle<Client>, data: HostMemory, size: usize }
            ClientDmaUnmap { client: Handle<Client>, data: HostMemory }
            ClientCreateUninitializedBuffer { client: Handle<Client>, shape_dims: List<i64>, shape_element_type: BufferType, shape_layout: Handle<BufferMemoryLayout>, device: Handle<Device>, memory: Handle<Memory>, buffer: Handle<Buffer> }
            ClientCreateErrorBuffer { client: Handle<Client>, error_code: c_int, error_message: Text, shape_dims: List<i64>, shape_element_type: BufferType, shape_layout: Handle<BufferMemoryLayout>, memory: Handle<Memory>, buffer: Handle<Buffer>, payload: List<NamedValue> }
            ClientCreateAliasBuffer { client: Handle<Client>, memory: Handle<Memory>, shape_dims: List<i64>, shape_element_type: BufferType, shape_layout: Handle<BufferMemoryLayout>, alias_buffer: Handle<Buffer>, fulfill_alias_buffer_cb: *mut c_void }
            ClientFulfillAliasBuffer { client: Handle<Client>, buffer: Handle<Buffer>, status_code: c_int, error_message: Text, fulfill_alias_buffer_cb: *mut c_void }
            ClientBufferFromHostBuffer { client: Handle<Client>, data: HostMemory, r#type: BufferType, dims: List<i64>, byte_strides: List<i64>, host_buffer_semantics: c_int, device: Handle<Device>, memory: Handle<Memory>, device_layout: Handle<BufferMemoryLayout>, done_with_host_buffer: Handle<Event>, buffer: Handle<Buffer> }
            ClientCreateViewOfDeviceBuffer { client: Handle<Client>, device_buffer_ptr: HostMemory, dims: List<i64>, element_type: BufferType, layout: Handle<BufferMemoryLayout>, device: Handle<Device>, on_delete_callback: DeleteCallback, stream: isize, buffer: Handle<Buffer>, memory: Handle<Memory> }
            ClientCreateBuffersForAsyncHostToDevice { client: Handle<Client>, shape_specs: List<c_void>, device_layouts: List<*mut c_void>, memory: Handle<Memory>, transfer_manager: *mut c_void }

            DeviceDescriptionId { device_description: Handle<DeviceDescription>, id: c_int }
            DeviceDescriptionProcessIndex { device_description: Handle<DeviceDescription>, process_index: c_int }
            DeviceDescriptionAttributes { device_description: Handle<DeviceDescription>, attributes: CountedList<NamedValue> }
            DeviceDescriptionKind { device_description: Handle<DeviceDescription>, device_kind: Text }
            DeviceDescriptionDebugString { device_description: Handle<DeviceDescription>, debug_string: Text }
            DeviceDescriptionToString { device_description: Handle<DeviceDescription>, to_string: Text }
            DeviceGetDescription { device: Handle<Device>, device_description: Handle<DeviceDescription> }
            DeviceIsAddressable { device: Handle<Device>, is_addressable: CBool }
            DeviceLocalHardwareId { device: Handle<Device>, local_hardware_id: c_int }
            DeviceAddressableMemories { device: Handle<Device>, memories: List<Handle<Memory>> }
            DeviceDefaultMemory { device: Handle<Device>, memory: Handle<Memory> }
            DeviceMemoryStats { device: Handle<Device>, bytes_in_use: i64, peak_bytes_in_use: i64, peak_bytes_in_use_is_set: CBool, num_allocs: i64, num_allocs_is_set: CBool, largest_alloc_size: i64, largest_alloc_size_is_set: CBool, bytes_limit: i64, bytes_limit_is_set: CBool, bytes_reserved: i64, bytes_reserved_is_set: CBool, peak_bytes_reserved: i64, peak_bytes_reserved_is_set: CBool, bytes_reservable_limit: i64, bytes_reservable_limit_is_set: CBool, largest_free_block_bytes: i64, largest_free_block_bytes_is_set: CBool, pool_bytes: i64, pool_bytes_is_set: CBool, peak_pool_bytes: i64, peak_pool_bytes_is_set: CBool }
            DeviceClearMemoryStats { device: Handle<Device> }
            DevicePoisonExecution { device: Handle<Device>, launch_id: i32, error_code: c_int, error_message: Text, poisoned: CBool, payload: List<NamedValue> }
            DeviceGetAttributes { device: Handle<Device>, attributes: List<NamedValue>, device_attributes: *mut c_void, attributes_deleter: Option<Deleter> }
            DeviceCreateAsyncTrackingEvent { device: Handle<Device>, description: Text, event: *mut c_void }
            AsyncTrackingEventDestroy { event: *mut c_void }

            MemoryId { memory: Handle<Memory>, id: c_int }
            MemoryKind { memory: Handle<Memory>, kind: Text }
            MemoryKindId { memory: Handle<Memory>, kind_id: c_int }
            MemoryDebugString { memory: Handle<Memory>, debug_string: Text }
            MemoryToString { memory: Handle<Memory>, to_string: Text }
            MemoryAddressableByDevices { memory: Handle<Memory>, devices: List<Handle<Device>> }

            ExecuteContextCreate { context: Handle<ExecuteContext> }
            ExecuteContextDestroy { context: Handle<ExecuteContext> }
            ExecutableDestroy { executable: Handle<Executable> }
            LoadedExecutableDestroy { executable: Handle<LoadedExecutable> }
            LoadedExecutableGetExecutable { loaded_executable: Handle<LoadedExecutable>, executable: Handle<Executable> }
            LoadedExecutableGetDeviceAssignment { executable: Handle<LoadedExecutable>, serialized: OwnedBytes }
            ExecutableName { executable: Handle<Executable>, executable_name: Text }
            ExecutableNumReplicas { executable: Handle<Executable>, num_replicas: usize }
            ExecutableNumPartitions { executable: Handle<Executable>, num_partitions: usize }
            LoadedExecutableAddressableDevices { executable: Handle<LoadedExecutable>, addressable_devices: List<Handle<Device>> }
            LoadedExecutableAddressableDeviceLogicalIds { executable: Handle<LoadedExecutable>, addressable_device_logical_ids: List<LogicalDeviceIds> }
            ExecutableOptimizedProgram { executable: Handle<Executable>, program: Output<Program> }
            LoadedExecutableDelete { executable: Handle<LoadedExecutable> }
            LoadedExecutableIsDeleted { executable: Handle<LoadedExecutable>, is_deleted: CBool }
            LoadedExecutableExecute { executable: Handle<LoadedExecutable>, options: Handle<ExecuteOptions>, argument_lists: *const *const Handle<Buffer>, num_devices: usize, num_args: usize, output_lists: *const OutputArray<Handle<Buffer>>, device_complete_events: OutputArray<Handle<Event>>, execute_device: Handle<Device> }
            ExecutableNumOutputs { executable: Handle<Executable>, num_outputs: usize }
            ExecutableSizeOfGeneratedCodeInBytes { executable: Handle<Executable>, size_in_bytes: i64 }
            ExecutableFingerprint { executable: Handle<Executable>, executable_fingerprint: Text }
            ExecutableGetCostAnalysis { executable: Handle<Executable>, properties: CountedList<NamedValue> }
            ExecutableGetCompiledMemoryStats { executable: Handle<Executable>, generated_code_size_in_bytes: i64, argument_size_in_bytes: i64, output_size_in_bytes: i64, alias_size_in_bytes: i64, temp_size_in_bytes: i64, host_generated_code_size_in_bytes: i64, host_argument_size_in_bytes: i64, host_output_size_in_bytes: i64, host_alias_size_in_bytes: i64, host_temp_size_in_bytes: i64, peak_memory_in_bytes: i64, total_size_in_bytes: i64, total_allocation_bytes: i64, indefinite_allocations: i64, peak_unpadded_heap_bytes: i64 }
            ExecutableOutputElementTypes { executable: Handle<Executable>, output_types: List<BufferType> }
            ExecutableOutputDimensions { executable: Handle<Executable>, num_outputs: usize, dims: *const i64, dim_sizes: *const usize }
            ExecutableParameterMemoryKinds { executable: Handle<Executable>, num_parameters: usize, memory_kinds: *const TextPointer, memory_kind_sizes: *const usize }
            ExecutableOutputMemoryKinds { executable: Handle<Executable>, num_outputs: usize, memory_kinds: *const TextPointer, memory_kind_sizes: *const usize }
            ExecutableSerialize { executable: Handle<Executable>, serialized: OwnedBytes }
            ExecutableGetCompileOptions { executable: Handle<Executable>, serialized: OwnedBytes }
            ExecutableDeserializeAndLoad { client: Handle<Client>, serialized_executable: Text, loaded_executable: Handle<LoadedExecutable>, overridden_serialized_compile_options: Text, load_options: *mut c_void }
            LoadedExecutableFingerprint { executable: Handle<LoadedExecutable>, executable_fingerprint: Text }
            Compile { topology: Handle<TopologyDescription>, program: Handle<Program>, compile_options: Text, client: Handle<Client>, executable: Handle<Executable> }

            BufferDestroy { buffer: Handle<Buffer> }
            BufferElementType { buffer: Handle<Buffer>, r#type: BufferType }
            BufferDimensions { buffer: Handle<Buffer>, dims: List<i64> }
            BufferUnpaddedDimensions { buffer: Handle<Buffer>, unpadded_dims: List<i64> }
            BufferDynamicDimensionIndices { buffer: Handle<Buffer>, dynamic_dim_indices: List<usize> }
            BufferGetMemoryLayout { buffer: Handle<Buffer>, layout: BufferMemoryLayout }
            BufferToHostBuffer { src: Handle<Buffer>, host_layout: Handle<BufferMemoryLayout>, dst: HostMemory, dst_size: usize, event: Handle<Event> }
            BufferOnDeviceSizeInBytes { buffer: Handle<Buffer>, on_device_size_in_bytes: usize }
            BufferDelete { buffer: Handle<Buffer> }
            BufferIsDeleted { buffer: Handle<Buffer>, is_deleted: CBool }
            BufferCopyRawToHost { buffer: Handle<Buffer>, dst: HostMemory, offset: i64, transfer_size: i64, event: Handle<Event> }
            BufferCopyRawToHostFuture { buffer: Handle<Buffer>, offset: i64, transfer_size: i64, event: Handle<Event>, callback_data: *mut c_void, future_ready_callback: *mut c_void }
            BufferCopyToDevice { buffer: Handle<Buffer>, dst_device: Handle<Device>, dst_buffer: Handle<Buffer> }
            BufferCopyToMemory { buffer: Handle<Buffer>, dst_memory: Handle<Memory>, dst_buffer: Handle<Buffer> }
            BufferBitcast { buffer: Handle<Buffer>, element_type: BufferType, dims: List<i64>, device_layout: Handle<BufferMemoryLayout>, out_buffer: Handle<Buffer> }
            BufferIsOnCpu { buffer: Handle<Buffer>, is_on_cpu: CBool }
            BufferDevice { buffer: Handle<Buffer>, device: Handle<Device> }
            BufferMemory { buffer: Handle<Buffer>, memory: Handle<Memory> }
            BufferReadyEvent { buffer: Handle<Buffer>, event: Handle<Event> }
            BufferUnsafePointer { buffer: Handle<Buffer>, buffer_pointer: usize }
            BufferIncreaseExternalReferenceCount { buffer: Handle<Buffer> }
            BufferDecreaseExternalReferenceCount { buffer: Handle<Buffer> }
            BufferOpaqueDeviceMemoryDataPointer { buffer: Handle<Buffer>, device_memory_ptr: usize }
            BufferDonateWithControlDependency { buffer: Handle<Buffer>, callback_data: *mut c_void, dependency_ready_callback: *mut c_void, out_buffer: Handle<Buffer> }

            TopologyDescriptionCreate { topology_name: Text, create_options: List<NamedValue>, topology: Handle<TopologyDescription> }
            TopologyDescriptionDestroy { topology: Handle<TopologyDescription> }
            TopologyDescriptionPlatformVersion { topology: Handle<TopologyDescription>, platform_version: Text }
            TopologyDescriptionPlatformName { topology: Handle<TopologyDescription>, platform_name: Text }
            TopologyDescriptionGetDeviceDescriptions { topology: Handle<TopologyDescription>, descriptions: List<Handle<DeviceDescription>> }
            TopologyDescriptionSerialize { topology: Handle<TopologyDescription>, serialized: OwnedBytes }
            TopologyDescriptionDeserialize { serialized_topology: Text, topology: Handle<TopologyDescription> }
            TopologyDescriptionAttributes { topology: Handle<TopologyDescription>, attributes: List<NamedValue> }
            TopologyDescriptionFingerprint { topology: Handle<TopologyDescription>, fingerprint: u64 }
            TopologyDescriptionMakeCanonicalShapeForMemorySpace { topology: Handle<TopologyDescription>, memory_space_kind_id: c_int, dims: List<i64>, element_type: BufferType, layout: Handle<BufferMemoryLayout>, serialized_shape: Text, serialized_shape_deleter: *mut c_void }
            TopologyDescriptionGetMemorySpaceKindIds { topology: Handle<TopologyDescription>, memory_space_kind_ids: List<c_int> }

            AsyncHostToDeviceTransferManagerDestroy { transfer_manager: *mut c_void }
            AsyncHostToDeviceTransferManagerTransferData { transfer_manager: *mut c_void, buffer_index: c_int, data: HostMemory, offset: i64, transfer_size: i64, is_last_transfer: CBool, done_with_h2d_transfer: Handle<Event> }
            AsyncHostToDeviceTransferManagerRetrieveBuffer { transfer_manager: *mut c_void, buffer_index: c_int, buffer_out: Handle<Buffer> }
            AsyncHostToDeviceTransferManagerDevice { transfer_manager: *mut c_void, device_out: Handle<Device> }
            AsyncHostToDeviceTransferManagerBufferCount { transfer_manager: *mut c_void, buffer_count: usize }
            AsyncHostToDeviceTransferManagerBufferSize { transfer_manager: *mut c_void, buffer_index: c_int, buffer_size: usize }
            AsyncHostToDeviceTransferManagerSetBufferError { transfer_manager: *mut c_void, buffer_index: c_int, error_code: c_int, error_message: Text }
            AsyncHostToDeviceTransferManagerAddMetadata { transfer_manager: *mut c_void, transfer_metadata: List<NamedValue> }
            AsyncHostToDeviceTransferManagerTransferLiteral { transfer_manager: *mut c_void, buffer_index: c_int, data: HostMemory, shape_dims: List<i64>, shape_element_type: BufferType, shape_layout: Handle<BufferMemoryLayout>, done_with_h2d_transfer: Handle<Event> }
            CopyToDeviceStreamDestroy { stream: *mut c_void }
            CopyToDeviceStreamAddChunk { stream: *mut c_void, chunk: *mut c_void, transfer_complete: Handle<Event> }
            CopyToDeviceStreamTotalBytes { stream: *mut c_void, total_bytes: i64 }
            CopyToDeviceStreamGranuleSize { stream: *mut c_void, granule_size_in_bytes: i64 }
            CopyToDeviceStreamCurrentBytes { stream: *mut c_void, current_bytes: i64 }

            LayoutsMemoryLayoutDestroy { layout: Handle<MemoryLayout> }
            LayoutsMemoryLayoutSerialize { layout: Handle<MemoryLayout>, serialized: OwnedBytes }
            LayoutsBufferMemoryLayout { buffer: Handle<Buffer>, layout: Handle<MemoryLayout> }
            LayoutsClientGetDefaultLayout { client: Handle<Client>, r#type: BufferType, dims: List<i64>, layout: Handle<MemoryLayout> }
            LayoutsTopologyGetDefaultLayout { topology: Handle<TopologyDescription>, r#type: BufferType, dims: List<i64>, layout: Handle<MemoryLayout> }
            LayoutsExecutableGetOutputLayouts { executable: Handle<Executable>, layouts: CountedList<Handle<MemoryLayout>> }
            LayoutsExecutableGetParameterLayouts { executable: Handle<Executable>, layouts: CountedList<Handle<MemoryLayout>> }

            TransfersClientCrossHostSendBuffers { client: Handle<Client>, num_buffers: usize, buffers: *const Handle<Buffer>, dst_global_device_ids: *const i32, transfer_keys: *const i64, send_events: OutputArray<Handle<Event>> }
            TransfersClientCrossHostReceiveBuffers { client: Handle<Client>, num_shapes: usize, shape_num_dims: *const usize, num_dims: *const *const i64, element_types: *const BufferType, layouts: *const Handle<BufferMemoryLayout>, device: Handle<Device>, src_global_device_ids: *const i32, transfer_keys: *const i64, buffers: OutputArray<Handle<Buffer>> }
            TransfersClientMakeCrossHostReceiveBuffers { client: Handle<Client> }
            TransfersBufferCopyToRemoteDevice { buffer: Handle<Buffer> }

            ShardingsExecutableParameterShardings { executable: Handle<Executable>, num_parameters: usize, shardings: *const TextPointer, sharding_sizes: *const usize }
            ShardingsExecutableOutputShardings { executable: Handle<Executable>, num_outputs: usize, shardings: *const TextPointer, sharding_sizes: *const usize }
        }

        /// Options of a run (`PJRT_ExecuteOptions`).
        #[repr(C)]
        #[allow(missing_docs, missing_debug_implementations, reason = "the C header has the docs")]
        pub struct ExecuteOptions {
            pub header: Header,
            pub send_callbacks: *mut c_void,
            pub recv_callbacks: *mut c_void,
            pub num_send_ops: usize,
            pub num_recv_ops: usize,
            pub launch_id: c_int,
            pub non_donatable_input_indices: List<i64>,
            pub context: Handle<ExecuteContext>,
            pub call_location: *const c_char,
            pub num_tasks: usize,
            pub task_ids: *mut c_int,
            pub incarnation_ids: *mut i64,
            pub multi_slice_config: *mut c_void,
            pub use_major_to_minor_data_layout_for_callbacks: CBool,
            pub hlo_output_callbacks: *mut c_void,
            pub num_hlo_output_callbacks: usize,
        }

        impl Object for ExecuteOptions {}

        // The functions in the order of the C header.
        function_table! {
            ErrorDestroy, ErrorMessage, ErrorGetCode, PluginInitialize, PluginAttributes,
            EventDestroy, EventIsReady, EventError, EventAwait, EventOnReady, ClientCreate,
            ClientDestroy, ClientPlatformName, ClientProcessIndex, ClientPlatformVersion,
            ClientDevices, ClientAddressableDevices, ClientLookupDevice,
            ClientLookupAddressableDevice, ClientAddressableMemories, ClientCompile,
            ClientDefaultDeviceAssignment, ClientBufferFromHostBuffer, DeviceDescriptionId,
            DeviceDescriptionProcessIndex, DeviceDescriptionAttributes, DeviceDescriptionKind,
            DeviceDescriptionDebugString, DeviceDescriptionToString, DeviceGetDescription,
            DeviceIsAddressable, DeviceLocalHardwareId, DeviceAddressableMemories,
            DeviceDefaultMemory, DeviceMemoryStats, MemoryId, MemoryKind, MemoryDebugString,
            MemoryToString, MemoryAddressableByDevices, ExecutableDestroy, ExecutableName,
            ExecutableNumReplicas, ExecutableNumPartitions, ExecutableNumOutputs,
            ExecutableSizeOfGeneratedCodeInBytes, ExecutableGetCostAnalysis,
            ExecutableOutputMemoryKinds, ExecutableOptimizedProgram, ExecutableSerialize,
            LoadedExecutableDestroy, LoadedExecutableGetExecutable,
            LoadedExecutableAddressableDevices, LoadedExecutableDelete, LoadedExecutableIsDeleted,
            LoadedExecutableExecute, ExecutableDeserializeAndLoad, LoadedExecutableFingerprint,
            BufferDestroy, BufferElementType, BufferDimensions, BufferUnpaddedDimensions,
            BufferDynamicDimensionIndices, BufferGetMemoryLayout, BufferOnDeviceSizeInBytes,
            BufferDevice, BufferMemory, BufferDelete, BufferIsDeleted, BufferCopyToDevice,
            BufferToHostBuffer, BufferIsOnCpu, BufferReadyEvent, BufferUnsafePointer,
            BufferIncreaseExternalReferenceCount, BufferDecreaseExternalReferenceCount,
            BufferOpaqueDeviceMemoryDataPointer, CopyToDeviceStreamDestroy,
            CopyToDeviceStreamAddChunk, CopyToDeviceStreamTotalBytes,
            CopyToDeviceStreamGranuleSize, CopyToDeviceStreamCurrentBytes,
            TopologyDescriptionCreate, TopologyDescriptionDestroy,
            TopologyDescriptionPlatformName, TopologyDescriptionPlatformVersion,
            TopologyDescriptionGetDeviceDescriptions, TopologyDescriptionSerialize,
            TopologyDescriptionAttributes, Compile, ExecutableOutputElementTypes,
            ExecutableOutputDimensions, BufferCopyToMemory, ClientCreateViewOfDeviceBuffer,
            ExecutableFingerprint, ClientTopologyDescription, ExecutableGetCompiledMemoryStats,
            MemoryKindId, ExecuteContextCreate, ExecuteContextDestroy, BufferCopyRawToHost,
            AsyncHostToDeviceTransferManagerDestroy, AsyncHostToDeviceTransferManagerTransferData,
            ClientCreateBuffersForAsyncHostToDevice,
            AsyncHostToDeviceTransferManagerRetrieveBuffer,
            AsyncHostToDeviceTransferManagerDevice, AsyncHostToDeviceTransferManagerBufferCount,
            AsyncHostToDeviceTransferManagerBufferSize,
            AsyncHostToDeviceTransferManagerSetBufferError,
            AsyncHostToDeviceTransferManagerAddMetadata, ClientDmaMap, ClientDmaUnmap,
            ClientCreateUninitializedBuffer, ClientUpdateGlobalProcessInfo,
            TopologyDescriptionDeserialize, ClientCreateAliasBuffer, ClientFulfillAliasBuffer,
            LoadedExecutableGetDeviceAssignment, ClientCreateErrorBuffer,
            AsyncHostToDeviceTransferManagerTransferLiteral, BufferCopyRawToHostFuture,
            DevicePoisonExecution, DeviceCreateAsyncTrackingEvent, AsyncTrackingEventDestroy,
            ExecutableGetCompileOptions, BufferDonateWithControlDependency, EventCreate, EventSet,
            DeviceGetAttributes, ClientLoad, LoadedExecutableAddressableDeviceLogicalIds,
            BufferBitcast, ErrorForEachPayload, TopologyDescriptionFingerprint,
            ExecutableParameterMemoryKinds, DeviceClearMemoryStats,
            TopologyDescriptionMakeCanonicalShapeForMemorySpace,
            TopologyDescriptionGetMemorySpaceKindIds,
        }
    };
}
