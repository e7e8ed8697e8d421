// An embedding lookup: rows of a table with clamped indices.
func.func @main(%table: tensor<100x32xf32>, %ids: tensor<16x1xi32>) -> tensor<16x32xf32> {
  %0 = "stablehlo.gather"(%table, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 32>, indices_are_sorted = false}> : (tensor<100x32xf32>, tensor<16x1xi32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}
