// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// concatenate(x) = x
// CHECK-LABEL: func.func @one
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: return %[[X]] : tensor<4xf32>
func.func @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.concatenate %x, dim = 0 : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// concatenate(x, empty, y) = concatenate(x, y)
// CHECK-LABEL: func.func @empty
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[E:.*]]: tensor<0xf32>, %[[Y:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[V3:.*]] = stablehlo.concatenate %[[X]], %[[Y]], dim = 0 : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
// CHECK-NEXT: return %[[V3]] : tensor<6xf32>
func.func @empty(%x: tensor<4xf32>, %e: tensor<0xf32>, %y: tensor<2xf32>) -> tensor<6xf32> {
  %0 = stablehlo.concatenate %x, %e, %y, dim = 0 : (tensor<4xf32>, tensor<0xf32>, tensor<2xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// concatenate(x, concatenate(y, z)) = concatenate(x, y, z)
// CHECK-LABEL: func.func @nested
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.concatenate %[[X]], %[[X]], %[[Y]], dim = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<2xf32>) -> tensor<10xf32>
// CHECK-NEXT: return %[[V2]] : tensor<10xf32>
func.func @nested(%x: tensor<4xf32>, %y: tensor<2xf32>) -> tensor<10xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
  %1 = stablehlo.concatenate %x, %0, dim = 0 : (tensor<4xf32>, tensor<6xf32>) -> tensor<10xf32>
  return %1 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @nested_otherwise
// CHECK-SAME: (%[[X:.*]]: tensor<2x2xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.concatenate %[[X]], %[[X]], dim = 0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.concatenate %[[V1]], %[[V1]], dim = 1 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: return %[[V2]] : tensor<4x4xf32>
func.func @nested_otherwise(%x: tensor<2x2xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.concatenate %0, %0, dim = 1 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// concatenate(c, c) = c
// CHECK-LABEL: func.func @splats
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<6xf32>
// CHECK-NEXT: return %[[V0]] : tensor<6xf32>
func.func @splats() -> tensor<6xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %d = stablehlo.constant dense<1.0> : tensor<2xf32>
  %0 = stablehlo.concatenate %c, %d, dim = 0 : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// concatenate(broadcast(x), broadcast(x)) = broadcast(x) of a scalar
// CHECK-LABEL: func.func @broadcasts
// CHECK-SAME: (%[[X:.*]]: tensor<f32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.broadcast_in_dim %[[X]], dims = [] : (tensor<f32>) -> tensor<6xf32>
// CHECK-NEXT: return %[[V1]] : tensor<6xf32>
func.func @broadcasts(%x: tensor<f32>) -> tensor<6xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
  return %2 : tensor<6xf32>
}

// -----

// concatenate(x[a:b], x[b:c], y, x[d:e]) = concatenate(x[a:c], y, x[d:e])
// CHECK-LABEL: func.func @neighbors
// CHECK-SAME: (%[[X:.*]]: tensor<9xf32>, %[[Y:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.slice %[[X]] [7:9] : (tensor<9xf32>) -> tensor<2xf32>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.slice %[[X]] [1:6] : (tensor<9xf32>) -> tensor<5xf32>
// CHECK-NEXT: %[[V4:.*]] = stablehlo.concatenate %[[V3]], %[[Y]], %[[V2]], dim = 0 : (tensor<5xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<9xf32>
// CHECK-NEXT: return %[[V4]] : tensor<9xf32>
func.func @neighbors(%x: tensor<9xf32>, %y: tensor<2xf32>) -> tensor<9xf32> {
  %0 = stablehlo.slice %x [1:3] : (tensor<9xf32>) -> tensor<2xf32>
  %1 = stablehlo.slice %x [3:6] : (tensor<9xf32>) -> tensor<3xf32>
  %2 = stablehlo.slice %x [7:9] : (tensor<9xf32>) -> tensor<2xf32>
  %3 = stablehlo.concatenate %0, %1, %y, %2, dim = 0 : (tensor<2xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<9xf32>
  return %3 : tensor<9xf32>
}

// -----

// CHECK-LABEL: func.func @all_neighbors
// CHECK-SAME: (%[[X:.*]]: tensor<2x9xf32>)
// CHECK-NEXT: return %[[X]] : tensor<2x9xf32>
func.func @all_neighbors(%x: tensor<2x9xf32>) -> tensor<2x9xf32> {
  %0 = stablehlo.slice %x [0:2, 0:3] : (tensor<2x9xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.slice %x [0:2, 3:9] : (tensor<2x9xf32>) -> tensor<2x6xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<2x3xf32>, tensor<2x6xf32>) -> tensor<2x9xf32>
  return %2 : tensor<2x9xf32>
}

// -----

// A part that is upsampled: the broadcast becomes a part of the result, without the reshape between.
// CHECK-LABEL: func.func @upsampled
// CHECK-SAME: (%[[X:.*]]: tensor<3x5xf32>, %[[Y:.*]]: tensor<6x2xf32>)
// CHECK-DAG: %[[B:.*]] = stablehlo.broadcast_in_dim %[[X]], dims = [0, 2] : (tensor<3x5xf32>) -> tensor<3x2x5xf32>
// CHECK-DAG: %[[R:.*]] = stablehlo.reshape %[[Y]] : (tensor<6x2xf32>) -> tensor<3x2x2xf32>
// CHECK: %[[C:.*]] = stablehlo.concatenate %[[B]], %[[R]], dim = 2
// CHECK-NEXT: stablehlo.reshape %[[C]] : (tensor<3x2x7xf32>) -> tensor<6x7xf32>
func.func @upsampled(%x: tensor<3x5xf32>, %y: tensor<6x2xf32>) -> tensor<6x7xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<3x5xf32>) -> tensor<3x2x5xf32>
  %1 = stablehlo.reshape %0 : (tensor<3x2x5xf32>) -> tensor<6x5xf32>
  %2 = stablehlo.concatenate %1, %y, dim = 1 : (tensor<6x5xf32>, tensor<6x2xf32>) -> tensor<6x7xf32>
  return %2 : tensor<6x7xf32>
}

// -----

// The dimension of the concatenation is merged, so the reshape remains. Two parts that are split in
// different ways do not take turns.
// CHECK-LABEL: func.func @not_upsampled
// CHECK: stablehlo.concatenate {{.*}}, dim = 0 : (tensor<6x5xf32>, tensor<1x5xf32>)
// CHECK: stablehlo.concatenate {{.*}}, dim = 1 : (tensor<6x5xf32>, tensor<6x5xf32>)
func.func @not_upsampled(%x: tensor<3x5xf32>, %y: tensor<1x5xf32>, %z: tensor<2x5xf32>) -> (tensor<7x5xf32>, tensor<6x10xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<3x5xf32>) -> tensor<3x2x5xf32>
  %1 = stablehlo.reshape %0 : (tensor<3x2x5xf32>) -> tensor<6x5xf32>
  %2 = stablehlo.concatenate %1, %y, dim = 0 : (tensor<6x5xf32>, tensor<1x5xf32>) -> tensor<7x5xf32>
  %3 = stablehlo.reshape %0 : (tensor<3x2x5xf32>) -> tensor<6x5xf32>
  %4 = stablehlo.broadcast_in_dim %z, dims = [0, 2] : (tensor<2x5xf32>) -> tensor<2x3x5xf32>
  %5 = stablehlo.reshape %4 : (tensor<2x3x5xf32>) -> tensor<6x5xf32>
  %6 = stablehlo.concatenate %3, %5, dim = 1 : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x10xf32>
  return %2, %6 : tensor<7x5xf32>, tensor<6x10xf32>
}
