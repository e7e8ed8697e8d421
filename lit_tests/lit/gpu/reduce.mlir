// Reductions of prime numbers of elements, along each dimension.
// REQUIRES: simt, interpreter
// RUN: hlo-run %s --platform simt --random-inputs --compare-with interpreter | FileCheck %s

// CHECK: 4 of 4 results on simt match those on interpreter
func.func @main(%a: tensor<20011xi32>, %b: tensor<3x5003xf32>, %c: tensor<5003x2xi32>) -> (tensor<i32>, tensor<3xf32>, tensor<2xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20011xi32>, tensor<i32>) -> tensor<i32>
  %1 = stablehlo.reduce(%b init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<3x5003xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5003x2xi32>, tensor<i32>) -> tensor<2xi32>
  %3 = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<5003x2xi32>, tensor<i32>) -> tensor<i32>
  return %0, %1, %2, %3 : tensor<i32>, tensor<3xf32>, tensor<2xi32>, tensor<i32>
}
