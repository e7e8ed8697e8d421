// Random numbers differ in every run, but match the reference.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --compare-with interpreter | FileCheck %s
// CHECK: out0: tensor<i1> true
// CHECK: out1: tensor<i1> true
// CHECK: 4 of 4 results on cpu match those on interpreter
func.func @main() -> (tensor<i1>, tensor<i1>, tensor<1000xf32>, tensor<10xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<1000> : tensor<1xi64>
  %ten = stablehlo.constant dense<10> : tensor<1xi64>
  %n = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %first = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<1000xf32>
  %r:3 = stablehlo.while(%i = %n, %new = %first, %old = %first) : tensor<i32>, tensor<1000xf32>, tensor<1000xf32>
  cond {
    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %step : tensor<i32>
    %u = stablehlo.rng %zero, %one, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<1000xf32>
    stablehlo.return %next, %u, %new : tensor<i32>, tensor<1000xf32>, tensor<1000xf32>
  }
  %differ = stablehlo.compare NE, %r#1, %r#2 : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<1000xi1>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %all = stablehlo.reduce(%differ init: %true) applies stablehlo.and across dimensions = [0] : (tensor<1000xi1>, tensor<i1>) -> tensor<i1>
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<1000xf32>
  %below = stablehlo.compare LT, %r#1, %ones : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<1000xi1>
  %within = stablehlo.reduce(%below init: %true) applies stablehlo.and across dimensions = [0] : (tensor<1000xi1>, tensor<i1>) -> tensor<i1>
  %normal = stablehlo.rng %zero, %one, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<1000xf32>
  %dice = stablehlo.rng %step, %three, %ten, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<10xi32>
  return %all, %within, %normal, %dice : tensor<i1>, tensor<i1>, tensor<1000xf32>, tensor<10xi32>
}
