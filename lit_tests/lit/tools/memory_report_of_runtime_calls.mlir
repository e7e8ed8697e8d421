// The function that stands for a runtime call has no buffers. Its result is overwritten.
// RUN: hlo-run %s --memory-report --threads 2 | FileCheck %s
// CHECK: 64.0 KiB arena, which holds all temporaries
// CHECK: KiB kept by runtime calls: scratch buffers and tables of Fourier transforms
// RUN: hlo-run %s --benchmark 1 --input random --input random --json %t --threads 2 | FileCheck %s --check-prefix=TEXT
// TEXT: arena 65536 bytes, runtime calls {{[1-9][0-9]*}} bytes
// RUN: FileCheck %s --check-prefix=JSON < %t
// JSON: "runtime_bytes": {{[1-9]}}
func.func @main(%x: tensor<64x128xcomplex<f32>>, %y: tensor<64x128xcomplex<f32>>) -> tensor<64x128xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [128] : (tensor<64x128xcomplex<f32>>) -> tensor<64x128xcomplex<f32>>
  %1 = stablehlo.multiply %0, %y : tensor<64x128xcomplex<f32>>
  %2 = stablehlo.fft %1, type = IFFT, length = [128] : (tensor<64x128xcomplex<f32>>) -> tensor<64x128xcomplex<f32>>
  return %2 : tensor<64x128xcomplex<f32>>
}
