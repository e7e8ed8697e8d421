// REQUIRES: interpreter
// RUN: not hlo-opt --hlo-verify-sizes %s 2>&1 | FileCheck %s
// RUN: not hlo-run %s --platform interpreter --input random --input random 2>&1 | FileCheck %s --check-prefix=EVAL

func.func @main(%arg0: tensor<4x3xf32>, %arg1: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK: [[#@LINE+2]]:8: error: `stablehlo.reduce`: expected a scalar initial value, found `tensor<3xf32>`
  // EVAL: [[#@LINE+1]]:8: error: expected a scalar initial value, found a tensor<3xf32>
  %0 = "stablehlo.reduce"(%arg0, %arg1) ({
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    %1 = stablehlo.add %x, %y : tensor<3xf32>
    stablehlo.return %1 : tensor<3xf32>
  }) {dimensions = array<i64: 0>} : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
