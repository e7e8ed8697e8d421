module @jit_math_erf attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<50xf32>) -> (tensor<50xf32> {jax.result_info = "result[0]"}, tensor<50xf32> {jax.result_info = "result[1]"}, tensor<50xf32> {jax.result_info = "result[2]"}, tensor<50xf32> {jax.result_info = "result[3]"}, tensor<50xf32> {jax.result_info = "result[4]"}) {
    %0 = chlo.erf %arg0 : tensor<50xf32> -> tensor<50xf32>
    %1 = chlo.erfc %arg0 : tensor<50xf32> -> tensor<50xf32>
    %2 = stablehlo.tanh %arg0 : tensor<50xf32>
    %3 = chlo.erf_inv %2 : tensor<50xf32> -> tensor<50xf32>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %5 = stablehlo.multiply %4, %arg0 : tensor<50xf32>
    %6 = stablehlo.negate %arg0 : tensor<50xf32>
    %cst_0 = stablehlo.constant dense<0.707106769> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %8 = stablehlo.multiply %6, %7 : tensor<50xf32>
    %9 = chlo.erfc %8 : tensor<50xf32> -> tensor<50xf32>
    %10 = stablehlo.multiply %5, %9 : tensor<50xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %12 = stablehlo.subtract %arg0, %11 : tensor<50xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %14 = stablehlo.divide %12, %13 : tensor<50xf32>
    %cst_3 = stablehlo.constant dense<0.707106769> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %16 = stablehlo.multiply %14, %15 : tensor<50xf32>
    %17 = stablehlo.abs %16 : tensor<50xf32>
    %cst_4 = stablehlo.constant dense<0.707106769> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %19 = stablehlo.compare LT, %17, %18, FLOAT : (tensor<50xf32>, tensor<50xf32>) -> tensor<50xi1>
    %20 = chlo.erf %16 : tensor<50xf32> -> tensor<50xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %22 = stablehlo.add %21, %20 : tensor<50xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %24 = stablehlo.compare GT, %16, %23, FLOAT : (tensor<50xf32>, tensor<50xf32>) -> tensor<50xi1>
    %25 = chlo.erfc %17 : tensor<50xf32> -> tensor<50xf32>
    %cst_7 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %27 = stablehlo.subtract %26, %25 : tensor<50xf32>
    %28 = chlo.erfc %17 : tensor<50xf32> -> tensor<50xf32>
    %29 = stablehlo.select %24, %27, %28 : tensor<50xi1>, tensor<50xf32>
    %30 = stablehlo.select %19, %22, %29 : tensor<50xi1>, tensor<50xf32>
    %cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<50xf32>
    %32 = stablehlo.multiply %31, %30 : tensor<50xf32>
    return %0, %1, %3, %10, %32 : tensor<50xf32>, tensor<50xf32>, tensor<50xf32>, tensor<50xf32>, tensor<50xf32>
  }
}
