// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-rematerialize))' --split-input-file | FileCheck %s

// %a is idle while %b and %c are live; with it, 12 KiB are live. Afterwards 8 KiB are.
// CHECK-LABEL: @elementwise
// CHECK: %[[A:.*]] = linalg.exp ins(%[[X:.*]] :
// CHECK: %[[B:.*]] = linalg.transpose ins(%[[A]] :
// CHECK: %[[C:.*]] = linalg.transpose ins(%[[B]] :
// CHECK: %[[AGAIN:.*]] = linalg.exp ins(%[[X]] :
// CHECK: linalg.add ins(%[[AGAIN]], %[[C]] :
func.func @elementwise(%x: tensor<32x32xf32>) -> tensor<32x32xf32> attributes {hloom.memory_target = 8192 : i64} {
  %empty = tensor.empty() : tensor<32x32xf32>
  %a = linalg.exp ins(%x : tensor<32x32xf32>) outs(%empty : tensor<32x32xf32>) -> tensor<32x32xf32>
  %b = linalg.transpose ins(%a : tensor<32x32xf32>) outs(%empty : tensor<32x32xf32>) permutation = [1, 0]
  %c = linalg.transpose ins(%b : tensor<32x32xf32>) outs(%empty : tensor<32x32xf32>) permutation = [1, 0]
  %d = linalg.add ins(%a, %c : tensor<32x32xf32>, tensor<32x32xf32>) outs(%empty : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %d : tensor<32x32xf32>
}

// -----

// The program fits, so nothing changes.
// CHECK-LABEL: @fits
// CHECK-COUNT-1: linalg.exp
// CHECK-NOT: linalg.exp
func.func @fits(%x: tensor<32x32xf32>) -> tensor<32x32xf32> attributes {hloom.memory_target = 12288 : i64} {
  %empty = tensor.empty() : tensor<32x32xf32>
  %a = linalg.exp ins(%x : tensor<32x32xf32>) outs(%empty : tensor<32x32xf32>) -> tensor<32x32xf32>
  %b = linalg.transpose ins(%a : tensor<32x32xf32>) outs(%empty : tensor<32x32xf32>) permutation = [1, 0]
  %c = linalg.transpose ins(%b : tensor<32x32xf32>) outs(%empty : tensor<32x32xf32>) permutation = [1, 0]
  %d = linalg.add ins(%a, %c : tensor<32x32xf32>, tensor<32x32xf32>) outs(%empty : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %d : tensor<32x32xf32>
}

// -----

// A view from before the peak is made again, too.
// CHECK-LABEL: @view
// CHECK: %[[A:.*]] = linalg.exp ins(%[[X:.*]] :
// CHECK: tensor.expand_shape %[[A]]
// CHECK: linalg.transpose
// CHECK: linalg.transpose
// CHECK: %[[AGAIN:.*]] = linalg.exp ins(%[[X]] :
// CHECK: %[[VIEW:.*]] = tensor.expand_shape %[[AGAIN]]
// CHECK: linalg.add ins(%[[VIEW]],
func.func @view(%x: tensor<1024xf32>) -> tensor<32x32xf32> attributes {hloom.memory_target = 8192 : i64} {
  %flat = tensor.empty() : tensor<1024xf32>
  %empty = tensor.empty() : tensor<32x32xf32>
  %exp = linalg.exp ins(%x : tensor<1024xf32>) outs(%flat : tensor<1024xf32>) -> tensor<1024xf32>
  %a = tensor.expand_shape %exp [[0, 1]] output_shape [32, 32] : tensor<1024xf32> into tensor<32x32xf32>
  %b = linalg.transpose ins(%a : tensor<32x32xf32>) outs(%empty : tensor<32x32xf32>) permutation = [1, 0]
  %c = linalg.transpose ins(%b : tensor<32x32xf32>) outs(%empty : tensor<32x32xf32>) permutation = [1, 0]
  %d = linalg.add ins(%a, %c : tensor<32x32xf32>, tensor<32x32xf32>) outs(%empty : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %d : tensor<32x32xf32>
}

// -----

// Runtime calls are never made twice.
// CHECK-LABEL: @call
// CHECK-COUNT-1: call @effect
// CHECK-NOT: call @effect
func.func private @effect(tensor<32x32xf32>) -> tensor<32x32xf32>
func.func @call(%x: tensor<32x32xf32>) -> tensor<32x32xf32> attributes {hloom.memory_target = 0 : i64} {
  %empty = tensor.empty() : tensor<32x32xf32>
  %a = call @effect(%x) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %b = linalg.transpose ins(%a : tensor<32x32xf32>) outs(%empty : tensor<32x32xf32>) permutation = [1, 0]
  %c = linalg.transpose ins(%b : tensor<32x32xf32>) outs(%empty : tensor<32x32xf32>) permutation = [1, 0]
  %d = linalg.add ins(%a, %c : tensor<32x32xf32>, tensor<32x32xf32>) outs(%empty : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %d : tensor<32x32xf32>
}
