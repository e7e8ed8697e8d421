module @jit_zero_sized attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<0x4xf32>, %arg1: tensor<2x4xf32>) -> (tensor<0x4xf32> {jax.result_info = "result[0]"}, tensor<2x4xf32> {jax.result_info = "result[1]"}, tensor<4x0xf32> {jax.result_info = "result[2]"}, tensor<3x0x2xf32> {jax.result_info = "result[3]"}, tensor<0x4xf32> {jax.result_info = "result[4]"}, tensor<2x4xf32> {jax.result_info = "result[5]"}, tensor<0x4xf32> {jax.result_info = "result[6]"}, tensor<0x7xf32> {jax.result_info = "result[7]"}) {
    %0 = stablehlo.exponential %arg0 : tensor<0x4xf32>
    %1 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<0x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
    %2 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<0x4xf32>) -> tensor<4x0xf32>
    %3 = stablehlo.reshape %arg0 : (tensor<0x4xf32>) -> tensor<3x0x2xf32>
    %4 = stablehlo.slice %arg1 [1:1, 0:4] : (tensor<2x4xf32>) -> tensor<0x4xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %5 = call @_pad(%arg0, %cst) : (tensor<0x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    %6 = call @sort(%arg0) : (tensor<0x4xf32>) -> tensor<0x4xf32>
    %7 = stablehlo.slice %arg0 [0:0, 0:1] : (tensor<0x4xf32>) -> tensor<0x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<0x1xf32>) -> tensor<0x7xf32>
    return %0, %1, %2, %3, %4, %5, %6, %8 : tensor<0x4xf32>, tensor<2x4xf32>, tensor<4x0xf32>, tensor<3x0x2xf32>, tensor<0x4xf32>, tensor<2x4xf32>, tensor<0x4xf32>, tensor<0x7xf32>
  }
  func.func private @_pad(%arg0: tensor<0x4xf32>, %arg1: tensor<f32>) -> tensor<2x4xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<0x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    return %1 : tensor<2x4xf32>
  }
  func.func private @sort(%arg0: tensor<0x4xf32>) -> tensor<0x4xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<0x4xf32>) -> tensor<0x4xf32>
    return %0 : tensor<0x4xf32>
  }
}
