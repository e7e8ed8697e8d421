module @jit_math_rounding attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<44xf32>) -> (tensor<44xf32> {jax.result_info = "result[0]"}, tensor<44xf32> {jax.result_info = "result[1]"}, tensor<44xf32> {jax.result_info = "result[2]"}, tensor<44xf32> {jax.result_info = "result[3]"}, tensor<44xf32> {jax.result_info = "result[4]"}, tensor<44xf32> {jax.result_info = "result[5]"}, tensor<44xf32> {jax.result_info = "result[6]"}, tensor<44xf32> {jax.result_info = "result[7]"}) {
    %0 = stablehlo.floor %arg0 : tensor<44xf32>
    %1 = stablehlo.ceil %arg0 : tensor<44xf32>
    %2 = call @round(%arg0) : (tensor<44xf32>) -> tensor<44xf32>
    %3 = stablehlo.round_nearest_afz %arg0 : tensor<44xf32>
    %4 = call @trunc(%arg0) : (tensor<44xf32>) -> tensor<44xf32>
    %5 = stablehlo.sign %arg0 : tensor<44xf32>
    %6 = stablehlo.floor %arg0 : tensor<44xf32>
    %7 = stablehlo.subtract %arg0, %6 : tensor<44xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<44xf32>
    %9 = chlo.next_after %arg0, %8 : tensor<44xf32>, tensor<44xf32> -> tensor<44xf32>
    return %0, %1, %2, %3, %4, %5, %7, %9 : tensor<44xf32>, tensor<44xf32>, tensor<44xf32>, tensor<44xf32>, tensor<44xf32>, tensor<44xf32>, tensor<44xf32>, tensor<44xf32>
  }
  func.func private @round(%arg0: tensor<44xf32>) -> tensor<44xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<44xf32>
    return %0 : tensor<44xf32>
  }
  func.func private @trunc(%arg0: tensor<44xf32>) -> tensor<44xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<44xf32>
    %1 = stablehlo.compare LT, %arg0, %0, FLOAT : (tensor<44xf32>, tensor<44xf32>) -> tensor<44xi1>
    %2 = stablehlo.ceil %arg0 : tensor<44xf32>
    %3 = stablehlo.floor %arg0 : tensor<44xf32>
    %4 = call @_where(%1, %2, %3) : (tensor<44xi1>, tensor<44xf32>, tensor<44xf32>) -> tensor<44xf32>
    return %4 : tensor<44xf32>
  }
  func.func private @_where(%arg0: tensor<44xi1>, %arg1: tensor<44xf32>, %arg2: tensor<44xf32>) -> tensor<44xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<44xi1>, tensor<44xf32>
    return %0 : tensor<44xf32>
  }
}
