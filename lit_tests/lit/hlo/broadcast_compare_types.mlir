// REQUIRES: interpreter
// RUN: hlo-opt %s | FileCheck %s --check-prefix=TAKEN
// RUN: not hlo-opt --hlo-expand-chlo --hlo-to-linalg %s 2>&1 | FileCheck %s
// RUN: not hlo-run %s --platform interpreter --input random 2>&1 | FileCheck %s

// Like compare_types.mlir, for the comparison with broadcasting.
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  // TAKEN: compare_type = #chlo<comparison_type UNSIGNED>
  // CHECK: [[#@LINE+1]]:8: error: compare_type must be FLOAT or TOTALORDER for tensor<4xf32>, found UNSIGNED (compare_c3)
  %0 = "chlo.broadcast_compare"(%arg0, %arg0) {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type UNSIGNED>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
