// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-to-linalg)' | FileCheck %s

// Only the first five elements are used: a buffer of candidates, not a sort of the row.
// CHECK-LABEL: func.func @first
// CHECK: bufferization.alloc_tensor() : tensor<2x104xi32>
// CHECK: tensor.extract_slice {{.*}} : tensor<2x104xi32> to tensor<2x5xi32>
func.func @first(%x: tensor<2x1000xi32>) -> tensor<2x5xi32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x1000xi32>) -> tensor<2x1000xi32>
  %1 = stablehlo.slice %0 [0:2, 0:5] : (tensor<2x1000xi32>) -> tensor<2x5xi32>
  return %1 : tensor<2x5xi32>
}

// The slice does not begin at the first element.
// CHECK-LABEL: func.func @middle
// CHECK: bufferization.alloc_tensor() : tensor<1000xi32>
func.func @middle(%x: tensor<2x1000xi32>) -> tensor<2x5xi32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x1000xi32>) -> tensor<2x1000xi32>
  %1 = stablehlo.slice %0 [0:2, 1:6] : (tensor<2x1000xi32>) -> tensor<2x5xi32>
  return %1 : tensor<2x5xi32>
}

// The whole rows are used, too.
// CHECK-LABEL: func.func @whole
// CHECK: bufferization.alloc_tensor() : tensor<1000xi32>
func.func @whole(%x: tensor<2x1000xi32>) -> (tensor<2x5xi32>, tensor<2x1000xi32>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x1000xi32>) -> tensor<2x1000xi32>
  %1 = stablehlo.slice %0 [0:2, 0:5] : (tensor<2x1000xi32>) -> tensor<2x5xi32>
  return %1, %0 : tensor<2x5xi32>, tensor<2x1000xi32>
}

// An order of floats that leaves NaN out is no order to select by.
// CHECK-LABEL: func.func @partial_order
// CHECK: bufferization.alloc_tensor() : tensor<1000xf32>
func.func @partial_order(%x: tensor<1000xf32>) -> tensor<5xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<1000xf32>) -> tensor<1000xf32>
  %1 = stablehlo.slice %0 [0:5] : (tensor<1000xf32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}
