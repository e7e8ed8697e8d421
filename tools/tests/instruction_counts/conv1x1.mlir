// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
module @jit_conv1x1 {
  func.func public @main(%arg0: tensor<1x14x14x64xf32>, %arg1: tensor<1x1x64x32xf32>) -> (tensor<1x14x14x32xf32>) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x14x14x64xf32>, tensor<1x1x64x32xf32>) -> tensor<1x14x14x32xf32>
    return %0 : tensor<1x14x14x32xf32>
  }
}
