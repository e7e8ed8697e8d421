// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-wrap-in-composites{op-names=stablehlo.add,stablehlo.reduce version=1})' | FileCheck %s
// RUN: hlo-opt %s --stablehlo-wrap-in-composite='op-names=stablehlo.add,stablehlo.reduce version=1' | FileCheck %s

// Each operation gets a composite and a decomposition with a name of its own.
// CHECK-LABEL: func.func @main
// CHECK: %[[A:.*]] = stablehlo.composite "stablehlo.add" %arg0, %arg0 {decomposition = @stablehlo.add.impl_0, version = 1 : i32}
// CHECK: %[[B:.*]] = stablehlo.composite "stablehlo.add" %[[A]], %arg0 {decomposition = @stablehlo.add.impl, version = 1 : i32}
// CHECK: stablehlo.multiply %[[B]], %arg0
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  %1 = stablehlo.add %0, %x : tensor<2xf32>
  %2 = stablehlo.multiply %1, %x : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// The attributes go along, and the region stays inside of the decomposition.
// CHECK-LABEL: func.func @reduce
// CHECK: stablehlo.composite "stablehlo.reduce" %arg0, %{{.*}} {composite_attributes = {dimensions = array<i64: 1>}, decomposition = @stablehlo.reduce.impl, version = 1 : i32}
func.func @reduce(%x: tensor<4x3xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.multiply across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func private @stablehlo.reduce.impl
// CHECK: stablehlo.reduce(%arg0 init: %arg1)
// CHECK-LABEL: func.func private @stablehlo.add.impl(
// CHECK: stablehlo.add %arg0, %arg1
// CHECK-LABEL: func.func private @stablehlo.add.impl_0(
