// What an entry does not reach is not compiled, so nothing in it is refused.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --input random --compare-with interpreter | FileCheck %s
// RUN: not hlo-run %s --entry other --platform interpreter 2>&1 | FileCheck %s --check-prefix=OTHER
// CHECK: 1 of 1 results on cpu are those on interpreter
// OTHER: error: nothing called `unknown` is registered
func.func private @other() -> tensor<f32> {
  %0 = stablehlo.custom_call @unknown() : () -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @main(%arg0: tensor<f32>) -> tensor<f32> {
  return %arg0 : tensor<f32>
}
