module @jit_elementwise_chain attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x29xf32>, %arg1: tensor<5x29xf32>) -> (tensor<5x29xf32> {jax.result_info = "result[0]"}, tensor<5x29xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<1.500000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x29xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<5x29xf32>
    %2 = stablehlo.add %1, %arg1 : tensor<5x29xf32>
    %3 = stablehlo.tanh %2 : tensor<5x29xf32>
    %4 = stablehlo.negate %arg0 : tensor<5x29xf32>
    %5 = stablehlo.multiply %4, %arg0 : tensor<5x29xf32>
    %6 = stablehlo.exponential %5 : tensor<5x29xf32>
    %7 = stablehlo.multiply %3, %6 : tensor<5x29xf32>
    %8 = stablehlo.abs %arg1 : tensor<5x29xf32>
    %9 = stablehlo.log_plus_one %8 : tensor<5x29xf32>
    %10 = chlo.square %arg0 : tensor<5x29xf32> -> tensor<5x29xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<5x29xf32>
    %12 = stablehlo.add %11, %10 : tensor<5x29xf32>
    %13 = stablehlo.divide %9, %12 : tensor<5x29xf32>
    %14 = stablehlo.add %7, %13 : tensor<5x29xf32>
    %cst_1 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<5x29xf32>
    %16 = stablehlo.compare GT, %14, %15, FLOAT : (tensor<5x29xf32>, tensor<5x29xf32>) -> tensor<5x29xi1>
    %17 = stablehlo.negate %arg1 : tensor<5x29xf32>
    %18 = stablehlo.exponential %17 : tensor<5x29xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<5x29xf32>
    %20 = stablehlo.add %19, %18 : tensor<5x29xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<5x29xf32>
    %22 = stablehlo.divide %21, %20 : tensor<5x29xf32>
    %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<5x29xf32>
    %24 = stablehlo.subtract %22, %23 : tensor<5x29xf32>
    %25 = call @_where(%16, %14, %24) : (tensor<5x29xi1>, tensor<5x29xf32>, tensor<5x29xf32>) -> tensor<5x29xf32>
    return %25, %14 : tensor<5x29xf32>, tensor<5x29xf32>
  }
  func.func private @_where(%arg0: tensor<5x29xi1>, %arg1: tensor<5x29xf32>, %arg2: tensor<5x29xf32>) -> tensor<5x29xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<5x29xi1>, tensor<5x29xf32>
    return %0 : tensor<5x29xf32>
  }
}
