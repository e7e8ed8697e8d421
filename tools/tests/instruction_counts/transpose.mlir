// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
module @jit_transpose {
  func.func public @main(%arg0: tensor<128x96xf32>) -> (tensor<96x128xf32>) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<128x96xf32>) -> tensor<96x128xf32>
    return %0 : tensor<96x128xf32>
  }
}
