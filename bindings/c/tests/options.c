// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Options, warnings, platforms, and programs in other formats than text. The arguments are the paths
 * of a portable artifact, of a pipeline file with a former name of a pass, and of a folder. The exit
 * status is 1 if something is wrong. */

#include "expect.h"

#include <math.h>

static char *printed(const hloom_module *module) {
  char *text = NULL;
  done(hloom_module_print(module, &text));
  return text;
}

/* The number of warnings, and the last one. */
typedef struct warnings {
  int count;
  char last[256];
} warnings;

static void receive(const char *message, void *context) {
  warnings *found = (warnings *)context;
  ++found->count;
  snprintf(found->last, sizeof found->last, "%s", message);
}

static const char NEGATE[] =
    "func.func @same(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
    "  return %x : tensor<4xf32>\n"
    "}\n"
    "func.func @negate(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
    "  %0 = stablehlo.negate %x : tensor<4xf32>\n"
    "  return %0 : tensor<4xf32>\n"
    "}\n";

static void entries_and_missing_arrays(void) {
  hloom_module *module = parse(NEGATE);
  hloom_executable *executable = NULL;
  expect_error(hloom_compile(module, "cpu", NULL, &executable), HLOOM_ERROR_USER,
               "functions: @same, @negate");
  hloom_options options = none();
  options.entry = "negate";
  options.threads = 1;
  done(hloom_compile(module, "cpu", &options, &executable));
  hloom_module_destroy(module);
  EXPECT(!strcmp(hloom_executable_name(executable), "negate"));
  const float x[4] = {1, 2, 3, 4};
  float y[4];
  const void *arguments[] = {x};
  void *results[] = {y};
  done(hloom_executable_run(executable, arguments, results));
  EXPECT(y[0] == -1 && y[3] == -4);
  arguments[0] = NULL;
  expect_error(
      hloom_executable_run(executable, arguments, results), HLOOM_ERROR_USER,
      "argument 0 of `@negate`: expected an array of 16 bytes for `tensor<4xf32>`, found NULL");
  arguments[0] = x;
  results[0] = NULL;
  expect_error(hloom_executable_run(executable, arguments, results), HLOOM_ERROR_USER,
               "result 0 of `@negate`: expected an array of 16 bytes");
  hloom_executable_destroy(executable);
}

static void dynamic_shapes(void) {
  hloom_module *module = parse(
      "func.func @main(%x: tensor<?xf32>, %y: tensor<f32>) -> (tensor<?xf32>, tensor<f32>) {\n"
      "  %0 = stablehlo.negate %x : tensor<?xf32>\n"
      "  return %0, %y : tensor<?xf32>, tensor<f32>\n"
      "}\n");
  hloom_executable *executable = NULL;
  expect_error(hloom_compile(module, "cpu", NULL, &executable), HLOOM_ERROR_USER,
               "; the compiler needs the sizes of the argument\n"
               "note: set `argument_sizes` of `hloom_options`\n");
  const int64_t three = 3;
  const hloom_sizes sizes[] = {{&three, 1}, {NULL, 0}, {&three, 1}};
  hloom_options options = none();
  options.argument_sizes = sizes;
  options.argument_count = 3;
  expect_error(hloom_compile(module, "cpu", &options, &executable), HLOOM_ERROR_USER,
               "`argument_sizes`: expected sizes for at most 2 arguments of `@main`");
  options.argument_count = 2;
  const hloom_sizes of_scalar[] = {{&three, 1}, {&three, 1}};
  options.argument_sizes = of_scalar;
  expect_error(hloom_compile(module, "cpu", &options, &executable), HLOOM_ERROR_USER,
               "argument 1: expected tensor<f32>, found sizes 3");
  options.argument_sizes = sizes;
  done(hloom_compile(module, "cpu", &options, &executable));
  hloom_module_destroy(module);
  hloom_type type = hloom_executable_argument(executable, 0);
  EXPECT(type.rank == 1 && type.sizes[0] == 3 && type.bytes == 12);
  const float x[3] = {1, 2, 3}, y = 5;
  float negative[3], same;
  const void *arguments[] = {x, &y};
  void *results[] = {negative, &same};
  done(hloom_executable_run(executable, arguments, results));
  EXPECT(negative[0] == -1 && negative[2] == -3 && same == 5);
  hloom_executable_destroy(executable);
}

/* A program that computes a size from a value, and one that does not. */
static void values_of_arguments(void) {
  hloom_module *module = parse(
      "func.func @main(%n: tensor<i64>, %x: tensor<f32>) -> tensor<?xf32> {\n"
      "  %0 = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>\n"
      "  %1 = stablehlo.dynamic_broadcast_in_dim %x, %0, dims = []\n"
      "    : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>\n"
      "  return %1 : tensor<?xf32>\n"
      "}\n");
  hloom_executable *executable = NULL;
  expect_error(hloom_compile(module, "cpu", NULL, &executable), HLOOM_ERROR_USER,
               "expected a static result shape");
  int64_t three = 3;
  const int64_t *const values[] = {&three, NULL, NULL};
  const int64_t *const of_float[] = {&three, &three};
  hloom_options options = none();
  options.argument_values = values;
  options.argument_value_count = 3;
  expect_error(hloom_compile(module, "cpu", &options, &executable), HLOOM_ERROR_USER,
               "`argument_values`: expected values for at most 2 arguments of `@main`");
  options.argument_value_count = 2;
  expect_error(hloom_module_lower(module, "cpu", "", &options), HLOOM_ERROR_USER,
               "expected no option `argument_values`");
  options.argument_values = of_float;
  expect_error(hloom_compile(module, "cpu", &options, &executable), HLOOM_ERROR_USER,
               "expected an integer for an argument of scalar integer type");
  options.argument_values = values;
  done(hloom_compile(module, "cpu", &options, &executable));
  hloom_module_destroy(module);
  /* The values are copies. */
  three = 5;
  hloom_type type = hloom_executable_result(executable, 0);
  EXPECT(type.rank == 1 && type.sizes[0] == 3);
  int64_t n = 3;
  const float x = 2;
  float y[3] = {0};
  const void *arguments[] = {&n, &x};
  void *results[] = {y};
  done(hloom_executable_run(executable, arguments, results));
  EXPECT(y[0] == 2 && y[1] == 2 && y[2] == 2);
  n = 4;
  expect_error(hloom_executable_run(executable, arguments, results), HLOOM_ERROR_USER,
               "argument 0 of `@main`: expected the value 3 of `argument_values`, found 4");
  hloom_executable_destroy(executable);

  module = parse(
      "func.func @main(%n: tensor<i8>, %x: tensor<f32>) -> tensor<i8> {\n"
      "  return %n : tensor<i8>\n"
      "}\n");
  int64_t minus = -1;
  const int64_t *const of_n[] = {&minus};
  const char *const platforms[] = {"cpu", "interpreter"};
  for (int index = 0; index < 2; ++index) {
    options.argument_values = of_float;
    options.argument_value_count = 2;
    expect_error(hloom_compile(module, platforms[index], &options, &executable), HLOOM_ERROR_USER,
                 "`argument_values[1]`: expected a value for a scalar of an integer type, found "
                 "`tensor<f32>`");
    options.argument_values = of_n;
    options.argument_value_count = 1;
    done(hloom_compile(module, platforms[index], &options, &executable));
    int8_t bytes[2] = {-1, 0};
    const void *small[] = {&bytes[0], &x};
    void *same[] = {&bytes[1]};
    done(hloom_executable_run(executable, small, same));
    EXPECT(bytes[1] == -1);
    bytes[0] = 1;
    expect_error(hloom_executable_run(executable, small, same), HLOOM_ERROR_USER,
                 "argument 0 of `@main`: expected the value -1 of `argument_values`, found 1");
    hloom_executable_destroy(executable);
  }
  hloom_module_destroy(module);
}

/* The caller would allocate arrays of these sizes. */
static void other_sizes(void) {
  hloom_module *module = parse(NEGATE);
  hloom_executable *executable = NULL;
  const int64_t three = 3;
  const hloom_sizes sizes[] = {{&three, 1}};
  hloom_options options = none();
  options.entry = "negate";
  options.argument_sizes = sizes;
  options.argument_count = 1;
  const char *const platforms[] = {"cpu", "interpreter"};
  for (int index = 0; index < 2; ++index) {
    expect_error(hloom_compile(module, platforms[index], &options, &executable), HLOOM_ERROR_USER,
                 "argument 0: expected tensor<4xf32>, found sizes 3");
  }
  hloom_module_destroy(module);
}

static void warnings_and_pipelines(const char *pipeline_file, const char *folder) {
  hloom_module *module = parse(NEGATE);
  warnings found = {0, ""};
  hloom_options options = none();
  options.warning_handler = receive;
  options.warning_context = &found;
  done(hloom_module_run_passes(module, "builtin.module(hlo-check-sizes)", &options));
  EXPECT(found.count == 1 && strstr(found.last, "warning: pass `hlo-check-sizes` is now"));
  done(hloom_module_run_passes(module, "builtin.module(hlo-check-sizes)", NULL));

  options.pipeline_file = pipeline_file;
  options.entry = "negate";
  options.dump_dir = folder;
  hloom_executable *executable = NULL;
  done(hloom_compile(module, "cpu", &options, &executable));
  hloom_executable_destroy(executable);
  EXPECT(found.count == 2);
  char path[4096];
  snprintf(path, sizeof path, "%s/linalg.mlir", folder);
  FILE *dump = fopen(path, "r");
  EXPECT(dump);
  fclose(dump);
  options.pipeline_file = "no/such.pipeline";
  expect_error(hloom_compile(module, "cpu", &options, &executable), HLOOM_ERROR_RESOURCE,
               "no/such.pipeline");

  /* Lowering in two steps. */
  hloom_module_destroy(module);
  module = parse(
      "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %0 = stablehlo.negate %x : tensor<4xf32>\n"
      "  return %0 : tensor<4xf32>\n"
      "}\n");
  options = none();
  options.pipeline_file = "no/such.pipeline";
  expect_error(hloom_module_lower(module, "cpu", "", &options), HLOOM_ERROR_RESOURCE,
               "no/such.pipeline: ");
  const char *const schedules[] = {"no/such_schedule.mlir"};
  options = none();
  options.schedules = schedules;
  options.schedule_count = 1;
  expect_error(hloom_module_lower(module, "cpu", "", &options), HLOOM_ERROR_RESOURCE,
               "no/such_schedule.mlir: ");
  expect_error(hloom_compile(module, "cpu", &options, &executable), HLOOM_ERROR_RESOURCE,
               "no/such_schedule.mlir: ");
  options = none();
  options.start_at = "loops";
  done(hloom_module_lower(module, "cpu", "linalg", NULL));
  done(hloom_module_lower(module, "cpu", "loops", &options));
  options.start_at = "no-such-level";
  expect_error(hloom_module_lower(module, "cpu", "", &options), HLOOM_ERROR_USER, "no-such-level");
  hloom_module_destroy(module);
}

/* The interpreter has no levels and no known sizes. */
static void options_of_the_interpreter(const char *folder) {
  hloom_module *module = parse(NEGATE);
  hloom_executable *executable = NULL;
  hloom_options options = none();
  options.entry = "same";
  char path[4096];
  snprintf(path, sizeof path, "%s/interpreter", folder);
  options.dump_dir = path;
  done(hloom_compile(module, "interpreter", &options, &executable));
  hloom_executable_destroy(executable);
  hloom_module_destroy(module);
  snprintf(path, sizeof path, "%s/interpreter/input.mlir", folder);
  FILE *dump = fopen(path, "r");
  EXPECT(dump);
  char line[256], text[4096] = "";
  while (fgets(line, sizeof line, dump)) strncat(text, line, sizeof text - strlen(text) - 1);
  fclose(dump);
  EXPECT(strstr(text, "@same") && !strstr(text, "stablehlo.negate"));

  module = parse(
      "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
      "  return %x : tensor<?xf32>\n"
      "}\n");
  const int64_t three = 3;
  const hloom_sizes sizes[] = {{&three, 1}};
  options = none();
  options.argument_sizes = sizes;
  options.argument_count = 1;
  expect_error(hloom_compile(module, "interpreter", &options, &executable), HLOOM_ERROR_USER,
               "platform `interpreter` does not use `argument_sizes`");
  hloom_module_destroy(module);
}

/* The pass `hlo-verify-sizes` warns under its former name. */
static void warnings_of_failures(const char *pipeline_file) {
  hloom_module *module = parse(
      "func.func @main(%x: tensor<4294967296x4294967296xf32>) {\n"
      "  return\n"
      "}\n");
  warnings found = {0, ""};
  hloom_options options = none();
  options.warning_handler = receive;
  options.warning_context = &found;
  expect_error(hloom_module_run_passes(module, "builtin.module(hlo-check-sizes)", &options),
               HLOOM_ERROR_USER, "whose size overflows");
  EXPECT(found.count == 1 && strstr(found.last, "warning: pass `hlo-check-sizes` is now"));
  hloom_executable *executable = NULL;
  options.pass_pipeline = "builtin.module(hlo-check-sizes)";
  expect_error(hloom_compile(module, "cpu", &options, &executable), HLOOM_ERROR_USER,
               "whose size overflows");
  EXPECT(found.count == 2);
  hloom_module_destroy(module);

  /* The pass of the pipeline file warns, and a later one fails. */
  module = parse(
      "func.func @main() {\n"
      "  \"stablehlo.trace\"() {tag = \"a\"} : () -> ()\n"
      "  return\n"
      "}\n");
  options.pass_pipeline = NULL;
  options.pipeline_file = pipeline_file;
  expect_error(hloom_module_lower(module, "cpu", "linalg", &options), HLOOM_ERROR_USER,
               "`stablehlo.trace` cannot be lowered");
  EXPECT(found.count == 3);
  hloom_module_destroy(module);
}

static void options_without_effect(void) {
  hloom_module *module = parse(NEGATE);
  hloom_executable *executable = NULL;
  hloom_options options = none();
  options.threads = 2;
  expect_error(hloom_module_lower(module, "cpu", "linalg", &options), HLOOM_ERROR_USER,
               "`hloom_module_lower`: expected no option `threads`");
  options = none();
  options.start_at = "linalg";
  expect_error(hloom_module_run_passes(module, "builtin.module(cse)", &options), HLOOM_ERROR_USER,
               "`hloom_module_run_passes`: expected no option `start_at`");
  options = none();
  options.entry = "negate";
  options.reproducible = 1;
  expect_error(hloom_compile(module, "interpreter", &options, &executable),
               HLOOM_ERROR_UNSUPPORTED, "reproducible results");
  options.struct_size = 4;
  expect_error(hloom_compile(module, "cpu", &options, &executable), HLOOM_ERROR_USER,
               "`hloom_options`: expected sizeof(hloom_options) in `struct_size`, found 4");
  hloom_module_destroy(module);
}

static void platforms(void) {
  hloom_platforms *list = NULL;
  done(hloom_platforms_list(&list));
  int cpus = 0;
  for (size_t index = 0; index < hloom_platforms_count(list); ++index) {
    EXPECT(strlen(hloom_platforms_description(list, index)) > 0);
    if (strcmp(hloom_platforms_name(list, index), "cpu")) continue;
    EXPECT(hloom_platforms_device_count(list, index) == 1);
    ++cpus;
  }
  EXPECT(cpus == 1);
  hloom_platforms_destroy(list);
  hloom_platforms_destroy(NULL);
}

/* Bytecode, a portable artifact, and HLO. */
static void formats(const char *artifact) {
  hloom_module *module = parse(NEGATE), *again = NULL;
  size_t size = 0;
  const void *bytecode = hloom_module_bytecode(module, &size);
  EXPECT(size > 4 && !memcmp(bytecode, "ML\xefR", 4));
  done(hloom_module_parse(bytecode, size, "options.bc", &again));
  char *text = printed(module), *same = printed(again);
  EXPECT(!strcmp(text, same));
  hloom_text_destroy(text);
  hloom_text_destroy(same);
  hloom_module_destroy(module);
  hloom_module_destroy(again);

  module = parse("HloModule m\n\nENTRY e {\n  ROOT x = f32[2]{0} parameter(0)\n}\n");
  text = printed(module);
  EXPECT(strstr(text, "tensor<2xf32>"));
  hloom_text_destroy(text);
  hloom_module_destroy(module);

  static char bytes[1 << 16];
  FILE *file = fopen(artifact, "rb");
  EXPECT(file);
  size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  done(hloom_module_parse(bytes, size, artifact, &module));
  hloom_executable *executable = NULL;
  done(hloom_compile(module, "cpu", NULL, &executable));
  hloom_module_destroy(module);
  const float point[2] = {0.5f, 0};
  float chances[3];
  const void *arguments[] = {point};
  void *results[] = {chances};
  done(hloom_executable_run(executable, arguments, results));
  EXPECT(fabsf(chances[1] - 0.1127f) < 1e-3f && fabsf(chances[2] - 0.8873f) < 1e-3f);
  hloom_executable_destroy(executable);
}

int main(int count, char **arguments) {
  EXPECT(count == 4);
  entries_and_missing_arrays();
  dynamic_shapes();
  values_of_arguments();
  other_sizes();
  warnings_and_pipelines(arguments[2], arguments[3]);
  options_of_the_interpreter(arguments[3]);
  warnings_of_failures(arguments[2]);
  options_without_effect();
  platforms();
  formats(arguments[1]);
  return 0;
}
