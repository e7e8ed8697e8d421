// atan2 of zeros is 0 or pi, depending on both signs, and not NaN.
// REQUIRES: cpu
// RUN: hlo-run %s | FileCheck %s
// CHECK: out0: tensor<f32> 0.0
// CHECK: out1: tensor<f32> -3.1415927
// CHECK: out2: tensor<f16> 3.14
func.func @main() -> (tensor<f32>, tensor<f32>, tensor<f16>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %minus = stablehlo.constant dense<-0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.0> : tensor<f16>
  %minus_half = stablehlo.constant dense<-0.0> : tensor<f16>
  %0 = stablehlo.atan2 %zero, %zero : tensor<f32>
  %1 = stablehlo.atan2 %minus, %minus : tensor<f32>
  %2 = stablehlo.atan2 %half, %minus_half : tensor<f16>
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f16>
}
