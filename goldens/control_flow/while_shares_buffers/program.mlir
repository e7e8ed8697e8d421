module @jit_while_shares_buffers attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x300xf32>) -> (tensor<2x300xf32> {jax.result_info = "result[0]"}, tensor<2x300xf32> {jax.result_info = "result[1]"}, tensor<2x300xf32> {jax.result_info = "result[2]"}, tensor<2x300xf32> {jax.result_info = "result[3]"}) {
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x300xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<2x300xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %2:3 = stablehlo.while(%iterArg = %c_0, %iterArg_5 = %c, %iterArg_6 = %1) : tensor<i32>, tensor<i32>, tensor<2x300xf32>
    cond {
      %c_7 = stablehlo.constant dense<3> : tensor<i32>
      %5 = stablehlo.compare LT, %iterArg, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %5:2 = func.call @closed_call(%iterArg_5, %iterArg_6) : (tensor<i32>, tensor<2x300xf32>) -> (tensor<i32>, tensor<2x300xf32>)
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %6 = stablehlo.add %iterArg, %c_7 : tensor<i32>
      stablehlo.return %6, %5#0, %5#1 : tensor<i32>, tensor<i32>, tensor<2x300xf32>
    }
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %3:3 = stablehlo.while(%iterArg = %c_2, %iterArg_5 = %c_1, %iterArg_6 = %arg0) : tensor<i32>, tensor<i32>, tensor<2x300xf32>
    cond {
      %c_7 = stablehlo.constant dense<3> : tensor<i32>
      %5 = stablehlo.compare LT, %iterArg, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %5:2 = func.call @closed_call_0(%iterArg_5, %iterArg_6) : (tensor<i32>, tensor<2x300xf32>) -> (tensor<i32>, tensor<2x300xf32>)
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %6 = stablehlo.add %iterArg, %c_7 : tensor<i32>
      stablehlo.return %6, %5#0, %5#1 : tensor<i32>, tensor<i32>, tensor<2x300xf32>
    }
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %4:3 = stablehlo.while(%iterArg = %c_4, %iterArg_5 = %c_3, %iterArg_6 = %1) : tensor<i32>, tensor<i32>, tensor<2x300xf32>
    cond {
      %c_7 = stablehlo.constant dense<2> : tensor<i32>
      %5 = stablehlo.compare LT, %iterArg, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %5:2 = func.call @closed_call_0(%iterArg_5, %iterArg_6) : (tensor<i32>, tensor<2x300xf32>) -> (tensor<i32>, tensor<2x300xf32>)
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %6 = stablehlo.add %iterArg, %c_7 : tensor<i32>
      stablehlo.return %6, %5#0, %5#1 : tensor<i32>, tensor<i32>, tensor<2x300xf32>
    }
    return %2#2, %1, %3#2, %4#2 : tensor<2x300xf32>, tensor<2x300xf32>, tensor<2x300xf32>, tensor<2x300xf32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<2x300xf32>) -> (tensor<i32>, tensor<2x300xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.sine %arg1 : tensor<2x300xf32>
    %2 = stablehlo.reverse %arg1, dims = [0] : tensor<2x300xf32>
    %3 = stablehlo.add %1, %2 : tensor<2x300xf32>
    return %0, %3 : tensor<i32>, tensor<2x300xf32>
  }
  func.func private @closed_call_0(%arg0: tensor<i32>, %arg1: tensor<2x300xf32>) -> (tensor<i32>, tensor<2x300xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:4 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %c_0, %iterArg_2 = %arg0, %iterArg_3 = %arg1) : tensor<2x300xf32>, tensor<i32>, tensor<i32>, tensor<2x300xf32>
    cond {
      %2 = stablehlo.compare LT, %iterArg_1, %iterArg_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg_1, %c_4 : tensor<i32>
      %3 = stablehlo.tanh %iterArg_3 : tensor<2x300xf32>
      %4 = stablehlo.add %3, %iterArg : tensor<2x300xf32>
      stablehlo.return %iterArg, %2, %iterArg_2, %4 : tensor<2x300xf32>, tensor<i32>, tensor<i32>, tensor<2x300xf32>
    }
    return %0, %1#3 : tensor<i32>, tensor<2x300xf32>
  }
}
