// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of errors, with their names and texts in CUDA's driver and in
// the HIP runtime.

#ifndef FAKE_DRIVER_ERRORS_H
#define FAKE_DRIVER_ERRORS_H

#include <stddef.h>

enum code {
  SUCCESS = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NOT_INITIALIZED = 3,
  NO_DEVICE = 100,
  INVALID_DEVICE = 101,
  INVALID_IMAGE = 200,
  INVALID_CONTEXT = 201,
  NO_BINARY = 209,
  UNSUPPORTED_PTX = 222,
  INVALID_HANDLE = 400,
  NOT_FOUND = 500,
  NOT_READY = 600,
  ILLEGAL_ADDRESS = 700,
  UNKNOWN = 999
};

static const struct {
  int code;
  const char *cuda, *hip, *cuda_text, *hip_text;
} errors[] = {
    {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "hipErrorOutOfMemory",
     "out of memory", "out of memory"},
    {NO_BINARY, "CUDA_ERROR_NO_BINARY_FOR_GPU", "hipErrorNoBinaryForGpu",
     "no kernel image is available for execution on the device",
     "no kernel image is available for execution on the device"},
    {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "hipErrorInvalidValue",
     "invalid argument", "invalid argument"},
    {INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE", "hipErrorInvalidImage",
     "device kernel image is invalid", "device kernel image is invalid"},
    {UNSUPPORTED_PTX, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", NULL,
     "the provided PTX was compiled with an unsupported toolchain.", NULL},
    {NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "hipErrorNotFound",
     "named symbol not found", "named symbol not found"},
    {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "hipErrorIllegalAddress",
     "an illegal memory access was encountered",
     "an illegal memory access was encountered"},
    {UNKNOWN, "CUDA_ERROR_UNKNOWN", "hipErrorUnknown", "unknown error",
     "unknown error"},
};

#define ERROR_FUNCTION(name, field)                                            \
  int name(int code, const char **text) {                                      \
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {              \
      *text = errors[i].field;                                                 \
      if (errors[i].code == code && *text)                                     \
        return SUCCESS;                                                        \
    }                                                                          \
    *text = NULL;                                                              \
    return INVALID_VALUE;                                                      \
  }
ERROR_FUNCTION(cuGetErrorName, cuda)
ERROR_FUNCTION(cuGetErrorString, cuda_text)
ERROR_FUNCTION(hipDrvGetErrorName, hip)
ERROR_FUNCTION(hipDrvGetErrorString, hip_text)

#endif
