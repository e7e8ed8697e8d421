// RUN: hlo-opt %s --hlo-to-linalg --canonicalize --split-input-file | FileCheck %s

// Reshapes keep the dimensions that both shapes share.
// CHECK-LABEL: func.func @reshape
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : tensor<5x4x6xf32> into tensor<5x24xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2, 3]] {{.*}} : tensor<5x24xf32> into tensor<5x3x1x8xf32>
func.func @reshape(%x: tensor<5x4x6xf32>) -> tensor<5x3x1x8xf32> {
  %0 = stablehlo.reshape %x : (tensor<5x4x6xf32>) -> tensor<5x3x1x8xf32>
  return %0 : tensor<5x3x1x8xf32>
}

// -----

// CHECK-LABEL: func.func @transpose
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<2x3xf32>) outs(%{{.*}} : tensor<3x2xf32>)
func.func @transpose(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// Transposing unit dimensions moves no elements.
// CHECK-LABEL: func.func @transpose_units
// CHECK-NOT: linalg.transpose
// CHECK: tensor.expand_shape
func.func @transpose_units(%x: tensor<1x3x1xf32>) -> tensor<3x1x1xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<1x3x1xf32>) -> tensor<3x1x1xf32>
  return %0 : tensor<3x1x1xf32>
}

// -----

// CHECK-LABEL: func.func @broadcast_scalar
// CHECK: %[[ONE:.*]] = arith.constant 1.0
// CHECK: linalg.fill ins(%[[ONE]]
func.func @broadcast_scalar() -> tensor<4x5xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

// CHECK: #[[ROWS:.*]] = affine_map<(d0, d1, d2) -> (d1, 0)>
// CHECK-LABEL: func.func @broadcast_rows
// CHECK: linalg.generic {indexing_maps = [#[[ROWS]],
func.func @broadcast_rows(%x: tensor<3x1xf32>) -> tensor<2x3x4xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<3x1xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// Negative edges crop; with interior padding the remaining elements are strided.
// CHECK-LABEL: func.func @pad
// CHECK: %[[KEPT:.*]] = tensor.extract_slice %{{.*}}[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
// CHECK: linalg.fill
// CHECK: tensor.insert_slice %[[KEPT]] into %{{.*}}[1] [2] [2]
func.func @pad(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<5xf32> {
  %0 = stablehlo.pad %x, %v, low = [-1], high = [-1], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// The fill records the part that the insertion writes: its offsets, its sizes and the shape.
// CHECK-LABEL: func.func @pad_sides
// CHECK: linalg.fill {hloom.overwritten = array<i64: 1, 0, 510, 510, 512, 512>}
// CHECK: tensor.insert_slice %arg0 into %{{.*}}[1, 0] [510, 510] [1, 1]
func.func @pad_sides(%x: tensor<510x510xf32>, %v: tensor<f32>) -> tensor<512x512xf32> {
  %0 = stablehlo.pad %x, %v, low = [1, 0], high = [1, 2], interior = [0, 0] : (tensor<510x510xf32>, tensor<f32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}

// -----

// Operands without elements are omitted.
// CHECK-LABEL: func.func @concatenate
// CHECK: tensor.insert_slice %{{.*}}[0] [2] [1]
// CHECK: tensor.insert_slice %{{.*}}[2] [3] [1]
// CHECK-NOT: tensor.insert_slice
func.func @concatenate(%x: tensor<2xf32>, %y: tensor<0xf32>, %z: tensor<3xf32>) -> tensor<5xf32> {
  %0 = stablehlo.concatenate %x, %y, %z, dim = 0 : (tensor<2xf32>, tensor<0xf32>, tensor<3xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
