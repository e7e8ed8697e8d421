// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
module @jit_gemm {
  func.func public @main(%arg0: tensor<96x80xf32>, %arg1: tensor<80x112xf32>) -> (tensor<96x112xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<96x80xf32>, tensor<80x112xf32>) -> tensor<96x112xf32>
    return %0 : tensor<96x112xf32>
  }
}
