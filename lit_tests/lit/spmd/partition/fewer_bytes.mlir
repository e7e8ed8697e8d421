// RUN: hlo-opt %s --split-input-file --hlo-partition | FileCheck %s

// The result is split over some of the partitions with partial sums.
// CHECK-LABEL: func.func @main
// CHECK: %[[PART:.*]] = stablehlo.dot_general {{.*}} -> tensor<256x512xf32>
// CHECK: %[[ROWS:.*]] = "stablehlo.reduce_scatter"(%[[PART]])
// CHECK-SAME{LITERAL}: replica_groups = dense<[[0, 1], [2, 3]]>
// CHECK: %[[SUM:.*]] = "stablehlo.all_reduce"(%[[ROWS]])
// CHECK-SAME{LITERAL}: replica_groups = dense<[[0, 2], [1, 3]]>
// CHECK: return %[[SUM]] : tensor<128x512xf32>
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<1024x256xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}, %y: tensor<1024x512xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}) -> (tensor<256x512xf32> {mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"}) {
    %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<1024x256xf32>, tensor<1024x512xf32>) -> tensor<256x512xf32>
    return %0 : tensor<256x512xf32>
  }
}

// -----

// Small sums over two axes.
// CHECK-LABEL: func.func @main
// CHECK: "stablehlo.all_reduce"
// CHECK-SAME{LITERAL}: replica_groups = dense<[[0, 2], [1, 3]]>
// CHECK: "stablehlo.all_reduce"
// CHECK-SAME{LITERAL}: replica_groups = dense<[[0, 1], [2, 3]]>
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,2]<=[4]}"}) -> tensor<f32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
}

// -----

// Another order of the axes: a slice of the own part, and a permutation of slices.
// CHECK-LABEL: func.func @main
// CHECK-NOT: all_gather
// CHECK: %[[SLICE:.*]] = stablehlo.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, sizes = [2, 8]
// CHECK: %[[SHARD:.*]] = "stablehlo.collective_permute"(%[[SLICE]])
// CHECK: return %[[SHARD]]
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"}) -> (tensor<8x8xf32> {mhlo.sharding = "{devices=[4,1]<=[2,2]T(1,0)}"}) {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[4,1]<=[2,2]T(1,0)}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}

// -----

// The large operand stays where it is.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:[^:]*]]: tensor<2x512xf32> {{.*}}, %[[W:[^:]*]]: tensor<256x512xf32>
// CHECK: %[[COLUMNS:.*]] = "stablehlo.all_to_all"(%[[X]])
// CHECK: %[[PART:.*]] = stablehlo.dot_general %[[COLUMNS]], %[[W]]
// CHECK: "stablehlo.reduce_scatter"(%[[PART]])
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<4x512xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %w: tensor<512x512xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> (tensor<4x512xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x512xf32>, tensor<512x512xf32>) -> tensor<4x512xf32>
    return %0 : tensor<4x512xf32>
  }
}

// -----

// Whole rows are sorted, on other partitions. The result has the sharding of the operand.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:[^:]*]]: tensor<8x4xf32>
// CHECK: %[[ROWS:.*]] = "stablehlo.all_to_all"(%[[X]]) {{.*}} -> tensor<2x16xf32>
// CHECK: %[[SORTED:.*]] = "stablehlo.sort"(%[[ROWS]])
// CHECK: "stablehlo.all_to_all"(%[[SORTED]]) {{.*}} -> tensor<8x4xf32>
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<8x16xf32> {mhlo.sharding = "{devices=[1,4]<=[4]}"}) -> tensor<8x16xf32> {
    %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
}

// -----

// Each shard of a constant is built where it is needed.
// CHECK-LABEL: func.func @main
// CHECK-NOT: all_
// CHECK: return %{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<8x4xf32>
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main() -> (tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, tensor<8x8xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}) {
    %0 = stablehlo.iota dim = 0 : tensor<8x8xf32>
    return %0, %0 : tensor<8x8xf32>, tensor<8x8xf32>
  }
}

// -----

// Propagation may split the open dimensions of arguments and results.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:[^:]*]]: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,2]<=[4]}"}) -> (tensor<4x4xf32> {mhlo.sharding = "{devices=[2,2]<=[4]}"})
// CHECK-NEXT: return %[[X]]
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y"}]>}) {
    return %arg0 : tensor<8x8xf32>
  }
}

// -----

// The partial products are added before the sum over the partitions.
// CHECK-LABEL: func.func @main
// CHECK: %[[A:.*]] = stablehlo.dot_general
// CHECK: %[[B:.*]] = stablehlo.dot_general
// CHECK: %[[PART:.*]] = stablehlo.add %[[A]], %[[B]]
// CHECK: %[[SUM:.*]] = "stablehlo.all_reduce"(%[[PART]])
// CHECK-NOT: "stablehlo.all_reduce"
// CHECK: return %[[SUM]]
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<4x32xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}, %y: tensor<32x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %z: tensor<32x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> (tensor<4x4xf32> {mhlo.sharding = "{replicated}"}) {
    %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x32xf32>, tensor<32x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.dot_general %x, %z, contracting_dims = [1] x [0] : (tensor<4x32xf32>, tensor<32x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.add %0, %1 : tensor<4x4xf32>
    return %2 : tensor<4x4xf32>
  }
}
