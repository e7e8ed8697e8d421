// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
module @jit_gemm_int8 {
  func.func public @main(%arg0: tensor<64x64xi8>, %arg1: tensor<64x64xi8>) -> (tensor<64x64xi32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xi8>, tensor<64x64xi8>) -> tensor<64x64xi32>
    return %0 : tensor<64x64xi32>
  }
}
