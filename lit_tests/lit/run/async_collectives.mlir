// Asynchronous collectives of large operands, which overlap with computation, and of small ones.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --replicas 2 --input random --input random --compare-with interpreter --abs-error-bound 1e-3 --output-dir %t | FileCheck %s
// CHECK: async_collectives.mlir (replica 1): 3 of 3 results on cpu match those on interpreter

func.func @main(%x: tensor<64x256xf32>, %y: tensor<3xi32>) -> (tensor<64x256xf32>, tensor<6xi32>, tensor<64x256xf32>) {
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<64x256xf32>):
    %1 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%c: tensor<f32>, %d: tensor<f32>):
      %2 = stablehlo.add %c, %d : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<64x256xf32>) -> tensor<64x256xf32>
    stablehlo.return %1 : tensor<64x256xf32>
  }) : (tensor<64x256xf32>) -> !stablehlo.future<tensor<64x256xf32>>
  %3 = "stablehlo.async_start"(%y) ({
  ^bb0(%a: tensor<3xi32>):
    %4 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<3xi32>) -> tensor<6xi32>
    stablehlo.return %4 : tensor<6xi32>
  }) : (tensor<3xi32>) -> !stablehlo.future<tensor<6xi32>>
  %5 = stablehlo.transpose %x, dims = [1, 0] : (tensor<64x256xf32>) -> tensor<256x64xf32>
  %6 = stablehlo.dot_general %x, %5, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x64xf32>) -> tensor<64x64xf32>
  %7 = stablehlo.dot_general %6, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
  %8 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<64x256xf32>>) -> tensor<64x256xf32>
  %9 = "stablehlo.async_done"(%3) : (!stablehlo.future<tensor<6xi32>>) -> tensor<6xi32>
  %10 = stablehlo.subtract %7, %8 : tensor<64x256xf32>
  return %8, %9, %10 : tensor<64x256xf32>, tensor<6xi32>, tensor<64x256xf32>
}
