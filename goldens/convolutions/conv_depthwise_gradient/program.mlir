module @jit_conv_depthwise_gradient attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<f32>) -> (tensor<5x5x1x64xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.iota dim = 0 : tensor<100352xi32>
    %c = stablehlo.constant dense<37> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<100352xi32>
    %2 = stablehlo.multiply %0, %1 : tensor<100352xi32>
    %c_0 = stablehlo.constant dense<11> : tensor<i32>
    %3 = call @remainder(%2, %c_0) : (tensor<100352xi32>, tensor<i32>) -> tensor<100352xi32>
    %4 = stablehlo.convert %3 : (tensor<100352xi32>) -> tensor<100352xf32>
    %5 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<100352xf32>
    %6 = stablehlo.subtract %4, %5 : tensor<100352xf32>
    %7 = stablehlo.reshape %6 : (tensor<100352xf32>) -> tensor<2x28x28x64xf32>
    %8 = stablehlo.iota dim = 0 : tensor<1600xi32>
    %c_1 = stablehlo.constant dense<13> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<1600xi32>
    %10 = stablehlo.multiply %8, %9 : tensor<1600xi32>
    %c_2 = stablehlo.constant dense<7> : tensor<i32>
    %11 = call @remainder_0(%10, %c_2) : (tensor<1600xi32>, tensor<i32>) -> tensor<1600xi32>
    %12 = stablehlo.convert %11 : (tensor<1600xi32>) -> tensor<1600xf32>
    %13 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<1600xf32>
    %14 = stablehlo.subtract %12, %13 : tensor<1600xf32>
    %15 = stablehlo.reshape %14 : (tensor<1600xf32>) -> tensor<5x5x1x64xf32>
    %16 = stablehlo.convolution(%7, %15) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 2], [1, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 64 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x28x28x64xf32>, tensor<5x5x1x64xf32>) -> tensor<2x14x14x64xf32>
    %17 = stablehlo.multiply %16, %16 : tensor<2x14x14x64xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x14x14x64xf32>
    %19 = stablehlo.multiply %18, %16 : tensor<2x14x14x64xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%17 init: %cst_3) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x14x14x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x14x14x64xf32>
    %22 = stablehlo.multiply %21, %19 : tensor<2x14x14x64xf32>
    %23 = stablehlo.convolution(%7, %22) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 2], [1, 2]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 64 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x28x28x64xf32>, tensor<2x14x14x64xf32>) -> tensor<5x5x1x64xf32>
    return %23 : tensor<5x5x1x64xf32>
  }
  func.func private @remainder(%arg0: tensor<100352xi32>, %arg1: tensor<i32>) -> tensor<100352xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<100352xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<100352xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<100352xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<100352xi32>, tensor<100352xi32>) -> tensor<100352xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<100352xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<100352xi32>, tensor<100352xi32>) -> tensor<100352xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<100352xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<100352xi1>, tensor<100352xi1>) -> tensor<100352xi1>
    %12 = stablehlo.and %11, %6 : tensor<100352xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<100352xi32>
    %14 = stablehlo.add %4, %13 : tensor<100352xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<100352xi1>, tensor<100352xi32>
    return %15 : tensor<100352xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @remainder_0(%arg0: tensor<1600xi32>, %arg1: tensor<i32>) -> tensor<1600xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<1600xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<1600xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<1600xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<1600xi32>, tensor<1600xi32>) -> tensor<1600xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<1600xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<1600xi32>, tensor<1600xi32>) -> tensor<1600xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<1600xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<1600xi1>, tensor<1600xi1>) -> tensor<1600xi1>
    %12 = stablehlo.and %11, %6 : tensor<1600xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<1600xi32>
    %14 = stablehlo.add %4, %13 : tensor<1600xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<1600xi1>, tensor<1600xi32>
    return %15 : tensor<1600xi32>
  }
}
