module @jit_switch attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3xi32>, %arg1: tensor<3x4xf32>) -> (tensor<3x4xf32> {jax.result_info = "result[0][0]"}, tensor<f32> {jax.result_info = "result[0][1]"}, tensor<3x4xf32> {jax.result_info = "result[1][0]"}, tensor<f32> {jax.result_info = "result[1][1]"}, tensor<3x4xf32> {jax.result_info = "result[2][0]"}, tensor<f32> {jax.result_info = "result[2][1]"}) {
    %0 = stablehlo.slice %arg0 [0:1] : (tensor<3xi32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %2 = stablehlo.clamp %c, %1, %c_0 : tensor<i32>
    %3:2 = "stablehlo.case"(%2) ({
      %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
      %13 = stablehlo.add %arg1, %12 : tensor<3x4xf32>
      %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %14 = stablehlo.reduce(%arg1 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %13, %14 : tensor<3x4xf32>, tensor<f32>
    }, {
      %12 = stablehlo.multiply %arg1, %arg1 : tensor<3x4xf32>
      %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %13 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %12, %13 : tensor<3x4xf32>, tensor<f32>
    }, {
      %12 = stablehlo.negate %arg1 : tensor<3x4xf32>
      %13 = stablehlo.slice %arg1 [0:1, 0:1] : (tensor<3x4xf32>) -> tensor<1x1xf32>
      %14 = stablehlo.reshape %13 : (tensor<1x1xf32>) -> tensor<f32>
      stablehlo.return %12, %14 : tensor<3x4xf32>, tensor<f32>
    }) : (tensor<i32>) -> (tensor<3x4xf32>, tensor<f32>)
    %4 = stablehlo.slice %arg0 [1:2] : (tensor<3xi32>) -> tensor<1xi32>
    %5 = stablehlo.reshape %4 : (tensor<1xi32>) -> tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<2> : tensor<i32>
    %6 = stablehlo.clamp %c_1, %5, %c_2 : tensor<i32>
    %7:2 = "stablehlo.case"(%6) ({
      %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
      %13 = stablehlo.add %arg1, %12 : tensor<3x4xf32>
      %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %14 = stablehlo.reduce(%arg1 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %13, %14 : tensor<3x4xf32>, tensor<f32>
    }, {
      %12 = stablehlo.multiply %arg1, %arg1 : tensor<3x4xf32>
      %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %13 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %12, %13 : tensor<3x4xf32>, tensor<f32>
    }, {
      %12 = stablehlo.negate %arg1 : tensor<3x4xf32>
      %13 = stablehlo.slice %arg1 [0:1, 0:1] : (tensor<3x4xf32>) -> tensor<1x1xf32>
      %14 = stablehlo.reshape %13 : (tensor<1x1xf32>) -> tensor<f32>
      stablehlo.return %12, %14 : tensor<3x4xf32>, tensor<f32>
    }) : (tensor<i32>) -> (tensor<3x4xf32>, tensor<f32>)
    %8 = stablehlo.slice %arg0 [2:3] : (tensor<3xi32>) -> tensor<1xi32>
    %9 = stablehlo.reshape %8 : (tensor<1xi32>) -> tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<2> : tensor<i32>
    %10 = stablehlo.clamp %c_3, %9, %c_4 : tensor<i32>
    %11:2 = "stablehlo.case"(%10) ({
      %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
      %13 = stablehlo.add %arg1, %12 : tensor<3x4xf32>
      %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %14 = stablehlo.reduce(%arg1 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %13, %14 : tensor<3x4xf32>, tensor<f32>
    }, {
      %12 = stablehlo.multiply %arg1, %arg1 : tensor<3x4xf32>
      %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %13 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %12, %13 : tensor<3x4xf32>, tensor<f32>
    }, {
      %12 = stablehlo.negate %arg1 : tensor<3x4xf32>
      %13 = stablehlo.slice %arg1 [0:1, 0:1] : (tensor<3x4xf32>) -> tensor<1x1xf32>
      %14 = stablehlo.reshape %13 : (tensor<1x1xf32>) -> tensor<f32>
      stablehlo.return %12, %14 : tensor<3x4xf32>, tensor<f32>
    }) : (tensor<i32>) -> (tensor<3x4xf32>, tensor<f32>)
    return %3#0, %3#1, %7#0, %7#1, %11#0, %11#1 : tensor<3x4xf32>, tensor<f32>, tensor<3x4xf32>, tensor<f32>, tensor<3x4xf32>, tensor<f32>
  }
}
