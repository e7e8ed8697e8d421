// Without mantissa bits, ties are rounded to an even exponent.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --input 'dense<[3.0, 6.0, 0x7FC00000, 0xFFC00000, 1.25]> : tensor<5xf32>' | FileCheck %s
// CHECK: out0: tensor<5xf32> [ 2.0 8.0 inf -inf 1.0]
// RUN: hlo-run %s --platform interpreter --input 'dense<[3.0, 6.0, 0x7FC00000, 0xFFC00000, 1.25]> : tensor<5xf32>' | FileCheck %s
func.func @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %0 = stablehlo.reduce_precision %x, format = e5m0 : tensor<5xf32>
  return %0 : tensor<5xf32>
}
