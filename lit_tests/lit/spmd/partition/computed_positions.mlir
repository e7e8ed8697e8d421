// RUN: hlo-opt %s --split-input-file --hlo-partition | FileCheck %s

// Each partition reads the rows in its part of the table. The others are zero bits.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[TABLE:[^:]*]]: tensor<4x4xf32> {{.*}}, %[[NUMBERS:[^:]*]]: tensor<6xi32> {{.*}}, %[[UPDATES:[^:]*]]: tensor<6x4xf32>
// CHECK: stablehlo.maximum
// CHECK: stablehlo.minimum
// CHECK: %[[INDEX:.*]] = stablehlo.subtract
// CHECK: %[[INSIDE:.*]] = stablehlo.and
// CHECK: %[[READ:.*]] = "stablehlo.gather"(%[[TABLE]], %{{.*}}) {{.*}} (tensor<4x4xf32>, tensor<6xi64>) -> tensor<6x4xf32>
// CHECK: %[[OWN:.*]] = stablehlo.select %{{.*}}, %[[READ]]
// CHECK: %[[BITS:.*]] = stablehlo.bitcast_convert %[[OWN]] : (tensor<6x4xf32>) -> tensor<6x4xi32>
// CHECK: "stablehlo.all_reduce"(%[[BITS]])
// CHECK: stablehlo.or

// Updates outside of its part have indices out of bounds, so that a partition skips them.
// CHECK: %[[RELATIVE:.*]] = stablehlo.subtract
// CHECK-NOT: stablehlo.all_
// CHECK: "stablehlo.scatter"(%[[TABLE]], %{{.*}}, %[[UPDATES]])
// CHECK: (tensor<4x4xf32>, tensor<6xi64>, tensor<6x4xf32>) -> tensor<4x4xf32>
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%table: tensor<8x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, %numbers: tensor<6xi32>, %rows: tensor<6x4xf32>) -> (tensor<6x4xf32> {mhlo.sharding = "{replicated}"}, tensor<8x4xf32>) {
    %0 = "stablehlo.gather"(%table, %numbers) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<6xi32>) -> tensor<6x4xf32>
    %1 = "stablehlo.scatter"(%table, %numbers, %rows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      stablehlo.return %b : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<6xi32>, tensor<6x4xf32>) -> tensor<8x4xf32>
    return %0, %1 : tensor<6x4xf32>, tensor<8x4xf32>
  }
}

// -----

// Each partition adds its updates to zeros.
// CHECK-LABEL: func.func @main
// CHECK: %[[PART:.*]] = "stablehlo.scatter"
// CHECK: (tensor<8x4xf32>, tensor<32xi32>, tensor<32x4xf32>) -> tensor<8x4xf32>
// CHECK: %[[SUM:.*]] = "stablehlo.all_reduce"(%[[PART]])
// CHECK: return %[[SUM]]
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%numbers: tensor<64xi32> {mhlo.sharding = "{devices=[2]<=[2]}"}, %rows: tensor<64x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> (tensor<8x4xf32> {mhlo.sharding = "{replicated}"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %1 = "stablehlo.scatter"(%zeros, %numbers, %rows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %2 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x4xf32>, tensor<64xi32>, tensor<64x4xf32>) -> tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
}
