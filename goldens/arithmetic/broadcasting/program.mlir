module @jit_broadcasting attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<f32>, %arg1: tensor<5xf32>, %arg2: tensor<4x1xf32>, %arg3: tensor<3x1x5xf32>) -> (tensor<5xf32> {jax.result_info = "result[0]"}, tensor<4x5xf32> {jax.result_info = "result[1]"}, tensor<3x4x5xf32> {jax.result_info = "result[2]"}, tensor<3x1x5xf32> {jax.result_info = "result[3]"}, tensor<3x1x5xf32> {jax.result_info = "result[4]"}, tensor<4x1x5xf32> {jax.result_info = "result[5]"}, tensor<2x3x4x5xf32> {jax.result_info = "result[6]"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<5xf32>
    %2 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<5xf32>) -> tensor<1x5xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %4 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x5xf32>
    %5 = stablehlo.add %3, %4 : tensor<4x5xf32>
    %6 = stablehlo.broadcast_in_dim %arg2, dims = [1, 2] : (tensor<4x1xf32>) -> tensor<1x4x1xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<1x4x1xf32>) -> tensor<3x4x5xf32>
    %8 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2] : (tensor<3x1x5xf32>) -> tensor<3x4x5xf32>
    %9 = stablehlo.subtract %7, %8 : tensor<3x4x5xf32>
    %10 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<3x1x5xf32>
    %11 = stablehlo.divide %10, %arg3 : tensor<3x1x5xf32>
    %12 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<5xf32>) -> tensor<1x1x5xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<1x1x5xf32>) -> tensor<3x1x5xf32>
    %14 = stablehlo.multiply %13, %arg3 : tensor<3x1x5xf32>
    %15 = stablehlo.broadcast_in_dim %arg2, dims = [0, 2] : (tensor<4x1xf32>) -> tensor<4x1x1xf32>
    %16 = stablehlo.slice %arg3 [0:1, 0:1, 0:5] : (tensor<3x1x5xf32>) -> tensor<1x1x5xf32>
    %17 = stablehlo.reshape %16 : (tensor<1x1x5xf32>) -> tensor<5xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [2] : (tensor<5xf32>) -> tensor<1x1x5xf32>
    %19 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<4x1x1xf32>) -> tensor<4x1x5xf32>
    %20 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<1x1x5xf32>) -> tensor<4x1x5xf32>
    %21 = stablehlo.multiply %19, %20 : tensor<4x1x5xf32>
    %22 = stablehlo.broadcast_in_dim %arg1, dims = [3] : (tensor<5xf32>) -> tensor<2x3x4x5xf32>
    return %1, %5, %9, %11, %14, %21, %22 : tensor<5xf32>, tensor<4x5xf32>, tensor<3x4x5xf32>, tensor<3x1x5xf32>, tensor<3x1x5xf32>, tensor<4x1x5xf32>, tensor<2x3x4x5xf32>
  }
}
