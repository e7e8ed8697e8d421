// RUN: hlo-opt %s --mlir-print-debuginfo --pass-pipeline='builtin.module(func.func(hloom-unshare-destinations,hloom-results-to-out-params))' | FileCheck %s

// Each user of a shared destination gets one with its own location, and a result is stored at the
// location of the operation that computes it.
// CHECK-LABEL: func.func @main
// CHECK: linalg.fill {{.*}} loc(#[[EXP:.*]])
// CHECK-NEXT: linalg.exp {{.*}} loc(#[[EXP]])
// CHECK: linalg.fill {{.*}} loc(#[[NEG:.*]])
// CHECK-NEXT: linalg.negf {{.*}} loc(#[[NEG]])
// CHECK-DAG: bufferization.materialize_in_destination {{.*}} loc(#[[EXP]])
// CHECK-DAG: bufferization.materialize_in_destination {{.*}} loc(#[[NEG]])
// CHECK-DAG: #[[EXP]] = loc("a.mlir":1:1)
// CHECK-DAG: #[[NEG]] = loc("a.mlir":2:1)
func.func @main(%x: tensor<4xf32>, %value: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %empty = tensor.empty() : tensor<4xf32> loc("a.mlir":9:1)
  %filled = linalg.fill ins(%value : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32> loc("a.mlir":9:1)
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%filled : tensor<4xf32>) -> tensor<4xf32> loc("a.mlir":1:1)
  %1 = linalg.negf ins(%x : tensor<4xf32>) outs(%filled : tensor<4xf32>) -> tensor<4xf32> loc("a.mlir":2:1)
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
