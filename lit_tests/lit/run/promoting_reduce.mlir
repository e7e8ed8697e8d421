// A sum of i8 in i32 does not wrap, whether folded or computed at run time.
// REQUIRES: cpu
// RUN: hlo-run %s --input 'dense<[100, 100, 100]> : tensor<3xi8>' | FileCheck %s
// CHECK: out0: tensor<i32> 300
// CHECK: out1: tensor<i32> 300
func.func @main(%given: tensor<3xi8>) -> (tensor<i32>, tensor<i32>) {
  %x = stablehlo.constant dense<[100, 100, 100]> : tensor<3xi8>
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %r = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<3xi8>, tensor<i8>) -> tensor<i32>
  %1 = "stablehlo.reduce"(%given, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %r = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<3xi8>, tensor<i8>) -> tensor<i32>
  return %0, %1 : tensor<i32>, tensor<i32>
}
