// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-to-tosa)' | FileCheck %s
// RUN: hlo-opt %s --stablehlo-legalize-to-tosa | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-NOT: stablehlo
// CHECK: tosa.exp
// CHECK: tosa.mul
// CHECK: tosa.greater %{{.*}}, %arg0
// CHECK: tosa.select
func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.exponential %x : tensor<2x3xf32>
  %1 = stablehlo.multiply %0, %y : tensor<2x3xf32>
  %2 = stablehlo.compare LT, %x, %y : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %3 = stablehlo.select %2, %1, %x : tensor<2x3xi1>, tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @shapes
// CHECK: tosa.transpose %arg0 {perms = array<i32: 1, 0>}
// CHECK: tosa.matmul
// CHECK: tosa.reshape
// CHECK: tosa.slice
// CHECK: tosa.concat
// CHECK: tosa.reduce_sum %{{.*}} {axis = 1 : i32}
// CHECK: tosa.tile
func.func @shapes(%x: tensor<2x3xf32>) -> (tensor<3xf32>, tensor<2x4xi32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<3x2xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  %2 = stablehlo.slice %1 [0:3, 1:3] : (tensor<3x3xf32>) -> tensor<3x2xf32>
  %3 = stablehlo.concatenate %1, %2, dim = 1 : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
  %5 = stablehlo.iota dim = 1 : tensor<2x4xi32>
  return %4, %5 : tensor<3xf32>, tensor<2x4xi32>
}

// What TOSA lacks or defines differently stays.
// CHECK-LABEL: func.func @stays
// CHECK: stablehlo.slice
// CHECK: stablehlo.convert
// CHECK: stablehlo.reduce
// CHECK: stablehlo.shift_left
// CHECK: stablehlo.iota
// CHECK: stablehlo.is_finite
func.func @stays(%x: tensor<8xf32>, %init: tensor<f32>, %n: tensor<4xi32>) -> (tensor<4xf32>, tensor<8xi32>, tensor<f32>, tensor<4xi32>, tensor<4xi1>) {
  %0 = stablehlo.slice %x [0:8:2] : (tensor<8xf32>) -> tensor<4xf32>
  %1 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xi32>
  %2 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.shift_left %n, %n : tensor<4xi32>
  %4 = stablehlo.iota dim = 0 : tensor<4xf8E4M3FN>
  %5 = stablehlo.is_finite %4 : (tensor<4xf8E4M3FN>) -> tensor<4xi1>
  return %0, %1, %2, %3, %5 : tensor<4xf32>, tensor<8xi32>, tensor<f32>, tensor<4xi32>, tensor<4xi1>
}

// The minimum of booleans stays: an initial value of false is not neutral, and TOSA's minimum does not
// support booleans.
// CHECK-LABEL: func.func @booleans
// CHECK: stablehlo.reduce
func.func @booleans(%x: tensor<4x3xi1>) -> tensor<4xi1> {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.reduce(%x init: %false) applies stablehlo.minimum across dimensions = [1] : (tensor<4x3xi1>, tensor<i1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// The results of the converted program.
// RUN: hlo-opt %s --hlo-to-tosa | hlo-run - --entry shapes --args='[dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>]' | FileCheck %s --check-prefix=RESULT
// RESULT: out0: tensor<3xf32> [115.0 152.0 189.0]
// RESULT: out1: tensor<2x4xi32>
// RESULT-NEXT: {{\[\[}}0 1 2 3]
