// REQUIRES: interpreter
// RUN: hlo-opt %s | FileCheck %s --check-prefix=TAKEN
// RUN: not hlo-opt --hlo-check-sizes %s 2>&1 | FileCheck %s
// RUN: not hlo-run %s --platform interpreter --input random 2>&1 | FileCheck %s --check-prefix=EVAL

// StableHLO's own verifier takes them, and portable artifacts have them; but nothing says what
// they compute.
func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>) {
  // TAKEN: stablehlo.compare LT, %arg0, %arg0, SIGNED
  // CHECK: [[#@LINE+2]]:8: error: compare_type must be FLOAT or TOTALORDER for tensor<4xf32>, found SIGNED (compare_c3)
  // EVAL: [[#@LINE+1]]:8: error: compare_type must be FLOAT or TOTALORDER for tensor<4xf32>, found SIGNED (compare_c3)
  %0 = stablehlo.compare LT, %arg0, %arg0, SIGNED : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: [[#@LINE+1]]:8: error: compare_type must be FLOAT or TOTALORDER for tensor<4xf32>, found UNSIGNED (compare_c3)
  %1 = "chlo.broadcast_compare"(%arg0, %arg0) {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type UNSIGNED>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}
