// RUN: not hlo-run %s --input=random 2>&1 | FileCheck %s

// Only StableHLO computes on small floats, which are stored as integers.
func.func @main(%x: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  // CHECK: small_floats_of_other_dialects.mlir:[[#@LINE+1]]:8: error: `tensor.empty` on `tensor<4xf8E4M3FN>` is not supported; use StableHLO operations
  %e = tensor.empty() : tensor<4xf8E4M3FN>
  // CHECK: :[[#@LINE+1]]:8: error: `linalg.exp` on `tensor<4xf8E4M3FN>` is not supported; use StableHLO operations
  %0 = linalg.exp ins(%x : tensor<4xf8E4M3FN>) outs(%e : tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN>
  return %0 : tensor<4xf8E4M3FN>
}
