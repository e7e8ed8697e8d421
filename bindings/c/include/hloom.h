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

/* Frees an error. Ignores NULL. */
void hloom_error_destroy(hloom_error *error);

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
 * "builtin.module(canonicalize,cse)". If a pass fails, the module is as before.
 */
hloom_error *hloom_module_run_passes(hloom_module *module,
                                     const char *pipeline);

/* Runs the passes of a lowering pipeline, such as "cpu", up to a level, such as
 * "linalg". An empty level stands for the last one. If a pass fails, the module
 * is as before. */
hloom_error *hloom_module_lower(hloom_module *module, const char *pipeline,
                                const char *level);

/* Returns the module as text that ends with a zero byte, for
 * hloom_text_destroy. */
hloom_error *hloom_module_print(const hloom_module *module, char **text);

/* Frees a text. Ignores NULL. */
void hloom_text_destroy(char *text);

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

/* Compiles the function "main", or the only public one, for a platform, such as
 * "cpu".
 *
 * Fails if the platform does not exist or refuses the program, and if the
 * program has dynamic shapes. */
hloom_error *hloom_compile(const hloom_module *module, const char *platform,
                           hloom_executable **executable);

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
