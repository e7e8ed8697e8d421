// Compiled code calls the runtime; both platforms agree.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --compare-with interpreter --input random --input random | FileCheck %s
// CHECK: 4 of 4 results on cpu match those on interpreter
// RUN: not hlo-run %S/Inputs/unregistered.mlir 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: unregistered.mlir:3:8: error: custom call target `mystery` is not registered
// RUN: not hlo-run %S/Inputs/assertion.mlir 2>&1 | FileCheck %s --check-prefix=ASSERTION
// ASSERTION: assertion.mlir:7:3: error: expected 4, found 3

// RUN: not hlo-run %S/Inputs/assertion_in_loop.mlir 2>&1 | FileCheck %s --check-prefix=LOOP
// LOOP: assertion_in_loop.mlir:12:5: error: 1 is not zero
func.func @main(%x: tensor<3x4x6xcomplex<f32>>, %y: tensor<2x5x7xf64>) -> (tensor<3x4x6xcomplex<f32>>, tensor<3x4x6xcomplex<f32>>, tensor<2x5x4xcomplex<f64>>, tensor<2x5x7xf64>) {
  %0 = stablehlo.fft %x, type = FFT, length = [4, 6] : (tensor<3x4x6xcomplex<f32>>) -> tensor<3x4x6xcomplex<f32>>
  %1 = stablehlo.fft %0, type = IFFT, length = [3, 4, 6] : (tensor<3x4x6xcomplex<f32>>) -> tensor<3x4x6xcomplex<f32>>
  %2 = stablehlo.fft %y, type = RFFT, length = [5, 7] : (tensor<2x5x7xf64>) -> tensor<2x5x4xcomplex<f64>>
  %3 = stablehlo.fft %2, type = IRFFT, length = [5, 7] : (tensor<2x5x4xcomplex<f64>>) -> tensor<2x5x7xf64>
  return %0, %1, %2, %3 : tensor<3x4x6xcomplex<f32>>, tensor<3x4x6xcomplex<f32>>, tensor<2x5x4xcomplex<f64>>, tensor<2x5x7xf64>
}
