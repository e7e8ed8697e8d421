// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each part violates the constraint that its first line names.

// dynamic_slice_c2
func.func @test(%a: tensor<3x4xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  %r = "stablehlo.dynamic_slice"(%a, %i) {slice_sizes = array<i64: 1, 2>} : (tensor<3x4xf32>, tensor<i32>) -> tensor<1x2xf32>
  return
}

// -----

// dynamic_slice_c2
func.func @test(%a: tensor<3x4xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  %r = "stablehlo.dynamic_slice"(%a, %i, %i) {slice_sizes = array<i64: 1>} : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  return
}

// -----

// dynamic_slice_c3
func.func @test(%a: tensor<3x4xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  %r = "stablehlo.dynamic_slice"(%a, %i, %j) {slice_sizes = array<i64: 1, 2>} : (tensor<3x4xf32>, tensor<i32>, tensor<i64>) -> tensor<1x2xf32>
  return
}

// -----

// dynamic_slice_c4
func.func @test(%a: tensor<3x4xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  %r = "stablehlo.dynamic_slice"(%a, %i, %i) {slice_sizes = array<i64: 4, 2>} : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x2xf32>
  return
}

// -----

// dynamic_slice_c4
func.func @test(%a: tensor<3x4xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  %r = "stablehlo.dynamic_slice"(%a, %i, %i) {slice_sizes = array<i64: -1, 2>} : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  return
}

// -----

// dynamic_slice_c5
func.func @test(%a: tensor<3x4xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  %r = "stablehlo.dynamic_slice"(%a, %i, %i) {slice_sizes = array<i64: 1, 2>} : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  return
}

// -----

// dynamic_update_slice_c1
func.func @test(%a: tensor<3x4xf32>, %u: tensor<1x2xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  %r = "stablehlo.dynamic_update_slice"(%a, %u, %i, %i) : (tensor<3x4xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<3x5xf32>
  return
}

// -----

// dynamic_update_slice_c2
func.func @test(%a: tensor<3x4xf32>, %u: tensor<1x2xf64>, %i: tensor<i32>, %j: tensor<i64>) {
  %r = "stablehlo.dynamic_update_slice"(%a, %u, %i, %i) : (tensor<3x4xf32>, tensor<1x2xf64>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  return
}

// -----

// dynamic_update_slice_c3
func.func @test(%a: tensor<3x4xf32>, %u: tensor<2xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  %r = "stablehlo.dynamic_update_slice"(%a, %u, %i, %i) : (tensor<3x4xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  return
}

// -----

// dynamic_update_slice_c4
func.func @test(%a: tensor<3x4xf32>, %u: tensor<1x2xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  %r = "stablehlo.dynamic_update_slice"(%a, %u, %i) : (tensor<3x4xf32>, tensor<1x2xf32>, tensor<i32>) -> tensor<3x4xf32>
  return
}

// -----

// dynamic_update_slice_c5
func.func @test(%a: tensor<3x4xf32>, %u: tensor<1x2xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  %r = "stablehlo.dynamic_update_slice"(%a, %u, %i, %j) : (tensor<3x4xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i64>) -> tensor<3x4xf32>
  return
}

// -----

// dynamic_update_slice_c6
func.func @test(%a: tensor<3x4xf32>, %u: tensor<1x5xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  %r = "stablehlo.dynamic_update_slice"(%a, %u, %i, %i) : (tensor<3x4xf32>, tensor<1x5xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  return
}

// -----

// gather_c1
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c2
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 4>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c2
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = -1>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c3
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c4
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [3, 2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c4
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c5
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 4], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c6
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c7
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c8
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [3], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c9
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 2, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c10
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [2, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c11
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [-1], start_indices_batching_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c12
func.func @test(%a: tensor<2x3x4xi32>, %s: tensor<2x3x1xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1, 2>} : (tensor<2x3x4xi32>, tensor<2x3x1xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

// gather_c13
func.func @test(%a: tensor<2x2x4xi32>, %s: tensor<2x3x1xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>} : (tensor<2x2x4xi32>, tensor<2x3x1xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

// gather_c14
func.func @test(%a: tensor<2x3x4xi32>, %s: tensor<2x3x1xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>} : (tensor<2x3x4xi32>, tensor<2x3x1xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

// gather_c15
func.func @test(%a: tensor<2x3x4xi32>, %s: tensor<2x3x1xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>} : (tensor<2x3x4xi32>, tensor<2x3x1xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

// gather_c16
func.func @test(%a: tensor<2x3x4xi32>, %s: tensor<2x3x1xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>} : (tensor<2x3x4xi32>, tensor<2x3x1xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

// gather_c17
func.func @test(%a: tensor<5x3x4xi32>, %s: tensor<2x3x1xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>} : (tensor<5x3x4xi32>, tensor<2x3x1xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

// gather_c18
func.func @test(%a: tensor<2x3x4xi32>, %s: tensor<2x3x1xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>} : (tensor<2x3x4xi32>, tensor<2x3x1xi64>) -> tensor<2x3x2xi32>
  return
}

// -----

// gather_c19
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c20
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c21
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 5, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// gather_c22
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x3xi32>
  return
}

// -----

// gather_c22
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %r = "stablehlo.gather"(%a, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi64>
  return
}

// -----

// dynamic_gather_c11
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>, %z: tensor<2xi32>) {
  %r = "stablehlo.dynamic_gather"(%a, %s, %z) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2xi32>) -> tensor<2x3x2x2xi32>
  return
}

// -----

// dynamic_gather_c12
func.func @test(%a: tensor<3x4x2xi32>, %s: tensor<2x3x2xi64>) {
  %z = stablehlo.constant dense<[1, 5, 2]> : tensor<3xi32>
  %r = "stablehlo.dynamic_gather"(%a, %s, %z) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi32>) -> tensor<2x3x5x2xi32>
  return
}

// -----

// scatter_c1
func.func @test(%a: tensor<3xf32>, %b: tensor<4xf32>, %s: tensor<1xi64>, %u: tensor<1xf32>) {
  %r:2 = "stablehlo.scatter"(%a, %b, %s, %u, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>): "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>} : (tensor<3xf32>, tensor<4xf32>, tensor<1xi64>, tensor<1xf32>, tensor<1xf32>) -> (tensor<3xf32>, tensor<4xf32>)
  return
}

// -----

// scatter_c2
func.func @test(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

// scatter_c4
func.func @test(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x4x2x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x4x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

// scatter_c4
func.func @test(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x5x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x5x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

// scatter_c6
func.func @test(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf64>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf64>) -> tensor<3x4x2xf32>
  return
}

// -----

// scatter_c7
func.func @test(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 2], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

// scatter_c7
func.func @test(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 2], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

// scatter_c8
func.func @test(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 4], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

// scatter_c9
func.func @test(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

// scatter_c10
func.func @test(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1, 0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

// scatter_c11
func.func @test(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [3], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

// scatter_c12
func.func @test(%a: tensor<2x2x4xf32>, %s: tensor<2x3x1xi64>, %u: tensor<2x3x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [1, 0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>} : (tensor<2x2x4xf32>, tensor<2x3x1xi64>, tensor<2x3x2xf32>) -> tensor<2x2x4xf32>
  return
}

// -----

// scatter_c13
func.func @test(%a: tensor<2x3x4xf32>, %s: tensor<2x3x1xi64>, %u: tensor<2x3x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [3], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<2x3x4xf32>, tensor<2x3x1xi64>, tensor<2x3x2xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

// scatter_c14
func.func @test(%a: tensor<2x2x4xf32>, %s: tensor<2x3x1xi64>, %u: tensor<2x3x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>} : (tensor<2x2x4xf32>, tensor<2x3x1xi64>, tensor<2x3x2xf32>) -> tensor<2x2x4xf32>
  return
}

// -----

// scatter_c15
func.func @test(%a: tensor<2x3x4xf32>, %s: tensor<2x3x1xi64>, %u: tensor<2x3x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<2x3x4xf32>, tensor<2x3x1xi64>, tensor<2x3x2xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

// scatter_c16
func.func @test(%a: tensor<2x3x4xf32>, %s: tensor<2x3x1xi64>, %u: tensor<2x3x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<2x3x4xf32>, tensor<2x3x1xi64>, tensor<2x3x2xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

// scatter_c17
func.func @test(%a: tensor<2x3x4xf32>, %s: tensor<2x3x1xi64>, %u: tensor<2x3x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<2x3x4xf32>, tensor<2x3x1xi64>, tensor<2x3x2xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

// scatter_c18
func.func @test(%a: tensor<5x3x4xf32>, %s: tensor<2x3x1xi64>, %u: tensor<2x3x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<5x3x4xf32>, tensor<2x3x1xi64>, tensor<2x3x2xf32>) -> tensor<5x3x4xf32>
  return
}

// -----

// scatter_c19
func.func @test(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

// scatter_c20
func.func @test(%a: tensor<2x3x4xf32>, %s: tensor<2x3x1xi64>, %u: tensor<2x3x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>} : (tensor<2x3x4xf32>, tensor<2x3x1xi64>, tensor<2x3x2xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

// scatter_c21
func.func @test(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 3], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

// scatter_c22
func.func @test(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 4>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

// scatter_c23
func.func @test(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return
}

// -----

// scatter_c24
func.func @test(%a: tensor<3x4x2xf32>, %s: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) {
  %r = "stablehlo.scatter"(%a, %s, %u) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x3xf32>
  return
}

// -----

// sort_c2
func.func @test(%a: tensor<2x3xf32>, %p: tensor<i1>) {
  %r:1 = "stablehlo.sort"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }) {dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// sort_c3
func.func @test(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %p: tensor<i1>) {
  %r:2 = "stablehlo.sort"(%a, %b) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }) {dimension = 0 : i64} : (tensor<2x3xf32>, tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<2x4xf32>)
  return
}

// -----

// sort_c4
func.func @test(%a: tensor<2x3xf32>, %p: tensor<i1>) {
  %r:1 = "stablehlo.sort"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }) {dimension = 2 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// sort_c4
func.func @test(%a: tensor<2x3xf32>, %p: tensor<i1>) {
  %r:1 = "stablehlo.sort"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }) {dimension = -3 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// sort_c5
func.func @test(%a: tensor<2x3xf32>, %p: tensor<i1>) {
  %r:1 = "stablehlo.sort"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// sort_c5
func.func @test(%a: tensor<2x3xf32>, %p: tensor<i1>) {
  %r:1 = "stablehlo.sort"(%a) ({ ^bb0(%x: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }) {dimension = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// torch_index_select_dim
func.func @test(%a: tensor<3x4xf32>, %i: tensor<2xi32>) {
  %r = "stablehlo.torch_index_select"(%a, %i) {dim = 2 : i64, batch_dims = 0 : i64} : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return
}

// -----

// torch_index_select_batch_dims
func.func @test(%a: tensor<3x4xf32>, %i: tensor<2xi32>) {
  %r = "stablehlo.torch_index_select"(%a, %i) {dim = 0 : i64, batch_dims = 1 : i64} : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  return
}

// -----

// torch_index_select_results
func.func @test(%a: tensor<3x4xf32>, %i: tensor<2xi32>) {
  %r = "stablehlo.torch_index_select"(%a, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<3x4xf32>
  return
}
