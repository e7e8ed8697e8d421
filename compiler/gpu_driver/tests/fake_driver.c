// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A driver whose devices are the host, for tests. It has the functions of CUDA's driver and those of the
// HIP runtime that hloom calls, and behaves as their documentation says:
//
// - Work is done as late as possible: when something waits for it, or asks whether it is done. Work that
//   uses memory too late is therefore found. The lock is held meanwhile: a function of the host that
//   calls the driver, which the drivers forbid, blocks forever.
// - An object can be used only while its device is current on the calling thread.
// - A kernel that faults spoils its device: later work is not done, functions of the host are not called,
//   and all calls fail with the same error.
//
// Kernels are lines of text, `kernel NAME OPERATION ARGUMENTS`, after a line `fake VERSION`. CUDA's
// image is the text and a zero byte, HIP's an ELF file whose first section is the text.
//
// Failures are chosen by settings, which the environment variable FAKE_DRIVER and the function
// `fake_set` change: `devices`, `memory` (in bytes, of each device), `version` (the latest that images may
// have), `hang` (events do not happen while it is 1), and `fail_` with the name of a function below,
// which then returns the value.

#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_INITIALIZED = 3, NO_DEVICE = 100 };
enum { INVALID_DEVICE = 101, INVALID_IMAGE = 200, INVALID_CONTEXT = 201, NO_BINARY = 209 };
enum { UNSUPPORTED_PTX = 222, INVALID_HANDLE = 400, NOT_FOUND = 500, NOT_READY = 600 };
enum { ILLEGAL_ADDRESS = 700, UNKNOWN = 999 };
enum { MOST_DEVICES = 2, MOST_ARGUMENTS = 8, MOST_KERNELS = 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

// Settings and counters.

static struct setting {
    char name[32];
    long value;
} settings[64] = {{"devices", 2}, {"memory", 64 << 20}, {"version", 8}, {"hang", 0},
                  // Counters: calls that a correct program does not make, launches that were done, and
                  // things that exist: pieces of work, and what the caller has to free.
                  {"misuses", 0}, {"launches", 0}, {"pending", 0}, {"allocations", 0},
                  {"streams", 0}, {"events", 0}, {"modules", 0}};

static long *setting(const char *name) {
    for (int i = 0; i < 64; i++) {
        if (!settings[i].name[0]) snprintf(settings[i].name, sizeof settings[i].name, "%s", name);
        if (!strcmp(settings[i].name, name)) return &settings[i].value;
    }
    abort();
}

long fake_get(const char *name) {
    pthread_mutex_lock(&lock);
    long value = *setting(name);
    pthread_mutex_unlock(&lock);
    return value;
}

void fake_set(const char *name, long value) {
    pthread_mutex_lock(&lock);
    *setting(name) = value;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void read_settings(void) {
    const char *text = getenv("FAKE_DRIVER");
    if (text) alarm(100); // Ends a test that waits forever.
    char name[32];
    long value;
    int length;
    while (text && sscanf(text, " %31[a-z_]=%ld%n", name, &value, &length) == 2) {
        *setting(name) = value;
        text += length;
    }
}

static int misuse(const char *message) {
    fprintf(stderr, "fake driver: %s\n", message);
    ++*setting("misuses");
    return INVALID_VALUE;
}

// Devices. Every function begins with `ENTER`, which takes the lock and fails on demand.

static int initialized;
static int faults[MOST_DEVICES];
static size_t used[MOST_DEVICES];
static __thread int current = -1;

static void unlock(int *held) {
    if (*held) pthread_mutex_unlock(&lock);
}

#define ENTER(function)                                                                               \
    pthread_mutex_lock(&lock);                                                                        \
    __attribute__((cleanup(unlock))) int held = 1;                                                    \
    if (*setting("fail_" function)) return *setting("fail_" function);                                \
    if (!initialized) return NOT_INITIALIZED

#define ENTER_CURRENT(function)                                                                       \
    ENTER(function);                                                                                  \
    if (current < 0) return misuse("no device is current"), INVALID_CONTEXT;                          \
    if (faults[current]) return faults[current]

#define SAME(hip, cuda) extern __typeof__(cuda) hip __attribute__((alias(#cuda)))

int cuInit(unsigned flags) {
    pthread_mutex_lock(&lock);
    __attribute__((cleanup(unlock))) int held = 1;
    if (*setting("fail_initialize")) return *setting("fail_initialize");
    if (flags) return misuse("flags of the initialization");
    if (*setting("devices") == 0) return NO_DEVICE;
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
    if (ordinal < 0 || ordinal >= *setting("devices")) return INVALID_DEVICE;
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
    if (attribute != 63) return misuse("an attribute of HIP"); // The number of multiprocessors.
    *value = 200 + device;
    return SUCCESS;
}

// hipDeviceProp_tR0600.
struct properties {
    char name[256], other[904], gcn_arch_name[256], rest[56];
};
_Static_assert(sizeof(struct properties) == 1472, "the size in hip_runtime_api.h");

int hipGetDevicePropertiesR0600(struct properties *properties, int device) {
    ENTER("get_properties");
    memset(properties, 0xff, sizeof *properties);
    strcpy(properties->name, "not read");
    strcpy(properties->gcn_arch_name, device == 0 ? "gfx942:sramecc+:xnack-" : "gfx1100");
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
    if (device < 0 || device >= *setting("devices")) return INVALID_DEVICE;
    current = device;
    return SUCCESS;
}

// Errors.

static const struct {
    int code;
    const char *cuda, *hip, *cuda_text, *hip_text;
} errors[] = {
    {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "hipErrorOutOfMemory", "out of memory", "out of memory"},
    {NO_BINARY, "CUDA_ERROR_NO_BINARY_FOR_GPU", "hipErrorNoBinaryForGpu",
     "no kernel image is available for execution on the device",
     "no kernel image is available for execution on the device"},
    {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "hipErrorInvalidValue", "invalid argument",
     "invalid argument"},
    {INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE", "hipErrorInvalidImage", "device kernel image is invalid",
     "device kernel image is invalid"},
    {UNSUPPORTED_PTX, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", NULL,
     "the provided PTX was compiled with an unsupported toolchain.", NULL},
    {NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "hipErrorNotFound", "named symbol not found",
     "named symbol not found"},
    {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "hipErrorIllegalAddress",
     "an illegal memory access was encountered", "an illegal memory access was encountered"},
    {UNKNOWN, "CUDA_ERROR_UNKNOWN", "hipErrorUnknown", "unknown error", "unknown error"},
};

#define ERROR_FUNCTION(name, field)                                                                   \
    int name(int code, const char **text) {                                                           \
        for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {                                 \
            *text = errors[i].field;                                                                  \
            if (errors[i].code == code && *text) return SUCCESS;                                      \
        }                                                                                             \
        *text = NULL;                                                                                 \
        return INVALID_VALUE;                                                                         \
    }
ERROR_FUNCTION(cuGetErrorName, cuda)
ERROR_FUNCTION(cuGetErrorString, cuda_text)
ERROR_FUNCTION(hipDrvGetErrorName, hip)
ERROR_FUNCTION(hipDrvGetErrorString, hip_text)

// Memory.

static struct allocation {
    char *start;
    size_t bytes;
    int device;
    struct allocation *next;
} *allocations;

// Returns memory of a device, or null if the bytes are not all in one allocation.
static char *memory(uint64_t address, size_t bytes, int device) {
    for (struct allocation *it = allocations; it; it = it->next) {
        uint64_t start = (uintptr_t)it->start;
        if (it->device == device && address >= start && address - start + bytes <= it->bytes)
            return it->start + (address - start);
    }
    return NULL;
}

int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
    ENTER_CURRENT("allocate");
    if (!bytes) return misuse("an allocation without bytes");
    if (bytes > (size_t)*setting("memory") - used[current]) return OUT_OF_MEMORY;
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

// Streams, as lists of work, and events, which count their recordings.

struct event {
    int device, references;
    struct stream *stream;
    long recorded, done;
};

struct module {
    int device, is_hip, pending, kernels;
    const char *image; // Of HIP, that of the caller, which must not change.
    size_t bytes;
    uint64_t sum;
    struct kernel {
        struct module *module;
        char name[64], operation[16];
        int arguments;
    } kernel[MOST_KERNELS];
};

enum kind { TO_DEVICE, TO_HOST, ON_DEVICE, FILL, LAUNCH, CALL, RECORD, WAIT };

struct work {
    enum kind kind;
    uint64_t to, from;
    void *host;
    size_t bytes;
    unsigned char value;
    struct kernel *kernel;
    uint32_t dimensions[7]; // Groups, threads, and bytes of shared memory.
    uint64_t arguments[MOST_ARGUMENTS];
    void (*function)(void *);
    struct event *event;
    long recording;
    struct work *next;
};

static struct stream {
    int device;
    struct work *first, **last;
    struct stream *next;
} *streams;

static void release(struct event *event) {
    if (--event->references == 0) free(event);
}

static uint64_t sum(const char *bytes, size_t count) {
    uint64_t sum = 14695981039346656037u;
    while (count--) sum = (sum ^ (unsigned char)*bytes++) * 1099511628211u;
    return sum;
}

static int run_kernel(const struct work *work, int device) {
    const struct kernel *kernel = work->kernel;
    const uint32_t *d = work->dimensions;
    if (sum(kernel->module->image, kernel->module->bytes) != kernel->module->sum)
        return misuse("the image of a loaded module has changed");
    ++*setting("launches");
    size_t count = (size_t)d[0] * d[1] * d[2] * d[3] * d[4] * d[5];
    uint32_t *operand[MOST_ARGUMENTS];
    size_t bytes = strcmp(kernel->operation, "add") ? 7 * sizeof *d : count * sizeof **operand;
    for (int i = 0; i < kernel->arguments; i++) {
        operand[i] = (uint32_t *)memory(work->arguments[i], bytes, device);
        if (!operand[i]) return ILLEGAL_ADDRESS;
    }
    if (!strcmp(kernel->operation, "fault")) return ILLEGAL_ADDRESS;
    if (!strcmp(kernel->operation, "dimensions")) memcpy(operand[0], d, bytes);
    for (size_t i = 0; i < count && !strcmp(kernel->operation, "add"); i++)
        operand[2][i] = operand[0][i] + operand[1][i];
    return SUCCESS;
}

static void run(struct stream *stream, const struct event *event, long recording);

// Does a piece of work, and returns an error of the device.
static int perform(struct work *work, int device) {
    char *to = memory(work->to, work->bytes, device), *from = memory(work->from, work->bytes, device);
    switch (work->kind) {
    case TO_DEVICE:
        if (!to) return ILLEGAL_ADDRESS;
        memcpy(to, work->host, work->bytes);
        return SUCCESS;
    case TO_HOST:
        if (!from) return ILLEGAL_ADDRESS;
        memcpy(work->host, from, work->bytes);
        return SUCCESS;
    case ON_DEVICE:
        if (!to || !from) return ILLEGAL_ADDRESS;
        if (to < from + work->bytes && from < to + work->bytes) misuse("a copy between overlapping ranges");
        memmove(to, from, work->bytes);
        return SUCCESS;
    case FILL:
        if (!to) return ILLEGAL_ADDRESS;
        memset(to, work->value, work->bytes);
        return SUCCESS;
    case LAUNCH:
        return run_kernel(work, device);
    case WAIT:
        run(work->event->stream, work->event, work->recording);
        return SUCCESS;
    case CALL:
    case RECORD:
        return SUCCESS;
    }
    abort();
}

// Does the first work of a stream. After a fault, all streams of the device do nothing but recordings.
static void step(struct stream *stream) {
    while (stream->first && stream->first->kind == RECORD && *setting("hang"))
        pthread_cond_wait(&changed, &lock);
    struct work *work = stream->first;
    if (!work) return; // Another thread has done it while this one waited.
    stream->first = work->next;
    if (!stream->first) stream->last = &stream->first;
    int device = stream->device, was_spoiled = faults[device];
    if (!was_spoiled) faults[device] = perform(work, device);
    if (work->kind == CALL && !was_spoiled) work->function(work->host);
    if (work->kind == RECORD && work->event->done < work->recording) work->event->done = work->recording;
    if (work->kind == LAUNCH) work->kernel->module->pending--;
    if (work->event) release(work->event);
    free(work);
    --*setting("pending");
    for (struct stream *it = streams; it && faults[device] && !was_spoiled; it = it->next)
        if (it->device == device) run(it, NULL, 0);
}

// Does the work of a stream up to a recording of an event, or all work if there is no event.
static void run(struct stream *stream, const struct event *event, long recording) {
    while (stream && stream->first && !(event && event->done >= recording)) step(stream);
}

int cuStreamCreate(struct stream **stream, unsigned flags) {
    ENTER_CURRENT("create_stream");
    if (flags != 1) return misuse("flags of a stream");
    *stream = malloc(sizeof **stream);
    **stream = (struct stream){current, NULL, &(*stream)->first, streams};
    streams = *stream;
    ++*setting("streams");
    return SUCCESS;
}
SAME(hipStreamCreateWithFlags, cuStreamCreate);

int cuStreamDestroy_v2(struct stream *stream) {
    ENTER("destroy_stream");
    if (current != stream->device) return misuse("the stream of another device"), INVALID_HANDLE;
    // The drivers permit this, and do the work later. By then the caller has freed what it uses.
    if (stream->first) misuse("a stream with pending work is destroyed");
    run(stream, NULL, 0);
    --*setting("streams");
    struct stream **place = &streams;
    while (*place != stream) place = &(*place)->next;
    *place = stream->next;
    free(stream);
    return SUCCESS;
}
SAME(hipStreamDestroy, cuStreamDestroy_v2);

int cuStreamSynchronize(struct stream *stream) {
    ENTER_CURRENT("synchronize_stream");
    if (current != stream->device) return misuse("the stream of another device"), INVALID_HANDLE;
    run(stream, NULL, 0);
    return faults[current];
}
SAME(hipStreamSynchronize, cuStreamSynchronize);

static int enqueue(struct stream *stream, struct work work) {
    if (current != stream->device) return misuse("the stream of another device"), INVALID_HANDLE;
    *stream->last = malloc(sizeof work);
    **stream->last = work;
    stream->last = &(*stream->last)->next;
    if (work.event) work.event->references++;
    ++*setting("pending");
    return SUCCESS;
}

int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes, struct stream *stream) {
    ENTER_CURRENT("copy_to_device");
    return enqueue(stream, (struct work){TO_DEVICE, .to = to, .host = (void *)from, .bytes = bytes});
}
SAME(hipMemcpyHtoDAsync, cuMemcpyHtoDAsync_v2);

int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, struct stream *stream) {
    ENTER_CURRENT("copy_to_host");
    return enqueue(stream, (struct work){TO_HOST, .from = from, .host = to, .bytes = bytes});
}
SAME(hipMemcpyDtoHAsync, cuMemcpyDtoHAsync_v2);

int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, struct stream *stream) {
    ENTER_CURRENT("copy_on_device");
    return enqueue(stream, (struct work){ON_DEVICE, .to = to, .from = from, .bytes = bytes});
}
SAME(hipMemcpyDtoDAsync, cuMemcpyDtoDAsync_v2);

int cuMemsetD8Async(uint64_t to, unsigned char value, size_t bytes, struct stream *stream) {
    ENTER_CURRENT("fill");
    return enqueue(stream, (struct work){FILL, .to = to, .value = value, .bytes = bytes});
}
SAME(hipMemsetD8Async, cuMemsetD8Async);

#ifndef WITHOUT_HOST_CALLS
int cuLaunchHostFunc(struct stream *stream, void (*function)(void *), void *argument) {
    ENTER_CURRENT("call_host");
    return enqueue(stream, (struct work){CALL, .function = function, .host = argument});
}
SAME(hipLaunchHostFunc, cuLaunchHostFunc);
#endif

int cuMemFree_v2(uint64_t address) {
    ENTER("free");
    struct allocation **place = &allocations;
    while (*place && (uintptr_t)(*place)->start != address) place = &(*place)->next;
    struct allocation *old = *place;
    if (!old) return misuse("memory that is not allocated is freed");
    if (old->device != current) return misuse("the memory of another device"), INVALID_HANDLE;
    for (struct stream *stream = streams; stream; stream = stream->next) {
        for (struct work *work = stream->first; work; work = work->next) {
            uint64_t uses[] = {work->to, work->from};
            for (int i = 0; i < 2; i++)
                if (uses[i] - address < old->bytes) misuse("memory in use is freed");
            for (int i = 0; i < MOST_ARGUMENTS; i++)
                if (work->arguments[i] - address < old->bytes) misuse("memory in use is freed");
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

// Events.

int cuEventCreate(struct event **event, unsigned flags) {
    ENTER_CURRENT("create_event");
    if (flags != 2) return misuse("flags of an event");
    *event = malloc(sizeof **event);
    **event = (struct event){.device = current, .references = 1};
    ++*setting("events");
    return SUCCESS;
}
SAME(hipEventCreateWithFlags, cuEventCreate);

int cuEventDestroy_v2(struct event *event) {
    ENTER("destroy_event");
    if (current != event->device) return misuse("the event of another device"), INVALID_HANDLE;
    --*setting("events");
    release(event);
    return SUCCESS;
}
SAME(hipEventDestroy, cuEventDestroy_v2);

int cuEventRecord(struct event *event, struct stream *stream) {
    ENTER_CURRENT("record_event");
    event->stream = stream;
    return enqueue(stream, (struct work){RECORD, .event = event, .recording = ++event->recorded});
}
SAME(hipEventRecord, cuEventRecord);

int cuStreamWaitEvent(struct stream *stream, struct event *event, unsigned flags) {
    ENTER_CURRENT("wait_for_event");
    if (flags) return misuse("flags of a wait");
    if (event->done >= event->recorded) return SUCCESS;
    return enqueue(stream, (struct work){WAIT, .event = event, .recording = event->recorded});
}
SAME(hipStreamWaitEvent, cuStreamWaitEvent);

// Each query does one piece of work.
int cuEventQuery(struct event *event) {
    ENTER_CURRENT("query_event");
    if (event->done >= event->recorded) return SUCCESS;
    if (!*setting("hang")) step(event->stream);
    return faults[current] ? faults[current] : event->done < event->recorded ? NOT_READY : SUCCESS;
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

static int load(struct module **out, const char *image, size_t bytes, int is_hip) {
    char text[4096];
    int version, length;
    if (bytes >= sizeof text) return INVALID_IMAGE;
    memcpy(text, image, bytes);
    text[bytes] = 0;
    const char *rest = text;
    if (sscanf(rest, "fake %d%n", &version, &length) != 1) return INVALID_IMAGE;
    if (version > *setting("version")) return is_hip ? NO_BINARY : UNSUPPORTED_PTX;
    struct module *module = calloc(1, sizeof *module);
    module->device = current;
    module->is_hip = is_hip;
    module->image = is_hip ? image : strdup(text);
    module->bytes = bytes;
    module->sum = sum(module->image, bytes);
    for (rest += length; module->kernels < MOST_KERNELS; rest += length) {
        struct kernel *kernel = &module->kernel[module->kernels];
        if (sscanf(rest, " kernel %63s %15s %d%n", kernel->name, kernel->operation, &kernel->arguments,
                   &length) != 3)
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
    if (current != module->device) return misuse("the module of another device"), INVALID_HANDLE;
    if (module->pending) return misuse("a module in use is unloaded");
    if (!module->is_hip) free((char *)module->image);
    free(module);
    --*setting("modules");
    return SUCCESS;
}
SAME(hipModuleUnload, cuModuleUnload);

int cuModuleGetFunction(struct kernel **kernel, struct module *module, const char *name) {
    ENTER_CURRENT("get_function");
    for (int i = 0; i < module->kernels; i++) {
        *kernel = &module->kernel[i];
        if (!strcmp((*kernel)->name, name)) return SUCCESS;
    }
    return NOT_FOUND;
}
SAME(hipModuleGetFunction, cuModuleGetFunction);

int cuLaunchKernel(struct kernel *kernel, unsigned gx, unsigned gy, unsigned gz, unsigned tx, unsigned ty,
                   unsigned tz, unsigned shared, struct stream *stream, void **arguments, void **extra) {
    ENTER_CURRENT("launch");
    if (extra) return misuse("a launch with further arguments");
    if (kernel->module->device != current) return misuse("the kernel of another device"), INVALID_HANDLE;
    if (!gx || !gy || !gz || !tx || !ty || !tz) return INVALID_VALUE;
    struct work work = {LAUNCH, .kernel = kernel, .dimensions = {gx, gy, gz, tx, ty, tz, shared}};
    for (int i = 0; i < kernel->arguments; i++) work.arguments[i] = *(uint64_t *)arguments[i];
    kernel->module->pending++;
    return enqueue(stream, work);
}
SAME(hipModuleLaunchKernel, cuLaunchKernel);
