// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// transpose(x) by the identity = x
// CHECK-LABEL: func.func @identity
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: return %[[X]] : tensor<2x3xf32>
func.func @identity(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.transpose %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// transpose(transpose(x)) = transpose(x)
// CHECK-LABEL: func.func @composed
// CHECK-SAME: (%[[X:.*]]: tensor<2x3x4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.transpose %[[X]], dims = [2, 1, 0] : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
// CHECK-NEXT: return %[[V1]], %[[X]] : tensor<4x3x2xf32>, tensor<2x3x4xf32>
func.func @composed(%x: tensor<2x3x4xf32>) -> (tensor<4x3x2xf32>, tensor<2x3x4xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<3x4x2xf32>) -> tensor<4x3x2xf32>
  %2 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<3x4x2xf32>) -> tensor<2x3x4xf32>
  return %1, %2 : tensor<4x3x2xf32>, tensor<2x3x4xf32>
}

// -----

// transpose(x) of dimensions of size one = reshape(x)
// CHECK-LABEL: func.func @ones
// CHECK-SAME: (%[[X:.*]]: tensor<1x3x1x4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.reshape %[[X]] : (tensor<1x3x1x4xf32>) -> tensor<3x1x4x1xf32>
// CHECK-NEXT: return %[[V1]] : tensor<3x1x4x1xf32>
func.func @ones(%x: tensor<1x3x1x4xf32>) -> tensor<3x1x4x1xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0, 3, 2] : (tensor<1x3x1x4xf32>) -> tensor<3x1x4x1xf32>
  return %0 : tensor<3x1x4x1xf32>
}

// -----

// transpose(broadcast(x)) = broadcast(x)
// CHECK-LABEL: func.func @broadcast
// CHECK-SAME: (%[[X:.*]]: tensor<2x4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.broadcast_in_dim %[[X]], dims = [2, 0] : (tensor<2x4xf32>) -> tensor<4x3x2xf32>
// CHECK-NEXT: return %[[V1]] : tensor<4x3x2xf32>
func.func @broadcast(%x: tensor<2x4xf32>) -> tensor<4x3x2xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<2x4xf32>) -> tensor<2x3x4xf32>
  %1 = stablehlo.transpose %0, dims = [2, 1, 0] : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  return %1 : tensor<4x3x2xf32>
}

// -----

// transpose(iota) = iota
// CHECK-LABEL: func.func @iota
// CHECK-NEXT: %[[V0:.*]] = stablehlo.iota dim = 2 : tensor<3x4x2xi32>
// CHECK-NEXT: return %[[V0]] : tensor<3x4x2xi32>
func.func @iota() -> tensor<3x4x2xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<2x3x4xi32>
  %1 = stablehlo.transpose %0, dims = [1, 2, 0] : (tensor<2x3x4xi32>) -> tensor<3x4x2xi32>
  return %1 : tensor<3x4x2xi32>
}

// -----

// reverse(x) along dimensions of size one = x
// CHECK-LABEL: func.func @reverse_ones
// CHECK-SAME: (%[[X:.*]]: tensor<1x3xf32>)
// CHECK-NEXT: return %[[X]] : tensor<1x3xf32>
func.func @reverse_ones(%x: tensor<1x3xf32>) -> tensor<1x3xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// -----

// reverse(reverse(x)) = reverse(x), = x
// CHECK-LABEL: func.func @reverse_reverse
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.reverse %[[X]], dims = [0] : tensor<2x3xf32>
// CHECK-NEXT: return %[[V1]], %[[X]] : tensor<2x3xf32>, tensor<2x3xf32>
func.func @reverse_reverse(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = stablehlo.reverse %x, dims = [0, 1] : tensor<2x3xf32>
  %1 = stablehlo.reverse %0, dims = [1] : tensor<2x3xf32>
  %2 = stablehlo.reverse %0, dims = [1, 0] : tensor<2x3xf32>
  return %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// reverse(broadcast(x)) = broadcast(x)
// CHECK-LABEL: func.func @reverse_broadcast
// CHECK-SAME: (%[[X:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.broadcast_in_dim %[[X]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.reverse %[[V1]], dims = [1] : tensor<2x3xf32>
// CHECK-NEXT: return %[[V2]] : tensor<2x3xf32>
func.func @reverse_broadcast(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.reverse %0, dims = [0, 1] : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
