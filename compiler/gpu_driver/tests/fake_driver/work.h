// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of devices, and the work of streams: copies, fills, launches,
// functions of the host, and recordings of events and waits for them.

#ifndef FAKE_DRIVER_WORK_H
#define FAKE_DRIVER_WORK_H

#include "settings.h"
#include <stdint.h>

enum { MOST_ARGUMENTS = 8, MOST_KERNELS = 16 };

static struct allocation {
  char *start;
  size_t bytes;
  int device;
  struct allocation *next;
} *allocations;

// Returns memory of a device, or null if the bytes are not all in one
// allocation.
static char *memory(uint64_t address, size_t bytes, int device) {
  for (struct allocation *it = allocations; it; it = it->next) {
    uint64_t start = (uintptr_t)it->start;
    if (it->device == device && address >= start &&
        address - start + bytes <= it->bytes)
      return it->start + (address - start);
  }
  return NULL;
}

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
  if (--event->references == 0)
    free(event);
}

static uint64_t sum(const char *bytes, size_t count) {
  uint64_t sum = 14695981039346656037u;
  while (count--)
    sum = (sum ^ (unsigned char)*bytes++) * 1099511628211u;
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
  size_t bytes = strcmp(kernel->operation, "add") ? 7 * sizeof *d
                                                  : count * sizeof **operand;
  for (int i = 0; i < kernel->arguments; i++) {
    operand[i] = (uint32_t *)memory(work->arguments[i], bytes, device);
    if (!operand[i])
      return ILLEGAL_ADDRESS;
  }
  if (!strcmp(kernel->operation, "fault"))
    return ILLEGAL_ADDRESS;
  if (!strcmp(kernel->operation, "dimensions"))
    memcpy(operand[0], d, bytes);
  for (size_t i = 0; i < count && !strcmp(kernel->operation, "add"); i++)
    operand[2][i] = operand[0][i] + operand[1][i];
  return SUCCESS;
}

static void run(struct stream *stream, const struct event *event,
                long recording);

// Does a piece of work, and returns an error of the device.
static int perform(struct work *work, int device) {
  char *to = memory(work->to, work->bytes, device),
       *from = memory(work->from, work->bytes, device);
  switch (work->kind) {
  case TO_DEVICE:
    if (!to)
      return ILLEGAL_ADDRESS;
    memcpy(to, work->host, work->bytes);
    return SUCCESS;
  case TO_HOST:
    if (!from)
      return ILLEGAL_ADDRESS;
    memcpy(work->host, from, work->bytes);
    return SUCCESS;
  case ON_DEVICE:
    if (!to || !from)
      return ILLEGAL_ADDRESS;
    if (to < from + work->bytes && from < to + work->bytes)
      misuse("a copy between overlapping ranges");
    memmove(to, from, work->bytes);
    return SUCCESS;
  case FILL:
    if (!to)
      return ILLEGAL_ADDRESS;
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

// Does the first work of a stream. After a fault, all streams of the device do
// nothing but recordings.
static void step(struct stream *stream) {
  while (stream->first && stream->first->kind == RECORD && *setting("hang"))
    pthread_cond_wait(&changed, &lock);
  struct work *work = stream->first;
  if (!work)
    return; // Another thread has done it while this one waited.
  stream->first = work->next;
  if (!stream->first)
    stream->last = &stream->first;
  int device = stream->device, was_spoiled = faults[device];
  if (!was_spoiled)
    faults[device] = perform(work, device);
  if (work->kind == CALL && !was_spoiled)
    work->function(work->host);
  if (work->kind == RECORD && work->event->done < work->recording)
    work->event->done = work->recording;
  if (work->kind == LAUNCH)
    work->kernel->module->pending--;
  if (work->event)
    release(work->event);
  free(work);
  --*setting("pending");
  for (struct stream *it = streams; it && faults[device] && !was_spoiled;
       it = it->next)
    if (it->device == device)
      run(it, NULL, 0);
}

// Does the work of a stream up to a recording of an event, or all work if there
// is no event.
static void run(struct stream *stream, const struct event *event,
                long recording) {
  // The stream of an event that has happened may be destroyed.
  while (!(event && event->done >= recording) && stream && stream->first)
    step(stream);
}

static int enqueue(struct stream *stream, struct work work) {
  if (current != stream->device)
    return misuse("the stream of another device"), INVALID_HANDLE;
  *stream->last = malloc(sizeof work);
  **stream->last = work;
  stream->last = &(*stream->last)->next;
  if (work.event)
    work.event->references++;
  ++*setting("pending");
  return SUCCESS;
}

#endif
