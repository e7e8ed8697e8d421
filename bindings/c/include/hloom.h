// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The C interface of hloom: read programs, run passes on them, compile them,
 * and run them.
 *
 * A function that can fail returns NULL, or an error that the caller destroys.
 * Its results are set only if it returns NULL. A message of an error is one or
 * more lines; it contains locations in the program.
 *
 * All functions may be called by several threads at once, also with the same
 * module or executable, except those that change or destroy it.
 */
/* Pointers must not be NULL where nothing else is said. The environment
 * variable HLOOM_PLUGINS is read at the first call. If LLVM runs out of memory
 * or has an internal error, the process ends. */
#ifndef HLOOM_H
#define HLOOM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It changes with every change that is not
 * compatible. */
#define HLOOM_INTERFACE 1

/* Returns HLOOM_INTERFACE of the library. A program that loads the library at
 * run time compares it with its own. */
uint32_t hloom_interface(void);

/* Returns the version of hloom, such as "0.1.0". */
const char *hloom_version(void);

/* ---- Errors ---- */

typedef struct hloom_error hloom_error;

/* Returns the message, which lives as long as the error. */
const char *hloom_error_message(const hloom_error *error);

enum {
  HLOOM_ERROR_USER = 1,        /* the program or an argument is wrong */
  HLOOM_ERROR_UNSUPPORTED = 2, /* the platform lacks a feature */
  HLOOM_ERROR_RESOURCE = 3,    /* memory, a file or a device failed */
  HLOOM_ERROR_PLUGIN = 4,      /* a plugin has a bug */
  HLOOM_ERROR_INTERNAL = 5     /* hloom has a bug */
};

/* Returns one of the numbers above. Later versions may return others. */
int32_t hloom_error_kind(const hloom_error *error);

/* Frees an error. Ignores NULL. */
void hloom_error_destroy(hloom_error *error);

/* ---- Platforms ---- */

typedef struct hloom_platforms hloom_platforms;

/* Lists the platforms of the library and of plugins. */
hloom_error *hloom_platforms_list(hloom_platforms **platforms);

size_t hloom_platforms_count(const hloom_platforms *platforms);

/* Return the name of a platform, such as "cpu", its description, and the number
 * of its devices. `index` must be less than the count. The texts live as long
 * as the list. */
const char *hloom_platforms_name(const hloom_platforms *platforms,
                                 size_t index);
const char *hloom_platforms_description(const hloom_platforms *platforms,
                                        size_t index);
size_t hloom_platforms_device_count(const hloom_platforms *platforms,
                                    size_t index);

/* Frees a list of platforms. Ignores NULL. */
void hloom_platforms_destroy(hloom_platforms *platforms);

/* ---- Options ---- */

/* Receives a warning, such as "network.mlir:3:8: warning: ...", which lives
 * until the handler returns. The function with the options calls the handler on
 * the same thread before it returns, also if it fails. The handler must not
 * throw exceptions. */
typedef void (*hloom_warning_handler)(const char *message, void *context);

/* The sizes of the dimensions of an argument. If the rank is 0, `sizes` is not
 * read, and the argument has the type that it has in the program. */
typedef struct hloom_sizes {
  const int64_t *sizes;
  size_t rank;
} hloom_sizes;

/* Options for passes and for the compilation. NULL stands for no options. The
 * member `struct_size` is sizeof(hloom_options). Zero members and empty strings
 * have no effect. Thus, begin with
 *
 *   hloom_options options;
 *   memset(&options, 0, sizeof options);
 *   options.struct_size = sizeof options;
 *
 * A function fails if a member is set that it does not read. Later versions add
 * members at the end. Such a version reads the members of the header with which
 * the program was compiled. */
typedef struct hloom_options {
  size_t struct_size;

  hloom_warning_handler warning_handler; /* NULL: warnings are dropped */
  void *warning_context;                 /* passed to the handler */

  /* For hloom_module_lower and hloom_compile, as in hlo-opt and hlo-run: the
   * first level whose passes run; the path of a pipeline file, which changes
   * the pipeline; and the paths of files with schedules of the transform
   * dialect. */
  const char *start_at;
  const char *pipeline_file;
  const char *const *schedules;
  size_t schedule_count;

  /* For hloom_compile, as in hlo-run: the function to compile, instead of
   * "main" or the only public one; and passes that run instead of the
   * platform's own. */
  const char *entry;
  const char *pass_pipeline;
  /* The sizes of the first arguments, if the program has dynamic shapes. */
  const hloom_sizes *argument_sizes;
  size_t argument_count;
  /* The paths of folders for the program at every level (on the interpreter,
   * only as input), and for executables that later compilations load. */
  const char *dump_dir;
  const char *cache_dir;
  uint64_t memory_budget; /* the most bytes of temporaries of a run */
  size_t device;          /* the number of the device */
  size_t threads;       /* the most threads of a run; 0: those of the device */
  int32_t reproducible; /* 1: equal bits on all processors */
  int32_t device_only;  /* 1: refuse operations that the host executes */

  /* For hloom_compile: the values of the first arguments, from which a program
   * with dynamic shapes may compute sizes. A pointer is NULL if the value is
   * not known; otherwise, the argument is a scalar of an integer type. The
   * values are copied. A run fails if an argument has another value. */
  const int64_t *const *argument_values;
  size_t argument_value_count;
} hloom_options;

/* ---- Modules: programs that passes change ---- */

typedef struct hloom_module hloom_module;

/* Reads and verifies a program: StableHLO as text or bytecode, a portable
 * artifact, or HLO as text or protocol buffer. The content determines the
 * format. `name` stands for the file in locations.
 *
 * Fails if the program is not valid. */
hloom_error *hloom_module_parse(const void *program, size_t size,
                                const char *name, hloom_module **module);

/* Runs a pass pipeline in MLIR's textual form, such as
 * "builtin.module(canonicalize,cse)", and verifies the module. If a pass fails
 * or leaves an invalid module, the module is as before. Of the options, only
 * the warning handler is read. */
hloom_error *hloom_module_run_passes(hloom_module *module, const char *pipeline,
                                     const hloom_options *options);

/* Runs the passes of a lowering pipeline, such as "cpu", up to a level, such as
 * "linalg". An empty level stands for the last one. If a pass fails, the module
 * is as before. */
hloom_error *hloom_module_lower(hloom_module *module, const char *pipeline,
                                const char *level,
                                const hloom_options *options);

/* Returns the module as text that ends with a zero byte, for
 * hloom_text_destroy. */
hloom_error *hloom_module_print(const hloom_module *module, char **text);

/* Frees a text. Ignores NULL. */
void hloom_text_destroy(char *text);

/* Returns the module as MLIR bytecode, which hloom_module_parse reads. The
 * bytes live until the module is changed or destroyed. */
const void *hloom_module_bytecode(const hloom_module *module, size_t *size);

/* Frees a module. Ignores NULL. */
void hloom_module_destroy(hloom_module *module);

/* ---- Executables: compiled programs ---- */

typedef struct hloom_executable hloom_executable;

/* The type of an argument or of a result. Lives as long as the executable. */
typedef struct hloom_type {
  const char
      *element_type;    /* as in MLIR: "f32", "i8", "ui8", "i1", "bf16", ... */
  const int64_t *sizes; /* the sizes of the dimensions */
  size_t rank;          /* the number of dimensions */
  size_t bytes;         /* the size of a dense array of this type in bytes */
} hloom_type;

/* Compiles a function for a platform, such as "cpu": the one that the options
 * name, or "main", or the only public one.
 *
 * Fails if the platform does not exist or refuses the program, if an argument
 * has a dynamic shape whose sizes the options do not have, if the options have
 * other sizes than the program, and if the program is for several replicas or
 * partitions (mhlo.num_replicas, mhlo.num_partitions). */
hloom_error *hloom_compile(const hloom_module *module, const char *platform,
                           const hloom_options *options,
                           hloom_executable **executable);

/* Returns the name of the compiled function, which lives as long as the
 * executable. */
const char *hloom_executable_name(const hloom_executable *executable);

size_t hloom_executable_argument_count(const hloom_executable *executable);
size_t hloom_executable_result_count(const hloom_executable *executable);

/* Returns the type of an argument or of a result. `index` must be less than the
 * count. */
hloom_type hloom_executable_argument(const hloom_executable *executable,
                                     size_t index);
hloom_type hloom_executable_result(const hloom_executable *executable,
                                   size_t index);

/* Runs the program and waits for its results. `arguments` and `results` point
 * to a pointer to an array for each argument and result; NULL stands for an
 * array without elements. An array of a result must not overlap another array.
 *
 * The elements of an array are dense, in the byte order of the machine, and the
 * last dimension is the innermost. A complex number is its real part, then its
 * imaginary part. An element of less than 8 bits has a byte. The unused bits of
 * an argument are ignored; those of a result repeat the sign of a signed
 * integer, and are zero in other types. An i1 is 0 or 1; any other byte of an
 * argument is true. */
hloom_error *hloom_executable_run(const hloom_executable *executable,
                                  const void *const *arguments,
                                  void *const *results);

/* Frees an executable. Ignores NULL. */
void hloom_executable_destroy(hloom_executable *executable);

#ifdef __cplusplus
}
#endif

#endif /* HLOOM_H */
