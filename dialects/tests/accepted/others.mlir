// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear algebra, Fourier transforms, random numbers, quantization and dynamic shapes.

func.func @linear_algebra(%a: tensor<2x3x3xf32>, %b: tensor<2x3x5xf32>, %c: tensor<3x8xcomplex<f32>>, %r: tensor<3x8xf32>) {
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x3x3xf32>
  %1 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf32>, tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %2 = stablehlo.fft %c, type = FFT, length = [3, 8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  %3 = stablehlo.fft %r, type = RFFT, length = [8] : (tensor<3x8xf32>) -> tensor<3x5xcomplex<f32>>
  %4 = stablehlo.fft %3, type = IRFFT, length = [8] : (tensor<3x5xcomplex<f32>>) -> tensor<3x8xf32>
  return
}

func.func @random(%a: tensor<f32>, %s: tensor<2xui64>, %p: tensor<3xui64>) {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.rng %a, %a, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  %1, %2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %3, %4 = stablehlo.rng_bit_generator %p, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

func.func @quantized(%a: tensor<2xf32>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %1 = stablehlo.uniform_quantize %0 : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i4:f32, 0.25>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<2x!quant.uniform<i4:f32, 0.25>>) -> tensor<2xf32>
  return
}

func.func @dynamic(%a: tensor<6xf32>, %v: tensor<f32>, %s: tensor<2xi32>, %n: tensor<1xi64>) {
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [1] : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x6xf32>
  %2 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x?xf32>
  %3 = stablehlo.dynamic_pad %a, %v, %n, %n, %n : (tensor<6xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %4 = stablehlo.real_dynamic_slice %a, %n, %n, %n : (tensor<6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}
