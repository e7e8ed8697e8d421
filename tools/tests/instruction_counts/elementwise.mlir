// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
module @jit_elementwise {
  func.func public @main(%arg0: tensor<4096xf32>) -> (tensor<4096xf32>) {
    %0 = stablehlo.tanh %arg0 : tensor<4096xf32>
    %1 = stablehlo.negate %arg0 : tensor<4096xf32>
    %2 = stablehlo.multiply %1, %arg0 : tensor<4096xf32>
    %3 = stablehlo.exponential %2 : tensor<4096xf32>
    %4 = stablehlo.multiply %0, %3 : tensor<4096xf32>
    %5 = stablehlo.log_plus_one %arg0 : tensor<4096xf32>
    %6 = stablehlo.add %4, %5 : tensor<4096xf32>
    return %6 : tensor<4096xf32>
  }
}
