// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-partition{partitions=2 replicas=2})' | FileCheck %s

// Groups list the participants of both replicas. Collectives without a channel take shards.
// CHECK: module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 2 : i32}
// CHECK-SAME: {
// CHECK-NEXT: func.func @main(%[[X:.*]]: tensor<2x4xf32>
// CHECK: %[[SUM:.*]] = stablehlo.reduce(%[[X]]
// CHECK: %[[TOTAL:.*]] = "stablehlo.all_reduce"(%[[SUM]]) <{channel_handle = {{.*}}, replica_groups = dense<{{.}}[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}>
// CHECK: %[[ROWS:.*]] = "stablehlo.all_reduce"(%[[X]]) <{replica_groups = dense<{{.}}[0, 1]]> : tensor<1x2xi64>}>
// CHECK: return %[[TOTAL]], %[[ROWS]]
func.func @main(%x: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> (tensor<4xf32> {mhlo.sharding = "{replicated}"}, tensor<4x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4x4xf32>
}
