// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products, einsums and convolutions.

func.func @dot_general(%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>, %c: tensor<?x2x3xf8E4M3FN>, %d: tensor<5x3x4xf8E5M2>) {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  // The user chooses the element type of the result, and dimensions may be dynamic.
  %1 = stablehlo.dot_general %c, %d, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x2x3xf8E4M3FN>, tensor<5x3x4xf8E5M2>) -> tensor<5x2x4xf32>
  %2 = stablehlo.dot_general %a, %a, contracting_dims = [0, 1, 2] x [0, 1, 2] : (tensor<5x2x3xf32>, tensor<5x2x3xf32>) -> tensor<f32>
  %3 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x3x5x3x4xf32>
  %4 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 3, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return
}

func.func @quantized(%a: tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, %b: tensor<3x4x!quant.uniform<i8:f32, 0.25>>, %c: tensor<2x3xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x4x!quant.uniform<i32:f32, 1.0>>
  %1 = stablehlo.dot_general %c, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x4xf32>
  return
}

func.func @dot(%m: tensor<2x3xf32>, %v: tensor<3xf32>) {
  %0 = stablehlo.dot %m, %v : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %1 = stablehlo.dot %v, %v : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  %2 = "stablehlo.einsum"(%m, %v) {einsum_config = "ab,b->a"} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %3 = "stablehlo.unary_einsum"(%m) {einsum_config = "ab->ba"} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

func.func @convolution(%a: tensor<4x9x8x6xf32>, %k: tensor<3x3x6x8xf32>, %g: tensor<3x3x2x9xf32>, %p: tensor<2x2xi64>) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, -1]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x9x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<4x4x12x8xf32>
  %1 = stablehlo.convolution(%a, %g) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<4x9x8x6xf32>, tensor<3x3x2x9xf32>) -> tensor<4x7x6x9xf32>
  %2 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x9x8x6xf32>, tensor<3x3x6x8xf32>) -> tensor<2x7x6x8xf32>
  %3 = "stablehlo.dynamic_conv"(%a, %k, %p) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x9x8x6xf32>, tensor<3x3x6x8xf32>, tensor<2x2xi64>) -> tensor<4x?x?x8xf32>
  return
}
