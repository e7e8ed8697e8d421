// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A driver whose devices are the host, for tests. It has the functions of
// CUDA's driver and those of the HIP runtime that hloom calls, and behaves as
// their documentation says:
//
// - Work is done as late as possible: when something waits for it, or asks
//   whether it is done. Work that uses memory too late is therefore found. The
//   lock is held meanwhile: a function of the host that calls the driver, which
//   the drivers forbid, blocks forever.
// - An object can be used only while its device is current on the thread.
// - A kernel that faults spoils its device: later work is not done, functions
//   of the host are not called, and all calls fail with the same error.
//
// Kernels are lines of text, `kernel NAME OPERATION ARGUMENTS`, after a line
// `fake VERSION`. CUDA's image is the text and a zero byte, HIP's an ELF file
// whose first section is the text.
//
// Failures are chosen by settings, which the environment variable FAKE_DRIVER
// and the function `fake_set` change. In the variable, they are separated by
// spaces, as in `devices=1 hang=1`. They are `devices`, `memory` (in bytes, of
// each device), `version` (the latest that images may have), `hang` (events do
// not happen while it is 1), and `fail_` with the name of a function below,
// which then returns the value.

#define _GNU_SOURCE
#include "fake_driver/work.h"

// Declares HIP's function that is the same as one of CUDA.
#define SAME(hip, cuda)                                                        \
  extern __typeof__(cuda) hip __attribute__((alias(#cuda)))

// Devices.

int cuInit(unsigned flags) {
  pthread_mutex_lock(&lock);
  __attribute__((cleanup(unlock))) int held = 1;
  if (*setting("fail_initialize"))
    return *setting("fail_initialize");
  if (flags)
    return misuse("flags of the initialization");
  if (*setting("devices") == 0)
    return NO_DEVICE;
  initialized = 1;
  return SUCCESS;
}
SAME(hipInit, cuInit);

int cuDeviceGetCount(int *count) {
  ENTER("count_devices");
  *count = *setting("devices");
  return SUCCESS;
}
SAME(hipGetDeviceCount, cuDeviceGetCount);

int cuDeviceGet(int *device, int ordinal) {
  ENTER("get_device");
  if (ordinal < 0 || ordinal >= *setting("devices"))
    return INVALID_DEVICE;
  *device = ordinal;
  return SUCCESS;
}
SAME(hipDeviceGet, cuDeviceGet);

int cuDeviceGetName(char *name, int size, int device) {
  ENTER("get_name");
  snprintf(name, size, "Fake CUDA device %d", device);
  return SUCCESS;
}

int hipDeviceGetName(char *name, int size, int device) {
  ENTER("get_name");
  snprintf(name, size, "Fake HIP device %d", device);
  return SUCCESS;
}

int cuDeviceTotalMem_v2(size_t *bytes, int device) {
  ENTER("get_total_memory");
  (void)device;
  *bytes = *setting("memory");
  return SUCCESS;
}
SAME(hipDeviceTotalMem, cuDeviceTotalMem_v2);

int cuDeviceGetAttribute(int *value, int attribute, int device) {
  ENTER("get_attribute");
  switch (attribute) {
  case 16: // The number of multiprocessors.
    *value = 100 + device;
    return SUCCESS;
  case 75: // The compute capability, major and minor.
    *value = 9;
    return SUCCESS;
  case 76:
    *value = 0;
    return SUCCESS;
  }
  return misuse("an attribute of CUDA");
}

int hipDeviceGetAttribute(int *value, int attribute, int device) {
  ENTER("get_attribute");
  if (attribute != 63)
    return misuse("an attribute of HIP"); // The number of multiprocessors.
  *value = 200 + device;
  return SUCCESS;
}

// hipDeviceProp_tR0600.
struct properties {
  char name[256], other[904], gcn_arch_name[256], rest[56];
};
_Static_assert(sizeof(struct properties) == 1472,
               "the size in hip_runtime_api.h");

int hipGetDevicePropertiesR0600(struct properties *properties, int device) {
  ENTER("get_properties");
  memset(properties, 0xff, sizeof *properties);
  strcpy(properties->name, "not read");
  strcpy(properties->gcn_arch_name,
         device == 0 ? "gfx942:sramecc+:xnack-" : "gfx1100");
  return SUCCESS;
}

int cuDevicePrimaryCtxRetain(void **context, int device) {
  ENTER("retain_context");
  *context = &faults[device];
  return SUCCESS;
}

int cuCtxSetCurrent(void *context) {
  ENTER("set_current");
  current = (int *)context - faults;
  return SUCCESS;
}

int hipSetDevice(int device) {
  ENTER("set_current");
  if (device < 0 || device >= *setting("devices"))
    return INVALID_DEVICE;
  current = device;
  return SUCCESS;
}

// Memory.

int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  ENTER_CURRENT("allocate");
  if (!bytes)
    return misuse("an allocation without bytes");
  if (bytes > (size_t)*setting("memory") - used[current])
    return OUT_OF_MEMORY;
  struct allocation *new = malloc(sizeof *new);
  *new = (struct allocation){malloc(bytes), bytes, current, allocations};
  memset(new->start, 0xcc, bytes);
  allocations = new;
  used[current] += bytes;
  ++*setting("allocations");
  *address = (uintptr_t)new->start;
  return SUCCESS;
}
SAME(hipMalloc, cuMemAlloc_v2);

int cuMemFree_v2(uint64_t address) {
  ENTER("free");
  struct allocation **place = &allocations;
  while (*place && (uintptr_t)(*place)->start != address)
    place = &(*place)->next;
  struct allocation *old = *place;
  if (!old)
    return misuse("memory that is not allocated is freed");
  if (old->device != current)
    return misuse("the memory of another device"), INVALID_HANDLE;
  for (struct stream *stream = streams; stream; stream = stream->next) {
    for (struct work *work = stream->first; work; work = work->next) {
      uint64_t uses[] = {work->to, work->from};
      for (int i = 0; i < 2; i++)
        if (uses[i] - address < old->bytes)
          misuse("memory in use is freed");
      for (int i = 0; i < MOST_ARGUMENTS; i++)
        if (work->arguments[i] - address < old->bytes)
          misuse("memory in use is freed");
    }
  }
  *place = old->next;
  used[current] -= old->bytes;
  --*setting("allocations");
  free(old->start);
  free(old);
  return faults[current];
}
SAME(hipFree, cuMemFree_v2);

// Streams.

int cuStreamCreate(struct stream **stream, unsigned flags) {
  ENTER_CURRENT("create_stream");
  if (flags != 1)
    return misuse("flags of a stream");
  *stream = malloc(sizeof **stream);
  **stream = (struct stream){current, NULL, &(*stream)->first, streams};
  streams = *stream;
  ++*setting("streams");
  return SUCCESS;
}
SAME(hipStreamCreateWithFlags, cuStreamCreate);

int cuStreamDestroy_v2(struct stream *stream) {
  ENTER("destroy_stream");
  if (current != stream->device)
    return misuse("the stream of another device"), INVALID_HANDLE;
  // The drivers permit this, and do the work later. By then the caller has
  // freed what it uses.
  if (stream->first)
    misuse("a stream with pending work is destroyed");
  run(stream, NULL, 0);
  --*setting("streams");
  struct stream **place = &streams;
  while (*place != stream)
    place = &(*place)->next;
  *place = stream->next;
  free(stream);
  return SUCCESS;
}
SAME(hipStreamDestroy, cuStreamDestroy_v2);

int cuStreamSynchronize(struct stream *stream) {
  ENTER_CURRENT("synchronize_stream");
  if (current != stream->device)
    return misuse("the stream of another device"), INVALID_HANDLE;
  run(stream, NULL, 0);
  return faults[current];
}
SAME(hipStreamSynchronize, cuStreamSynchronize);

int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes,
                         struct stream *stream) {
  ENTER_CURRENT("copy_to_device");
  return enqueue(stream, (struct work){TO_DEVICE, .to = to,
                                       .host = (void *)from, .bytes = bytes});
}
SAME(hipMemcpyHtoDAsync, cuMemcpyHtoDAsync_v2);

int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes,
                         struct stream *stream) {
  ENTER_CURRENT("copy_to_host");
  return enqueue(
      stream, (struct work){TO_HOST, .from = from, .host = to, .bytes = bytes});
}
SAME(hipMemcpyDtoHAsync, cuMemcpyDtoHAsync_v2);

int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes,
                         struct stream *stream) {
  ENTER_CURRENT("copy_on_device");
  return enqueue(
      stream, (struct work){ON_DEVICE, .to = to, .from = from, .bytes = bytes});
}
SAME(hipMemcpyDtoDAsync, cuMemcpyDtoDAsync_v2);

int cuMemsetD8Async(uint64_t to, unsigned char value, size_t bytes,
                    struct stream *stream) {
  ENTER_CURRENT("fill");
  return enqueue(stream,
                 (struct work){FILL, .to = to, .value = value, .bytes = bytes});
}
SAME(hipMemsetD8Async, cuMemsetD8Async);

#ifndef WITHOUT_HOST_CALLS
int cuLaunchHostFunc(struct stream *stream, void (*function)(void *),
                     void *argument) {
  ENTER_CURRENT("call_host");
  return enqueue(stream,
                 (struct work){CALL, .function = function, .host = argument});
}
SAME(hipLaunchHostFunc, cuLaunchHostFunc);
#endif

// Events.

int cuEventCreate(struct event **event, unsigned flags) {
  ENTER_CURRENT("create_event");
  if (flags != 2)
    return misuse("flags of an event");
  *event = malloc(sizeof **event);
  **event = (struct event){.device = current, .references = 1};
  ++*setting("events");
  return SUCCESS;
}
SAME(hipEventCreateWithFlags, cuEventCreate);

int cuEventDestroy_v2(struct event *event) {
  ENTER("destroy_event");
  if (current != event->device)
    return misuse("the event of another device"), INVALID_HANDLE;
  --*setting("events");
  release(event);
  return SUCCESS;
}
SAME(hipEventDestroy, cuEventDestroy_v2);

int cuEventRecord(struct event *event, struct stream *stream) {
  ENTER_CURRENT("record_event");
  event->stream = stream;
  return enqueue(stream, (struct work){RECORD, .event = event,
                                       .recording = ++event->recorded});
}
SAME(hipEventRecord, cuEventRecord);

int cuStreamWaitEvent(struct stream *stream, struct event *event,
                      unsigned flags) {
  ENTER_CURRENT("wait_for_event");
  if (flags)
    return misuse("flags of a wait");
  if (event->done >= event->recorded)
    return SUCCESS;
  return enqueue(stream, (struct work){WAIT, .event = event,
                                       .recording = event->recorded});
}
SAME(hipStreamWaitEvent, cuStreamWaitEvent);

// Each query does one piece of work.
int cuEventQuery(struct event *event) {
  ENTER_CURRENT("query_event");
  if (event->done >= event->recorded)
    return SUCCESS;
  if (!*setting("hang"))
    step(event->stream);
  return faults[current]                 ? faults[current]
         : event->done < event->recorded ? NOT_READY
                                         : SUCCESS;
}
SAME(hipEventQuery, cuEventQuery);

int cuEventSynchronize(struct event *event) {
  ENTER_CURRENT("synchronize_event");
  event->references++;
  run(event->stream, event, event->recorded);
  release(event);
  return faults[current];
}
SAME(hipEventSynchronize, cuEventSynchronize);

// Modules and kernels.

static int load(struct module **out, const char *image, size_t bytes,
                int is_hip) {
  char text[4096];
  int version, length;
  if (bytes >= sizeof text)
    return INVALID_IMAGE;
  memcpy(text, image, bytes);
  text[bytes] = 0;
  const char *rest = text;
  if (sscanf(rest, "fake %d%n", &version, &length) != 1)
    return INVALID_IMAGE;
  if (version > *setting("version"))
    return is_hip ? NO_BINARY : UNSUPPORTED_PTX;
  struct module *module = calloc(1, sizeof *module);
  module->device = current;
  module->is_hip = is_hip;
  module->image = is_hip ? image : strdup(text);
  module->bytes = bytes;
  module->sum = sum(module->image, bytes);
  for (rest += length; module->kernels < MOST_KERNELS; rest += length) {
    struct kernel *kernel = &module->kernel[module->kernels];
    if (sscanf(rest, " kernel %63s %15s %d%n", kernel->name, kernel->operation,
               &kernel->arguments, &length) != 3)
      break;
    kernel->module = module;
    module->kernels++;
  }
  ++*setting("modules");
  *out = module;
  return SUCCESS;
}

int cuModuleLoadData(struct module **module, const char *image) {
  ENTER_CURRENT("load_module");
  return load(module, image, strlen(image), 0);
}

int hipModuleLoadData(struct module **module, const char *image) {
  ENTER_CURRENT("load_module");
  uint64_t sections, place, bytes;
  memcpy(&sections, image + 40, 8);
  memcpy(&place, image + sections + 24, 8);
  memcpy(&bytes, image + sections + 32, 8);
  return load(module, image + place, bytes, 1);
}

int cuModuleUnload(struct module *module) {
  ENTER("unload_module");
  if (current != module->device)
    return misuse("the module of another device"), INVALID_HANDLE;
  if (module->pending)
    return misuse("a module in use is unloaded");
  if (!module->is_hip)
    free((char *)module->image);
  free(module);
  --*setting("modules");
  return SUCCESS;
}
SAME(hipModuleUnload, cuModuleUnload);

int cuModuleGetFunction(struct kernel **kernel, struct module *module,
                        const char *name) {
  ENTER_CURRENT("get_function");
  for (int i = 0; i < module->kernels; i++) {
    *kernel = &module->kernel[i];
    if (!strcmp((*kernel)->name, name))
      return SUCCESS;
  }
  return NOT_FOUND;
}
SAME(hipModuleGetFunction, cuModuleGetFunction);

int cuLaunchKernel(struct kernel *kernel, unsigned gx, unsigned gy, unsigned gz,
                   unsigned tx, unsigned ty, unsigned tz, unsigned shared,
                   struct stream *stream, void **arguments, void **extra) {
  ENTER_CURRENT("launch");
  if (extra)
    return misuse("a launch with further arguments");
  if (kernel->module->device != current)
    return misuse("the kernel of another device"), INVALID_HANDLE;
  if (!gx || !gy || !gz || !tx || !ty || !tz)
    return INVALID_VALUE;
  struct work work = {LAUNCH, .kernel = kernel,
                      .dimensions = {gx, gy, gz, tx, ty, tz, shared}};
  for (int i = 0; i < kernel->arguments; i++)
    work.arguments[i] = *(uint64_t *)arguments[i];
  kernel->module->pending++;
  return enqueue(stream, work);
}
SAME(hipModuleLaunchKernel, cuLaunchKernel);
