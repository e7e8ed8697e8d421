// RUN: hlo-opt %s --report=communication --partitioned | FileCheck %s

// CHECK: collective group operand runs steps sent seconds location
// CHECK: cross-replica-sum 4 1.0 KiB 1 3 3.0 KiB
// CHECK: collective_reduce 4 1.0 KiB 1 1 1.0 KiB
func.func @main(%x: tensor<256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<256xf32>) -> tensor<256xf32>
  %1 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<256xf32>) -> tensor<256xf32>
  return %0, %1 : tensor<256xf32>, tensor<256xf32>
}
