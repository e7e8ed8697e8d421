// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// reduce(x, init) over dimensions of size one = f(reshape(x), init)
// CHECK-LABEL: func.func @one
// CHECK-SAME: (%[[X:.*]]: tensor<4x1xf32>, %[[Y:.*]]: tensor<4x1xf32>)
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-DAG: %[[A:.*]] = stablehlo.reshape %[[X]] : (tensor<4x1xf32>) -> tensor<4xf32>
// CHECK-DAG: %[[B:.*]] = stablehlo.reshape %[[Y]] : (tensor<4x1xf32>) -> tensor<4xf32>
// CHECK-DAG: %[[C:.*]] = stablehlo.add %[[A]], %[[ZERO]] : tensor<4xf32>
// CHECK: return %[[C]], %[[B]]
func.func @one(%x: tensor<4x1xf32>, %y: tensor<4x1xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%y init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// reduce_window(x) of whole dimensions = reshape(reduce(x))
// CHECK-LABEL: func.func @pooled
// CHECK-SAME: (%[[X:.*]]: tensor<2x7x7x3xf32>)
// CHECK: %[[R:.*]] = stablehlo.reduce(%[[X]] init: %{{.*}}) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x7x7x3xf32>, tensor<f32>) -> tensor<2x3xf32>
// CHECK: stablehlo.reshape %[[R]] : (tensor<2x3xf32>) -> tensor<2x1x1x3xf32>
func.func @pooled(%x: tensor<2x7x7x3xf32>) -> tensor<2x1x1x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 7, 7, 1>, window_strides = array<i64: 1, 7, 7, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x7x7x3xf32>, tensor<f32>) -> tensor<2x1x1x3xf32>
  return %0 : tensor<2x1x1x3xf32>
}

// -----

// A smaller window, a padded one, and a dimension of two elements.
// CHECK-LABEL: func.func @kept
// CHECK-COUNT-2: stablehlo.reduce_window
// CHECK: stablehlo.reduce(
func.func @kept(%x: tensor<4x8xf32>, %y: tensor<4x2xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 7>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x1xf32>
  %2 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 8>, window_strides = array<i64: 1, 8>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x1xf32>
  %4 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %2, %4 : tensor<4x1xf32>, tensor<4x1xf32>, tensor<4xf32>
}
