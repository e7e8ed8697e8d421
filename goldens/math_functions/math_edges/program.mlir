module @jit_math_edges attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12xf32>) -> (tensor<12xf32> {jax.result_info = "result[0]"}, tensor<12xf32> {jax.result_info = "result[1]"}, tensor<12xf32> {jax.result_info = "result[2]"}, tensor<12xf32> {jax.result_info = "result[3]"}, tensor<12xf32> {jax.result_info = "result[4]"}, tensor<12xf32> {jax.result_info = "result[5]"}, tensor<12xf32> {jax.result_info = "result[6]"}, tensor<12xf32> {jax.result_info = "result[7]"}, tensor<12xf32> {jax.result_info = "result[8]"}, tensor<12xf32> {jax.result_info = "result[9]"}, tensor<12xf32> {jax.result_info = "result[10]"}, tensor<12xf32> {jax.result_info = "result[11]"}, tensor<12xi1> {jax.result_info = "result[12]"}, tensor<12xf32> {jax.result_info = "result[13]"}, tensor<12xf32> {jax.result_info = "result[14]"}, tensor<12xf32> {jax.result_info = "result[15]"}, tensor<12xf32> {jax.result_info = "result[16]"}) {
    %0 = stablehlo.exponential %arg0 : tensor<12xf32>
    %1 = stablehlo.log %arg0 : tensor<12xf32>
    %2 = stablehlo.log_plus_one %arg0 : tensor<12xf32>
    %3 = stablehlo.exponential_minus_one %arg0 : tensor<12xf32>
    %4 = stablehlo.tanh %arg0 : tensor<12xf32>
    %5 = stablehlo.negate %arg0 : tensor<12xf32>
    %6 = stablehlo.exponential %5 : tensor<12xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %8 = stablehlo.add %7, %6 : tensor<12xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %10 = stablehlo.divide %9, %8 : tensor<12xf32>
    %11 = stablehlo.sqrt %arg0 : tensor<12xf32>
    %12 = stablehlo.rsqrt %arg0 : tensor<12xf32>
    %13 = stablehlo.cbrt %arg0 : tensor<12xf32>
    %14 = stablehlo.floor %arg0 : tensor<12xf32>
    %15 = stablehlo.abs %arg0 : tensor<12xf32>
    %16 = stablehlo.sign %arg0 : tensor<12xf32>
    %17 = stablehlo.is_finite %arg0 : (tensor<12xf32>) -> tensor<12xi1>
    %18 = stablehlo.negate %arg0 : tensor<12xf32>
    %19 = stablehlo.reverse %arg0, dims = [0] : tensor<12xf32>
    %20 = stablehlo.atan2 %arg0, %19 : tensor<12xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %22 = stablehlo.power %arg0, %21 : tensor<12xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %24 = stablehlo.power %23, %arg0 : tensor<12xf32>
    return %0, %1, %2, %3, %4, %10, %11, %12, %13, %14, %15, %16, %17, %18, %20, %22, %24 : tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xi1>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>
  }
}
