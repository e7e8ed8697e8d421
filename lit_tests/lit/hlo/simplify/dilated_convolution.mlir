// REQUIRES: cpu, interpreter
// RUN: hlo-opt %s --hlo-simplify | FileCheck %s
// RUN: hlo-run %s --entry two_dimensions --random-inputs --compare-with interpreter | FileCheck %s --check-prefix=SAME
// RUN: hlo-run %s --entry reversed --random-inputs --compare-with interpreter | FileCheck %s --check-prefix=SAME
// RUN: hlo-run %s --entry phases_without_input --random-inputs --compare-with interpreter | FileCheck %s --check-prefix=SAME
// RUN: hlo-run %s --entry other_layout --random-inputs --compare-with interpreter | FileCheck %s --check-prefix=SAME

// SAME: 1 of 1 results on cpu match those on interpreter

// Four phases, each with 2x2 of the 4x4 elements of the kernel.
// CHECK-LABEL: func.func @two_dimensions
// CHECK-NOT: lhs_dilate = [2, 2]
// CHECK: stablehlo.slice %{{.*}} [0:3:2, 0:3:2, 0:16, 0:16]
// CHECK: stablehlo.convolution{{.*}} pad = {{\[\[}}1, 0], [1, 0]], lhs_dilate = [1, 1]
// CHECK: stablehlo.slice %{{.*}} [0:3:2, 1:4:2, 0:16, 0:16]
// CHECK: stablehlo.convolution{{.*}} pad = {{\[\[}}1, 0], [0, 1]]
// CHECK: stablehlo.convolution{{.*}} pad = {{\[\[}}0, 1], [1, 0]]
// CHECK: stablehlo.convolution{{.*}} pad = {{\[\[}}0, 1], [0, 1]]
// CHECK: stablehlo.concatenate {{.*}}, dim = 4
// CHECK: stablehlo.concatenate {{.*}}, dim = 4
// CHECK: stablehlo.concatenate {{.*}}, dim = 2
// CHECK-NOT: stablehlo.convolution
// CHECK: return
func.func @two_dimensions(%x: tensor<2x8x8x16xi32>, %w: tensor<4x4x16x16xi32>) -> tensor<2x16x16x16xi32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [2, 2]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x16xi32>, tensor<4x4x16x16xi32>) -> tensor<2x16x16x16xi32>
  return %0 : tensor<2x16x16x16xi32>
}

// The gradient of a convolution with a stride of 2 in its first dimension, whose output has an odd
// size: the last output of the second phase is cut off.
// CHECK-LABEL: func.func @reversed
// CHECK: stablehlo.slice %{{.*}} [1:2:2, 0:3, 0:16, 0:16]
// CHECK: stablehlo.convolution{{.*}} -> tensor<4x8x8x16xi32>
// CHECK: stablehlo.slice %{{.*}} [0:3:2, 0:3, 0:16, 0:16]
// CHECK: stablehlo.convolution{{.*}} -> tensor<4x8x8x16xi32>
// CHECK: stablehlo.slice %{{.*}} [0:4, 0:15, 0:8, 0:16]
// CHECK: return
func.func @reversed(%x: tensor<4x8x8x16xi32>, %w: tensor<3x3x16x16xi32>) -> tensor<4x15x8x16xi32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [2, 1], rhs_dilate = [1, 1], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x8x16xi32>, tensor<3x3x16x16xi32>) -> tensor<4x15x8x16xi32>
  return %0 : tensor<4x15x8x16xi32>
}

// A kernel with fewer elements than there are phases: two of three phases are zero.
// CHECK-LABEL: func.func @phases_without_input
// CHECK: stablehlo.convolution{{.*}} lhs_dilate = [1]
// CHECK-NOT: stablehlo.convolution
// CHECK: stablehlo.constant dense<0> : tensor<16x16x1x64xi32>
// CHECK-NOT: stablehlo.convolution
// CHECK: return
func.func @phases_without_input(%x: tensor<16x16x64xi32>, %w: tensor<1x64x64xi32>) -> tensor<16x46x64xi32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [3], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<16x16x64xi32>, tensor<1x64x64xi32>) -> tensor<16x46x64xi32>
  return %0 : tensor<16x46x64xi32>
}

// Groups, spatial dimensions in another order in each tensor, and a dimension that stays dilated
// because it has a stride.
// CHECK-LABEL: func.func @other_layout
// CHECK: stablehlo.convolution{{.*}}stride = [1, 3]{{.*}} lhs_dilate = [1, 2]
// CHECK: stablehlo.convolution{{.*}}stride = [1, 3]{{.*}} lhs_dilate = [1, 2]
// CHECK: return
func.func @other_layout(%x: tensor<9x4x8x16xi32>, %w: tensor<3x5x8x16xi32>) -> tensor<16x17x6x4xi32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [1, b, 0, f]x[1, 0, i, o]->[f, 0, 1, b], window = {stride = [1, 3], pad = [[3, 3], [1, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<9x4x8x16xi32>, tensor<3x5x8x16xi32>) -> tensor<16x17x6x4xi32>
  return %0 : tensor<16x17x6x4xi32>
}

// Starting four kernels would take longer than this convolution.
// CHECK-LABEL: func.func @small
// CHECK: lhs_dilate = [2, 2]
func.func @small(%x: tensor<1x4x4x1xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<1x8x8x1xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [2, 2]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<4x4x1x1xf32>) -> tensor<1x8x8x1xf32>
  return %0 : tensor<1x8x8x1xf32>
}
