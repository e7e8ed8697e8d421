// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-chlo)' | FileCheck %s
// The scanned dimension is empty, so the initial value is the carry.

// CHECK-LABEL: func.func @scan
// CHECK-NOT: stablehlo.while
// CHECK: %[[OUT:.*]] = stablehlo.constant dense<0> : tensor<2x0xi32>
// CHECK: return %[[OUT]], %arg1
func.func @scan(%x: tensor<2x0xi32>, %i: tensor<2xi32>) -> (tensor<2x0xi32>, tensor<2xi32>) {
  %sums, %total = "chlo.scan"(%x, %i) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%a: tensor<2xi32>, %b: tensor<2xi32>):
    %c = stablehlo.add %a, %b : tensor<2xi32>
    "stablehlo.return"(%c, %c) : (tensor<2xi32>, tensor<2xi32>) -> ()
  }) : (tensor<2x0xi32>, tensor<2xi32>) -> (tensor<2x0xi32>, tensor<2xi32>)
  return %sums, %total : tensor<2x0xi32>, tensor<2xi32>
}
