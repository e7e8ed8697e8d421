// REQUIRES: cpu, interpreter
// RUN: hlo-opt --hlo-simplify %s | FileCheck %s
// RUN: hlo-run %s --input random:1 --input random:2 --compare-with interpreter | FileCheck %s --check-prefix=SAME
// SAME: 6 of 6 results on cpu match those on interpreter

// Padding by zeros moves into convolutions, and padding by the initial value into windows.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<2x5x6x3xf32>, %[[W:.*]]: tensor<3x2x3x4xf32>)
// CHECK-DAG: %[[EDGES:.*]] = stablehlo.convolution(%[[X]], %[[W]]) {{.*}}pad = {{\[\[}}2, 0], [1, 2]]{{.*}} -> tensor<2x5x8x4xf32>
// CHECK-DAG: %[[GAPS:.*]] = stablehlo.convolution(%[[X]], %[[W]]) {{.*}}pad = {{\[\[}}0, 0], [1, 0]], lhs_dilate = [2, 1]{{.*}} -> tensor<2x7x6x4xf32>
// CHECK-DAG: %[[DILATED:.*]] = stablehlo.convolution(%[[X]], %[[W]]) {{.*}}pad = {{\[\[}}3, 3], [2, 0]], lhs_dilate = [3, 2]{{.*}}
// CHECK-DAG: %[[KEPT:.*]] = stablehlo.pad %[[X]], %{{.*}}, low = [0, 1, 0, 0]
// CHECK-DAG: stablehlo.convolution(%[[KEPT]], %[[W]])
// CHECK-DAG: "stablehlo.reduce_window"(%[[X]], %{{.*}}) <{base_dilations = array<i64: 1, 2, 1, 1>, padding = dense<{{\[\[}}0, 0], [1, 3], [0, 2], [0, 0]]>
// CHECK-DAG: %[[OTHER:.*]] = stablehlo.pad %[[X]], %{{.*}}, low = [0, 0, 2, 0]
// CHECK-DAG: "stablehlo.reduce_window"(%[[OTHER]],
func.func @main(%x: tensor<2x5x6x3xf32>, %w: tensor<3x2x3x4xf32>) -> (tensor<2x5x8x4xf32>, tensor<2x7x6x4xf32>, tensor<2x17x12x4xf32>, tensor<2x4x5x4xf32>, tensor<2x12x8x3xf32>, tensor<2x4x7x3xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %zero, low = [0, 1, 0, 0], high = [0, 0, 2, 0], interior = [0, 0, 0, 0] : (tensor<2x5x6x3xf32>, tensor<f32>) -> tensor<2x6x8x3xf32>
  %edges = stablehlo.convolution(%0, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 0], [1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x8x3xf32>, tensor<3x2x3x4xf32>) -> tensor<2x5x8x4xf32>

  %1 = stablehlo.pad %x, %zero, low = [0, 0, 1, 0], high = [0, 0, 0, 0], interior = [0, 1, 0, 0] : (tensor<2x5x6x3xf32>, tensor<f32>) -> tensor<2x9x7x3xf32>
  %gaps = stablehlo.convolution(%1, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x7x3xf32>, tensor<3x2x3x4xf32>) -> tensor<2x7x6x4xf32>

  // The gap of the dilation comes between an element and its padding, too.
  %2 = stablehlo.pad %x, %zero, low = [0, 1, 1, 0], high = [0, 1, 0, 0], interior = [0, 0, 0, 0] : (tensor<2x5x6x3xf32>, tensor<f32>) -> tensor<2x7x7x3xf32>
  %dilated = stablehlo.convolution(%2, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0], [0, 0]], lhs_dilate = [3, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x7x7x3xf32>, tensor<3x2x3x4xf32>) -> tensor<2x17x12x4xf32>

  // A convolution pads with positive zeros only.
  %minus = stablehlo.constant dense<-0.0> : tensor<f32>
  %3 = stablehlo.pad %x, %minus, low = [0, 1, 0, 0], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<2x5x6x3xf32>, tensor<f32>) -> tensor<2x6x6x3xf32>
  %kept = stablehlo.convolution(%3, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x6x6x3xf32>, tensor<3x2x3x4xf32>) -> tensor<2x4x5x4xf32>

  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %4 = stablehlo.pad %x, %least, low = [0, 1, 0, 0], high = [0, 2, 2, 0], interior = [0, 1, 0, 0] : (tensor<2x5x6x3xf32>, tensor<f32>) -> tensor<2x12x8x3xf32>
  %most = "stablehlo.reduce_window"(%4, %least) <{window_dimensions = array<i64: 1, 2, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %5 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<2x12x8x3xf32>, tensor<f32>) -> tensor<2x12x8x3xf32>

  // The padding is not the initial value.
  %6 = stablehlo.pad %x, %zero, low = [0, 0, 2, 0], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<2x5x6x3xf32>, tensor<f32>) -> tensor<2x5x8x3xf32>
  %other = "stablehlo.reduce_window"(%6, %least) <{window_dimensions = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %7 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %7 : tensor<f32>
  }) : (tensor<2x5x8x3xf32>, tensor<f32>) -> tensor<2x4x7x3xf32>
  return %edges, %gaps, %dilated, %kept, %most, %other : tensor<2x5x8x4xf32>, tensor<2x7x6x4xf32>, tensor<2x17x12x4xf32>, tensor<2x4x5x4xf32>, tensor<2x12x8x3xf32>, tensor<2x4x7x3xf32>
}
