module @jit_pad_negative attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x6xf32>) -> (tensor<2x5xf32> {jax.result_info = "result[0]"}, tensor<6x7xf32> {jax.result_info = "result[1]"}, tensor<10x7xf32> {jax.result_info = "result[2]"}, tensor<0x6xf32> {jax.result_info = "result[3]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.pad %arg0, %cst, low = [-1, 0], high = [-2, -1], interior = [0, 0] : (tensor<5x6xf32>, tensor<f32>) -> tensor<2x5xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.pad %arg0, %cst_0, low = [2, -2], high = [-1, 3], interior = [0, 0] : (tensor<5x6xf32>, tensor<f32>) -> tensor<6x7xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.pad %arg0, %cst_1, low = [-2, -1], high = [-1, -3], interior = [2, 1] : (tensor<5x6xf32>, tensor<f32>) -> tensor<10x7xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.pad %arg0, %cst_2, low = [-2, 0], high = [-3, 0], interior = [0, 0] : (tensor<5x6xf32>, tensor<f32>) -> tensor<0x6xf32>
    return %0, %1, %2, %3 : tensor<2x5xf32>, tensor<6x7xf32>, tensor<10x7xf32>, tensor<0x6xf32>
  }
}
