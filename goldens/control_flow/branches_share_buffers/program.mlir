module @jit_branches_share_buffers attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<i1>, %arg1: tensor<28x30xf32>, %arg2: tensor<17x65xf32>, %arg3: tensor<65x33xf32>) -> (tensor<28x30xf32> {jax.result_info = "result[0]"}, tensor<28x30xf32> {jax.result_info = "result[1]"}, tensor<24x24xf32> {jax.result_info = "result[2]"}, tensor<17x33xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.tanh %arg1 : tensor<28x30xf32>
    %1 = stablehlo.convert %arg0 : (tensor<i1>) -> tensor<i32>
    %2 = "stablehlo.case"(%1) ({
      stablehlo.return %0 : tensor<28x30xf32>
    }, {
      %13 = stablehlo.reverse %0, dims = [0] : tensor<28x30xf32>
      stablehlo.return %13 : tensor<28x30xf32>
    }) : (tensor<i32>) -> tensor<28x30xf32>
    %3 = stablehlo.convert %arg0 : (tensor<i1>) -> tensor<i32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.add %3, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<2> : tensor<i32>
    %5 = stablehlo.clamp %c_0, %4, %c_1 : tensor<i32>
    %6 = "stablehlo.case"(%5) ({
      %13 = stablehlo.slice %arg1 [1:25, 2:26] : (tensor<28x30xf32>) -> tensor<24x24xf32>
      stablehlo.return %13 : tensor<24x24xf32>
    }, {
      %13 = stablehlo.slice %arg3 [0:24, 0:24] : (tensor<65x33xf32>) -> tensor<24x24xf32>
      stablehlo.return %13 : tensor<24x24xf32>
    }, {
      %13 = stablehlo.slice %0 [0:24, 0:24] : (tensor<28x30xf32>) -> tensor<24x24xf32>
      %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<24x24xf32>
      %15 = stablehlo.multiply %13, %14 : tensor<24x24xf32>
      stablehlo.return %15 : tensor<24x24xf32>
    }) : (tensor<i32>) -> tensor<24x24xf32>
    %7 = stablehlo.convert %arg0 : (tensor<i1>) -> tensor<i32>
    %8 = "stablehlo.case"(%7) ({
      %13 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<17x65xf32>, tensor<65x33xf32>) -> tensor<17x33xf32>
      stablehlo.return %13 : tensor<17x33xf32>
    }, {
      %13 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<17x65xf32>, tensor<65x33xf32>) -> tensor<17x33xf32>
      stablehlo.return %13 : tensor<17x33xf32>
    }) : (tensor<i32>) -> tensor<17x33xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<24x24xf32>, tensor<f32>) -> tensor<24xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [1] : (tensor<24xf32>) -> tensor<1x24xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x24xf32>) -> tensor<24x24xf32>
    %12 = stablehlo.subtract %11, %6 : tensor<24x24xf32>
    return %2, %0, %12, %8 : tensor<28x30xf32>, tensor<28x30xf32>, tensor<24x24xf32>, tensor<17x33xf32>
  }
}
