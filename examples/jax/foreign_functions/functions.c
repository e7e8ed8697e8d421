// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that JAX programs call through XLA's foreign function interface, in plain C.

#include <stdint.h>

#include "xla/ffi/api/c_api.h"

// Elementwise greatest common divisor of two `s32` buffers.
XLA_FFI_Error *greatest_common_divisor(XLA_FFI_CallFrame *frame) {
  XLA_FFI_Extension_Base *extension = frame->extension_start;
  if (extension != 0 && extension->type == XLA_FFI_Extension_Metadata) {
    // The caller asks for the version of the interface.
    XLA_FFI_Metadata *metadata = ((XLA_FFI_Metadata_Extension *)extension)->metadata;
    metadata->api_version.major_version = XLA_FFI_API_MAJOR;
    metadata->api_version.minor_version = XLA_FFI_API_MINOR;
    return 0;
  }
  const XLA_FFI_Buffer *a = frame->args.args[0];
  const XLA_FFI_Buffer *b = frame->args.args[1];
  const XLA_FFI_Buffer *result = frame->rets.rets[0];
  if (a->dtype != XLA_FFI_DataType_S32 || b->dtype != XLA_FFI_DataType_S32) {
    XLA_FFI_Error_Create_Args error = {0};
    error.struct_size = XLA_FFI_Error_Create_Args_STRUCT_SIZE;
    error.message = "greatest_common_divisor takes s32";
    error.errc = XLA_FFI_Error_Code_INVALID_ARGUMENT;
    return frame->api->XLA_FFI_Error_Create(&error);
  }
  int64_t count = 1;
  for (int64_t dim = 0; dim < a->rank; ++dim) {
    count *= a->dims[dim];
  }
  for (int64_t i = 0; i < count; ++i) {
    uint32_t x = ((const uint32_t *)a->data)[i];
    uint32_t y = ((const uint32_t *)b->data)[i];
    while (y != 0) {
      const uint32_t rest = x % y;
      x = y;
      y = rest;
    }
    ((uint32_t *)result->data)[i] = x;
  }
  return 0;
}
