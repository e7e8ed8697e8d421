// RUN: hlo-opt %s --hlo-partition | FileCheck %s

// Reducing a small product moves less data than gathering the operands of its shards.
// CHECK-LABEL: func.func @main
// CHECK: %[[P:.*]] = stablehlo.dot_general {{.*}} -> tensor<4x8xf32>
// CHECK: %[[R:.*]] = "stablehlo.reduce_scatter"(%[[P]])
// CHECK-SAME{LITERAL}: replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
// CHECK-SAME: scatter_dimension = 0 : i64, use_global_device_ids
// CHECK: (tensor<4x8xf32>) -> tensor<2x8xf32>
// CHECK: return %[[R]] : tensor<2x8xf32>
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%arg0: tensor<32x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %arg1: tensor<32x8xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> (tensor<4x8xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0] : (tensor<32x4xf32>, tensor<32x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
}
