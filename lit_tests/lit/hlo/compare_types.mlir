// REQUIRES: interpreter
// RUN: hlo-opt %s | FileCheck %s --check-prefix=TAKEN
// RUN: not hlo-opt --hlo-to-linalg %s 2>&1 | FileCheck %s
// RUN: not hlo-run %s --platform interpreter --input random 2>&1 | FileCheck %s

// StableHLO's own verifier accepts this comparison, and portable artifacts can contain it, but
// its result is undefined.
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xi1> {
  // TAKEN: stablehlo.compare LT, %arg0, %arg0, SIGNED
  // CHECK: [[#@LINE+1]]:8: error: compare_type must be FLOAT or TOTALORDER for tensor<4xf32>, found SIGNED (compare_c3)
  %0 = stablehlo.compare LT, %arg0, %arg0, SIGNED : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
