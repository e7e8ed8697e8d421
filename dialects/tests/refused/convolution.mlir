// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each part violates the constraint that its first line names.

// convolution_c1
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c2
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c3
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 0>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c4
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<0> : tensor<1x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c5
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, lhs_dilation = array<i64: 1>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c6
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, lhs_dilation = array<i64: 1, 0>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c7
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, rhs_dilation = array<i64: 1>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c8
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, rhs_dilation = array<i64: -1, 1>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c9
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_reversal = array<i1: true>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c10
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c11
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 3 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c12
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c13
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c13
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 4, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c14
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x5x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x5x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c15
func.func @test(%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x5xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x5xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c16
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x2x5xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x2x5xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c17
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c18
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 3], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c19
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c20
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c21
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 0 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c22
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 0 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c23
func.func @test(%a: tensor<2x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c25
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x7x6x6xf32>
  return
}

// -----

// convolution_c25
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<-9223372036854775807> : tensor<2x2xi64>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c26
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6xf32>
  return
}

// -----

// convolution_c27
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf16>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf16>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c28
func.func @test(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<3x3x4x6xf32>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// convolution_c29
func.func @test(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<3x3x4x6x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.000000e+00}>>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x4x6x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.000000e+00}>>) -> tensor<1x6x6x6x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

// convolution_c30
func.func @test(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<3x3x4x6x!quant.uniform<i8:f32:3, {1.0,1.0,1.0,1.0,1.0,1.0}>>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x4x6x!quant.uniform<i8:f32:3, {1.0,1.0,1.0,1.0,1.0,1.0}>>) -> tensor<1x6x6x6x!quant.uniform<i8:f32:1, {1.0,1.0,1.0,1.0,1.0,1.0}>>
  return
}

// -----

// convolution_c31
func.func @test(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<3x3x4x6x!quant.uniform<i4:f32, 5.000000e-01>>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x4x6x!quant.uniform<i4:f32, 5.000000e-01>>) -> tensor<1x6x6x6x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

// convolution_c32
func.func @test(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<3x3x4x6x!quant.uniform<i8:f16, 5.000000e-01>>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x4x6x!quant.uniform<i8:f16, 5.000000e-01>>) -> tensor<1x6x6x6x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

// convolution_c33
func.func @test(%a: tensor<1x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<3x3x4x6x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x3x4x6x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<1x6x6x6x!quant.uniform<i8:f32:3, {1.0,1.0,1.0,1.0,1.0,1.0}>>
  return
}

// -----

// convolution_c34
func.func @test(%a: tensor<1x8x8x4xf16>, %b: tensor<3x3x4x6x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %r = "stablehlo.convolution"(%a, %b) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf16>, tensor<3x3x4x6x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// dynamic_conv_c4
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x6xf32>, %p: tensor<2x3xi64>) {
  %r = "stablehlo.dynamic_conv"(%a, %b, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>, tensor<2x3xi64>) -> tensor<1x6x6x6xf32>
  return
}
