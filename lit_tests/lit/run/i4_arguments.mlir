// 4-bit integers are read and written as numbers, not as the byte that holds them.
// REQUIRES: cpu
// RUN: hlo-run %s --input 'dense<[-8, -1, 3, 7]> : tensor<4xi4>' | FileCheck %s
// CHECK: out0: tensor<4xi4> [ 7  0 -4 -8]
// CHECK: out1: tensor<4xi4> [ 0 -2  6 -2]
// CHECK: out2: tensor<4xui8> [248 255   3   7]
// CHECK: out3: tensor<4xi8> [-8 -1  3  7]
// CHECK: out4: tensor<4xi1> [true true true true]
// CHECK: out5: tensor<4xi4> [-8 -1  3  7]
// CHECK: out6: tensor<4xi4> [-8 -1  3  7]
func.func @main(%x: tensor<4xi4>) -> (tensor<4xi4>, tensor<4xi4>, tensor<4xui8>, tensor<4xi8>, tensor<4xi1>, tensor<4xi4>, tensor<4xi4>) {
  %c = stablehlo.constant dense<[-8, -1, 3, 7]> : tensor<4xi4>
  %0 = stablehlo.not %x : tensor<4xi4>
  %1 = stablehlo.add %x, %x : tensor<4xi4>
  %2 = stablehlo.convert %x : (tensor<4xi4>) -> tensor<4xui8>
  %3 = stablehlo.convert %x : (tensor<4xi4>) -> tensor<4xi8>
  %4 = stablehlo.compare EQ, %x, %c : (tensor<4xi4>, tensor<4xi4>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4, %x, %c : tensor<4xi4>, tensor<4xi4>, tensor<4xui8>, tensor<4xi8>, tensor<4xi1>, tensor<4xi4>, tensor<4xi4>
}
