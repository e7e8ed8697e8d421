// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Uses of the interface at its edges. The exit status is 1 if one of them is wrong. */

#include "expect.h"

/* A scalar, an array without elements, and types of less than 8 bits. */
static void small_types(void) {
  hloom_module *module = parse(
      "func.func @main(%a: tensor<f64>, %b: tensor<0x4xi32>, %c: tensor<3xi1>, %d: tensor<2xi4>)\n"
      "    -> (tensor<f64>, tensor<0x4xi32>, tensor<3xi1>, tensor<2xi4>) {\n"
      "  %0 = stablehlo.negate %a : tensor<f64>\n"
      "  %1 = stablehlo.not %c : tensor<3xi1>\n"
      "  %2 = stablehlo.add %d, %d : tensor<2xi4>\n"
      "  return %0, %b, %1, %2 : tensor<f64>, tensor<0x4xi32>, tensor<3xi1>, tensor<2xi4>\n"
      "}\n");
  hloom_executable *executable;
  EXPECT(!hloom_compile(module, "cpu", NULL, &executable));
  hloom_module_destroy(module);
  EXPECT(hloom_executable_argument_count(executable) == 4);
  EXPECT(hloom_executable_result_count(executable) == 4);
  hloom_type scalar = hloom_executable_argument(executable, 0);
  EXPECT(!strcmp(scalar.element_type, "f64") && scalar.rank == 0 && scalar.bytes == 8);
  hloom_type empty = hloom_executable_result(executable, 1);
  EXPECT(empty.rank == 2 && empty.sizes[0] == 0 && empty.sizes[1] == 4 && empty.bytes == 0);
  hloom_type narrow = hloom_executable_result(executable, 3);
  EXPECT(!strcmp(narrow.element_type, "i4") && narrow.bytes == 2);
  const double a = 1.5;
  const uint8_t c[3] = {0, 2, 0};
  /* The upper bits of an i4 do not count, and any byte but 0 is true. */
  const uint8_t d[2] = {0xf5, 0x7d};
  double negative;
  uint8_t complement[3], sums[2];
  const void *arguments[] = {&a, NULL, c, d};
  void *results[] = {&negative, NULL, complement, sums};
  /* An executable may run again. */
  for (int run = 0; run < 3; ++run) {
    EXPECT(!hloom_executable_run(executable, arguments, results));
    EXPECT(negative == -1.5 && complement[0] == 1 && complement[1] == 0 && complement[2] == 1);
    EXPECT(sums[0] == 0xfa && sums[1] == 0xfa);
  }
  hloom_executable_destroy(executable);
}

static void failures(void) {
  hloom_module *module = parse(
      "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  return %x : tensor<4xf32>\n"
      "}\n");
  expect_error(hloom_module_run_passes(module, "builtin.module(no-such-pass)", NULL), HLOOM_ERROR_USER,
               "no-such-pass");
  expect_error(hloom_module_lower(module, "no-such-pipeline", "", NULL), HLOOM_ERROR_USER,
               "no-such-pipeline");
  expect_error(hloom_module_lower(module, "cpu", "no-such-level", NULL), HLOOM_ERROR_USER,
               "no-such-level");
  hloom_executable *executable = NULL;
  expect_error(hloom_compile(module, "no-such-platform", NULL, &executable), HLOOM_ERROR_USER,
               "no-such-platform");
  EXPECT(!executable);
  /* The module is as before, and lowering works. */
  EXPECT(!hloom_module_lower(module, "cpu", "linalg", NULL));
  char *text;
  EXPECT(!hloom_module_print(module, &text));
  EXPECT(strstr(text, "func.func @main") && !strstr(text, "stablehlo."));
  hloom_text_destroy(text);
  hloom_module_destroy(module);

  /* Passes that leave an invalid module fail, also without MLIR's verifier. */
  module = parse(
      "func.func @main(%x: tensor<4xi1>, %y: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %e = tensor.empty() : tensor<4xf32>\n"
      "  %0 = linalg.map ins(%x, %y : tensor<4xi1>, tensor<4xf32>) outs(%e : tensor<4xf32>)\n"
      "    (%p: i1, %a: f32, %o: f32) {\n"
      "      %1 = scf.if %p -> f32 {\n"
      "        scf.yield %a : f32\n"
      "      } else {\n"
      "        %n = arith.negf %a : f32\n"
      "        scf.yield %n : f32\n"
      "      }\n"
      "      linalg.yield %1 : f32\n"
      "    }\n"
      "  return %0 : tensor<4xf32>\n"
      "}\n");
  expect_error(hloom_module_run_passes(module, "builtin.module(convert-scf-to-cf)", NULL), HLOOM_ERROR_USER,
               "linalg.map");
  EXPECT(!hloom_module_print(module, &text));
  EXPECT(strstr(text, "scf.if"));
  hloom_text_destroy(text);
  hloom_module_destroy(module);

  module = parse(
      "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
      "  %0 = stablehlo.negate %x : tensor<?xf32>\n"
      "  return %0 : tensor<?xf32>\n"
      "}\n");
  expect_error(hloom_compile(module, "cpu", NULL, &executable), HLOOM_ERROR_USER,
               "a dimension is dynamic");
  expect_error(hloom_compile(module, "interpreter", NULL, &executable), HLOOM_ERROR_USER,
               "expected static shapes, found dynamic ones");
  hloom_module_destroy(module);
  /* A module without a function is valid, but there is nothing to run. */
  EXPECT(!hloom_module_parse(NULL, 0, "empty.mlir", &module));
  expect_error(hloom_compile(module, "cpu", NULL, &executable), HLOOM_ERROR_USER, "empty.mlir");
  hloom_module_destroy(module);
  expect_error(hloom_module_parse("MLxR", 4, "strange.mlir", &module), HLOOM_ERROR_USER,
               "strange.mlir");
}

/* An executable runs on one device. */
static void several_devices(void) {
  const char *const numbers[] = {"mhlo.num_replicas = 2 : i32", "mhlo.num_partitions = 4 : i32",
                                 "mhlo.num_partitions = 1 : i32"};
  const char *const refusals[] = {
      "test.mlir:1:1: error: the program is for 2 replicas, not 1",
      "test.mlir:1:1: error: the program is for 4 partitions, not 1", NULL};
  const char *const platforms[] = {"cpu", "interpreter"};
  hloom_module *module = NULL;
  hloom_executable *executable = NULL;
  for (int index = 0; index < 3; ++index) {
    char program[512];
    snprintf(program, sizeof program,
             "module attributes {%s} {\n"
             "  func.func @main(%%x: tensor<4xf32>) -> tensor<4xf32> {\n"
             "    return %%x : tensor<4xf32>\n"
             "  }\n"
             "}\n",
             numbers[index]);
    module = parse(program);
    for (int platform = 0; platform < 2; ++platform) {
      hloom_error *error = hloom_compile(module, platforms[platform], NULL, &executable);
      if (refusals[index]) {
        expect_error(error, HLOOM_ERROR_USER, refusals[index]);
      } else {
        done(error);
        hloom_executable_destroy(executable);
      }
    }
    hloom_module_destroy(module);
  }
  /* Passes may make a program for several devices. */
  module = parse(
      "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  return %x : tensor<4xf32>\n"
      "}\n");
  done(hloom_module_run_passes(module, "builtin.module(hlo-partition{partitions=2})", NULL));
  expect_error(hloom_compile(module, "cpu", NULL, &executable), HLOOM_ERROR_USER,
               "the program is for 2 partitions, not 1");
  hloom_module_destroy(module);
}

int main(void) {
  EXPECT(hloom_interface() == HLOOM_INTERFACE);
  EXPECT(strchr(hloom_version(), '.'));
  small_types();
  failures();
  several_devices();
  hloom_error_destroy(NULL);
  hloom_text_destroy(NULL);
  hloom_module_destroy(NULL);
  hloom_executable_destroy(NULL);
  return 0;
}
