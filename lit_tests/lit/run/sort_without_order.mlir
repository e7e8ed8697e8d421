// NaN is unordered, but the result of the sort must still be a permutation.
// REQUIRES: cpu
// RUN: hlo-run %s --input 'dense<[1.0, 0x7FC00000, 0.0, 2.0]> : tensor<4xf32>' | FileCheck %s
// CHECK: [0.0 1.0 nan 2.0]
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
