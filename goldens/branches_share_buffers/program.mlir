module @jit_branches_share_buffers attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<i1>, %arg1: tensor<4x9xf32>, %arg2: tensor<17x65xf32>, %arg3: tensor<65x33xf32>) -> (tensor<4x9xf32> {jax.result_info = "result[0]"}, tensor<4x9xf32> {jax.result_info = "result[1]"}, tensor<2x5xf32> {jax.result_info = "result[2]"}, tensor<17x33xf32> {jax.result_info = "result[3]"}, tensor<4x9xf32> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.tanh %arg1 : tensor<4x9xf32>
    %1 = stablehlo.convert %arg0 : (tensor<i1>) -> tensor<i32>
    %2 = "stablehlo.case"(%1) ({
      stablehlo.return %0 : tensor<4x9xf32>
    }, {
      %11 = stablehlo.reverse %0, dims = [0] : tensor<4x9xf32>
      stablehlo.return %11 : tensor<4x9xf32>
    }) : (tensor<i32>) -> tensor<4x9xf32>
    %3 = stablehlo.convert %arg0 : (tensor<i1>) -> tensor<i32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.add %3, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<2> : tensor<i32>
    %5 = stablehlo.clamp %c_0, %4, %c_1 : tensor<i32>
    %6 = "stablehlo.case"(%5) ({
      %11 = stablehlo.slice %arg1 [1:3, 2:7] : (tensor<4x9xf32>) -> tensor<2x5xf32>
      stablehlo.return %11 : tensor<2x5xf32>
    }, {
      %11 = stablehlo.slice %arg2 [0:2, 0:5] : (tensor<17x65xf32>) -> tensor<2x5xf32>
      stablehlo.return %11 : tensor<2x5xf32>
    }, {
      %11 = stablehlo.slice %0 [0:2, 0:5] : (tensor<4x9xf32>) -> tensor<2x5xf32>
      %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x5xf32>
      %13 = stablehlo.multiply %11, %12 : tensor<2x5xf32>
      stablehlo.return %13 : tensor<2x5xf32>
    }) : (tensor<i32>) -> tensor<2x5xf32>
    %7 = stablehlo.convert %arg0 : (tensor<i1>) -> tensor<i32>
    %8 = "stablehlo.case"(%7) ({
      %11 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<17x65xf32>, tensor<65x33xf32>) -> tensor<17x33xf32>
      stablehlo.return %11 : tensor<17x33xf32>
    }, {
      %11 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<17x65xf32>, tensor<65x33xf32>) -> tensor<17x33xf32>
      stablehlo.return %11 : tensor<17x33xf32>
    }) : (tensor<i32>) -> tensor<17x33xf32>
    %9 = stablehlo.convert %arg0 : (tensor<i1>) -> tensor<i32>
    %10 = "stablehlo.case"(%9) ({
      stablehlo.return %0 : tensor<4x9xf32>
    }, {
      stablehlo.return %arg1 : tensor<4x9xf32>
    }) : (tensor<i32>) -> tensor<4x9xf32>
    return %2, %0, %6, %8, %10 : tensor<4x9xf32>, tensor<4x9xf32>, tensor<2x5xf32>, tensor<17x33xf32>, tensor<4x9xf32>
  }
}
