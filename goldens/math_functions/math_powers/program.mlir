module @jit_math_powers attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<40xf32>, %arg1: tensor<40xf32>) -> (tensor<40xf32> {jax.result_info = "result[0]"}, tensor<40xf32> {jax.result_info = "result[1]"}, tensor<40xf32> {jax.result_info = "result[2]"}, tensor<40xf32> {jax.result_info = "result[3]"}, tensor<40xf32> {jax.result_info = "result[4]"}, tensor<40xf32> {jax.result_info = "result[5]"}, tensor<40xf32> {jax.result_info = "result[6]"}, tensor<40xf32> {jax.result_info = "result[7]"}) {
    %0 = stablehlo.abs %arg0 : tensor<40xf32>
    %cst = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %2 = stablehlo.add %0, %1 : tensor<40xf32>
    %3 = stablehlo.power %2, %arg1 : tensor<40xf32>
    %4 = stablehlo.multiply %arg0, %arg0 : tensor<40xf32>
    %5 = stablehlo.multiply %4, %arg0 : tensor<40xf32>
    %6 = stablehlo.multiply %arg0, %arg0 : tensor<40xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %8 = stablehlo.divide %7, %6 : tensor<40xf32>
    %9 = stablehlo.sqrt %2 : tensor<40xf32>
    %10 = stablehlo.rsqrt %2 : tensor<40xf32>
    %11 = stablehlo.cbrt %arg0 : tensor<40xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %13 = stablehlo.divide %12, %arg0 : tensor<40xf32>
    %14 = call @round(%arg1) : (tensor<40xf32>) -> tensor<40xf32>
    %15 = stablehlo.power %arg0, %14 : tensor<40xf32>
    return %3, %5, %8, %9, %10, %11, %13, %15 : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>
  }
  func.func private @round(%arg0: tensor<40xf32>) -> tensor<40xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<40xf32>
    return %0 : tensor<40xf32>
  }
}
