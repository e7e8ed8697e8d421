module @jit_dot_many_contracting attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3x4x5xf32>, %arg1: tensor<5x6x3xf32>, %arg2: tensor<4x5x2x3xf32>) -> (tensor<2x4x6xf32> {jax.result_info = "result[0]"}, tensor<4x2x3x3xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1, 3] x [2, 0], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4x5xf32>, tensor<5x6x3xf32>) -> tensor<2x4x6xf32>
    %1 = stablehlo.dot_general %arg0, %arg2, batching_dims = [2, 0] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4x5xf32>, tensor<4x5x2x3xf32>) -> tensor<4x2x3x3xf32>
    return %0, %1 : tensor<2x4x6xf32>, tensor<4x2x3x3xf32>
  }
}
