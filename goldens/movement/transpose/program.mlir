module @jit_transpose attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3x2x4xf32>, %arg1: tensor<17x9xf32>) -> (tensor<4x2x3x2xf32> {jax.result_info = "result[0]"}, tensor<2x2x3x4xf32> {jax.result_info = "result[1]"}, tensor<2x4x2x3xf32> {jax.result_info = "result[2]"}, tensor<9x17xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.transpose %arg0, dims = [3, 2, 1, 0] : (tensor<2x3x2x4xf32>) -> tensor<4x2x3x2xf32>
    %1 = stablehlo.transpose %arg0, dims = [0, 2, 1, 3] : (tensor<2x3x2x4xf32>) -> tensor<2x2x3x4xf32>
    %2 = stablehlo.transpose %arg0, dims = [2, 3, 0, 1] : (tensor<2x3x2x4xf32>) -> tensor<2x4x2x3xf32>
    %3 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<17x9xf32>) -> tensor<9x17xf32>
    return %0, %1, %2, %3 : tensor<4x2x3x2xf32>, tensor<2x2x3x4xf32>, tensor<2x4x2x3xf32>, tensor<9x17xf32>
  }
}
