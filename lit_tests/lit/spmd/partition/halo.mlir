// RUN: hlo-opt %s --hlo-partition | FileCheck %s

// Each partition sends its first and last rows to the neighboring partitions. The convolution needs
// no padding then, because the first and the last partition receive zeros.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:[^:]*]]: tensor<1x4x8x3xf32> {{.*}}, %[[K:[^:]*]]: {{.*}}, %[[INIT:[^:]*]]:
// CHECK: %[[LAST:.*]] = stablehlo.slice %[[X]] [0:1, 3:4, 0:8, 0:3]
// CHECK: %[[LOW:.*]] = "stablehlo.collective_permute"(%[[LAST]])
// CHECK-SAME{LITERAL}: source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]>
// CHECK: %[[FIRST:.*]] = stablehlo.slice %[[X]] [0:1, 0:1, 0:8, 0:3]
// CHECK: %[[HIGH:.*]] = "stablehlo.collective_permute"(%[[FIRST]])
// CHECK-SAME{LITERAL}: source_target_pairs = dense<[[1, 0], [2, 1], [3, 2]]>
// CHECK: %[[ALL:.*]] = stablehlo.concatenate %[[LOW]], %[[X]], %[[HIGH]], dim = 1
// CHECK: stablehlo.convolution(%[[ALL]], %[[K]])
// CHECK-SAME{LITERAL}: pad = [[0, 0], [1, 1]]
// CHECK-SAME: -> tensor<1x4x8x5xf32>

// The padding of a reduction is its initial value. This window needs one row before its part only.
// CHECK: %[[BEFORE:.*]] = "stablehlo.collective_permute"
// CHECK: %[[IS_FIRST:.*]] = stablehlo.compare EQ
// CHECK: %[[PADDING:.*]] = stablehlo.broadcast_in_dim %[[INIT]]
// CHECK: %[[ROW:.*]] = stablehlo.select %{{.*}}, %[[PADDING]], %[[BEFORE]]
// CHECK: %[[ROWS:.*]] = stablehlo.concatenate %[[ROW]], %[[X]], dim = 1
// CHECK: "stablehlo.reduce_window"(%[[ROWS]], %[[INIT]]) <{padding = dense<0>
// CHECK: -> tensor<1x2x8x3xf32>
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%image: tensor<1x16x8x3xf32> {mhlo.sharding = "{devices=[1,4,1,1]<=[4]}"}, %kernel: tensor<3x3x3x5xf32>, %init: tensor<f32>) -> (tensor<1x16x8x5xf32>, tensor<1x8x8x3xf32>) {
    %0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x8x3xf32>, tensor<3x3x3x5xf32>) -> tensor<1x16x8x5xf32>
    %1 = "stablehlo.reduce_window"(%image, %init) <{padding = dense<[[0, 0], [1, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 1, 1>, window_strides = array<i64: 1, 2, 1, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %2 = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<1x16x8x3xf32>, tensor<f32>) -> tensor<1x8x8x3xf32>
    return %0, %1 : tensor<1x16x8x5xf32>, tensor<1x8x8x3xf32>
  }
}
