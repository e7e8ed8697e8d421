// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hlo-expand-chlo)' | FileCheck %s
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-chlo{functions=none})' 2>&1 | FileCheck %s --check-prefix=REFUSED

// REFUSED: error: option `functions`: expected `keep`, `composites` or `inline`, found `none`

// Operands are aligned at their last dimension.
// CHECK-LABEL: func.func @broadcast
// CHECK-SAME: (%[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<2x1xf32>)
// CHECK-NEXT: %[[SQUARE:.*]] = stablehlo.multiply %[[Y]], %[[Y]] : tensor<2x1xf32>
// CHECK-NEXT: %[[ROWS:.*]] = stablehlo.broadcast_in_dim %[[X]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[COLUMNS:.*]] = stablehlo.broadcast_in_dim %[[SQUARE]], dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[LESS:.*]] = stablehlo.compare LT, %[[ROWS]], %[[COLUMNS]] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
// CHECK-NEXT: return %[[LESS]]
func.func @broadcast(%x: tensor<3xf32>, %y: tensor<2x1xf32>) -> tensor<2x3xi1> {
  %0 = chlo.square %y : tensor<2x1xf32> -> tensor<2x1xf32>
  %1 = chlo.broadcast_compare %x, %0 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3xf32>, tensor<2x1xf32>) -> tensor<2x3xi1>
  return %1 : tensor<2x3xi1>
}

// -----

// A sort and a slice.
// CHECK-LABEL: func.func @top_k
// CHECK: %[[PLACES:.*]] = stablehlo.iota dim = 0 : tensor<5xi32>
// CHECK: %[[SORTED:.*]]:2 = "stablehlo.sort"(%arg0, %[[PLACES]]) <{dimension = 0 : i64, is_stable = true}>
// CHECK: stablehlo.compare GT, %{{.*}}, %{{.*}}, TOTALORDER
// CHECK: %[[VALUES:.*]] = stablehlo.slice %[[SORTED]]#0 [0:2]
// CHECK: %[[FIRST:.*]] = stablehlo.slice %[[SORTED]]#1 [0:2]
// CHECK: return %[[VALUES]], %[[FIRST]]
func.func @top_k(%x: tensor<5xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %values, %places = chlo.top_k(%x, k = 2) : tensor<5xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return %values, %places : tensor<2xf32>, tensor<2xi32>
}

// -----

// Functions of a math library are unchanged on floats.
// CHECK-LABEL: func.func @floats
// CHECK: chlo.asin
// CHECK: chlo.erf
// CHECK: chlo.sinh
// CHECK: chlo.is_inf
func.func @floats(%x: tensor<4xbf16>) -> (tensor<4xbf16>, tensor<4xi1>) {
  %0 = chlo.asin %x : tensor<4xbf16> -> tensor<4xbf16>
  %1 = chlo.erf %0 : tensor<4xbf16> -> tensor<4xbf16>
  %2 = chlo.sinh %1 : tensor<4xbf16> -> tensor<4xbf16>
  %3 = chlo.is_inf %2 : tensor<4xbf16> -> tensor<4xi1>
  return %2, %3 : tensor<4xbf16>, tensor<4xi1>
}

// -----

// On complex numbers everything is expanded, except real and imaginary parts.
// CHECK-LABEL: func.func @complex
// CHECK-NOT: chlo.asin
// CHECK: stablehlo.atan2
// CHECK-NOT: chlo.asin
func.func @complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = chlo.asin %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

// Narrow floats are computed in f32.
// CHECK-LABEL: func.func @narrow
// CHECK: stablehlo.convert %{{.*}} : (tensor<4xf16>) -> tensor<4xf32>
// CHECK-NOT: f64
// CHECK: stablehlo.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xf16>
func.func @narrow(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = chlo.lgamma %x : tensor<4xf16> -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// Dynamic shapes are unchanged until they are refined.
// CHECK-LABEL: func.func @dynamic
// CHECK: chlo.lgamma
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.lgamma %x : tensor<?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The same inside regions.
// CHECK-LABEL: func.func @inside
// CHECK: stablehlo.map
// CHECK-NOT: chlo.
// CHECK: stablehlo.return
func.func @inside(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    %1 = chlo.square %a : tensor<f32> -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Groups of rows that differ between batches have no expansion.
// CHECK-LABEL: func.func @groups_of_batches
// CHECK: chlo.ragged_dot
func.func @groups_of_batches(%l: tensor<3x4x5xf32>, %r: tensor<2x3x5x6xf32>, %g: tensor<3x2xi64>) -> tensor<3x4x6xf32> {
  %0 = "chlo.ragged_dot"(%l, %r, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>} : (tensor<3x4x5xf32>, tensor<2x3x5x6xf32>, tensor<3x2xi64>) -> tensor<3x4x6xf32>
  return %0 : tensor<3x4x6xf32>
}
