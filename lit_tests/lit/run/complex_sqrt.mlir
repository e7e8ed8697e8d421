// Square roots of numbers on the axes have parts that are exactly zero, with the right signs.
// REQUIRES: cpu
// RUN: hlo-run %s --input 'dense<[(-4.0, 0.0), (-4.0, -0.0), (0.0, 8.0), (-0.0, -0.0), (1.0e38, 0.0), (-9.0, 1.0e-30)]> : tensor<6xcomplex<f32>>' | FileCheck %s
// CHECK: 0.0000000e0+2.0000000e0j {{ *}}0.0000000e0-2.0000000e0j
// CHECK: 0.0000000e0-0.0000000e0j 1.0000000e19+0.0000000e0j 1.6666667e-31+3.0000000e0j
func.func @main(%x: tensor<6xcomplex<f32>>) -> tensor<6xcomplex<f32>> {
  %0 = stablehlo.sqrt %x : tensor<6xcomplex<f32>>
  return %0 : tensor<6xcomplex<f32>>
}
