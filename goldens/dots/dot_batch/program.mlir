module @jit_dot_batch attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x5x7xf32>, %arg1: tensor<3x7x6xf32>) -> (tensor<3x5x6xf32> {jax.result_info = "result[0]"}, tensor<5x6x3xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<3x5x7xf32>, tensor<3x7x6xf32>) -> tensor<3x5x6xf32>
    %1 = stablehlo.dot_general %arg1, %arg0, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<3x7x6xf32>, tensor<3x5x7xf32>) -> tensor<3x6x5xf32>
    %2 = stablehlo.transpose %1, dims = [2, 1, 0] : (tensor<3x6x5xf32>) -> tensor<5x6x3xf32>
    return %0, %2 : tensor<3x5x6xf32>, tensor<5x6x3xf32>
  }
}
