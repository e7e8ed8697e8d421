/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A driver of CUDA without a device, which is linked as libcuda.so.1.
 *
 * Device memory is memory of the host, in which copies take place. Launches are
 * not executed. All calls are written to the file that FAKE_LOG names, with
 * buffers by their names. FAKE_READS lists the numbers that reads from the
 * device find, and FAKE_ERRORS lists calls that fail: `cuInit=100`, or
 * `cuLaunchKernel@2=719` for the second call. A wrong call ends the process. If
 * WITHOUT is defined, the function of that name is missing. */
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPACE = 256, MOST = 256, MOST_KERNELS = 4096 };

struct buffer {
  const char *name;
  unsigned char *start;
  size_t bytes;
};

struct kernel {
  const struct library *library;
  char *name;
  int arguments;
};

struct library {
  char *code;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct buffer buffers[MOST];
static int buffer_count;
static struct kernel kernels[MOST_KERNELS];
static int kernel_count;
static int is_initialized, library_count;
static char stream_of_test;
static char contexts[MOST];
/* The current context, a pointer into `contexts`, or a null pointer. */
static __thread char *current;
static FILE *log_file;

static void note(const char *format, ...) {
  if (!log_file) {
    const char *path = getenv("FAKE_LOG");
    log_file = path ? fopen(path, "w") : stderr;
    setvbuf(log_file, NULL, _IOLBF, 0);
  }
  va_list list;
  va_start(list, format);
  vfprintf(log_file, format, list);
  va_end(list);
}

static void wrong(const char *why) {
  note("wrong: %s\n", why);
  fprintf(stderr, "wrong use of the driver: %s\n", why);
  exit(99);
}

/* Returns the error with which the call of a function must fail, or 0. */
static int failure(const char *function) {
  static struct {
    const char *function;
    int calls;
  } counts[MOST];
  int slot = 0;
  while (counts[slot].function && strcmp(counts[slot].function, function))
    ++slot;
  counts[slot].function = function;
  int call = ++counts[slot].calls;
  if (!is_initialized && strcmp(function, "cuInit"))
    wrong("the driver is not initialized");
  const char *list = getenv("FAKE_ERRORS");
  while (list && *list) {
    char name[64];
    int number = 0, error = 0;
    if (sscanf(list, "%63[A-Za-z0-9_]@%d=%d", name, &number, &error) != 3 &&
        sscanf(list, "%63[A-Za-z0-9_]=%d", name, &error) != 2)
      wrong("FAKE_ERRORS");
    if (!strcmp(name, function) && (!number || number == call)) {
      note("%s fails with %d\n", function, error);
      return error;
    }
    list = strchr(list, ';');
    list = list ? list + 1 : NULL;
  }
  return 0;
}

#define ENTER(function)                                                        \
  do {                                                                         \
    pthread_mutex_lock(&lock);                                                 \
    int error = failure(function);                                             \
    pthread_mutex_unlock(&lock);                                               \
    if (error)                                                                 \
      return error;                                                            \
  } while (0)

/* Returns the buffer that contains an address or ends there, or a null pointer.
 */
static struct buffer *find(uint64_t address) {
  for (int i = 0; i < buffer_count; ++i) {
    uint64_t start = (uintptr_t)buffers[i].start;
    if (address >= start && address <= start + buffers[i].bytes)
      return &buffers[i];
  }
  return NULL;
}

/* Writes an address as the name of a buffer and an offset. */
static const char *place(uint64_t address, char text[80]) {
  struct buffer *buffer = find(address);
  if (!buffer)
    wrong("an address outside of all buffers");
  uint64_t offset = address - (uintptr_t)buffer->start;
  snprintf(text, 80, "%s+%llu", buffer->name, (unsigned long long)offset);
  return text;
}

/* Returns the host's address of device memory. */
static unsigned char *memory(uint64_t address, size_t bytes) {
  struct buffer *buffer = find(address);
  if (!buffer || address + bytes > (uintptr_t)buffer->start + buffer->bytes)
    wrong("bytes outside of all buffers");
  return (unsigned char *)(uintptr_t)address;
}

static void check_stream(void *stream) {
  if (stream != &stream_of_test)
    wrong("another stream");
}

/* Returns the name of a stream in the log, where constants may be copied. */
static const char *stream_name(void *stream) {
  if (stream)
    check_stream(stream);
  return stream ? "" : " of the default stream";
}

/* The functions of the test. */

/* Creates a buffer in the memory of the device. */
void *fake_buffer(const char *name, size_t bytes) {
  struct buffer *buffer = &buffers[buffer_count++];
  buffer->name = name;
  buffer->bytes = bytes;
  buffer->start = aligned_alloc(SPACE, (bytes / SPACE + 2) * SPACE);
  memset(buffer->start, 0xa5, (bytes / SPACE + 2) * SPACE);
  return buffer->start;
}

/* Makes a context current on this thread, or none for number -1. */
void fake_context(int number) {
  current = number < 0 ? NULL : &contexts[number];
}

void *fake_stream(void) { return &stream_of_test; }

int fake_libraries(void) { return library_count; }

/* The functions of the driver. */

#ifndef WITHOUT_cuInit
int cuInit(unsigned flags) {
  ENTER("cuInit");
  if (flags)
    wrong("flags of cuInit");
  is_initialized = 1;
  return 0;
}
#endif

#ifndef WITHOUT_cuDeviceGetCount
int cuDeviceGetCount(int *count) {
  ENTER("cuDeviceGetCount");
  *count = getenv("FAKE_DEVICES") ? atoi(getenv("FAKE_DEVICES")) : 1;
  return 0;
}
#endif

#ifndef WITHOUT_cuLibraryLoadData
int cuLibraryLoadData(void **library, const void *code, int *options,
                      void **values, unsigned count, int *library_options,
                      void **library_values, unsigned library_count_) {
  if (options || values || count || library_options || library_values ||
      library_count_)
    wrong("options of cuLibraryLoadData");
  if (!strstr(code, ".target sm_"))
    wrong("the code is not PTX");
  note("load\n");
  ENTER("cuLibraryLoadData");
  struct library *new = malloc(sizeof *new);
  new->code = strdup(code);
  *library = new;
  ++library_count;
  return 0;
}
#endif

#ifndef WITHOUT_cuLibraryUnload
int cuLibraryUnload(void *library) {
  note("unload\n");
  ENTER("cuLibraryUnload");
  free(((struct library *)library)->code);
  free(library);
  --library_count;
  return 0;
}
#endif

#ifndef WITHOUT_cuLibraryGetKernel
int cuLibraryGetKernel(void **kernel, void *library, const char *name) {
  ENTER("cuLibraryGetKernel");
  char entry[300];
  snprintf(entry, sizeof entry, ".entry %s(", name);
  const char *start = strstr(((struct library *)library)->code, entry);
  if (!start)
    return 500;
  struct kernel *new = &kernels[kernel_count++];
  new->library = library;
  new->name = strdup(name);
  new->arguments = 0;
  const char *end = strchr(start + strlen(entry), ')');
  for (const char *at = start; (at = strstr(at, ".param .u64")) && at < end;
       ++at)
    ++new->arguments;
  *kernel = new;
  return 0;
}
#endif

#ifndef WITHOUT_cuLibraryGetGlobal
int cuLibraryGetGlobal(uint64_t *address, size_t *bytes, void *library,
                       const char *name) {
  ENTER("cuLibraryGetGlobal");
  if (!current)
    return 201;
  char declared[300];
  snprintf(declared, sizeof declared, ".b8 %s[", name);
  const char *start = strstr(((struct library *)library)->code, declared);
  if (!start)
    return 500;
  *bytes = strtoull(start + strlen(declared), NULL, 10);
  static char names[MOST][32];
  int context = current - contexts;
  snprintf(names[context], sizeof names[context], "constants%d", context);
  /* The memory of a context is that of its first image. */
  int place = 0;
  while (place < buffer_count && strcmp(buffers[place].name, names[context]))
    ++place;
  *address =
      (uintptr_t)(place < buffer_count ? buffers[place].start
                                       : fake_buffer(names[context], *bytes));
  return 0;
}
#endif

#ifndef WITHOUT_cuCtxGetCurrent
int cuCtxGetCurrent(void **context) {
  ENTER("cuCtxGetCurrent");
  *context = current;
  return 0;
}
#endif

#ifndef WITHOUT_cuCtxGetId
int cuCtxGetId(void *context, uint64_t *number) {
  ENTER("cuCtxGetId");
  *number = 1000 + ((char *)context - contexts);
  return 0;
}
#endif

#ifndef WITHOUT_cuLaunchKernel
int cuLaunchKernel(void *kernel, unsigned bx, unsigned by, unsigned bz,
                   unsigned tx, unsigned ty, unsigned tz, unsigned shared,
                   void *stream, void **arguments, void **extra) {
  check_stream(stream);
  if (extra)
    wrong("extra arguments of a launch");
  struct kernel *own = kernel;
  if (own < kernels || own >= kernels + kernel_count)
    wrong("launch of what is no kernel");
  note("launch %s blocks %u %u %u threads %u %u %u shared %u:", own->name, bx,
       by, bz, tx, ty, tz, shared);
  for (int i = 0; i < own->arguments; ++i) {
    char text[80];
    note(" %s", place(*(uint64_t *)arguments[i], text));
  }
  note("\n");
  ENTER("cuLaunchKernel");
  if (!current)
    return 201;
  return 0;
}
#endif

#ifndef WITHOUT_cuMemcpyDtoDAsync_v2
int cuMemcpyDtoDAsync_v2(uint64_t destination, uint64_t source, size_t bytes,
                         void *stream) {
  check_stream(stream);
  char from[80], to[80];
  note("copy %s %s %zu\n", place(source, from), place(destination, to), bytes);
  ENTER("cuMemcpyDtoDAsync_v2");
  if (!current)
    return 201;
  memmove(memory(destination, bytes), memory(source, bytes), bytes);
  return 0;
}
#endif

#ifndef WITHOUT_cuMemcpyHtoDAsync_v2
int cuMemcpyHtoDAsync_v2(uint64_t destination, const void *source, size_t bytes,
                         void *stream) {
  /* The hash FNV-1a. */
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < bytes; ++i)
    hash = (hash ^ ((const unsigned char *)source)[i]) * 0x100000001b3;
  char to[80];
  note("upload %s %zu %016llx%s\n", place(destination, to), bytes,
       (unsigned long long)hash, stream_name(stream));
  ENTER("cuMemcpyHtoDAsync_v2");
  if (!current)
    return 201;
  memcpy(memory(destination, bytes), source, bytes);
  if (!strncmp(to, "constants", strlen("constants"))) {
    FILE *file = fopen("constants", "wb");
    fwrite(source, 1, bytes, file);
    fclose(file);
  }
  return 0;
}
#endif

#ifndef WITHOUT_cuMemcpyDtoHAsync_v2
int cuMemcpyDtoHAsync_v2(void *destination, uint64_t source, size_t bytes,
                         void *stream) {
  check_stream(stream);
  static const char *reads;
  if (!reads)
    reads = getenv("FAKE_READS") ? getenv("FAKE_READS") : "";
  int64_t value = strtoll(reads, (char **)&reads, 10);
  if (*reads == ',')
    ++reads;
  char from[80];
  note("read %s %zu: %lld\n", place(source, from), bytes, (long long)value);
  ENTER("cuMemcpyDtoHAsync_v2");
  if (!current)
    return 201;
  if (bytes > sizeof value)
    wrong("a read of many bytes");
  memcpy(memory(source, bytes), &value, bytes);
  memcpy(destination, &value, bytes);
  return 0;
}
#endif

#ifndef WITHOUT_cuStreamSynchronize
int cuStreamSynchronize(void *stream) {
  note("wait%s\n", stream_name(stream));
  ENTER("cuStreamSynchronize");
  return 0;
}
#endif

/* Functions that only examples call. */

int cuDeviceGet(int *device, int ordinal) {
  ENTER("cuDeviceGet");
  *device = ordinal;
  return 0;
}

int cuDevicePrimaryCtxRetain(void **context, int device) {
  ENTER("cuDevicePrimaryCtxRetain");
  *context = &contexts[device];
  return 0;
}

int cuCtxSetCurrent(void *context) {
  ENTER("cuCtxSetCurrent");
  current = context;
  return 0;
}

int cuStreamCreate(void **stream, unsigned flags) {
  ENTER("cuStreamCreate");
  (void)flags;
  *stream = &stream_of_test;
  return 0;
}

int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  ENTER("cuMemAlloc_v2");
  if (!bytes)
    return 1;
  static char names[MOST][16];
  snprintf(names[buffer_count], 16, "buffer%d", buffer_count);
  *address = (uintptr_t)fake_buffer(names[buffer_count], bytes);
  return 0;
}

int cuMemFree_v2(uint64_t address) {
  ENTER("cuMemFree_v2");
  memory(address, 0);
  return 0;
}

int cuMemcpyHtoD_v2(uint64_t destination, const void *source, size_t bytes) {
  ENTER("cuMemcpyHtoD_v2");
  memcpy(memory(destination, bytes), source, bytes);
  return 0;
}

int cuMemcpyDtoH_v2(void *destination, uint64_t source, size_t bytes) {
  ENTER("cuMemcpyDtoH_v2");
  memcpy(destination, memory(source, bytes), bytes);
  return 0;
}
