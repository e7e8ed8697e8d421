// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* A plugin for tests. Its compiler refuses every program; the error is the text
 * of the program. Macros replace parts of it by faults:
 *
 * NAME, LEVEL and BASE are members of the platform; PLATFORM, COMPILE and LOAD
 * are statements at the starts of functions. */
#include <hloom_plugin.h>
#include <string.h>

#ifndef LEVEL
#define LEVEL "hlo"
#endif
#ifndef BASE
#define BASE NULL
#endif
#ifndef PLATFORM
#define PLATFORM
#endif
#ifndef COMPILE
#define COMPILE
#endif
#ifndef LOAD
#define LOAD
#endif

HLOOM_PLUGIN_DECLARE;

static const hloom_plugin_host *host;

static hloom_plugin_error *compile(void *state,
                                   const hloom_plugin_program *program,
                                   const hloom_plugin_options *options,
                                   hloom_plugin_compilation *compilation) {
  (void)state, (void)options, (void)compilation;
  COMPILE;
  return host->error(HLOOM_PLUGIN_ERROR_PROGRAM, program->content);
}

static hloom_plugin_error *load(void *state, const void *code, size_t size,
                                void **executable) {
  (void)state, (void)code, (void)size;
  LOAD;
  *executable = &host;
  return NULL;
}

static hloom_plugin_error *execute(void *state, void *executable, size_t device,
                                   const hloom_plugin_buffer *arguments,
                                   size_t argument_count,
                                   const hloom_plugin_buffer *results,
                                   size_t result_count) {
  (void)state, (void)executable, (void)device, (void)arguments;
  (void)argument_count, (void)results, (void)result_count;
  return NULL;
}

static void unload(void *state, void *executable) {
  (void)state, (void)executable;
}

static hloom_plugin_error *allocate(void *state, size_t device, size_t size,
                                    void **memory) {
  (void)state, (void)device, (void)size, (void)memory;
  return host->error(HLOOM_PLUGIN_ERROR_MEMORY, "no memory");
}

static void release(void *state, size_t device, void *memory) {
  (void)state, (void)device, (void)memory;
}

static hloom_plugin_error *to_device(void *state, size_t device,
                                     const hloom_plugin_buffer *buffer,
                                     const void *bytes) {
  (void)state, (void)device, (void)buffer, (void)bytes;
  return NULL;
}

static hloom_plugin_error *to_host(void *state, size_t device,
                                   const hloom_plugin_buffer *buffer,
                                   void *bytes) {
  (void)state, (void)device, (void)buffer, (void)bytes;
  return NULL;
}

hloom_plugin_error *hloom_plugin_start(const hloom_plugin_host *given) {
  host = given;
  hloom_plugin_platform platform;
  memset(&platform, 0, sizeof platform);
  platform.struct_size = sizeof platform;
  platform.name = NAME;
  platform.description = "refuses every program";
  platform.device_count = 1;
  platform.level = LEVEL;
  platform.form = HLOOM_PLUGIN_TEXT;
  platform.base_pipeline = BASE;
  platform.compile = compile;
  platform.load = load;
  platform.execute = execute;
  platform.unload = unload;
  platform.allocate = allocate;
  platform.release = release;
  platform.write = to_device;
  platform.read = to_host;
  PLATFORM;
  return host->add_platform(host, &platform);
}
