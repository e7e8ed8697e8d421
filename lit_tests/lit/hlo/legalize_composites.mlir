// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hlo-legalize-composites)' | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: %[[A:.*]] = chlo.erf %arg0 : tensor<4xf32>
// CHECK: call @decomposition(%[[A]])
// CHECK-NOT: stablehlo.composite
module {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    // This composite is a CHLO operation.
    %0 = stablehlo.composite "chlo.erf" %x {decomposition = @decomposition} : (tensor<4xf32>) -> tensor<4xf32>
    // Any other composite calls its decomposition.
    %1 = stablehlo.composite "my.op" %0 {composite_attributes = {scale = 2 : i64}, decomposition = @decomposition} : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  func.func private @decomposition(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

// The name alone is not sufficient: the types must match the CHLO operation.
// CHECK-LABEL: func.func @main
// CHECK: call @decomposition(%arg0)
func.func @main(%x: tensor<4xf32>) -> tensor<4xf64> {
  %0 = stablehlo.composite "chlo.erf" %x {decomposition = @decomposition} : (tensor<4xf32>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func private @decomposition(%x: tensor<4xf32>) -> tensor<4xf64> {
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

// A CHLO operation as PyTorch/XLA writes it; other custom calls are unchanged.
// CHECK-LABEL: func.func @spelled
// CHECK: chlo.erf %arg0 : tensor<4xf32>
// CHECK: stablehlo.custom_call @mhlo.nothing
func.func @spelled(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @mhlo.nothing(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A composite inside a decomposition.
// CHECK-LABEL: func.func private @outer
// CHECK: call @inner
func.func private @outer(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.composite "my.op" %x {decomposition = @inner} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @inner(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
