module @jit_decode_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x11x8xf32>, %arg1: tensor<2x11x8xf32>, %arg2: tensor<i32>, %arg3: tensor<2x8xf32>, %arg4: tensor<8x8xf32>, %arg5: tensor<8x8xf32>, %arg6: tensor<8x8xf32>) -> (tensor<2x11x8xf32> {jax.result_info = "result[0]"}, tensor<2x11x8xf32> {jax.result_info = "result[1]"}, tensor<2x8xf32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.dot_general %arg3, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
    %1 = stablehlo.dot_general %arg3, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
    %2 = stablehlo.dot_general %arg3, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x8xf32>, tensor<8x8xf32>) -> tensor<2x8xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 2] : (tensor<2x8xf32>) -> tensor<2x1x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<11> : tensor<i32>
    %5 = stablehlo.add %arg2, %c_0 : tensor<i32>
    %6 = stablehlo.select %4, %5, %arg2 : tensor<i1>, tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.dynamic_update_slice %arg0, %3, %c_1, %6, %c_2 : (tensor<2x11x8xf32>, tensor<2x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x11x8xf32>
    %8 = stablehlo.broadcast_in_dim %2, dims = [0, 2] : (tensor<2x8xf32>) -> tensor<2x1x8xf32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %arg2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_4 = stablehlo.constant dense<11> : tensor<i32>
    %10 = stablehlo.add %arg2, %c_4 : tensor<i32>
    %11 = stablehlo.select %9, %10, %arg2 : tensor<i1>, tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.dynamic_update_slice %arg1, %8, %c_5, %11, %c_6 : (tensor<2x11x8xf32>, tensor<2x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x11x8xf32>
    %13 = stablehlo.dot_general %0, %7, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8xf32>, tensor<2x11x8xf32>) -> tensor<2x11xf32>
    %cst = stablehlo.constant dense<3.500000e-01> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x11xf32>
    %15 = stablehlo.multiply %13, %14 : tensor<2x11xf32>
    %16 = stablehlo.iota dim = 0 : tensor<11xi32>
    %17 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<i32>) -> tensor<11xi32>
    %18 = stablehlo.compare LE, %16, %17, SIGNED : (tensor<11xi32>, tensor<11xi32>) -> tensor<11xi1>
    %cst_7 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %19 = call @_where(%18, %15, %cst_7) : (tensor<11xi1>, tensor<2x11xf32>, tensor<f32>) -> tensor<2x11xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_8) applies stablehlo.maximum across dimensions = [1] : (tensor<2x11xf32>, tensor<f32>) -> tensor<2xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %22 = stablehlo.maximum %21, %20 : tensor<2xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x11xf32>
    %25 = stablehlo.subtract %19, %24 : tensor<2x11xf32>
    %26 = stablehlo.exponential %25 : tensor<2x11xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.reduce(%26 init: %cst_10) applies stablehlo.add across dimensions = [1] : (tensor<2x11xf32>, tensor<f32>) -> tensor<2xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0] : (tensor<2xf32>) -> tensor<2x1xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x11xf32>
    %30 = stablehlo.divide %26, %29 : tensor<2x11xf32>
    %31 = stablehlo.dot_general %30, %12, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x11xf32>, tensor<2x11x8xf32>) -> tensor<2x8xf32>
    return %7, %12, %31 : tensor<2x11x8xf32>, tensor<2x11x8xf32>, tensor<2x8xf32>
  }
  func.func private @_where(%arg0: tensor<11xi1>, %arg1: tensor<2x11xf32>, %arg2: tensor<f32>) -> tensor<2x11xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<11xi1>) -> tensor<2x11xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x11xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<2x11xi1>, tensor<2x11xf32>
    return %3 : tensor<2x11xf32>
  }
}
