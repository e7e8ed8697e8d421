module @jit_logsumexp attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x21xf32>) -> (tensor<6xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<6x21xf32>, tensor<f32>) -> tensor<6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<6xf32>
    %3 = stablehlo.is_finite %2 : (tensor<6xf32>) -> tensor<6xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %5 = stablehlo.select %3, %2, %4 : tensor<6xi1>, tensor<6xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x21xf32>
    %8 = stablehlo.subtract %arg0, %7 : tensor<6x21xf32>
    %9 = stablehlo.exponential %8 : tensor<6x21xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<6x21xf32>, tensor<f32>) -> tensor<6xf32>
    %11 = stablehlo.sign %10 : tensor<6xf32>
    %12 = stablehlo.abs %10 : tensor<6xf32>
    %13 = stablehlo.log %12 : tensor<6xf32>
    %14 = stablehlo.add %13, %5 : tensor<6xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %15 = stablehlo.reduce(%arg0 init: %cst_3) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<6x21xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %16 = stablehlo.maximum %cst_4, %15 : tensor<f32>
    %17 = stablehlo.is_finite %16 : (tensor<f32>) -> tensor<i1>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.select %17, %16, %cst_5 : tensor<i1>, tensor<f32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<6x21xf32>
    %21 = stablehlo.subtract %arg0, %20 : tensor<6x21xf32>
    %22 = stablehlo.exponential %21 : tensor<6x21xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce(%22 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x21xf32>, tensor<f32>) -> tensor<f32>
    %24 = stablehlo.sign %23 : tensor<f32>
    %25 = stablehlo.abs %23 : tensor<f32>
    %26 = stablehlo.log %25 : tensor<f32>
    %27 = stablehlo.add %26, %18 : tensor<f32>
    return %14, %27 : tensor<6xf32>, tensor<f32>
  }
}
