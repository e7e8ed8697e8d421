// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// pad(x) by zero = x, also with interior padding of a tensor without gaps
// CHECK-LABEL: func.func @nothing
// CHECK-SAME: (%[[X:.*]]: tensor<4x1xf32>, %[[C:.*]]: tensor<f32>)
// CHECK-NEXT: return %[[X]] : tensor<4x1xf32>
func.func @nothing(%x: tensor<4x1xf32>, %c: tensor<f32>) -> tensor<4x1xf32> {
  %0 = stablehlo.pad %x, %c, low = [0, 0], high = [0, 0], interior = [0, 3] : (tensor<4x1xf32>, tensor<f32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// -----

// pad(c, c) = c
// CHECK-LABEL: func.func @splat
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<7xf32>
// CHECK-NEXT: return %[[V0]] : tensor<7xf32>
func.func @splat() -> tensor<7xf32> {
  %x = stablehlo.constant dense<0.0> : tensor<4xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %c, low = [2], high = [1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

// -0 is not 0.
// CHECK-LABEL: func.func @other_zero
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<-0.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.pad %[[V0]], %[[V1]], low = [1], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
// CHECK-NEXT: return %[[V2]] : tensor<5xf32>
func.func @other_zero() -> tensor<5xf32> {
  %x = stablehlo.constant dense<-0.0> : tensor<4xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %c, low = [1], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// pad(x, c) of no element = c
// CHECK-LABEL: func.func @of_nothing
// CHECK-SAME: (%[[X:.*]]: tensor<0xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
// CHECK-NEXT: return %[[V1]] : tensor<3xf32>
func.func @of_nothing(%x: tensor<0xf32>) -> tensor<3xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.pad %x, %c, low = [2], high = [1], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// pad(x) that only cuts = slice(x)
// CHECK-LABEL: func.func @cut
// CHECK-SAME: (%[[X:.*]]: tensor<6x4xf32>, %[[C:.*]]: tensor<f32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.slice %[[X]] [1:4, 0:4] : (tensor<6x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: return %[[V2]] : tensor<3x4xf32>
func.func @cut(%x: tensor<6x4xf32>, %c: tensor<f32>) -> tensor<3x4xf32> {
  %0 = stablehlo.pad %x, %c, low = [-1, 0], high = [-2, 0], interior = [0, 0] : (tensor<6x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// pad(pad(x, c), c) = pad(x, c)
// CHECK-LABEL: func.func @pad_pad
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[C:.*]]: tensor<f32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.pad %[[X]], %[[C]], low = [2], high = [3], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<12xf32>
// CHECK-NEXT: return %[[V2]] : tensor<12xf32>
func.func @pad_pad(%x: tensor<4xf32>, %c: tensor<f32>) -> tensor<12xf32> {
  %0 = stablehlo.pad %x, %c, low = [1], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.pad %0, %c, low = [1], high = [3], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<12xf32>
  return %1 : tensor<12xf32>
}

// -----

// Not if the inner padding crops.
// CHECK-LABEL: func.func @cut_and_pad
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[C:.*]]: tensor<f32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.pad %[[X]], %[[C]], low = [-1], high = [1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.pad %[[V2]], %[[C]], low = [1], high = [-1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: return %[[V3]] : tensor<4xf32>
func.func @cut_and_pad(%x: tensor<4xf32>, %c: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.pad %x, %c, low = [-1], high = [1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.pad %0, %c, low = [1], high = [-1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
