// RUN: hlo-opt %s --hlo-partition --split-input-file --verify-diagnostics | FileCheck %s

// All tensors of a sharding group get the sharding of any one of them.
// CHECK-NOT: sdy
// CHECK-LABEL: func.func public @main
// CHECK-SAME: [[A:%[a-z0-9]+]]: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}
// CHECK-SAME: [[B:%[a-z0-9]+]]: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}
// CHECK-SAME: -> (tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"})
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<8x4xf32>, %arg1: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
    sdy.sharding_group %arg0 group_id=5 : tensor<8x4xf32>
    sdy.sharding_group %arg1 group_id=5 : tensor<8x4xf32>
    return %arg0 : tensor<8x4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<8x4xf32>, %arg1: tensor<4x8xf32>) -> tensor<8x4xf32> {
    sdy.sharding_group %arg0 group_id=5 : tensor<8x4xf32>
    // expected-error @+1 {{`sdy.sharding_group`: expected tensors of equal shape, found [8, 4] and [4, 8]}}
    sdy.sharding_group %arg1 group_id=5 : tensor<4x8xf32>
    return %arg0 : tensor<8x4xf32>
  }
}
