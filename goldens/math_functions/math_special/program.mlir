module @jit_math_special attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<40xf32>) -> (tensor<40xf32> {jax.result_info = "result[0]"}, tensor<40xf32> {jax.result_info = "result[1]"}, tensor<40xf32> {jax.result_info = "result[2]"}, tensor<40xf32> {jax.result_info = "result[3]"}, tensor<40xf32> {jax.result_info = "result[4]"}) {
    %0 = chlo.lgamma %arg0 : tensor<40xf32> -> tensor<40xf32>
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %2 = stablehlo.add %arg0, %1 : tensor<40xf32>
    %3 = chlo.digamma %2 : tensor<40xf32> -> tensor<40xf32>
    %4 = chlo.bessel_i1e %arg0 : tensor<40xf32> -> tensor<40xf32>
    %cst_0 = stablehlo.constant dense<1.500000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<40xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.convert %cst_1 : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %9 = chlo.zeta %6, %8 : tensor<40xf32>, tensor<40xf32> -> tensor<40xf32>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %11 = stablehlo.add %arg0, %10 : tensor<40xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<40xf32>
    %13 = chlo.polygamma %12, %11 : tensor<40xf32>, tensor<40xf32> -> tensor<40xf32>
    return %0, %3, %4, %9, %13 : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf32>
  }
}
