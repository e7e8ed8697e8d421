module @jit_cond_nested attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<i32>, %arg1: tensor<6xf32>) -> (tensor<6xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.compare GT, %arg0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = stablehlo.convert %0 : (tensor<i1>) -> tensor<i32>
    %2 = "stablehlo.case"(%1) ({
      %c_0 = stablehlo.constant dense<0> : tensor<i32>
      %3 = stablehlo.compare GT, %arg0, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %4 = stablehlo.convert %3 : (tensor<i1>) -> tensor<i32>
      %5 = "stablehlo.case"(%4) ({
        %6 = stablehlo.abs %arg1 : tensor<6xf32>
        stablehlo.return %6 : tensor<6xf32>
      }, {
        %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %6 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
        %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
        %7 = stablehlo.compare GT, %6, %cst_1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %8 = stablehlo.convert %7 : (tensor<i1>) -> tensor<i32>
        %9 = "stablehlo.case"(%8) ({
          %cst_2 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
          %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6xf32>
          %11 = stablehlo.subtract %arg1, %10 : tensor<6xf32>
          stablehlo.return %11 : tensor<6xf32>
        }, {
          %cst_2 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
          %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<6xf32>
          %11 = stablehlo.add %arg1, %10 : tensor<6xf32>
          stablehlo.return %11 : tensor<6xf32>
        }) : (tensor<i32>) -> tensor<6xf32>
        stablehlo.return %9 : tensor<6xf32>
      }) : (tensor<i32>) -> tensor<6xf32>
      stablehlo.return %5 : tensor<6xf32>
    }, {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %4 = stablehlo.compare GT, %3, %cst_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %5 = stablehlo.convert %4 : (tensor<i1>) -> tensor<i32>
      %6 = "stablehlo.case"(%5) ({
        %cst_1 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
        %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6xf32>
        %8 = stablehlo.subtract %arg1, %7 : tensor<6xf32>
        stablehlo.return %8 : tensor<6xf32>
      }, {
        %cst_1 = stablehlo.constant dense<1.000000e+01> : tensor<f32>
        %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<6xf32>
        %8 = stablehlo.add %arg1, %7 : tensor<6xf32>
        stablehlo.return %8 : tensor<6xf32>
      }) : (tensor<i32>) -> tensor<6xf32>
      stablehlo.return %6 : tensor<6xf32>
    }) : (tensor<i32>) -> tensor<6xf32>
    return %2 : tensor<6xf32>
  }
}
