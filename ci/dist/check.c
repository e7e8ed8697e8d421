// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `cargo ci dist --check` compiles this program as C and as C++ against the packages.
#include <hloom.h>
#include <stdio.h>
#include <string.h>

static int failed(hloom_error *error) {
  if (error) fprintf(stderr, "%s\n", hloom_error_message(error));
  return error != NULL;
}

int main(void) {
  const char text[] = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
                      "  %b = stablehlo.add %a, %a : tensor<2xf32>\n"
                      "  return %b : tensor<2xf32>\n}\n";
  float a[2] = {1, 2}, b[2] = {0, 0};
  const void *arguments[] = {a};
  void *results[] = {b};
  hloom_module *module;
  hloom_executable *executable;
  if (failed(hloom_module_parse(text, strlen(text), "add.mlir", &module))) return 1;
  if (failed(hloom_compile(module, "cpu", NULL, &executable))) return 1;
  if (failed(hloom_executable_run(executable, arguments, results))) return 1;
  printf("hloom %s: %g %g\n", hloom_version(), b[0], b[1]);
  hloom_executable_destroy(executable);
  hloom_module_destroy(module);
  return 0;
}
