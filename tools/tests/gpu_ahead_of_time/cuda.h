// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The declarations of CUDA's header that examples use, for the fake driver.
#ifndef CUDA_H
#define CUDA_H

#include <stddef.h>

typedef int CUdevice;
typedef struct context *CUcontext;
typedef struct stream *CUstream;
typedef unsigned long long CUdeviceptr;
typedef enum { CUDA_SUCCESS = 0, CUDA_ERROR_UNKNOWN = 999 } CUresult;

#define CU_STREAM_NON_BLOCKING 1
#define cuMemAlloc cuMemAlloc_v2
#define cuMemcpyDtoH cuMemcpyDtoH_v2
#define cuMemcpyHtoD cuMemcpyHtoD_v2

CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuStreamCreate(CUstream *stream, unsigned flags);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuMemAlloc(CUdeviceptr *address, size_t bytes);
CUresult cuMemcpyHtoD(CUdeviceptr destination, const void *source,
                      size_t bytes);
CUresult cuMemcpyDtoH(void *destination, CUdeviceptr source, size_t bytes);

#endif // CUDA_H
