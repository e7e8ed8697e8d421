// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each part violates the constraint that its first line names.

// reduce_c1
func.func @test(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %c: tensor<f32>, %d: tensor<f32>) {
  %r:2 = "stablehlo.reduce"(%a, %b, %c, %d) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

// reduce_c2
func.func @test(%a: tensor<2x3xf32>, %b: tensor<f64>) {
  %r:1 = "stablehlo.reduce"(%a, %b) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f64>) -> tensor<2xf32>
  return
}

// -----

// reduce_c3
func.func @test(%a: tensor<2x3xf32>) {
  %r:1 = "stablehlo.reduce"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_c4
func.func @test(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  %r:1 = "stablehlo.reduce"(%a, %b) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// reduce_c5
func.func @test(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  %r:1 = "stablehlo.reduce"(%a, %b) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {dimensions = array<i64: 1, 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// reduce_c6
func.func @test(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  %r:1 = "stablehlo.reduce"(%a, %b) ({ ^bb0(%x: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// reduce_c6
func.func @test(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  %r:1 = "stablehlo.reduce"(%a, %b) ({ ^bb0(%x: tensor<1xf32>, %y: tensor<1xf32>): "stablehlo.return"(%x) : (tensor<1xf32>) -> () }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// reduce_c6
func.func @test(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  %r:1 = "stablehlo.reduce"(%a, %b) ({ ^bb0(%x: tensor<f32>, %y: tensor<f64>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// reduce_c6
func.func @test(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  %r:1 = "stablehlo.reduce"(%a, %b) ({ ^bb0(%x: tensor<f16>, %y: tensor<f16>): "stablehlo.return"(%x) : (tensor<f16>) -> () }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// reduce_c7
func.func @test(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  %r:1 = "stablehlo.reduce"(%a, %b) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// reduce_i2
func.func @test(%a: tensor<2x3xf32>, %b: tensor<1xf32>) {
  %r:1 = "stablehlo.reduce"(%a, %b) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_c6
func.func @test(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  %r:1 = "stablehlo.reduce"(%a, %b) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_window_c1
func.func @test(%a: tensor<4x5xf32>) {
  %r = "stablehlo.reduce_window"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x5xf32>) -> tensor<3x4xf32>
  return
}

// -----

// reduce_window_c2
func.func @test(%a: tensor<4x5xf32>, %b: tensor<4x6xf32>, %i: tensor<f32>) {
  %r:2 = "stablehlo.reduce_window"(%a, %b, %i, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>): "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x5xf32>, tensor<4x6xf32>, tensor<f32>, tensor<f32>) -> (tensor<3x4xf32>, tensor<3x4xf32>)
  return
}

// -----

// reduce_window_c3
func.func @test(%a: tensor<4x5xf32>, %i: tensor<f64>) {
  %r = "stablehlo.reduce_window"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x5xf32>, tensor<f64>) -> tensor<3x4xf32>
  return
}

// -----

// reduce_window_c4
func.func @test(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// reduce_window_c5
func.func @test(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 0>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// reduce_window_c6
func.func @test(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// reduce_window_c7
func.func @test(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 0>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// reduce_window_c8
func.func @test(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 1>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// reduce_window_c9
func.func @test(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 1, 0>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// reduce_window_c10
func.func @test(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 1>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// reduce_window_c11
func.func @test(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 1, -2>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// reduce_window_c12
func.func @test(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<2x3xi64>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// reduce_window_c13
func.func @test(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %i) ({ ^bb0(%x: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// reduce_window_c15
func.func @test(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x5xf32>
  return
}

// -----

// reduce_window_c15
func.func @test(%a: tensor<4x5xf32>, %i: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, padding = dense<-4> : tensor<2x2xi64>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// -----

// select_and_scatter_c1
func.func @test(%a: tensor<4x4xf32>, %s: tensor<2x2xf64>, %i: tensor<f32>, %p: tensor<i1>) {
  %r = "stablehlo.select_and_scatter"(%a, %s, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf64>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter_c2
func.func @test(%a: tensor<4x4xf32>, %s: tensor<2x3xf32>, %i: tensor<f32>, %p: tensor<i1>) {
  %r = "stablehlo.select_and_scatter"(%a, %s, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter_c3
func.func @test(%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f64>, %p: tensor<i1>) {
  %r = "stablehlo.select_and_scatter"(%a, %s, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f64>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter_c4
func.func @test(%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>, %p: tensor<i1>) {
  %r = "stablehlo.select_and_scatter"(%a, %s, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter_c5
func.func @test(%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>, %p: tensor<i1>) {
  %r = "stablehlo.select_and_scatter"(%a, %s, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, -2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter_c6
func.func @test(%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>, %p: tensor<i1>) {
  %r = "stablehlo.select_and_scatter"(%a, %s, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter_c7
func.func @test(%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>, %p: tensor<i1>) {
  %r = "stablehlo.select_and_scatter"(%a, %s, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 0>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter_c8
func.func @test(%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>, %p: tensor<i1>) {
  %r = "stablehlo.select_and_scatter"(%a, %s, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter_c9
func.func @test(%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>, %p: tensor<i1>) {
  %r = "stablehlo.select_and_scatter"(%a, %s, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter_c10
func.func @test(%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>, %p: tensor<i1>) {
  %r = "stablehlo.select_and_scatter"(%a, %s, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }, { ^bb0(%x: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter_c11
func.func @test(%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>, %p: tensor<i1>) {
  %r = "stablehlo.select_and_scatter"(%a, %s, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x5xf32>
  return
}

// -----

// select_and_scatter_i3
func.func @test(%a: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<1xf32>, %p: tensor<i1>) {
  %r = "stablehlo.select_and_scatter"(%a, %s, %i) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%p) : (tensor<i1>) -> () }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<1xf32>) -> tensor<4x4xf32>
  return
}

// -----

// map_c1
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  %r = "stablehlo.map"(%a, %b) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

// map_c1
func.func @test(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %r = "stablehlo.map"(%a, %b) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// map_c3
func.func @test(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %r = "stablehlo.map"(%a, %b) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {dimensions = array<i64: 1, 0>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// map_c4
func.func @test(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %r = "stablehlo.map"(%a, %b) ({ ^bb0(%x: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// map_c4
func.func @test(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %r = "stablehlo.map"(%a, %b) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> () }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference_c1
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) {
  %r:1 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) {epsilon = 1.0e-3 : f32, feature_index = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference_c2
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3xf64>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) {
  %r:1 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference_c3
func.func @test(%a: tensor<2x3xf32>, %b: tensor<2xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) {
  %r:1 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference_c4
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<2xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) {
  %r:1 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference_c5
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<2xf32>, %e: tensor<3xf32>) {
  %r:1 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference_c6
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<2xf32>) {
  %r:1 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference_c7
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) {
  %r:1 = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// batch_norm_training_c1
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 1.0e-3 : f32, feature_index = -1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_training_c3
func.func @test(%a: tensor<2x3xf32>, %b: tensor<2xf32>, %c: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_training_c4
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<2xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_training_c7
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a, %b, %c) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>)
  return
}

// -----

// batch_norm_grad_c1
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<2x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) {epsilon = 1.0e-3 : f32, feature_index = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_grad_c2
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<2x3xf64>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf64>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_grad_c3
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// batch_norm_grad_c5
func.func @test(%a: tensor<2x3xf32>, %b: tensor<2xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<2x3xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
