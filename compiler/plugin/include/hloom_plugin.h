// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The C interface of plugins: shared libraries that add platforms to hloom.
 *
 * hloom lowers a program by passes that the platform names, and gives it to the
 * platform as MLIR text or bytecode. The platform compiles it to bytes, which
 * hloom can store, and runs it on its devices. A plugin needs this header and
 * no library of hloom. It loads in all builds of the release of the header:
 *
 *   #include <hloom_plugin.h>
 *
 *   HLOOM_PLUGIN_DECLARE;
 *
 *   hloom_plugin_error *hloom_plugin_start(const hloom_plugin_host *host) {
 *     return host->add_platform(host, &platform);
 *   }
 *
 *   cc -shared -fPIC -I.../include plugin.c -o libplugin.so
 *   hlo-run --load-backend=./libplugin.so --platform NAME PROGRAM
 *
 * A function that can fail returns NULL, or an error of hloom_plugin_host. Its
 * results are read only if it returns NULL. Functions must not throw exceptions
 * or end by longjmp.
 *
 * Texts are UTF-8 and end with a zero byte. Pointers are not NULL where nothing
 * else is said. Objects that hloom passes to a function live until the function
 * returns, except hloom_plugin_host, which lives until the process ends. */
/* A struct with the member `struct_size` may have further members in later
 * versions of the release. Its creator sets `struct_size` to the size of the
 * struct; zero stands for members that it does not have. */
#ifndef HLOOM_PLUGIN_H
#define HLOOM_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It changes with every change that is not
 * compatible. */
#define HLOOM_PLUGIN_ABI 1

/* The release of hloom. The passes, and the programs at a level, are those of
 * the release, so that hloom refuses plugins of other releases. */
#define HLOOM_PLUGIN_RELEASE "0.1"

/* ---- Errors ---- */

typedef struct hloom_plugin_error hloom_plugin_error;

/* The kinds of errors. */
enum {
  /* The platform refuses the program. The message has a line for each
   * operation: "file:line:column: error: ...". */
  HLOOM_PLUGIN_ERROR_PROGRAM = 1,
  /* An argument or an option is wrong. */
  HLOOM_PLUGIN_ERROR_INVALID = 2,
  /* The platform lacks a feature. The message is the feature. */
  HLOOM_PLUGIN_ERROR_UNSUPPORTED = 3,
  /* There is not enough memory. */
  HLOOM_PLUGIN_ERROR_MEMORY = 4,
  /* A device failed. */
  HLOOM_PLUGIN_ERROR_DEVICE = 5,
  /* The plugin has a bug. */
  HLOOM_PLUGIN_ERROR_INTERNAL = 6
};

/* ---- Programs ---- */

/* The type of an argument or of a result: a dense array in the byte order of
 * the machine, whose last dimension is the innermost. A complex number is its
 * real part, then its imaginary part. An element of less than 8 bits has a
 * byte, whose unused bits repeat the sign of a signed integer, such as an i4,
 * and are zero in other types. An i1 is 0 or 1. This holds for results, too,
 * because they may become arguments. A quantized type is its storage type. */
typedef struct hloom_plugin_type {
  const char *element_type; /* as in MLIR: "f32", "i8", "ui8", "i1", ... */
  const int64_t *sizes;     /* the sizes of the dimensions */
  size_t rank;              /* the number of dimensions */
  size_t bytes;             /* the size of the array in bytes */
} hloom_plugin_type;

/* The forms of a program. Both have the locations of operations. */
enum {
  HLOOM_PLUGIN_TEXT = 1,    /* MLIR text, which a zero byte follows */
  HLOOM_PLUGIN_BYTECODE = 2 /* MLIR bytecode of LLVM 22 */
};

/* A program at the level of the platform. All types are static. */
typedef struct hloom_plugin_program {
  size_t struct_size;
  const char *name;  /* the name of the file, for messages */
  const char *entry; /* the name of the entry function */
  const char *level; /* the level, such as "linalg" */
  const void *content;
  size_t size; /* the size of the content in bytes */
  /* The types before the first pass: from level "buffers" on, the entry
   * function has the results as arguments, and the arena. */
  const hloom_plugin_type *arguments;
  size_t argument_count;
  const hloom_plugin_type *results;
  size_t result_count;
} hloom_plugin_program;

/* The options of a compilation. */
typedef struct hloom_plugin_options {
  size_t struct_size;
  size_t device;       /* the number of the device that will run the program */
  size_t threads;      /* the most threads of a run; 0: no limit */
  int32_t device_only; /* 1: refuse operations that the host would execute */
  int32_t unused;      /* 0 */
} hloom_plugin_options;

/* A compilation that is running, for the functions of hloom_plugin_host. */
typedef struct hloom_plugin_compilation hloom_plugin_compilation;

/* ---- Platforms ---- */

/* A part of a buffer of a device. */
typedef struct hloom_plugin_buffer {
  void *memory;  /* as the function `allocate` returned it */
  size_t offset; /* the first byte of the part */
  size_t size;   /* the number of bytes of the part */
} hloom_plugin_buffer;

/* Passes that run for programs of the platform. */
typedef struct hloom_plugin_step {
  const char *level;  /* the level to which they belong, such as "hlo" */
  const char *passes; /* in MLIR's textual form, without builtin.module() */
  const char *reason; /* for --print-pipeline */
} hloom_plugin_step;

/* A platform: its devices, its passes and its compiler. Begin with
 *
 *   hloom_plugin_platform platform;
 *   memset(&platform, 0, sizeof platform);
 *   platform.struct_size = sizeof platform;
 *
 * Zero members have no effect where a comment says so. hloom copies the struct
 * and its texts. It calls the functions from several threads at once, until the
 * process ends. */
typedef struct hloom_plugin_platform {
  size_t struct_size;
  void *state; /* the first argument of each function; may be NULL */

  /* The name in --platform and --pipeline: a lower-case letter, then such
   * letters, digits and underscores. */
  const char *name;
  const char *description; /* one line, for --list-backends */
  /* Identifies everything on which the bytes of `compile` depend, apart from
   * hloom: the version of the plugin and the kind of its devices. NULL:
   * executables are not stored. */
  const char *fingerprint;

  /* The devices have numbers below the count, which is at most 65536. 0: the
   * platform only compiles. */
  size_t device_count;
  const char *device_name; /* NULL: the name of the platform */
  uint64_t device_memory;  /* the bytes of memory of a device; 0: unknown */
  size_t device_cores;     /* the number of cores of a device; 0: 1 */

  /* `compile` receives programs at this level: "hlo", "linalg", "loops",
   * "buffers" or "target". At each level up to this one, the passes of a
   * pipeline of hloom run, such as "cpu", and then the steps of the platform,
   * in their order. */
  const char *level;
  int32_t form;              /* HLOOM_PLUGIN_TEXT or HLOOM_PLUGIN_BYTECODE */
  const char *base_pipeline; /* NULL: none */
  const hloom_plugin_step *steps;
  size_t step_count;

  /* Compiles a program, and passes the result to the function `write` of
   * hloom_plugin_host. */
  hloom_plugin_error *(*compile)(void *state,
                                 const hloom_plugin_program *program,
                                 const hloom_plugin_options *options,
                                 hloom_plugin_compilation *compilation);

  /* Makes an executable, which is not NULL, from bytes that `compile` wrote, in
   * this process or in another one with the same fingerprint. */
  hloom_plugin_error *(*load)(void *state, const void *code, size_t size,
                              void **executable);

  /* Runs an executable on a device, and returns when the results are written.
   * There is a buffer for each argument and result, with the size of its type.
   * Buffers of results do not overlap other buffers. Several threads may run
   * the same executable. */
  hloom_plugin_error *(*execute)(void *state, void *executable, size_t device,
                                 const hloom_plugin_buffer *arguments,
                                 size_t argument_count,
                                 const hloom_plugin_buffer *results,
                                 size_t result_count);

  /* Frees an executable, which does not run. */
  void (*unload)(void *state, void *executable);

  /* Allocates memory of a device. `size` may be 0. hloom never reads the
   * memory itself, so that the pointer may be any number, also NULL. */
  hloom_plugin_error *(*allocate)(void *state, size_t device, size_t size,
                                  void **memory);

  /* Frees memory that nothing uses. */
  void (*release)(void *state, size_t device, void *memory);

  /* Copy as many bytes as the buffer has from the host to the buffer, and from
   * the buffer to the host. They return when the copy is complete. */
  hloom_plugin_error *(*write)(void *state, size_t device,
                               const hloom_plugin_buffer *buffer,
                               const void *bytes);
  hloom_plugin_error *(*read)(void *state, size_t device,
                              const hloom_plugin_buffer *buffer, void *bytes);
} hloom_plugin_platform;

/* ---- hloom ---- */

/* The functions of hloom for plugins. */
typedef struct hloom_plugin_host hloom_plugin_host;
struct hloom_plugin_host {
  size_t struct_size;
  const char *version; /* the version of hloom, such as "0.1.0" */
  void *context;       /* of hloom */

  /* Makes an error of one of the kinds above, for any function to return. hloom
   * frees it. Any thread may call this function. */
  hloom_plugin_error *(*error)(int32_t kind, const char *message);

  /* Adds a platform. Only hloom_plugin_start may call this function. */
  hloom_plugin_error *(*add_platform)(const hloom_plugin_host *host,
                                      const hloom_plugin_platform *platform);

  /* Appends bytes to the result of a compilation, and adds a warning in the
   * form "file:line:column: warning: ...". Only `compile` may call these
   * functions, and only on one thread at a time. `bytes` may be NULL if `size`
   * is 0. */
  void (*write)(hloom_plugin_compilation *compilation, const void *bytes,
                size_t size);
  void (*warn)(hloom_plugin_compilation *compilation, const char *message);
};

/* ---- The symbols of a plugin ---- */

#define HLOOM_PLUGIN_EXPORT __attribute__((visibility("default")))

/* The entry of the plugin, which the plugin defines. hloom calls it once. */
HLOOM_PLUGIN_EXPORT hloom_plugin_error *
hloom_plugin_start(const hloom_plugin_host *host);

/* The versions for which the plugin is built. hloom reads them in the file,
 * before it loads the plugin. */
HLOOM_PLUGIN_EXPORT extern const char hloom_plugin_note[];

#define HLOOM_PLUGIN_QUOTE_TOKEN(token) #token
#define HLOOM_PLUGIN_QUOTE(number) HLOOM_PLUGIN_QUOTE_TOKEN(number)
#define HLOOM_PLUGIN_ABI_TEXT HLOOM_PLUGIN_QUOTE(HLOOM_PLUGIN_ABI)

/* Defines hloom_plugin_note. One file of the plugin has this line. */
#define HLOOM_PLUGIN_DECLARE                                                   \
  __attribute__((section(".hloom"), used)) const char hloom_plugin_note[] =    \
      "c-abi " HLOOM_PLUGIN_ABI_TEXT "\nhloom " HLOOM_PLUGIN_RELEASE "\n"

#ifdef __cplusplus
}
#endif

#endif /* HLOOM_PLUGIN_H */
