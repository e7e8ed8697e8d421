module @jit_scan_map attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9x4xf32>, %arg1: tensor<9xf32>) -> (tensor<4xf32> {jax.result_info = "result[0][0][0]"}, tensor<i32> {jax.result_info = "result[0][0][1]"}, tensor<9xf32> {jax.result_info = "result[0][1][0]"}, tensor<9x4xf32> {jax.result_info = "result[0][1][1]"}, tensor<9x4xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<9x4xf32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %3:7 = stablehlo.while(%iterArg = %arg0, %iterArg_5 = %arg1, %iterArg_6 = %c_2, %iterArg_7 = %0, %iterArg_8 = %c, %iterArg_9 = %1, %iterArg_10 = %2) : tensor<9x4xf32>, tensor<9xf32>, tensor<i32>, tensor<4xf32>, tensor<i32>, tensor<9xf32>, tensor<9x4xf32>
    cond {
      %c_11 = stablehlo.constant dense<9> : tensor<i32>
      %6 = stablehlo.compare LT, %iterArg_6, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %c_11 = stablehlo.constant dense<9> : tensor<i32>
      %6 = stablehlo.subtract %c_11, %iterArg_6 : tensor<i32>
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %7 = stablehlo.subtract %6, %c_12 : tensor<i32>
      %8 = func.call @dynamic_index_in_dim(%iterArg, %7) : (tensor<9x4xf32>, tensor<i32>) -> tensor<4xf32>
      %9 = func.call @dynamic_index_in_dim_0(%iterArg_5, %7) : (tensor<9xf32>, tensor<i32>) -> tensor<f32>
      %10:4 = func.call @closed_call(%iterArg_7, %iterArg_8, %8, %9) : (tensor<4xf32>, tensor<i32>, tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<i32>, tensor<f32>, tensor<4xf32>)
      %11 = func.call @dynamic_update_index_in_dim(%iterArg_9, %10#2, %7) : (tensor<9xf32>, tensor<f32>, tensor<i32>) -> tensor<9xf32>
      %12 = func.call @dynamic_update_index_in_dim_1(%iterArg_10, %10#3, %7) : (tensor<9x4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<9x4xf32>
      %c_13 = stablehlo.constant dense<1> : tensor<i32>
      %13 = stablehlo.add %iterArg_6, %c_13 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_5, %13, %10#0, %10#1, %11, %12 : tensor<9x4xf32>, tensor<9xf32>, tensor<i32>, tensor<4xf32>, tensor<i32>, tensor<9xf32>, tensor<9x4xf32>
    }
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<9x4xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %5:3 = stablehlo.while(%iterArg = %arg0, %iterArg_5 = %c_4, %iterArg_6 = %4) : tensor<9x4xf32>, tensor<i32>, tensor<9x4xf32>
    cond {
      %c_7 = stablehlo.constant dense<9> : tensor<i32>
      %6 = stablehlo.compare LT, %iterArg_5, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %6 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_5) : (tensor<9x4xf32>, tensor<i32>) -> tensor<4xf32>
      %7 = func.call @closed_call_2(%6) : (tensor<4xf32>) -> tensor<4xf32>
      %8 = func.call @dynamic_update_index_in_dim_1(%iterArg_6, %7, %iterArg_5) : (tensor<9x4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<9x4xf32>
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %9 = stablehlo.add %iterArg_5, %c_7 : tensor<i32>
      stablehlo.return %iterArg, %9, %8 : tensor<9x4xf32>, tensor<i32>, tensor<9x4xf32>
    }
    return %3#3, %3#4, %3#5, %3#6, %5#2 : tensor<4xf32>, tensor<i32>, tensor<9xf32>, tensor<9x4xf32>, tensor<9x4xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<9x4xf32>, %arg1: tensor<i32>) -> tensor<4xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 4] : (tensor<9x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<9xf32>, %arg1: tensor<i32>) -> tensor<f32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<9xf32>, tensor<i32>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @closed_call(%arg0: tensor<4xf32>, %arg1: tensor<i32>, %arg2: tensor<4xf32>, %arg3: tensor<f32>) -> (tensor<4xf32>, tensor<i32>, tensor<f32>, tensor<4xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<4xf32>
    %2 = stablehlo.add %1, %arg2 : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.compare GT, %arg3, %cst_0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.convert %3 : (tensor<i1>) -> tensor<i32>
    %5 = stablehlo.add %arg1, %4 : tensor<i32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%2 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %7 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %8 = stablehlo.multiply %2, %7 : tensor<4xf32>
    return %2, %5, %6, %8 : tensor<4xf32>, tensor<i32>, tensor<f32>, tensor<4xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<9xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<9xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<9xf32>, tensor<1xf32>, tensor<i32>) -> tensor<9xf32>
    return %1 : tensor<9xf32>
  }
  func.func private @dynamic_update_index_in_dim_1(%arg0: tensor<9x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<i32>) -> tensor<9x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xf32>) -> tensor<1x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<9x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<9x4xf32>
    return %1 : tensor<9x4xf32>
  }
  func.func private @closed_call_2(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.abs %arg0 : tensor<4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.add %cst_0, %1 : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %4 = stablehlo.divide %arg0, %3 : tensor<4xf32>
    return %4 : tensor<4xf32>
  }
}
