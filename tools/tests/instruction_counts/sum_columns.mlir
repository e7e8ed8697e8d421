// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
module @jit_sum_columns {
  func.func public @main(%arg0: tensor<64x250xf32>) -> (tensor<250xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<64x250xf32>, tensor<f32>) -> tensor<250xf32>
    return %0 : tensor<250xf32>
  }
}
