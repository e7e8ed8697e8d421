module @jit_math_bf16 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<40xbf16>) -> (tensor<40xbf16> {jax.result_info = "result[0]"}, tensor<40xbf16> {jax.result_info = "result[1]"}, tensor<40xbf16> {jax.result_info = "result[2]"}, tensor<40xbf16> {jax.result_info = "result[3]"}, tensor<40xbf16> {jax.result_info = "result[4]"}, tensor<40xbf16> {jax.result_info = "result[5]"}, tensor<40xbf16> {jax.result_info = "result[6]"}, tensor<40xbf16> {jax.result_info = "result[7]"}, tensor<40xbf16> {jax.result_info = "result[8]"}, tensor<40xbf16> {jax.result_info = "result[9]"}) {
    %0 = stablehlo.exponential %arg0 : tensor<40xbf16>
    %1 = stablehlo.abs %arg0 : tensor<40xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<40xbf16>
    %3 = stablehlo.add %1, %2 : tensor<40xbf16>
    %4 = stablehlo.log %3 : tensor<40xbf16>
    %5 = stablehlo.tanh %arg0 : tensor<40xbf16>
    %6 = stablehlo.sine %arg0 : tensor<40xbf16>
    %7 = stablehlo.cosine %arg0 : tensor<40xbf16>
    %8 = stablehlo.abs %arg0 : tensor<40xbf16>
    %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<40xbf16>
    %10 = stablehlo.add %8, %9 : tensor<40xbf16>
    %11 = stablehlo.rsqrt %10 : tensor<40xbf16>
    %12 = stablehlo.negate %arg0 : tensor<40xbf16>
    %13 = stablehlo.exponential %12 : tensor<40xbf16>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<40xbf16>
    %15 = stablehlo.add %14, %13 : tensor<40xbf16>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<bf16>) -> tensor<40xbf16>
    %17 = stablehlo.divide %16, %15 : tensor<40xbf16>
    %18 = stablehlo.abs %arg0 : tensor<40xbf16>
    %19 = stablehlo.log_plus_one %18 : tensor<40xbf16>
    %20 = chlo.erf %arg0 : tensor<40xbf16> -> tensor<40xbf16>
    %21 = stablehlo.abs %arg0 : tensor<40xbf16>
    %cst_3 = stablehlo.constant dense<1.500000e+00> : tensor<bf16>
    %22 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<bf16>) -> tensor<40xbf16>
    %23 = stablehlo.power %21, %22 : tensor<40xbf16>
    return %0, %4, %5, %6, %7, %11, %17, %19, %20, %23 : tensor<40xbf16>, tensor<40xbf16>, tensor<40xbf16>, tensor<40xbf16>, tensor<40xbf16>, tensor<40xbf16>, tensor<40xbf16>, tensor<40xbf16>, tensor<40xbf16>, tensor<40xbf16>
  }
}
