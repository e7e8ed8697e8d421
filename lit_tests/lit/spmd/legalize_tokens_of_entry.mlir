// RUN: not hlo-opt %s --hlo-legalize-tokens 2>&1 | FileCheck %s
// CHECK: legalize_tokens_of_entry.mlir:5:1: error: argument 0 of `@main`: expected a tensor, found a token
// CHECK: legalize_tokens_of_entry.mlir:5:1: error: result 1 of `@main`: expected a tensor, found a token

func.func @main(%0: !stablehlo.token, %1: tensor<f32>) -> (tensor<f32>, !stablehlo.token) {
  return %1, %0 : tensor<f32>, !stablehlo.token
}
