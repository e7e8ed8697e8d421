// Functions that the entry does not call are not compiled, so they may be unsupported.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --input random --compare-with interpreter | FileCheck %s
// RUN: not hlo-run %s --entry other --platform interpreter 2>&1 | FileCheck %s --check-prefix=OTHER
// CHECK: 1 of 1 results on cpu match those on interpreter
// OTHER: error: custom call target `unknown` is not registered
func.func private @other() -> tensor<f32> {
  %0 = stablehlo.custom_call @unknown() : () -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @main(%arg0: tensor<f32>) -> tensor<f32> {
  return %arg0 : tensor<f32>
}
