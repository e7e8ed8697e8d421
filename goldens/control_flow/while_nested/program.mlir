module @jit_while_nested attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x3xf32>, %arg1: tensor<i32>) -> (tensor<3x3xf32> {jax.result_info = "result[0]"}, tensor<6xi1> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<false> : tensor<i1>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<6xi1>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:4 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %c_0, %iterArg_2 = %arg0, %iterArg_3 = %0) : tensor<i32>, tensor<i32>, tensor<3x3xf32>, tensor<6xi1>
    cond {
      %2 = stablehlo.convert %iterArg_1 : tensor<i32>
      %3 = stablehlo.compare LT, %2, %iterArg, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg_1, %c_4 : tensor<i32>
      %c_5 = stablehlo.constant dense<0> : tensor<i32>
      %3:4 = stablehlo.while(%iterArg_8 = %iterArg_1, %iterArg_9 = %c_5, %iterArg_10 = %2, %iterArg_11 = %iterArg_2) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<3x3xf32>
      cond {
        %14 = stablehlo.compare LT, %iterArg_9, %iterArg_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %14 : tensor<i1>
      } do {
        %c_12 = stablehlo.constant dense<1> : tensor<i32>
        %14 = stablehlo.add %iterArg_9, %c_12 : tensor<i32>
        %15 = stablehlo.add %iterArg_8, %iterArg_9 : tensor<i32>
        %c_13 = stablehlo.constant dense<2> : tensor<i32>
        %16 = func.call @remainder(%15, %c_13) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        %c_14 = stablehlo.constant dense<0> : tensor<i32>
        %17 = stablehlo.compare EQ, %16, %c_14, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %18 = stablehlo.convert %17 : (tensor<i1>) -> tensor<i32>
        %19 = "stablehlo.case"(%18) ({
          %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
          %20 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
          %21 = stablehlo.add %iterArg_11, %20 : tensor<3x3xf32>
          stablehlo.return %21 : tensor<3x3xf32>
        }, {
          %cst_15 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
          %20 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
          %21 = stablehlo.multiply %iterArg_11, %20 : tensor<3x3xf32>
          stablehlo.return %21 : tensor<3x3xf32>
        }) : (tensor<i32>) -> tensor<3x3xf32>
        stablehlo.return %iterArg_8, %14, %iterArg_10, %19 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<3x3xf32>
      }
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg_1, %c_6 : tensor<i32>
      %5 = stablehlo.iota dim = 0 : tensor<6xi32>
      %6 = stablehlo.convert %iterArg_1 : tensor<i32>
      %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i32>) -> tensor<6xi32>
      %8 = stablehlo.compare EQ, %5, %7, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.reduce(%3#3 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x3xf32>, tensor<f32>) -> tensor<f32>
      %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %10 = stablehlo.compare GT, %9, %cst_7, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<i1>) -> tensor<6xi1>
      %12 = stablehlo.and %8, %11 : tensor<6xi1>
      %13 = stablehlo.or %iterArg_3, %12 : tensor<6xi1>
      stablehlo.return %iterArg, %4, %3#3, %13 : tensor<i32>, tensor<i32>, tensor<3x3xf32>, tensor<6xi1>
    }
    return %1#2, %1#3 : tensor<3x3xf32>, tensor<6xi1>
  }
  func.func private @remainder(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare EQ, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %1 = call @_where(%0, %c_0, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = stablehlo.remainder %arg0, %1 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.compare NE, %2, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.compare LT, %2, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %1, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.compare NE, %4, %5, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.and %6, %3 : tensor<i1>
    %8 = stablehlo.add %2, %1 : tensor<i32>
    %9 = stablehlo.select %7, %8, %2 : tensor<i1>, tensor<i32>
    return %9 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
