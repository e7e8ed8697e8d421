// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
module @jit_sum_rows {
  func.func public @main(%arg0: tensor<64x250xf32>) -> (tensor<64xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<64x250xf32>, tensor<f32>) -> tensor<64xf32>
    return %0 : tensor<64xf32>
  }
}
