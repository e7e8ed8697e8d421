// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
module @jit_stencil {
  func.func public @main(%arg0: tensor<64x64xf32>) -> (tensor<64x64xf32>) {
    %0 = stablehlo.slice %arg0 [1:63, 1:63] : (tensor<64x64xf32>) -> tensor<62x62xf32>
    %1 = stablehlo.slice %arg0 [0:62, 1:63] : (tensor<64x64xf32>) -> tensor<62x62xf32>
    %2 = stablehlo.slice %arg0 [2:64, 1:63] : (tensor<64x64xf32>) -> tensor<62x62xf32>
    %3 = stablehlo.add %1, %2 : tensor<62x62xf32>
    %4 = stablehlo.slice %arg0 [1:63, 0:62] : (tensor<64x64xf32>) -> tensor<62x62xf32>
    %5 = stablehlo.add %3, %4 : tensor<62x62xf32>
    %6 = stablehlo.slice %arg0 [1:63, 2:64] : (tensor<64x64xf32>) -> tensor<62x62xf32>
    %7 = stablehlo.add %5, %6 : tensor<62x62xf32>
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<62x62xf32>
    %9 = stablehlo.multiply %8, %0 : tensor<62x62xf32>
    %10 = stablehlo.subtract %7, %9 : tensor<62x62xf32>
    %cst_0 = stablehlo.constant dense<2.000000e-01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<62x62xf32>
    %12 = stablehlo.multiply %11, %10 : tensor<62x62xf32>
    %13 = stablehlo.add %0, %12 : tensor<62x62xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %14 = call @_pad(%13, %c) : (tensor<62x62xf32>, tensor<i32>) -> tensor<64x64xf32>
    return %14 : tensor<64x64xf32>
  }
  func.func private @_pad(%arg0: tensor<62x62xf32>, %arg1: tensor<i32>) -> tensor<64x64xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<62x62xf32>, tensor<f32>) -> tensor<64x64xf32>
    return %1 : tensor<64x64xf32>
  }
}
