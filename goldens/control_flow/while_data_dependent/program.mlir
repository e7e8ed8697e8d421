module @jit_while_data_dependent attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> (tensor<5xf32> {jax.result_info = "result[0]"}, tensor<i1> {jax.result_info = "result[1]"}, tensor<i32> {jax.result_info = "result[2]"}, tensor<i32> {jax.result_info = "result[3]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:4 = stablehlo.while(%iterArg = %arg0, %iterArg_3 = %arg0, %iterArg_4 = %0, %iterArg_5 = %c) : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<i32>
    cond {
      %6 = stablehlo.multiply %iterArg_4, %iterArg_4 : tensor<5xf32>
      %7 = stablehlo.subtract %6, %iterArg : tensor<5xf32>
      %8 = stablehlo.abs %7 : tensor<5xf32>
      %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %9 = stablehlo.reduce(%8 init: %cst_6) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
      %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %10 = stablehlo.reduce(%iterArg init: %cst_7) applies stablehlo.maximum across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
      %cst_8 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
      %11 = stablehlo.multiply %cst_8, %10 : tensor<f32>
      %12 = stablehlo.compare GT, %9, %11, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %6 = stablehlo.divide %iterArg_3, %iterArg_4 : tensor<5xf32>
      %7 = stablehlo.add %iterArg_4, %6 : tensor<5xf32>
      %cst_6 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<5xf32>
      %9 = stablehlo.multiply %8, %7 : tensor<5xf32>
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %10 = stablehlo.add %iterArg_5, %c_7 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_3, %9, %10 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<i32>
    }
    %2:2 = stablehlo.while(%iterArg = %arg1, %iterArg_3 = %arg2) : tensor<i32>, tensor<i32>
    cond {
      %c_4 = stablehlo.constant dense<0> : tensor<i32>
      %6 = stablehlo.compare NE, %iterArg_3, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %6 = func.call @remainder(%iterArg, %iterArg_3) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %iterArg_3, %6 : tensor<i32>, tensor<i32>
    }
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %3 = stablehlo.while(%iterArg = %c_0) : tensor<i32>
    cond {
      %c_3 = stablehlo.constant dense<0> : tensor<i32>
      %6 = stablehlo.compare LT, %iterArg, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %6 = stablehlo.add %iterArg, %c_3 : tensor<i32>
      stablehlo.return %6 : tensor<i32>
    }
    %c_1 = stablehlo.constant dense<100> : tensor<i32>
    %4 = stablehlo.minimum %1#3, %c_1 : tensor<i32>
    %c_2 = stablehlo.constant dense<3> : tensor<i32>
    %5 = stablehlo.compare GE, %4, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    return %1#2, %5, %2#0, %3 : tensor<5xf32>, tensor<i1>, tensor<i32>, tensor<i32>
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
