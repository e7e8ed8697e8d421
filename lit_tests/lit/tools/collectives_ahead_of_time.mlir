// A refusal names the operation of the program, not the runtime call that replaces it.
// REQUIRES: cpu
// RUN: not hlo-compile %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=custom_call
// CHECK: collectives_ahead_of_time.mlir:[[@LINE+5]]:8: error: `stablehlo.partition_id` needs the runtime, which C functions do not have
// CHECK: collectives_ahead_of_time.mlir:[[@LINE+5]]:8: error: `stablehlo.all_reduce` needs the runtime, which C functions do not have
// CHECK: collectives_ahead_of_time.mlir:[[@LINE+11]]:8: error: `stablehlo.all_gather` needs the runtime, which C functions do not have
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xui32>) -> (tensor<4xui32>, tensor<8xui32>) {
  %0 = stablehlo.partition_id : tensor<ui32>
  %1 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %sum = stablehlo.add %a, %b : tensor<ui32>
    stablehlo.return %sum : tensor<ui32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xui32>) -> tensor<4xui32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<ui32>) -> tensor<4xui32>
  %3 = stablehlo.add %1, %2 : tensor<4xui32>
  %4 = "stablehlo.all_gather"(%3) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids} : (tensor<4xui32>) -> tensor<8xui32>
  return %3, %4 : tensor<4xui32>, tensor<8xui32>
}
}
