module @jit_conv_layouts attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3x5x6xf32>, %arg1: tensor<4x3x3x2xf32>) -> (tensor<2x4x5x6xf32> {jax.result_info = "result[0]"}, tensor<4x6x5x2xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.transpose %arg0, dims = [2, 1, 0, 3] : (tensor<2x3x5x6xf32>) -> tensor<5x3x2x6xf32>
    %1 = stablehlo.transpose %arg1, dims = [1, 3, 0, 2] : (tensor<4x3x3x2xf32>) -> tensor<3x2x4x3xf32>
    %2 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[1, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x3x5x6xf32>, tensor<4x3x3x2xf32>) -> tensor<2x4x5x6xf32>
    %3 = stablehlo.convolution(%0, %1) dim_numbers = [1, f, b, 0]x[i, 0, o, 1]->[f, 0, 1, b], window = {stride = [1, 1], pad = [[0, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<5x3x2x6xf32>, tensor<3x2x4x3xf32>) -> tensor<4x6x5x2xf32>
    return %2, %3 : tensor<2x4x5x6xf32>, tensor<4x6x5x2xf32>
  }
}
