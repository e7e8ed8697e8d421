// The imaginary part is ignored, whether folded or computed at run time.
// REQUIRES: cpu
// RUN: hlo-run %s --input 'dense<[(0.0, 1.5), (1.0, 0.0)]> : tensor<2xcomplex<f32>>' | FileCheck %s
// CHECK-COUNT-2: tensor<2xi1> [false  true]
func.func @main(%x: tensor<2xcomplex<f32>>) -> (tensor<2xi1>, tensor<2xi1>) {
  %0 = stablehlo.convert %x : (tensor<2xcomplex<f32>>) -> tensor<2xi1>
  %c = stablehlo.constant dense<[(0.0, 1.5), (1.0, 0.0)]> : tensor<2xcomplex<f32>>
  %1 = stablehlo.convert %c : (tensor<2xcomplex<f32>>) -> tensor<2xi1>
  return %0, %1 : tensor<2xi1>, tensor<2xi1>
}
