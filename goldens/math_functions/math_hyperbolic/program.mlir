module @jit_math_hyperbolic attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<50xf32>) -> (tensor<50xf32> {jax.result_info = "result[0]"}, tensor<50xf32> {jax.result_info = "result[1]"}, tensor<50xf32> {jax.result_info = "result[2]"}, tensor<50xf32> {jax.result_info = "result[3]"}, tensor<50xf32> {jax.result_info = "result[4]"}, tensor<50xf32> {jax.result_info = "result[5]"}, tensor<50xf32> {jax.result_info = "result[6]"}) {
    %0 = stablehlo.tanh %arg0 : tensor<50xf32>
    %1 = stablehlo.negate %arg0 : tensor<50xf32>
    %2 = stablehlo.exponential %1 : tensor<50xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %4 = stablehlo.add %3, %2 : tensor<50xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %6 = stablehlo.divide %5, %4 : tensor<50xf32>
    %7 = chlo.sinh %arg0 : tensor<50xf32> -> tensor<50xf32>
    %8 = chlo.cosh %arg0 : tensor<50xf32> -> tensor<50xf32>
    %9 = chlo.asinh %arg0 : tensor<50xf32> -> tensor<50xf32>
    %10 = stablehlo.abs %arg0 : tensor<50xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %12 = stablehlo.add %10, %11 : tensor<50xf32>
    %13 = call @arccosh(%12) : (tensor<50xf32>) -> tensor<50xf32>
    %cst_2 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %15 = stablehlo.divide %arg0, %14 : tensor<50xf32>
    %16 = chlo.atanh %15 : tensor<50xf32> -> tensor<50xf32>
    return %0, %6, %7, %8, %9, %13, %16 : tensor<50xf32>, tensor<50xf32>, tensor<50xf32>, tensor<50xf32>, tensor<50xf32>, tensor<50xf32>, tensor<50xf32>
  }
  func.func private @arccosh(%arg0: tensor<50xf32>) -> tensor<50xf32> {
    %0 = chlo.acosh %arg0 : tensor<50xf32> -> tensor<50xf32>
    return %0 : tensor<50xf32>
  }
}
