// RUN: hlo-opt %s --hlo-partition | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"})
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%arg0: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"}) -> (tensor<8x8xf32> {mhlo.sharding = "{replicated}"}) {
    // CHECK: %[[E:.*]] = "stablehlo.all_to_all"(%[[X]])
    // CHECK-SAME{LITERAL}: replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>
    // CHECK-SAME: (tensor<4x8xf32>) -> tensor<8x4xf32>
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[1,2,2]<=[4] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    // CHECK: %[[P:.*]] = "stablehlo.collective_permute"(%[[E]])
    // CHECK-SAME{LITERAL}: source_target_pairs = dense<[[0, 0], [1, 2], [2, 1], [3, 3]]> : tensor<4x2xi64>
    %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    // CHECK: %[[T:.*]] = stablehlo.constant dense<[0, 0, 4, 4]> : tensor<4xi64>
    // CHECK: %[[ID:.*]] = stablehlo.partition_id
    // CHECK: stablehlo.dynamic_slice %[[T]], %[[ID]]
    // CHECK: %[[S:.*]] = stablehlo.dynamic_slice %[[P]]
    %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{devices=[2,2]<=[4]}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    // CHECK: %[[G:.*]] = "stablehlo.all_gather"(%[[S]])
    // CHECK: %[[R:.*]] = "stablehlo.all_gather"(%[[G]])
    // CHECK: return %[[R]] : tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
}
