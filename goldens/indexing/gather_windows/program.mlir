module @jit_gather_windows attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x4x5xf32>, %arg1: tensor<4x2xi32>) -> (tensor<3x4x2xf32> {jax.result_info = "result"}) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [2, 0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 3, 1, 2>}> : (tensor<6x4x5xf32>, tensor<4x2xi32>) -> tensor<3x4x2xf32>
    return %0 : tensor<3x4x2xf32>
  }
}
