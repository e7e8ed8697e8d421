// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hlo-results-to-destinations))' | FileCheck %s

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

// A private function keeps its results.
// CHECK: func.func private @helper(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
func.func private @helper(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
