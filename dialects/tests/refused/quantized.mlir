// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each part violates the constraint that its first line names.

// uniform_quantize_c1
func.func @test(%a: tensor<3xf32>) {
  %r = "stablehlo.uniform_quantize"(%a) : (tensor<3xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

// uniform_quantize_c2
func.func @test(%a: tensor<2xf16>) {
  %r = "stablehlo.uniform_quantize"(%a) : (tensor<2xf16>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}

// -----

// uniform_dequantize_c2
func.func @test(%a: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %r = "stablehlo.uniform_dequantize"(%a) : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2xf16>
  return
}

// -----

// uniform_dequantize_c2
func.func @test(%a: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %r = "stablehlo.uniform_dequantize"(%a) : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<3xf32>
  return
}

// -----

// add_c2
func.func @test(%a: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, %b: tensor<2xf32>) {
  %r = "stablehlo.add"(%a, %b) : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  return
}
