// RUN: hlo-opt %s --hlo-partition | FileCheck %s
// RUN: hlo-opt %s --hlo-partition=partitions=8 | FileCheck %s

// The partial products of the contracted dimension are summed; a result without a sharding
// gets one.
// CHECK-NOT: sdy
// CHECK-LABEL: func.func public @main
// CHECK-SAME: %[[A:.*]]: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"}
// CHECK-SAME: %[[B:.*]]: tensor<4x4xf32> {mhlo.sharding = "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}"}
// CHECK-SAME: -> (tensor<4x4xf32> {jax.result_info = "result", mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"})
// CHECK: %[[P:.*]] = stablehlo.dot_general %[[A]], %[[B]]
// CHECK: %[[S:.*]] = "stablehlo.all_reduce"(%[[P]])
// CHECK-SAME: channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
// CHECK-SAME{LITERAL}: replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids
// CHECK: stablehlo.add
// CHECK: return %[[S]]
module attributes {mhlo.num_partitions = 8 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x4xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
