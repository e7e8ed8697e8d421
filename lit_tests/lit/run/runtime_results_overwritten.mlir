// A result of a runtime call is read by another runtime call after an operation that could
// work in its memory.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --entry one_result --input random --input random:1 --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --entry one_operand --input random --compare-with interpreter | FileCheck %s
// CHECK: 2 of 2 results on cpu match those on interpreter
func.func public @one_result(%x: tensor<2x16xcomplex<f32>>, %u: tensor<2x4xcomplex<f32>>) -> (tensor<2x16xcomplex<f32>>, tensor<2x31xf32>) {
  %i = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.fft %x, type = FFT, length = [16] : (tensor<2x16xcomplex<f32>>) -> tensor<2x16xcomplex<f32>>
  %1 = stablehlo.dynamic_update_slice %0, %u, %i, %i : (tensor<2x16xcomplex<f32>>, tensor<2x4xcomplex<f32>>, tensor<i32>, tensor<i32>) -> tensor<2x16xcomplex<f32>>
  %2 = stablehlo.fft %0, type = IRFFT, length = [31] : (tensor<2x16xcomplex<f32>>) -> tensor<2x31xf32>
  return %1, %2 : tensor<2x16xcomplex<f32>>, tensor<2x31xf32>
}

func.func public @one_operand(%x: tensor<2x16xcomplex<f32>>) -> (tensor<2x16xcomplex<f32>>, tensor<2x16xcomplex<f32>>) {
  %i = stablehlo.constant dense<3> : tensor<i32>
  %u = stablehlo.constant dense<(1.0, 2.0)> : tensor<2x4xcomplex<f32>>
  %0 = stablehlo.add %x, %x : tensor<2x16xcomplex<f32>>
  %1 = stablehlo.fft %0, type = FFT, length = [16] : (tensor<2x16xcomplex<f32>>) -> tensor<2x16xcomplex<f32>>
  %2 = stablehlo.dynamic_update_slice %0, %u, %i, %i : (tensor<2x16xcomplex<f32>>, tensor<2x4xcomplex<f32>>, tensor<i32>, tensor<i32>) -> tensor<2x16xcomplex<f32>>
  %3 = stablehlo.fft %0, type = IFFT, length = [16] : (tensor<2x16xcomplex<f32>>) -> tensor<2x16xcomplex<f32>>
  %4 = stablehlo.add %1, %2 : tensor<2x16xcomplex<f32>>
  return %4, %3 : tensor<2x16xcomplex<f32>>, tensor<2x16xcomplex<f32>>
}
