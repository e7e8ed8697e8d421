// REQUIRES: cpu
// RUN: hlo-run %s --input 'dense<[1, 2]> : tensor<2xi64>' --input 'dense<[0.0, 0x7F800000]> : tensor<2xf32>' | FileCheck %s

// Tensors of `index` are 64-bit integers outside of the program.
// CHECK: out0: tensor<2xi64> [2 3]
// CHECK: out1: tensor<2xi1> [false true]
func.func @main(%x: tensor<2xindex>, %y: tensor<2xf32>) -> (tensor<2xindex>, tensor<2xi1>) {
  %one = arith.constant dense<1> : tensor<2xindex>
  %0 = arith.addi %x, %one : tensor<2xindex>
  %1 = math.isinf %y : tensor<2xf32>
  return %0, %1 : tensor<2xindex>, tensor<2xi1>
}
