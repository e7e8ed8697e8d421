// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// gather(x, i) of one slice at a constant = reshape(slice(x))
// CHECK-LABEL: func.func @row
// CHECK-SAME: (%[[X:.*]]: tensor<5x3xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.slice %[[X]] [4:5, 0:3] : (tensor<5x3xf32>) -> tensor<1x3xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.reshape %[[V1]] : (tensor<1x3xf32>) -> tensor<3xf32>
// CHECK-NEXT: return %[[V2]] : tensor<3xf32>
func.func @row(%x: tensor<5x3xf32>) -> tensor<3xf32> {
  %i = stablehlo.constant dense<7> : tensor<1xi32>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1, 3>, indices_are_sorted = false}> : (tensor<5x3xf32>, tensor<1xi32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @window
// CHECK-SAME: (%[[X:.*]]: tensor<5x6xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.slice %[[X]] [1:3, 2:5] : (tensor<5x6xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.reshape %[[V1]] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
// CHECK-NEXT: return %[[V2]] : tensor<2x1x3xf32>
func.func @window(%x: tensor<5x6xf32>) -> tensor<2x1x3xf32> {
  %i = stablehlo.constant dense<[[2, 1]]> : tensor<1x2xi64>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 3>, indices_are_sorted = false}> : (tensor<5x6xf32>, tensor<1x2xi64>) -> tensor<2x1x3xf32>
  return %0 : tensor<2x1x3xf32>
}

// -----

// Two rows are not a slice.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: (%[[X:.*]]: tensor<5x3xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<{{\[\[}}1], [3]]> : tensor<2x1xi32>
// CHECK-NEXT: %[[V2:.*]] = "stablehlo.gather"(%[[X]], %[[V1]]) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
// CHECK-NEXT: return %[[V2]] : tensor<2x3xf32>
func.func @rows(%x: tensor<5x3xf32>) -> tensor<2x3xf32> {
  %i = stablehlo.constant dense<[[1], [3]]> : tensor<2x1xi32>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>, indices_are_sorted = false}> : (tensor<5x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// gather(x, i) of one slice = reshape(dynamic_slice(x, i))
// CHECK-LABEL: func.func @dynamic_row
// CHECK-SAME: (%[[X:.*]]: tensor<5x6x3xf32>, %[[I:.*]]: tensor<2x1xi32>)
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-DAG: %[[A:.*]] = stablehlo.slice %[[I]] [0:1, 0:1]
// CHECK-DAG: %[[B:.*]] = stablehlo.slice %[[I]] [1:2, 0:1]
// CHECK-DAG: %[[C:.*]] = stablehlo.reshape %[[A]] : (tensor<1x1xi32>) -> tensor<i32>
// CHECK-DAG: %[[D:.*]] = stablehlo.reshape %[[B]] : (tensor<1x1xi32>) -> tensor<i32>
// CHECK: %[[S:.*]] = stablehlo.dynamic_slice %[[X]], %[[D]], %[[C]], %[[ZERO]], sizes = [1, 4, 3]
// CHECK: %[[R:.*]] = stablehlo.reshape %[[S]] : (tensor<1x4x3xf32>) -> tensor<4x1x3xf32>
// CHECK: return %[[R]]
func.func @dynamic_row(%x: tensor<5x6x3xf32>, %i: tensor<2x1xi32>) -> tensor<4x1x3xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 4, 3>, indices_are_sorted = false}> : (tensor<5x6x3xf32>, tensor<2x1xi32>) -> tensor<4x1x3xf32>
  return %0 : tensor<4x1x3xf32>
}
