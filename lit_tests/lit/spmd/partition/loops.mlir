// RUN: hlo-opt %s --hlo-partition | FileCheck %s

// The loop accumulates partial products. Their sum over the partitions follows the loop, after the
// transposition of the products.
// CHECK-LABEL: func.func @main
// CHECK: %[[ACC:.*]]:2 = stablehlo.while
// CHECK-NOT: all_reduce
// CHECK: %[[PART:.*]] = stablehlo.dot_general
// CHECK: %[[TURNED:.*]] = stablehlo.transpose %[[PART]]
// CHECK: stablehlo.add %{{.*}}, %[[TURNED]]
// CHECK: %[[SUM:.*]] = "stablehlo.all_reduce"(%[[ACC]]#1)
// CHECK: return %[[SUM]]
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<4x32xf32> {mhlo.sharding = "{devices=[1,2]<=[2]}"}, %y: tensor<32x8xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> (tensor<8x4xf32> {mhlo.sharding = "{replicated}"}) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %zeros = stablehlo.constant dense<0.0> : tensor<8x4xf32>
    %0:2 = stablehlo.while(%i = %zero, %acc = %zeros) : tensor<i32>, tensor<8x4xf32>
    cond {
      %limit = stablehlo.constant dense<5> : tensor<i32>
      %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %i, %one : tensor<i32>
      %2 = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
      %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<4x32xf32>
      %4 = stablehlo.multiply %x, %3 : tensor<4x32xf32>
      %5 = stablehlo.dot_general %4, %y, contracting_dims = [1] x [0] : (tensor<4x32xf32>, tensor<32x8xf32>) -> tensor<4x8xf32>
      %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
      %7 = stablehlo.add %acc, %6 : tensor<8x4xf32>
      stablehlo.return %1, %7 : tensor<i32>, tensor<8x4xf32>
    }
    return %0#1 : tensor<8x4xf32>
  }
}
