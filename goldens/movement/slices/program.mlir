module @jit_slices attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7x8xf32>) -> (tensor<4x8xf32> {jax.result_info = "result[0]"}, tensor<4x3xf32> {jax.result_info = "result[1]"}, tensor<7xf32> {jax.result_info = "result[2]"}, tensor<1x1xf32> {jax.result_info = "result[3]"}, tensor<7x4xf32> {jax.result_info = "result[4]"}, tensor<3x8xf32> {jax.result_info = "result[5]"}, tensor<7x1xf32> {jax.result_info = "result[6]"}) {
    %0 = stablehlo.slice %arg0 [1:5, 0:8] : (tensor<7x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.slice %arg0 [0:7:2, 1:8:3] : (tensor<7x8xf32>) -> tensor<4x3xf32>
    %2 = stablehlo.slice %arg0 [0:7, 7:8] : (tensor<7x8xf32>) -> tensor<7x1xf32>
    %3 = stablehlo.reshape %2 : (tensor<7x1xf32>) -> tensor<7xf32>
    %4 = stablehlo.slice %arg0 [2:3, 3:4] : (tensor<7x8xf32>) -> tensor<1x1xf32>
    %5 = stablehlo.slice %arg0 [0:7, 1:8:2] : (tensor<7x8xf32>) -> tensor<7x4xf32>
    %6 = stablehlo.reverse %5, dims = [0, 1] : tensor<7x4xf32>
    %7 = stablehlo.slice %arg0 [2:7:2, 0:8] : (tensor<7x8xf32>) -> tensor<3x8xf32>
    %8 = stablehlo.reverse %7, dims = [0] : tensor<3x8xf32>
    %9 = stablehlo.slice %arg0 [0:7, 2:3] : (tensor<7x8xf32>) -> tensor<7x1xf32>
    %10 = stablehlo.reshape %9 : (tensor<7x1xf32>) -> tensor<7xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<7xf32>) -> tensor<7x1xf32>
    return %0, %1, %3, %4, %6, %8, %11 : tensor<4x8xf32>, tensor<4x3xf32>, tensor<7xf32>, tensor<1x1xf32>, tensor<7x4xf32>, tensor<3x8xf32>, tensor<7x1xf32>
  }
}
