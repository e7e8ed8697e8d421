// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// broadcast(x) : T -> T = x
// CHECK-LABEL: func.func @itself
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: return %[[X]] : tensor<2x3xf32>
func.func @itself(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Not if the operand is transposed, although the type is the same.
// CHECK-LABEL: func.func @transposed
// CHECK-SAME: (%[[X:.*]]: tensor<3x3xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.transpose %[[X]], dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
// CHECK-NEXT: return %[[V1]] : tensor<3x3xf32>
func.func @transposed(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// broadcast(broadcast(x)) = broadcast(x)
// CHECK-LABEL: func.func @composed
// CHECK-SAME: (%[[X:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.broadcast_in_dim %[[X]], dims = [2] : (tensor<3xf32>) -> tensor<4x2x3xf32>
// CHECK-NEXT: return %[[V1]] : tensor<4x2x3xf32>
func.func @composed(%x: tensor<3xf32>) -> tensor<4x2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  return %1 : tensor<4x2x3xf32>
}

// -----

// broadcast(reshape(x)) = broadcast(x)
// CHECK-LABEL: func.func @with_ones
// CHECK-SAME: (%[[X:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.broadcast_in_dim %[[X]], dims = [0] : (tensor<3xf32>) -> tensor<3x5xf32>
// CHECK-NEXT: return %[[V1]] : tensor<3x5xf32>
func.func @with_ones(%x: tensor<3xf32>) -> tensor<3x5xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<3xf32>) -> tensor<3x1xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x5xf32>
  return %1 : tensor<3x5xf32>
}

// -----

// broadcast(x) to the same number of elements = reshape(x)
// CHECK-LABEL: func.func @as_many
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.reshape %[[X]] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
// CHECK-NEXT: return %[[V1]] : tensor<2x1x3xf32>
func.func @as_many(%x: tensor<2x3xf32>) -> tensor<2x1x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
  return %0 : tensor<2x1x3xf32>
}

// -----

// broadcast(iota) = iota
// CHECK-LABEL: func.func @iota
// CHECK-NEXT: %[[V0:.*]] = stablehlo.iota dim = 1 : tensor<2x4x3xi32>
// CHECK-NEXT: return %[[V0]] : tensor<2x4x3xi32>
func.func @iota() -> tensor<2x4x3xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<4xi32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<4xi32>) -> tensor<2x4x3xi32>
  return %1 : tensor<2x4x3xi32>
}

// -----

// broadcast(constant) of one element = constant
// CHECK-LABEL: func.func @scalar_constant
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<-0.000000e+00> : tensor<2x3xf32>
// CHECK-NEXT: return %[[V0]] : tensor<2x3xf32>
func.func @scalar_constant() -> tensor<2x3xf32> {
  %c = stablehlo.constant dense<-0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
