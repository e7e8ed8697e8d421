// The real part of a square is zero if both parts have the same finite magnitude, even if their sum
// or difference overflows.
// REQUIRES: cpu
// RUN: hlo-run %s --input 'dense<[(2.0, 1.0), (3.0e38, 3.0e38), (3.0e38, -3.0e38), (0x7F800000, 0x7F800000)]> : tensor<4xcomplex<f32>>' | FileCheck %s
// CHECK: [3.0+4.0j 0.0+infj 0.0-infj nan+infj]
func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = chlo.square %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}
