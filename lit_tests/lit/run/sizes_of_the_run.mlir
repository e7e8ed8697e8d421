// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --platform interpreter --input 'dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>' --input 'dense<3> : tensor<i32>' | FileCheck %s
// RUN: hlo-run %s --input 'dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>' --input 'dense<3> : tensor<i32>' | FileCheck %s
// RUN: not hlo-run %s --platform interpreter --input 'dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>' --input 'dense<5> : tensor<i32>' 2>&1 | FileCheck %s --check-prefix=LARGE

// CHECK: out0: tensor<3xf32> [1.0 2.0 3.0]
// CHECK: out1: tensor<f32> 6.0
// CHECK: out2: tensor<i32> 3
func.func public @main(%x: tensor<4xf32>, %n: tensor<i32>) -> (tensor<?xf32, #stablehlo.bounds<4>>, tensor<f32>, tensor<i32>) {
  // LARGE: [[#@LINE+1]]:11: error: dimension 0 of a tensor<4xf32> cannot have size 5
  %part = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%part init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<f32>) -> tensor<f32>
  %size = stablehlo.get_dimension_size %part, dim = 0 : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<i32>
  return %part, %sum, %size : tensor<?xf32, #stablehlo.bounds<4>>, tensor<f32>, tensor<i32>
}
