// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The settings and counters of the driver, and the beginning of its functions.

#ifndef FAKE_DRIVER_SETTINGS_H
#define FAKE_DRIVER_SETTINGS_H

#include "errors.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_DEVICES = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static struct setting {
  char name[32];
  long value;
} settings[64] = {{"devices", 2},
                  {"memory", 64 << 20},
                  {"version", 8},
                  {"hang", 0},
                  // Counters: calls that a correct program does not make,
                  // launches that were done, and things that exist: pieces of
                  // work, and what the caller has to free.
                  {"misuses", 0},
                  {"launches", 0},
                  {"pending", 0},
                  {"allocations", 0},
                  {"streams", 0},
                  {"events", 0},
                  {"modules", 0}};

static long *setting(const char *name) {
  for (int i = 0; i < 64; i++) {
    if (!settings[i].name[0])
      snprintf(settings[i].name, sizeof settings[i].name, "%s", name);
    if (!strcmp(settings[i].name, name))
      return &settings[i].value;
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
  if (text)
    alarm(100); // Ends a test that waits forever.
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

// Every function begins with `ENTER`, which takes the lock and fails on demand.

static int initialized;
static int faults[MOST_DEVICES];
static size_t used[MOST_DEVICES];
static __thread int current = -1;

static void unlock(int *held) {
  if (*held)
    pthread_mutex_unlock(&lock);
}

#define ENTER(function)                                                        \
  pthread_mutex_lock(&lock);                                                   \
  __attribute__((cleanup(unlock))) int held = 1;                               \
  if (*setting("fail_" function))                                              \
    return *setting("fail_" function);                                         \
  if (!initialized)                                                            \
  return NOT_INITIALIZED

#define ENTER_CURRENT(function)                                                \
  ENTER(function);                                                             \
  if (current < 0)                                                             \
    return misuse("no device is current"), INVALID_CONTEXT;                    \
  if (faults[current])                                                         \
  return faults[current]

#endif
