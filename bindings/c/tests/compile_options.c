// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Options of the compilation: schedules, passes, caches, memory budgets, devices and threads. The
 * arguments are the paths of a schedule's matchers, of a schedule, of a program with temporaries,
 * of a file with all passes of the platform cpu, and of the folder for a cache. The exit status is
 * 1 if something is wrong. */

#include "expect.h"

#include <math.h>

enum { ROWS = 256, DEPTH = 64, COLUMNS = 384 };

static float left[ROWS][DEPTH], right[DEPTH][COLUMNS];

static hloom_module *product(void) {
  return parse(
      "func.func @main(%a: tensor<256x64xf32>, %b: tensor<64x384xf32>) -> tensor<256x384xf32> {\n"
      "  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]\n"
      "    : (tensor<256x64xf32>, tensor<64x384xf32>) -> tensor<256x384xf32>\n"
      "  %1 = stablehlo.tanh %0 : tensor<256x384xf32>\n"
      "  return %1 : tensor<256x384xf32>\n"
      "}\n");
}

/* Compiles the product for the CPU, and checks its results. */
static void check_product(const hloom_options *options) {
  hloom_module *module = product();
  hloom_executable *executable = NULL;
  done(hloom_compile(module, "cpu", options, &executable));
  hloom_module_destroy(module);
  for (int row = 0; row < ROWS; ++row) {
    for (int inner = 0; inner < DEPTH; ++inner) left[row][inner] = (float)((row + inner) % 3 - 1);
  }
  for (int inner = 0; inner < DEPTH; ++inner) {
    for (int column = 0; column < COLUMNS; ++column) {
      right[inner][column] = (float)((inner * column) % 5 - 2) / 64;
    }
  }
  static float found[ROWS][COLUMNS];
  const void *arguments[] = {left, right};
  void *results[] = {found};
  done(hloom_executable_run(executable, arguments, results));
  hloom_executable_destroy(executable);
  for (int row = 0; row < ROWS; ++row) {
    for (int column = 0; column < COLUMNS; ++column) {
      float sum = 0;
      for (int inner = 0; inner < DEPTH; ++inner) sum += left[row][inner] * right[inner][column];
      EXPECT(fabsf(found[row][column] - tanhf(sum)) < 1e-5f);
    }
  }
}

/* Checks that the product is refused on a platform. */
static void refuse(const char *platform, const hloom_options *options, int32_t kind,
                   const char *text) {
  hloom_module *module = product();
  hloom_executable *executable = NULL;
  expect_error(hloom_compile(module, platform, options, &executable), kind, text);
  EXPECT(!executable);
  hloom_module_destroy(module);
}

static void schedules(const char *matchers, const char *tiles) {
  const char *const files[] = {matchers, tiles, ""};
  hloom_options options = none();
  options.schedules = files;
  options.schedule_count = 3;
  hloom_module *module = product();
  done(hloom_module_lower(module, "cpu", "loops", &options));
  char *text = NULL;
  done(hloom_module_print(module, &text));
  EXPECT(strstr(text, "in (4, 3)") && strstr(text, "hloom.scheduled"));
  hloom_text_destroy(text);
  hloom_module_destroy(module);
  check_product(&options);
  refuse("interpreter", &options, HLOOM_ERROR_UNSUPPORTED, "running passes");

  options.schedule_count = 1;
  refuse("cpu", &options, HLOOM_ERROR_USER, "expected a sequence `@__transform_main`");
  module = product();
  expect_error(hloom_module_lower(module, "cpu", "loops", &options), HLOOM_ERROR_USER,
               "expected a sequence `@__transform_main`");
  hloom_module_destroy(module);
  const char *const twice[] = {matchers, matchers};
  options.schedules = twice;
  options.schedule_count = 2;
  refuse("cpu", &options, HLOOM_ERROR_USER, "is already defined in");
  const char *const missing[] = {tiles, "no/such.mlir"};
  options.schedules = missing;
  refuse("cpu", &options, HLOOM_ERROR_RESOURCE, "no/such.mlir: ");
}

static void passes(const char *all) {
  static char text[1 << 16];
  FILE *file = fopen(all, "r");
  EXPECT(file);
  size_t size = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  EXPECT(size < sizeof text - 1);
  hloom_options options = none();
  options.pass_pipeline = text;
  check_product(&options);
  refuse("interpreter", &options, HLOOM_ERROR_UNSUPPORTED, "running passes");
  options.pass_pipeline = "builtin.module(cse)";
  refuse("cpu", &options, HLOOM_ERROR_USER, "cannot generate code with the changed pipeline");
  options.pass_pipeline = "builtin.module(no-such-pass)";
  refuse("cpu", &options, HLOOM_ERROR_USER, "no-such-pass");
  options.pass_pipeline = "builtin.module(cse";
  refuse("cpu", &options, HLOOM_ERROR_USER, "builtin.module(cse");
}

/* The caller of this program counts the files of the cache. */
static void caches(const char *folder, const char *file) {
  hloom_options options = none();
  options.cache_dir = folder;
  options.threads = 2;
  check_product(&options);
  check_product(&options);
  options.cache_dir = file;
  refuse("cpu", &options, HLOOM_ERROR_RESOURCE, "cannot create the compilation cache");
}

static void memory_budgets(const char *program) {
  static char bytes[1 << 14];
  FILE *file = fopen(program, "rb");
  EXPECT(file);
  size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  EXPECT(size < sizeof bytes);
  hloom_module *module = NULL;
  done(hloom_module_parse(bytes, size, program, &module));
  hloom_executable *executable = NULL;
  hloom_options options = none();
  options.threads = 2;
  options.memory_budget = 1024;
  expect_error(hloom_compile(module, "cpu", &options, &executable), HLOOM_ERROR_USER,
               "do not fit into the memory budget of 1024 bytes; a budget of ");
  options.memory_budget = 1400 << 10;
  done(hloom_compile(module, "cpu", &options, &executable));
  hloom_executable_destroy(executable);
  executable = NULL;
  options.threads = 0;
  expect_error(hloom_compile(module, "interpreter", &options, &executable),
               HLOOM_ERROR_UNSUPPORTED, "memory budgets");
  hloom_module_destroy(module);
}

static void devices_and_threads(void) {
  hloom_options options = none();
  const char *const platforms[] = {"cpu", "interpreter"};
  for (int index = 0; index < 2; ++index) {
    options.device = 1;
    refuse(platforms[index], &options, HLOOM_ERROR_USER, "expected device 0, found 1");
    options.device = SIZE_MAX;
    refuse(platforms[index], &options, HLOOM_ERROR_USER, "expected device 0, found ");
    options.device = 0;
    options.threads = 4097;
    refuse(platforms[index], &options, HLOOM_ERROR_USER, "expected 1 to 4096 threads, found 4097");
    options.threads = 0;
  }
  for (size_t threads = 1; threads <= 3; ++threads) {
    options.threads = threads;
    check_product(&options);
  }
}

int main(int count, char **arguments) {
  EXPECT(count == 6);
  schedules(arguments[1], arguments[2]);
  memory_budgets(arguments[3]);
  passes(arguments[4]);
  caches(arguments[5], arguments[1]);
  devices_and_threads();
  return 0;
}
