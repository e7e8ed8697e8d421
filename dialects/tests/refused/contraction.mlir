// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each part violates the constraint that its first line names.

// dot_general_c1
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c2
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c3
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c4
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c5
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [2], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c6
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c7
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [2], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c8
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [-1]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c9
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c10
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c11
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c12
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x5xf32>
  return
}

// -----

// dot_general_c14
func.func @test(%a: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c14
func.func @test(%a: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c15
func.func @test(%a: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01:3>>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

// dot_general_c16
func.func @test(%a: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<3x4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.000000e+00}>>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01,1.000000e+00}>>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

// dot_general_c17
func.func @test(%a: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<3x4x!quant.uniform<i4:f32, 5.000000e-01>>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x4x!quant.uniform<i4:f32, 5.000000e-01>>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

// dot_general_c18
func.func @test(%a: tensor<2x3x!quant.uniform<i8:f16, 5.000000e-01>>, %b: tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f16, 5.000000e-01>>, tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

// dot_general_c19
func.func @test(%a: tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x4x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>
  return
}

// -----

// dot_general_c20
func.func @test(%a: tensor<2x3xf16>, %b: tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf16>, tensor<3x4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c21
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c22
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c23
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_c24
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general_i7
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_rank
func.func @test(%a: tensor<2x3x4xf32>, %b: tensor<4xf32>) {
  %r = "stablehlo.dot"(%a, %b) : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

// dot_contracting
func.func @test(%a: tensor<2x3xf32>, %b: tensor<4xf32>) {
  %r = "stablehlo.dot"(%a, %b) : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// dot_results
func.func @test(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  %r = "stablehlo.dot"(%a, %b) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// einsum_einsum_config
func.func @test(%a: tensor<2x3xf32>) {
  %r = "stablehlo.einsum"(%a, %a) {einsum_config = "ab,ab"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// einsum_einsum_config
func.func @test(%a: tensor<2x3xf32>) {
  %r = "stablehlo.einsum"(%a, %a) {einsum_config = "ab,bc->ac"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// einsum_results
func.func @test(%a: tensor<2x3xf32>) {
  %r = "stablehlo.einsum"(%a, %a) {einsum_config = "ab,ab->ab"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// unary_einsum_einsum_config
func.func @test(%a: tensor<2x3xf32>) {
  %r = "stablehlo.unary_einsum"(%a) {einsum_config = "ab->ac"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
