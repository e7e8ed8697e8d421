// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Reads a program, simplifies it, compiles it for the CPU, and runs it. */

#include <hloom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PROGRAM[] =
    "func.func @main(%x: tensor<2x3xf32>, %w: tensor<3x2xf32>) -> tensor<2x2xf32> {\n"
    "  %zero = stablehlo.constant dense<0.0> : tensor<2x2xf32>\n"
    "  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]\n"
    "    : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>\n"
    "  %one = stablehlo.constant dense<1.0> : tensor<2x2xf32>\n"
    "  %1 = stablehlo.multiply %0, %one : tensor<2x2xf32>\n"
    "  %2 = stablehlo.maximum %1, %zero : tensor<2x2xf32>\n"
    "  return %2 : tensor<2x2xf32>\n"
    "}\n";

/* Ends the process if a call has failed. */
static void check(hloom_error *error) {
  if (!error) return;
  fprintf(stderr, "%s\n", hloom_error_message(error));
  hloom_error_destroy(error);
  exit(1);
}

int main(void) {
  if (hloom_interface() != HLOOM_INTERFACE) {
    fprintf(stderr, "the library has another interface than the header\n");
    return 1;
  }
  hloom_module *module;
  check(hloom_module_parse(PROGRAM, strlen(PROGRAM), "network.mlir", &module));
  check(hloom_module_run_passes(module, "builtin.module(hlo-simplify)", NULL));
  char *text;
  check(hloom_module_print(module, &text));
  printf("%s", text);
  hloom_text_destroy(text);

  hloom_executable *executable;
  hloom_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.entry = "main";
  check(hloom_compile(module, "cpu", &options, &executable));
  hloom_module_destroy(module);
  hloom_type type = hloom_executable_result(executable, 0);
  printf("%zu arguments, result of %zu bytes:", hloom_executable_argument_count(executable),
         type.bytes);
  const float x[2][3] = {{1, 2, 3}, {4, 5, 6}};
  const float w[3][2] = {{1, -1}, {0, 1}, {1, -2}};
  float y[2][2];
  const void *arguments[] = {x, w};
  void *results[] = {y};
  check(hloom_executable_run(executable, arguments, results));
  hloom_executable_destroy(executable);
  printf(" %g %g %g %g\n", y[0][0], y[0][1], y[1][0], y[1][1]);

  /* Errors have a location in the program. */
  const char wrong[] = "func.func @main() -> tensor<f32> {\n  return\n}\n";
  hloom_error *error = hloom_module_parse(wrong, strlen(wrong), "wrong.mlir", &module);
  if (!error) return 1;
  printf("%s\n", hloom_error_message(error));
  hloom_error_destroy(error);
  return 0;
}
