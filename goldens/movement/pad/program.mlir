module @jit_pad attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x5xf32>, %arg1: tensor<f32>) -> (tensor<7x8xf32> {jax.result_info = "result[0]"}, tensor<10x9xf32> {jax.result_info = "result[1]"}, tensor<9x19xf32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [2, 3], interior = [0, 0] : (tensor<4x5xf32>, tensor<f32>) -> tensor<7x8xf32>
    %1 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [2, 1] : (tensor<4x5xf32>, tensor<f32>) -> tensor<10x9xf32>
    %2 = stablehlo.pad %arg0, %arg1, low = [2, 1], high = [0, 1], interior = [1, 3] : (tensor<4x5xf32>, tensor<f32>) -> tensor<9x19xf32>
    return %0, %1, %2 : tensor<7x8xf32>, tensor<10x9xf32>, tensor<9x19xf32>
  }
}
