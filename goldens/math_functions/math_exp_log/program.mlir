module @jit_math_exp_log attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<50xf32>, %arg1: tensor<50xf32>) -> (tensor<50xf32> {jax.result_info = "result[0]"}, tensor<50xf32> {jax.result_info = "result[1]"}, tensor<50xf32> {jax.result_info = "result[2]"}, tensor<50xf32> {jax.result_info = "result[3]"}, tensor<50xf32> {jax.result_info = "result[4]"}, tensor<50xf32> {jax.result_info = "result[5]"}, tensor<50xf32> {jax.result_info = "result[6]"}) {
    %0 = stablehlo.exponential %arg0 : tensor<50xf32>
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %2 = stablehlo.multiply %arg0, %1 : tensor<50xf32>
    %3 = stablehlo.exponential_minus_one %2 : tensor<50xf32>
    %cst_0 = stablehlo.constant dense<0.693147182> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %5 = stablehlo.multiply %4, %arg0 : tensor<50xf32>
    %6 = stablehlo.exponential %5 : tensor<50xf32>
    %7 = stablehlo.log %arg1 : tensor<50xf32>
    %cst_1 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %9 = stablehlo.multiply %arg1, %8 : tensor<50xf32>
    %10 = stablehlo.log_plus_one %9 : tensor<50xf32>
    %11 = stablehlo.log %arg1 : tensor<50xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %12 = stablehlo.log %cst_2 : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %14 = stablehlo.divide %11, %13 : tensor<50xf32>
    %15 = stablehlo.log %arg1 : tensor<50xf32>
    %cst_3 = stablehlo.constant dense<0.434294492> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %17 = stablehlo.multiply %15, %16 : tensor<50xf32>
    return %0, %3, %6, %7, %10, %14, %17 : tensor<50xf32>, tensor<50xf32>, tensor<50xf32>, tensor<50xf32>, tensor<50xf32>, tensor<50xf32>, tensor<50xf32>
  }
}
