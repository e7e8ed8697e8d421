// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --input 'dense<[0.0, -0.0, 1.5, -2.25, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0e-40]> : tensor<8xf32>' --input 'dense<[200, 255]> : tensor<2xui8>' --compare-with interpreter | FileCheck %s
// CHECK: 13 of 13 results on cpu match those on interpreter

// Operations that the simplification replaces, on zeros with signs, infinities, NaN and a subnormal
// number, and on indices that are negative if they are read as signed integers.
func.func public @main(%x: tensor<8xf32>, %i: tensor<2xui8>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<3x8xf32>, tensor<3x8xi1>, tensor<1x1xf32>, tensor<1xi32>, tensor<1xi32>, tensor<260xi32>, tensor<260xi32>, tensor<7xf32>) {
  %two = stablehlo.constant dense<2.0> : tensor<8xf32>
  %minus = stablehlo.constant dense<-1.0> : tensor<8xf32>
  %half = stablehlo.constant dense<0.5> : tensor<8xf32>
  %square = stablehlo.power %x, %two : tensor<8xf32>
  %inverse = stablehlo.power %x, %minus : tensor<8xf32>
  %root = stablehlo.power %x, %half : tensor<8xf32>

  %column = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<8x1xf32>
  %products = stablehlo.dot_general %column, %x, contracting_dims = [] x [] : (tensor<8x1xf32>, tensor<8xf32>) -> tensor<8x1x8xf32>
  %outer = stablehlo.reshape %products : (tensor<8x1x8xf32>) -> tensor<8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%column init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x1xf32>, tensor<f32>) -> tensor<8xf32>

  %rows = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<8xf32>) -> tensor<3x8xf32>
  %zeros = stablehlo.constant dense<0.0> : tensor<3x8xf32>
  %more = stablehlo.add %rows, %zeros : tensor<3x8xf32>
  %less = stablehlo.compare LT, %more, %rows : (tensor<3x8xf32>, tensor<3x8xf32>) -> tensor<3x8xi1>

  %four = stablehlo.slice %x [0:4] : (tensor<8xf32>) -> tensor<4xf32>
  %square_of_four = stablehlo.reshape %four : (tensor<4xf32>) -> tensor<2x2xf32>
  %pooled = "stablehlo.reduce_window"(%square_of_four, %zero) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x2xf32>, tensor<f32>) -> tensor<1x1xf32>

  %numbers = stablehlo.iota dim = 0 : tensor<260xi32>
  %first = stablehlo.slice %i [0:1] : (tensor<2xui8>) -> tensor<1xui8>
  %last = stablehlo.slice %i [1:2] : (tensor<2xui8>) -> tensor<1xui8>
  %read = "stablehlo.gather"(%numbers, %first) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<260xi32>, tensor<1xui8>) -> tensor<1xi32>
  %part = stablehlo.slice %numbers [0:220] : (tensor<260xi32>) -> tensor<220xi32>
  %clamped = "stablehlo.gather"(%part, %last) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<220xi32>, tensor<1xui8>) -> tensor<1xi32>
  %update = stablehlo.constant dense<-7> : tensor<i32>
  %set = "stablehlo.scatter"(%numbers, %first, %update) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<260xi32>, tensor<1xui8>, tensor<i32>) -> tensor<260xi32>
  %ignored = "stablehlo.scatter"(%part, %last, %update) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.multiply %b, %a : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<220xi32>, tensor<1xui8>, tensor<i32>) -> tensor<220xi32>
  %tail = stablehlo.slice %numbers [0:40] : (tensor<260xi32>) -> tensor<40xi32>
  %unchanged = stablehlo.concatenate %ignored, %tail, dim = 0 : (tensor<220xi32>, tensor<40xi32>) -> tensor<260xi32>

  %one = stablehlo.constant dense<1> : tensor<i32>
  %updated = stablehlo.dynamic_update_slice %x, %four, %one : (tensor<8xf32>, tensor<4xf32>, tensor<i32>) -> tensor<8xf32>
  %within = stablehlo.slice %updated [1:5:3] : (tensor<8xf32>) -> tensor<2xf32>
  %outside = stablehlo.slice %updated [5:8] : (tensor<8xf32>) -> tensor<3xf32>
  %joined = stablehlo.concatenate %within, %x, %outside, dim = 0 : (tensor<2xf32>, tensor<8xf32>, tensor<3xf32>) -> tensor<13xf32>
  %parts = stablehlo.slice %joined [1:8] : (tensor<13xf32>) -> tensor<7xf32>
  return %square, %inverse, %root, %outer, %sum, %more, %less, %pooled, %read, %clamped, %set, %unchanged, %parts : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<3x8xf32>, tensor<3x8xi1>, tensor<1x1xf32>, tensor<1xi32>, tensor<1xi32>, tensor<260xi32>, tensor<260xi32>, tensor<7xf32>
}
