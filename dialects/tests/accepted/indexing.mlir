// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gather, scatter, dynamic slices, sort.

func.func @gather(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>, %b: tensor<2x3x4xi32>, %t: tensor<2x3xi64>, %z: tensor<3xi32>) {
  %0 = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  // Every element of the indices is an index vector of length 1.
  %1 = "stablehlo.gather"(%b, %t) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 4>} : (tensor<2x3x4xi32>, tensor<2x3xi64>) -> tensor<2x4x3xi32>
  %2 = "stablehlo.dynamic_gather"(%a, %s, %z) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi32>) -> tensor<2x3x?x?xi32>
  return
}

func.func @scatter(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x1xf32>) {
  %0 = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.add %x, %y : tensor<f32> stablehlo.return %z : tensor<f32> }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x1xf32>) -> tensor<3x4x2xf32>
  return
}

func.func @slices(%a: tensor<3x4xf32>, %u: tensor<1x4xf32>, %i: tensor<i32>, %s: tensor<f32>) {
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  %1 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  %2 = stablehlo.dynamic_slice %s, sizes = [] : (tensor<f32>) -> tensor<f32>
  %3 = stablehlo.dynamic_update_slice %s, %2 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

func.func @sort(%a: tensor<3x4xf32>, %b: tensor<3x4xi32>, %i: tensor<2xi32>) {
  %0:2 = "stablehlo.sort"(%a, %b) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>, %k: tensor<i32>, %l: tensor<i32>):
      %p = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }) {dimension = -1 : i64, is_stable = true} : (tensor<3x4xf32>, tensor<3x4xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
  %1 = "stablehlo.torch_index_select"(%a, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return
}
