// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions, windows, batch normalization.

func.func @reduce(%a: tensor<2x?x4xf32>, %h: tensor<2x3xf16>, %i: tensor<f32>, %j: tensor<f16>) {
  %0 = "stablehlo.reduce"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.add %x, %y : tensor<f32> stablehlo.return %z : tensor<f32> }) {dimensions = array<i64: 2, 0>} : (tensor<2x?x4xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = "stablehlo.reduce"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.add %x, %y : tensor<f32> stablehlo.return %z : tensor<f32> }) {dimensions = array<i64>} : (tensor<2x?x4xf32>, tensor<f32>) -> tensor<2x3x4xf32>
  // The body may compute in a wider type.
  %2 = "stablehlo.reduce"(%h, %j) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.add %x, %y : tensor<f32> stablehlo.return %z : tensor<f32> }) {dimensions = array<i64: 1>} : (tensor<2x3xf16>, tensor<f16>) -> tensor<2xf32>
  %3 = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<2x?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  return
}

func.func @bounded(%a: tensor<2x?xf32, #stablehlo.bounds<?, 8>>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.add %x, %y : tensor<f32> stablehlo.return %z : tensor<f32> }) {dimensions = array<i64: 0>} : (tensor<2x?xf32, #stablehlo.bounds<?, 8>>, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<8>>
  return
}

func.func @windows(%a: tensor<4x7xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.add %x, %y : tensor<f32> stablehlo.return %z : tensor<f32> }) {window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>, window_dilations = array<i64: 1, 2>, base_dilations = array<i64: 2, 1>, padding = dense<[[0, 1], [2, 2]]> : tensor<2x2xi64>} : (tensor<4x7xf32>, tensor<f32>) -> tensor<4x4xf32>
  %1 = "stablehlo.select_and_scatter"(%a, %s, %i) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
  }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.add %x, %y : tensor<f32> stablehlo.return %z : tensor<f32> }) {window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>} : (tensor<4x7xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x7xf32>
  %2 = "stablehlo.map"(%a, %a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.add %x, %y : tensor<f32> stablehlo.return %z : tensor<f32> }) {dimensions = array<i64: 0, 1>} : (tensor<4x7xf32>, tensor<4x7xf32>) -> tensor<4x7xf32>
  return
}

func.func @batch_norm(%a: tensor<2x3xf32>, %v: tensor<3xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%a, %v, %v, %v, %v) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1:3 = "stablehlo.batch_norm_training"(%a, %v, %v) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %2:3 = "stablehlo.batch_norm_grad"(%a, %v, %v, %v, %a) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// The specification does not define these reductions, but programs in use contain them.
func.func @initial_values_with_sizes(%a: tensor<4x?xf32>, %i: tensor<2xf32>) {
  %0 = "stablehlo.reduce"(%a, %i) ({ ^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>): %z = stablehlo.add %x, %y : tensor<2xf32> stablehlo.return %z : tensor<2xf32> }) {dimensions = array<i64: 0>} : (tensor<4x?xf32>, tensor<2xf32>) -> tensor<?xf32>
  %1 = "stablehlo.reduce_window"(%a, %i) ({ ^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>): %z = stablehlo.add %x, %y : tensor<2xf32> stablehlo.return %z : tensor<2xf32> }) {window_dimensions = array<i64: 2, 1>} : (tensor<4x?xf32>, tensor<2xf32>) -> tensor<3x?xf32>
  return
}
