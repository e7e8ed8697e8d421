// A reverse scan passes the arguments to the reducer in the order of the elements.
// REQUIRES: cpu
// RUN: hlo-run %s --input 'dense<[2.0, 3.0, 5.0, 7.0]> : tensor<4xf32>' --input 'dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf32>' | FileCheck %s
// CHECK: out1: tensor<4xf32> [2155.0 2050.0 1700.0 1000.0]
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = "stablehlo.reduce_window"(%a, %b, %one, %zero) <{window_dimensions = array<i64: 4>, padding = dense<[[0, 3]]> : tensor<1x2xi64>}> ({
  ^bb0(%a1: tensor<f32>, %b1: tensor<f32>, %a2: tensor<f32>, %b2: tensor<f32>):
    %p = stablehlo.multiply %a1, %a2 : tensor<f32>
    %q = stablehlo.multiply %a2, %b1 : tensor<f32>
    %r = stablehlo.add %q, %b2 : tensor<f32>
    stablehlo.return %p, %r : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
