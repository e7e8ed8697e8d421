module @jit_min_max_special attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xf32>) -> (tensor<8x8xf32> {jax.result_info = "result[0]"}, tensor<8x8xf32> {jax.result_info = "result[1]"}, tensor<8x8xf32> {jax.result_info = "result[2]"}, tensor<8x8xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %4 = stablehlo.maximum %2, %3 : tensor<8x8xf32>
    %5 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
    %6 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %7 = stablehlo.minimum %5, %6 : tensor<8x8xf32>
    %cst = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %8 = call @clip(%0, %cst, %1) : (tensor<8x1xf32>, tensor<f32>, tensor<1x8xf32>) -> tensor<8x8xf32>
    %9 = call @fmax(%0, %1) : (tensor<8x1xf32>, tensor<1x8xf32>) -> tensor<8x8xf32>
    return %4, %7, %8, %9 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
  func.func private @clip(%arg0: tensor<8x1xf32>, %arg1: tensor<f32>, %arg2: tensor<1x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x1xf32>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
    %5 = stablehlo.minimum %3, %4 : tensor<8x8xf32>
    return %5 : tensor<8x8xf32>
  }
  func.func private @fmax(%arg0: tensor<8x1xf32>, %arg1: tensor<1x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.compare GT, %0, %1, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xi1>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x8xi1>) -> tensor<8x8xi1>
    %5 = stablehlo.or %2, %4 : tensor<8x8xi1>
    %6 = call @_where(%5, %arg0, %arg1) : (tensor<8x8xi1>, tensor<8x1xf32>, tensor<1x8xf32>) -> tensor<8x8xf32>
    return %6 : tensor<8x8xf32>
  }
  func.func private @_where(%arg0: tensor<8x8xi1>, %arg1: tensor<8x1xf32>, %arg2: tensor<1x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.select %arg0, %0, %1 : tensor<8x8xi1>, tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
}
