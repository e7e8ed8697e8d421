// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
module @jit_sum_all {
  func.func public @main(%arg0: tensor<128x128xf32>) -> (tensor<f32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<128x128xf32>, tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
}
