// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The functions of the CUDA driver that generated host code loads at run time.

use hloom_gpu_compiler::{HostContext, HostDriver, HostLoad, HostStatus};

/// The names and error numbers of the CUDA driver for host code. The functions that load code for
/// all devices, and the function that numbers contexts, require CUDA 12.0.
pub static HOST_DRIVER: HostDriver = HostDriver {
    library: "libcuda.so.1",
    description: "NVIDIA's driver for CUDA 12.0 or later",
    stream: "CUstream or cudaStream_t",
    error: "CUresult",
    init: "cuInit",
    device_count: "cuDeviceGetCount",
    load: HostLoad::Library("cuLibraryLoadData"),
    unload: "cuLibraryUnload",
    kernel: "cuLibraryGetKernel",
    global: "cuLibraryGetGlobal",
    context: HostContext::Numbered { current: "cuCtxGetCurrent", number: "cuCtxGetId" },
    launch: "cuLaunchKernel",
    copy: "cuMemcpyDtoDAsync_v2",
    upload: "cuMemcpyHtoDAsync_v2",
    read: "cuMemcpyDtoHAsync_v2",
    wait: "cuStreamSynchronize",
    errors: &[
        (2, HostStatus::OutOfMemory),    // CUDA_ERROR_OUT_OF_MEMORY
        (34, HostStatus::NoDriver),      // CUDA_ERROR_STUB_LIBRARY
        (46, HostStatus::NoDevice),      // CUDA_ERROR_DEVICE_UNAVAILABLE
        (100, HostStatus::NoDevice),     // CUDA_ERROR_NO_DEVICE
        (200, HostStatus::ImageRefused), // CUDA_ERROR_INVALID_IMAGE
        (201, HostStatus::NoContext),    // CUDA_ERROR_INVALID_CONTEXT
        (209, HostStatus::ImageRefused), // CUDA_ERROR_NO_BINARY_FOR_GPU
        (218, HostStatus::ImageRefused), // CUDA_ERROR_INVALID_PTX
        (221, HostStatus::ImageRefused), // CUDA_ERROR_JIT_COMPILER_NOT_FOUND
        (222, HostStatus::ImageRefused), // CUDA_ERROR_UNSUPPORTED_PTX_VERSION
        (223, HostStatus::ImageRefused), // CUDA_ERROR_JIT_COMPILATION_DISABLED
        (300, HostStatus::ImageRefused), // CUDA_ERROR_INVALID_SOURCE
        (709, HostStatus::NoContext),    // CUDA_ERROR_CONTEXT_IS_DESTROYED
    ],
};
