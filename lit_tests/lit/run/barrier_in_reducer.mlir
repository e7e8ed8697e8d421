// A barrier of several scalars in a reducer passes on all of them.
// REQUIRES: cpu
// RUN: hlo-run %s --input 'dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>' | FileCheck %s
// CHECK: out0: tensor<f32> 10.0
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c:2 = stablehlo.optimization_barrier %a, %b : tensor<f32>, tensor<f32>
    %d = stablehlo.add %c#0, %c#1 : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
