module @jit_math_f64 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<21xf64>) -> (tensor<21xf64> {jax.result_info = "result[0]"}, tensor<21xf64> {jax.result_info = "result[1]"}, tensor<21xf64> {jax.result_info = "result[2]"}, tensor<21xf64> {jax.result_info = "result[3]"}, tensor<21xf64> {jax.result_info = "result[4]"}, tensor<21xf64> {jax.result_info = "result[5]"}, tensor<21xf64> {jax.result_info = "result[6]"}, tensor<21xf64> {jax.result_info = "result[7]"}, tensor<21xf64> {jax.result_info = "result[8]"}, tensor<21xf64> {jax.result_info = "result[9]"}) {
    %0 = stablehlo.exponential %arg0 : tensor<21xf64>
    %1 = stablehlo.abs %arg0 : tensor<21xf64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<21xf64>
    %3 = stablehlo.add %1, %2 : tensor<21xf64>
    %4 = stablehlo.log %3 : tensor<21xf64>
    %5 = stablehlo.tanh %arg0 : tensor<21xf64>
    %6 = stablehlo.sine %arg0 : tensor<21xf64>
    %7 = stablehlo.cosine %arg0 : tensor<21xf64>
    %8 = stablehlo.abs %arg0 : tensor<21xf64>
    %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<21xf64>
    %10 = stablehlo.add %8, %9 : tensor<21xf64>
    %11 = stablehlo.rsqrt %10 : tensor<21xf64>
    %12 = stablehlo.negate %arg0 : tensor<21xf64>
    %13 = stablehlo.exponential %12 : tensor<21xf64>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %14 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<21xf64>
    %15 = stablehlo.add %14, %13 : tensor<21xf64>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<21xf64>
    %17 = stablehlo.divide %16, %15 : tensor<21xf64>
    %18 = stablehlo.abs %arg0 : tensor<21xf64>
    %19 = stablehlo.log_plus_one %18 : tensor<21xf64>
    %20 = chlo.erf %arg0 : tensor<21xf64> -> tensor<21xf64>
    %21 = stablehlo.abs %arg0 : tensor<21xf64>
    %cst_3 = stablehlo.constant dense<1.500000e+00> : tensor<f64>
    %22 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<21xf64>
    %23 = stablehlo.power %21, %22 : tensor<21xf64>
    return %0, %4, %5, %6, %7, %11, %17, %19, %20, %23 : tensor<21xf64>, tensor<21xf64>, tensor<21xf64>, tensor<21xf64>, tensor<21xf64>, tensor<21xf64>, tensor<21xf64>, tensor<21xf64>, tensor<21xf64>, tensor<21xf64>
  }
}
