// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
module @jit_masked_softmax {
  func.func public @main(%arg0: tensor<4x64x128xf32>) -> (tensor<4x64x128xf32>) {
    %row = stablehlo.iota dim = 0 : tensor<64x128xi32>
    %column = stablehlo.iota dim = 1 : tensor<64x128xi32>
    %mask = stablehlo.compare GE, %row, %column, SIGNED : (tensor<64x128xi32>, tensor<64x128xi32>) -> tensor<64x128xi1>
    %masks = stablehlo.broadcast_in_dim %mask, dims = [1, 2] : (tensor<64x128xi1>) -> tensor<4x64x128xi1>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %lowest = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x64x128xf32>
    %0 = stablehlo.select %masks, %arg0, %lowest : tensor<4x64x128xi1>, tensor<4x64x128xf32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<4x64x128xf32>, tensor<f32>) -> tensor<4x64xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<4x64xf32>) -> tensor<4x64x128xf32>
    %3 = stablehlo.subtract %0, %2 : tensor<4x64x128xf32>
    %4 = stablehlo.exponential %3 : tensor<4x64x128xf32>
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<4x64x128xf32>, tensor<f32>) -> tensor<4x64xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<4x64xf32>) -> tensor<4x64x128xf32>
    %7 = stablehlo.divide %4, %6 : tensor<4x64x128xf32>
    return %7 : tensor<4x64x128xf32>
  }
}
