// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// reshape(reshape(x)) = reshape(x), = x in x's shape
// CHECK-LABEL: func.func @reshape_reshape
// CHECK-SAME: (%[[X:.*]]: tensor<4x6xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.reshape %[[X]] : (tensor<4x6xf32>) -> tensor<2x12xf32>
// CHECK-NEXT: return %[[V1]], %[[X]] : tensor<2x12xf32>, tensor<4x6xf32>
func.func @reshape_reshape(%x: tensor<4x6xf32>) -> (tensor<2x12xf32>, tensor<4x6xf32>) {
  %0 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<24xf32>
  %1 = stablehlo.reshape %0 : (tensor<24xf32>) -> tensor<2x12xf32>
  %2 = stablehlo.reshape %1 : (tensor<2x12xf32>) -> tensor<4x6xf32>
  return %1, %2 : tensor<2x12xf32>, tensor<4x6xf32>
}

// -----

// reshape(constant) = constant
// CHECK-LABEL: func.func @constant
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<{{\[\[}}true, false, true], [true, false, false]]> : tensor<2x3xi1>
// CHECK-NEXT: return %[[V0]] : tensor<2x3xi1>
func.func @constant() -> tensor<2x3xi1> {
  %c = stablehlo.constant dense<[true, false, true, true, false, false]> : tensor<6xi1>
  %0 = stablehlo.reshape %c : (tensor<6xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// reshape(broadcast(x)) = broadcast(x) of one element
// CHECK-LABEL: func.func @broadcast
// CHECK-SAME: (%[[X:.*]]: tensor<1xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.reshape %[[X]] : (tensor<1xf32>) -> tensor<f32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.broadcast_in_dim %[[V1]], dims = [] : (tensor<f32>) -> tensor<6xf32>
// CHECK-NEXT: return %[[V2]] : tensor<6xf32>
func.func @broadcast(%x: tensor<1xf32>) -> tensor<6xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<1xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x3xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// -----

// reshape(iota) = iota
// CHECK-LABEL: func.func @iota
// CHECK-NEXT: %[[V0:.*]] = stablehlo.iota dim = 2 : tensor<2x1x4x1xi32>
// CHECK-NEXT: return %[[V0]] : tensor<2x1x4x1xi32>
func.func @iota() -> tensor<2x1x4x1xi32> {
  %0 = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %1 = stablehlo.reshape %0 : (tensor<2x4xi32>) -> tensor<2x1x4x1xi32>
  return %1 : tensor<2x1x4x1xi32>
}

// -----

// Not if the iota dimension is split.
// CHECK-LABEL: func.func @iota_cut
// CHECK-NEXT: %[[V0:.*]] = stablehlo.iota dim = 0 : tensor<4xi32>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.reshape %[[V0]] : (tensor<4xi32>) -> tensor<2x2xi32>
// CHECK-NEXT: return %[[V1]] : tensor<2x2xi32>
func.func @iota_cut() -> tensor<2x2xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<4xi32>
  %1 = stablehlo.reshape %0 : (tensor<4xi32>) -> tensor<2x2xi32>
  return %1 : tensor<2x2xi32>
}

// -----

// iota along a dimension of size one = 0
// CHECK-LABEL: func.func @iota_of_one
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x1xf32>
// CHECK-NEXT: return %[[V0]] : tensor<3x1xf32>
func.func @iota_of_one() -> tensor<3x1xf32> {
  %0 = stablehlo.iota dim = 1 : tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// -----

// transpose, reverse, slice and broadcast of one repeated element
// CHECK-LABEL: func.func @splat
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<0x7FC00001> : tensor<3x2xf32>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<0x7FC00001> : tensor<2x3xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<0x7FC00001> : tensor<1x2xf32>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.constant dense<0x7FC00001> : tensor<5x2x3xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]], %[[V3]] : tensor<3x2xf32>, tensor<2x3xf32>, tensor<1x2xf32>, tensor<5x2x3xf32>
func.func @splat() -> (tensor<3x2xf32>, tensor<2x3xf32>, tensor<1x2xf32>, tensor<5x2x3xf32>) {
  %c = stablehlo.constant dense<0x7FC00001> : tensor<2x3xf32>
  %0 = stablehlo.transpose %c, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.reverse %c, dims = [0, 1] : tensor<2x3xf32>
  %2 = stablehlo.slice %c [1:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<1x2xf32>
  %3 = stablehlo.broadcast_in_dim %c, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<5x2x3xf32>
  return %0, %1, %2, %3 : tensor<3x2xf32>, tensor<2x3xf32>, tensor<1x2xf32>, tensor<5x2x3xf32>
}

// -----

// A tensor without elements.
// CHECK-LABEL: func.func @empty
// CHECK-SAME: (%[[X:.*]]: tensor<0x3xf32>, %[[Y:.*]]: tensor<3x4xf32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.constant dense<> : tensor<0x4xf32>
// CHECK-NEXT: return %[[V3]], %[[V2]] : tensor<0x4xf32>, tensor<f32>
func.func @empty(%x: tensor<0x3xf32>, %y: tensor<3x4xf32>) -> (tensor<0x4xf32>, tensor<f32>) {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<0x3xf32>, tensor<3x4xf32>) -> tensor<0x4xf32>
  %1 = stablehlo.reduce(%0 init: %c) applies stablehlo.add across dimensions = [0, 1] : (tensor<0x4xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<0x4xf32>, tensor<f32>
}
