module @jit_cond attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<i1>, %arg1: tensor<i1>, %arg2: tensor<4x5xf32>) -> (tensor<4x5xf32> {jax.result_info = "result[0]"}, tensor<4x5xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<i1>) -> tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x5xf32>
      %5 = stablehlo.multiply %arg2, %4 : tensor<4x5xf32>
      %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x5xf32>
      %7 = stablehlo.subtract %5, %6 : tensor<4x5xf32>
      stablehlo.return %7 : tensor<4x5xf32>
    }, {
      %4 = stablehlo.sine %arg2 : tensor<4x5xf32>
      stablehlo.return %4 : tensor<4x5xf32>
    }) : (tensor<i32>) -> tensor<4x5xf32>
    %2 = stablehlo.convert %arg1 : (tensor<i1>) -> tensor<i32>
    %3 = "stablehlo.case"(%2) ({
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x5xf32>
      %5 = stablehlo.multiply %arg2, %4 : tensor<4x5xf32>
      %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x5xf32>
      %7 = stablehlo.subtract %5, %6 : tensor<4x5xf32>
      stablehlo.return %7 : tensor<4x5xf32>
    }, {
      %4 = stablehlo.sine %arg2 : tensor<4x5xf32>
      stablehlo.return %4 : tensor<4x5xf32>
    }) : (tensor<i32>) -> tensor<4x5xf32>
    return %1, %3 : tensor<4x5xf32>, tensor<4x5xf32>
  }
}
