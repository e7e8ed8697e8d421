// A complex number of two f64 is passed to a kernel with several tasks.
// REQUIRES: cpu
// RUN: hlo-run %s --threads 2 --input 'dense<(1.0, 0.0)> : tensor<64x1024xcomplex<f64>>' --input 'dense<(2.0, 3.0)> : tensor<complex<f64>>' | FileCheck %s
// CHECK: 3.0+3.0j 3.0+3.0j 3.0+3.0j ... 3.0+3.0j
func.func @main(%x: tensor<64x1024xcomplex<f64>>, %s: tensor<complex<f64>>) -> tensor<64x1024xcomplex<f64>> {
  %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<complex<f64>>) -> tensor<64x1024xcomplex<f64>>
  %0 = stablehlo.add %x, %b : tensor<64x1024xcomplex<f64>>
  return %0 : tensor<64x1024xcomplex<f64>>
}
