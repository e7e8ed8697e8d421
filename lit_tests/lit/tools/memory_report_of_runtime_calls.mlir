// The function that stands for a runtime call has no buffers. Its result is overwritten.
// RUN: hlo-run %s --memory-report --threads 2 | FileCheck %s
// CHECK: 64.0 KiB arena, which holds all temporaries
func.func @main(%x: tensor<64x128xcomplex<f32>>, %y: tensor<64x128xcomplex<f32>>) -> tensor<64x128xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [128] : (tensor<64x128xcomplex<f32>>) -> tensor<64x128xcomplex<f32>>
  %1 = stablehlo.multiply %0, %y : tensor<64x128xcomplex<f32>>
  %2 = stablehlo.fft %1, type = IFFT, length = [128] : (tensor<64x128xcomplex<f32>>) -> tensor<64x128xcomplex<f32>>
  return %2 : tensor<64x128xcomplex<f32>>
}
