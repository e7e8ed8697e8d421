// REQUIRES: interpreter
// RUN: hlo-opt %s | FileCheck %s --check-prefix=TAKEN
// RUN: not hlo-opt --hlo-expand-rng %s 2>&1 | FileCheck %s
// RUN: not hlo-run %s --platform interpreter --input random 2>&1 | FileCheck %s --check-prefix=EVAL

// StableHLO's own verifier accepts it, and portable artifacts can contain it.
func.func @main(%arg0: tensor<3xui64>) -> tensor<4xui32> {
  // TAKEN: stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY
  // CHECK: [[#@LINE+2]]:10: error: `stablehlo.rng_bit_generator`: THREE_FRY has no expansion for the state and result types `tensor<3xui64>` and `tensor<4xui32>`
  // EVAL: [[#@LINE+1]]:10: error: expected a state of THREE_FRY (128 bits, for PHILOX and DEFAULT also 192 bits), found a tensor<3xui64>
  %0:2 = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return %0#1 : tensor<4xui32>
}
