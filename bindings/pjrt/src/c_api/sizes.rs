// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A test that the structs have the sizes in bytes that the C header states for 64-bit machines.

use super::extensions::{LayoutsExtension, ShardingsExtension};
use super::nested_structs::{BufferMemoryLayout, Program};
use super::structs::*;
use super::values::NamedValue;

macro_rules! verify_sizes {
    ($($name:ident: $size:literal),* $(,)?) => {
        $(assert_eq!(size_of::<$name>(), $size, stringify!($name));)*
    };
}

#[test]
fn structs_are_as_large_as_in_c() {
    verify_sizes! {
        ErrorDestroy: 24, ErrorMessage: 40, ErrorGetCode: 32, ErrorForEachPayload: 40,
        PluginInitialize: 16, PluginAttributes: 32, EventDestroy: 24, EventIsReady: 32,
        EventError: 24, EventAwait: 24, EventOnReady: 40, EventCreate: 24, EventSet: 48,
        ClientCreate: 88, ClientDestroy: 24, ClientPlatformName: 40, ClientProcessIndex: 32,
        ClientPlatformVersion: 40, ClientTopologyDescription: 32, ClientDevices: 40,
        ClientAddressableDevices: 40, ClientLookupDevice: 40, ClientLookupAddressableDevice: 40,
        ClientUpdateGlobalProcessInfo: 40, ClientAddressableMemories: 40, ClientCompile: 56,
        ClientLoad: 56, ClientDefaultDeviceAssignment: 48, ClientDmaMap: 40, ClientDmaUnmap: 32,
        AsyncHostToDeviceTransferManagerDestroy: 24,
        AsyncHostToDeviceTransferManagerTransferData: 72,
        AsyncHostToDeviceTransferManagerRetrieveBuffer: 40,
        AsyncHostToDeviceTransferManagerDevice: 32,
        AsyncHostToDeviceTransferManagerBufferCount: 32,
        AsyncHostToDeviceTransferManagerBufferSize: 40,
        AsyncHostToDeviceTransferManagerSetBufferError: 48,
        AsyncHostToDeviceTransferManagerAddMetadata: 40,
        AsyncHostToDeviceTransferManagerTransferLiteral: 80, ClientCreateUninitializedBuffer: 80,
        ClientCreateErrorBuffer: 112, ClientCreateAliasBuffer: 80, ClientFulfillAliasBuffer: 64,
        ClientBufferFromHostBuffer: 120, ClientCreateViewOfDeviceBuffer: 112,
        ClientCreateBuffersForAsyncHostToDevice: 72, DeviceDescriptionId: 32,
        DeviceDescriptionProcessIndex: 32, DeviceDescriptionAttributes: 40,
        DeviceDescriptionKind: 40, DeviceDescriptionDebugString: 40, DeviceDescriptionToString: 40,
        DeviceGetDescription: 32, DeviceIsAddressable: 32, DeviceLocalHardwareId: 32,
        DeviceAddressableMemories: 40, DeviceDefaultMemory: 32, DeviceMemoryStats: 192,
        DeviceClearMemoryStats: 24, DevicePoisonExecution: 72, DeviceGetAttributes: 56,
        DeviceCreateAsyncTrackingEvent: 48, AsyncTrackingEventDestroy: 24, MemoryId: 32,
        MemoryKind: 40, MemoryKindId: 32, MemoryDebugString: 40, MemoryToString: 40,
        MemoryAddressableByDevices: 40, ExecuteContextCreate: 24, ExecuteContextDestroy: 24,
        ExecutableDestroy: 24, LoadedExecutableDestroy: 24, LoadedExecutableGetExecutable: 32,
        LoadedExecutableGetDeviceAssignment: 56, ExecutableName: 40, ExecutableNumReplicas: 32,
        ExecutableNumPartitions: 32, LoadedExecutableAddressableDevices: 40,
        LoadedExecutableAddressableDeviceLogicalIds: 40, ExecutableOptimizedProgram: 32,
        LoadedExecutableDelete: 24, LoadedExecutableIsDeleted: 32, LoadedExecutableExecute: 80,
        ExecutableNumOutputs: 32, ExecutableSizeOfGeneratedCodeInBytes: 32,
        ExecutableFingerprint: 40, ExecutableGetCostAnalysis: 40,
        ExecutableGetCompiledMemoryStats: 144, ExecutableOutputElementTypes: 40,
        ExecutableOutputDimensions: 48, ExecutableParameterMemoryKinds: 48,
        ExecutableOutputMemoryKinds: 48, ExecutableSerialize: 56, ExecutableGetCompileOptions: 56,
        ExecutableDeserializeAndLoad: 72, LoadedExecutableFingerprint: 40, BufferDestroy: 24,
        BufferElementType: 32, BufferDimensions: 40, BufferUnpaddedDimensions: 40,
        BufferDynamicDimensionIndices: 40, BufferGetMemoryLayout: 104, BufferToHostBuffer: 56,
        BufferOnDeviceSizeInBytes: 32, BufferDelete: 24, BufferIsDeleted: 32,
        BufferCopyRawToHost: 56, BufferCopyRawToHostFuture: 64, BufferCopyToDevice: 40,
        BufferCopyToMemory: 40, BufferBitcast: 64, BufferIsOnCpu: 32, BufferDevice: 32,
        BufferMemory: 32, BufferReadyEvent: 32, BufferUnsafePointer: 32,
        BufferIncreaseExternalReferenceCount: 24, BufferDecreaseExternalReferenceCount: 24,
        BufferOpaqueDeviceMemoryDataPointer: 32, BufferDonateWithControlDependency: 48,
        CopyToDeviceStreamDestroy: 24, CopyToDeviceStreamAddChunk: 40,
        CopyToDeviceStreamTotalBytes: 32, CopyToDeviceStreamGranuleSize: 32,
        CopyToDeviceStreamCurrentBytes: 32, TopologyDescriptionCreate: 56,
        TopologyDescriptionDestroy: 24, TopologyDescriptionPlatformVersion: 40,
        TopologyDescriptionPlatformName: 40, TopologyDescriptionGetDeviceDescriptions: 40,
        TopologyDescriptionSerialize: 56, TopologyDescriptionDeserialize: 40,
        TopologyDescriptionAttributes: 40, TopologyDescriptionFingerprint: 32,
        TopologyDescriptionMakeCanonicalShapeForMemorySpace: 88,
        TopologyDescriptionGetMemorySpaceKindIds: 40, Compile: 64, Program: 48,
        BufferMemoryLayout: 80, ExecuteOptions: 144,
        LayoutsMemoryLayoutDestroy: 24, LayoutsMemoryLayoutSerialize: 56,
        LayoutsBufferMemoryLayout: 32, LayoutsClientGetDefaultLayout: 56,
        LayoutsTopologyGetDefaultLayout: 56, LayoutsExecutableGetOutputLayouts: 40,
        LayoutsExecutableGetParameterLayouts: 40, LayoutsExtension: 80,
        ShardingsExecutableParameterShardings: 48, ShardingsExecutableOutputShardings: 48,
        ShardingsExtension: 40, NamedValue: 56, Api: 1144,
    }
}
