// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-results-to-out-params))' | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32> {bufferization.writable = false}, %[[OUT0:.*]]: memref<4xf32>, %[[OUT1:.*]]: memref<f32>)
// CHECK-SAME: hloom.inputs = 1
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  %c = arith.constant dense<1.0> : tensor<f32>
  // CHECK: bufferization.materialize_in_destination %[[X]] in restrict writable %[[OUT0]]
  // CHECK: bufferization.materialize_in_destination %{{.*}} in restrict writable %[[OUT1]]
  // CHECK: return
  return %x, %c : tensor<4xf32>, tensor<f32>
}

// The result reuses the memory of %x, which holds its value. A later reader gets a copy.
// CHECK-LABEL: func.func @takes
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32> {bufferization.writable = false}, %[[OUT0:.*]]: memref<4xf32>, %[[OUT1:.*]]: memref<4xf32>)
func.func @takes(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {hloom.aliases = array<i64: 1, 0>} {
  // CHECK-DAG: %[[C:.*]] = arith.constant 1
  // CHECK-DAG: %[[MEMORY:.*]] = bufferization.to_tensor %[[OUT1]] restrict writable
  %c = arith.constant 1.0 : f32
  %i = arith.constant 0 : index
  // CHECK: %[[NEW:.*]] = tensor.insert %[[C]] into %[[MEMORY]]
  %y = tensor.insert %c into %x[%i] : tensor<4xf32>
  // CHECK: %[[STORED:.*]] = linalg.generic {{.*}} ins(%[[NEW]] : tensor<4xf32>) outs(%[[MEMORY]] : tensor<4xf32>)
  // CHECK: bufferization.materialize_in_destination %[[MEMORY]] in restrict writable %[[OUT0]]
  // CHECK: bufferization.materialize_in_destination %[[STORED]] in restrict writable %[[OUT1]]
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}

// No other value is in that memory, so nothing is copied.
// CHECK-LABEL: func.func @takes_alone
// CHECK-SAME: %[[OUT:[a-z0-9]*]]: memref<4xf32>)
func.func @takes_alone(%x: tensor<4xf32>) -> tensor<4xf32> attributes {hloom.aliases = array<i64: 0, 0>} {
  // CHECK: %[[MEMORY:.*]] = bufferization.to_tensor %[[OUT]] restrict writable
  // CHECK: %[[NEW:.*]] = tensor.insert %{{.*}} into %[[MEMORY]]
  // CHECK: %[[STORED:.*]] = bufferization.materialize_in_destination %[[NEW]] in %[[MEMORY]]
  // CHECK: bufferization.materialize_in_destination %[[STORED]] in restrict writable %[[OUT]]
  %c = arith.constant 1.0 : f32
  %i = arith.constant 0 : index
  %y = tensor.insert %c into %x[%i] : tensor<4xf32>
  return %y : tensor<4xf32>
}

// A result that would have to be copied does not reuse the memory.
// CHECK-LABEL: func.func @would_be_copied
// CHECK-SAME: %[[OUT:[a-z0-9]*]]: memref<4xf32>)
// CHECK-NOT: hloom.aliases
func.func @would_be_copied(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> attributes {hloom.aliases = array<i64: 0, 1>} {
  // CHECK-NOT: to_tensor
  // CHECK: bufferization.materialize_in_destination %{{.*}} in restrict writable %[[OUT]]
  return %x : tensor<4xf32>
}

// A private function keeps its results.
// CHECK: func.func private @helper(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
func.func private @helper(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// Tensors of dynamic shape may have elements, so they stay in the signature.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<?x2xf32> {bufferization.writable = false}, %[[Y:.*]]: tensor<?x3xf32> {bufferization.writable = false}, %[[OUT0:.*]]: memref<?x2xf32>, %[[OUT1:.*]]: memref<?x3xf32>)
// CHECK: bufferization.materialize_in_destination %[[X]] in restrict writable %[[OUT0]]
// CHECK: bufferization.materialize_in_destination %[[Y]] in restrict writable %[[OUT1]]
func.func @dynamic(%x: tensor<?x2xf32>, %y: tensor<?x3xf32>) -> (tensor<?x2xf32>, tensor<?x3xf32>) {
  return %x, %y : tensor<?x2xf32>, tensor<?x3xf32>
}
